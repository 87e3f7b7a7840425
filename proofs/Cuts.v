(** Where an interval is cut: rational numbers, and roots of polynomials, each by itself between two rational numbers. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Polynomials Kinds.
Import ListNotations.
Open Scope R_scope.

(** What a cut is among the numbers. *)
Definition kind_of (c : cut) : kind := match c with AtRational x => Point x | AtRoot p a b => Root p a b end.

(** A root between a and b: the largest one. *)
Definition roots (p : list Z) (a b : Q) (x : R) : Prop := x = Q2R a \/ is_t (Root p a b) x.
Lemma roots_bounded p a b : bound (roots p a b).
Proof. exists (Rmax (Q2R a) (Q2R b)). intros x [->|[[_ H] _]]; [apply Rmax_l|]. eapply Rle_trans;
  [apply Rlt_le, H|apply Rmax_r]. Qed.
Lemma roots_some p a b : exists x, roots p a b x.
Proof. exists (Q2R a). now left. Qed.
Definition point (c : cut) : R :=
  match c with AtRational x => Q2R x | AtRoot p a b => proj1_sig (completeness _ (roots_bounded p a b) (roots_some p a b)) end.

(** ** One change of sign *)

Fixpoint rises (p : list Z) : bool :=
  match p with a :: q => if (a <=? 0)%Z then rises q || no_minus p else no_minus p | [] => false end.

Lemma no_minus_rises p x y : 0 < x -> x < y -> no_minus p = true -> 0 < eval p y /\ eval p x <= eval p y.
Proof.
  intros Hx Hy H. split; [apply no_minus_ok; auto; lra|]. apply andb_prop in H as [H _].
  assert (N : forall q z, 0 < z -> forallb (Z.leb 0) q = true -> 0 <= eval q z).
  { intros q z Hz. induction q as [|a q IH]; simpl; intros E; [lra|]. apply andb_prop in E as [E1 E2].
    apply Z.leb_le, IZR_le in E1.
    specialize (IH E2). nra. }
  induction p as [|a p IH]; simpl in *; [lra|]. apply andb_prop in H as [H1 H2]. specialize (IH H2).
  assert (A := N p x Hx H2). nra.
Qed.

Lemma rises_ok p x y : 0 < x -> x < y -> rises p = true -> 0 <= eval p x -> 0 < eval p y /\ eval p x <= eval p y.
Proof.
  intros Hx Hy. induction p as [|a p IH]; [discriminate|]. cbn [rises]. destruct (Z.leb_spec a 0) as [A|A].
  - intros H. apply orb_prop in H as [H|H]; [|intros _; now apply no_minus_rises]. cbn [eval]. intros E. apply IZR_le in A.
    assert (P : 0 <= eval p x).
    { destruct (Rle_lt_dec 0 (eval p x)) as [|N]; auto. nra. }
    destruct (IH H P) as [B C]. nra.
  - intros H _. now apply no_minus_rises.
Qed.

(** What rises between a and b. *)
Definition upward (p : list Z) (a : Q) : list Z :=
  if (fst (at_fraction (Qnum a) (Zpos (Qden a)) p) <? 0)%Z then p else pscale (-1) p.
Definition isolates (p : list Z) (a b : Q) : bool :=
  let q := upward p a in
  negb (Qle_bool b a) && (fst (at_fraction (Qnum a) (Zpos (Qden a)) q) <? 0)%Z &&
  (0 <? fst (at_fraction (Qnum b) (Zpos (Qden b)) q))%Z &&
  rises (fst (spread (Qnum a * Zpos (Qden b)) (Qnum b * Zpos (Qden a)) (Zpos (Qden a * Qden b)) q)).

Lemma fraction_times x : IZR (Zpos (Qden x)) * Q2R x = IZR (Qnum x).
Proof. unfold Q2R. field. apply IZR_neq. lia. Qed.
Lemma at_rational x p : ((0 < fst (at_fraction (Qnum x) (Zpos (Qden x)) p))%Z -> 0 < eval p (Q2R x)) /\
  ((fst (at_fraction (Qnum x) (Zpos (Qden x)) p) < 0)%Z -> eval p (Q2R x) < 0) /\
  (fst (at_fraction (Qnum x) (Zpos (Qden x)) p) = 0%Z -> eval p (Q2R x) = 0).
Proof.
  destruct (at_fraction_sign _ _ p _ (Pos2Z.is_pos (Qden x)) (fraction_times x)) as [A B]. split; [exact A|split; [exact B|]].
  intros E. destruct (at_fraction_ok _ _ p _ (fraction_times x)) as [_ V]. rewrite E, Rmult_0_l in V. symmetry in V.
  apply Rmult_integral in V as [V|V]; auto. exfalso. revert V. apply pow_nonzero, IZR_neq. lia.
Qed.
Lemma upward_root p a t : eval p t = 0 <-> eval (upward p a) t = 0.
Proof. unfold upward. destruct (_ <? _)%Z; [tauto|]. rewrite minus_one. split; lra. Qed.
Lemma less_Q a b : Qle_bool b a = false -> Q2R a < Q2R b.
Proof. intros H. apply Qlt_Rlt, Qnot_le_lt. intros N. apply Qle_bool_iff in N. congruence. Qed.

Lemma upward_rises p a b s t : isolates p a b = true -> Q2R a < s -> s < t -> t < Q2R b -> 0 <= eval (upward p a) s ->
  0 < eval (upward p a) t.
Proof.
  intros I Hs St Ht. apply andb_prop in I as [I I4]. apply andb_prop in I as [I I3]. apply andb_prop in I as [I1 I2].
  set (q := upward p a) in *. set (l := (Qnum a * Zpos (Qden b))%Z) in *. set (u := (Qnum b * Zpos (Qden a))%Z) in *.
  set (d := Zpos (Qden a * Qden b)) in *. assert (D : 0 < IZR d) by (apply IZR_lt; unfold d; lia).
  assert (L : IZR l = IZR d * Q2R a).
  { unfold l, d. rewrite Pos2Z.inj_mul, !mult_IZR, <- (fraction_times a). ring. }
  assert (U : IZR u = IZR d * Q2R b).
  { unfold u, d. rewrite Pos2Z.inj_mul, !mult_IZR, <- (fraction_times b). ring. }
  set (at_ t := (IZR d * t - IZR l) / (IZR u - IZR d * t)).
  assert (Q : forall t, Q2R a < t -> t < Q2R b -> 0 < at_ t /\ 0 < (IZR d * (1 + at_ t)) /\ exists W, 0 < W /\
    eval (fst (spread l u d q)) (at_ t) * (IZR d * (1 + at_ t)) = W * eval q t).
  { intros x A B. assert (IZR l < IZR d * x) by (rewrite L; now apply Rmult_lt_compat_l).
    assert (IZR d * x < IZR u) by (rewrite U; now apply Rmult_lt_compat_l).
    assert (X : 0 < at_ x) by (apply Rdiv_lt_0_compat; lra).
    assert (E : x * (IZR d * (1 + at_ x)) = IZR l + IZR u * at_ x) by (unfold at_; field; lra).
    assert (W : 0 < IZR d * (1 + at_ x)) by nra. split; [exact X|split; [exact W|]].
    exists ((IZR d * (1 + at_ x)) ^ length q). split; [apply pow_lt; exact W|]. apply (spread_ok l u d q (at_ x) x E). }
  destruct (Q s Hs ltac:(lra)) as [S0 [Ws [W [Wp Es]]]]. destruct (Q t ltac:(lra) Ht) as [T0 [Wt [W' [Wp' Et]]]].
  assert (O : at_ s < at_ t).
  { unfold at_. assert (IZR d * t < IZR u) by (rewrite U; now apply Rmult_lt_compat_l).
    assert (IZR d * s < IZR d * t) by (now apply Rmult_lt_compat_l).
    assert (IZR l < IZR d * s) by (rewrite L; now apply Rmult_lt_compat_l).
    apply Rmult_lt_reg_r with ((IZR u - IZR d * s) * (IZR u - IZR d * t)); [apply Rmult_lt_0_compat; lra|].
    replace ((IZR d * s - IZR l) / (IZR u - IZR d * s) * ((IZR u - IZR d * s) * (IZR u - IZR d * t)))
      with ((IZR d * s - IZR l) * (IZR u - IZR d * t)) by (field; lra).
    replace ((IZR d * t - IZR l) / (IZR u - IZR d * t) * ((IZR u - IZR d * s) * (IZR u - IZR d * t)))
      with ((IZR d * t - IZR l) * (IZR u - IZR d * s)) by (field; lra). nra. }
  intros H. assert (P : 0 <= eval (fst (spread l u d q)) (at_ s)).
  { destruct (Rle_lt_dec 0 (eval (fst (spread l u d q)) (at_ s))) as [|N]; auto. nra. }
  destruct (rises_ok _ _ _ S0 O I4 P) as [R _]. destruct (Rlt_le_dec 0 (eval q t)) as [|N]; auto. nra.
Qed.

(** A root that is by itself, and on which side of it others are. *)
Theorem isolated p a b : isolates p a b = true ->
  is_t (Root p a b) (point (AtRoot p a b)) /\ forall t, Q2R a < t < Q2R b ->
    (t < point (AtRoot p a b) <-> eval (upward p a) t < 0) /\ (point (AtRoot p a b) < t <-> 0 < eval (upward p a) t).
Proof.
  intros I. assert (J := I). unfold isolates in J. apply andb_prop in J as [J _]. apply andb_prop in J as [J J3].
  apply andb_prop in J as [J1 J2]. apply negb_true_iff, less_Q in J1. apply Z.ltb_lt in J2, J3.
  apply at_rational in J2, J3. set (q := upward p a) in *.
  destruct (IVT (eval q) (Q2R a) (Q2R b) (eval_continuous q) J1 J2 J3) as [r [[A B] E]].
  assert (A' : Q2R a < r) by (destruct A as [ | <- ]; auto; lra). assert (B' : r < Q2R b) by (destruct B as [ | -> ]; auto;
    lra).
  assert (Side : forall t, Q2R a < t < Q2R b -> (t < r -> eval q t < 0) /\ (r < t -> 0 < eval q t)).
  { intros t [T1 T2]. split; intros H.
    - destruct (Rlt_le_dec (eval q t) 0) as [|N]; auto. apply (upward_rises p a b t r I T1 H B') in N. fold q in N. lra.
    - apply (upward_rises p a b r t I A' H T2). fold q. lra. }
  assert (R : point (AtRoot p a b) = r).
  { unfold point. destruct (completeness _ _ _) as [s [S1 S2]]. cbn [proj1_sig]. apply Rle_antisym.
    - apply S2. intros x [->|[T Z]]; [lra|]. apply (upward_root p a) in Z. fold q in Z.
      destruct (Rle_lt_dec x r) as [|N]; auto. apply (Side x T) in N. lra.
    - apply S1. right. split; [split; auto|]. apply (upward_root p a). exact E. }
  rewrite R. split; [split; [split; auto|now apply (upward_root p a)]|]. intros t T. destruct (Side t T) as [S1 S2].
  split; split; intros H; auto.
  - destruct (Rtotal_order t r) as [|[C|C]]; auto; [subst; lra|specialize (S2 C); lra].
  - destruct (Rtotal_order t r) as [C|[C|]]; auto; [specialize (S1 C); lra|subst; lra].
Qed.

(** ** Cuts against rational numbers and others *)

Definition is_cut (c : cut) : bool := match c with AtRational _ => true | AtRoot p a b => isolates p a b end.
Lemma is_cut_ok c : is_cut c = true -> is_t (kind_of c) (point c).
Proof. destruct c as [x|p a b]; intros H; [reflexivity|now apply isolated]. Qed.

Definition sign_at (p : list Z) (x : Q) : comparison := (fst (at_fraction (Qnum x) (Zpos (Qden x)) p) ?= 0)%Z.
Lemma sign_at_ok p x : match sign_at p x with Eq => eval p (Q2R x) = 0 | Lt => eval p (Q2R x) < 0 | Gt => 0 < eval p (Q2R x)
  end.
Proof.
  unfold sign_at. destruct (at_rational x p) as [P [N Z]].
  destruct (Z.compare_spec (fst (at_fraction (Qnum x) (Zpos (Qden x)) p)) 0) as [C|C|C]; auto.
Qed.

Definition against (c : cut) (x : Q) : option comparison :=
  if is_cut c then
    match c with
    | AtRational y => Some (y ?= x)%Q
    | AtRoot p a b =>
        if Qle_bool x a then Some Gt else if Qle_bool b x then Some Lt else
        Some match sign_at (upward p a) x with Lt => Gt | Eq => Eq | Gt => Lt end
    end
  else None.
Lemma against_ok c x r : against c x = Some r ->
  match r with Eq => point c = Q2R x | Lt => point c < Q2R x | Gt => Q2R x < point c end.
Proof.
  unfold against. destruct (is_cut c) eqn:I; [|discriminate]. destruct c as [y|p a b]; cbn [is_cut] in I.
  - cbn [point]. destruct (Qcompare_spec y x) as [E|E|E]; intros H; inversion H; [now apply Qeq_eqR|now apply Qlt_Rlt|now
    apply Qlt_Rlt].
  - destruct (isolated p a b I) as [[[A B] E] S]. destruct (Qle_bool x a) eqn:X.
    { apply Qle_bool_iff, Qle_Rle in X. intros H. inversion H. lra. }
    destruct (Qle_bool b x) eqn:Y. { apply Qle_bool_iff, Qle_Rle in Y. intros H. inversion H. lra. }
    apply less_Q in X, Y. destruct (S (Q2R x) (conj X Y)) as [S1 S2]. assert (C := sign_at_ok (upward p a) x).
    destruct (sign_at (upward p a) x); intros H; inversion H; [|now apply S1|now apply S2].
    destruct (Rtotal_order (Q2R x) (point (AtRoot p a b))) as [D|[D|D]]; [apply S1 in D; lra|now symmetry|apply S2 in D; lra].
Qed.

(** Whether p is 0 there. *)
Definition vanishes (p : list Z) (c : cut) : option bool :=
  match c with
  | AtRational x => Some (fst (at_fraction (Qnum x) (Zpos (Qden x)) p) =? 0)%Z
  | AtRoot r a b =>
      let on q := signed_on (Qnum a * Zpos (Qden b)) (Qnum b * Zpos (Qden a)) (Zpos (Qden a * Qden b)) q in
      if negb (isolates r a b) then None
      else match Places.quotient p r, Places.quotient r p with
           | Some _, _ => Some true
           | None, Some s => if on s then Some true else if on p then Some false else None
           | None, None => if on p then Some false else None
           end
  end.
Lemma vanishes_ok p c b : vanishes p c = Some b -> if b then eval p (point c) = 0 else eval p (point c) <> 0.
Proof.
  destruct c as [x|r l h]; cbn [vanishes].
  - intros H. injection H as <-. destruct (at_rational x p) as [P [N Z]]. cbn [point].
    destruct (Z.eqb_spec (fst (at_fraction (Qnum x) (Zpos (Qden x)) p)) 0) as [E|E]; [auto|].
    destruct (Z.lt_trichotomy (fst (at_fraction (Qnum x) (Zpos (Qden x)) p)) 0) as [C|[C|C]]; [apply N in C;
      lra|lia|apply P in C; lra].
  - destruct (isolates r l h) eqn:I; [|discriminate]. cbn [negb]. destruct (isolated r l h I) as [[[A B] E] _].
    set (t := point (AtRoot r l h)) in *.
    assert (T : IZR (Qnum l * Zpos (Qden h)) < IZR (Zpos (Qden l * Qden h)) * t < IZR (Qnum h * Zpos (Qden l))).
    { rewrite Pos2Z.inj_mul, !mult_IZR, <- (fraction_times l), <- (fraction_times h).
      assert (0 < IZR (Zpos (Qden l))) by (apply IZR_lt; lia). assert (0 < IZR (Zpos (Qden h))) by (apply IZR_lt; lia).
      set (x := IZR (Zpos (Qden l))) in *. set (y := IZR (Zpos (Qden h))) in *. assert (P : 0 < x * y) by (now apply
        Rmult_lt_0_compat).
      split.
      - replace (x * Q2R l * y) with (x * y * Q2R l) by ring. now apply Rmult_lt_compat_l.
      - replace (y * Q2R h * x) with (x * y * Q2R h) by ring. now apply Rmult_lt_compat_l. }
    assert (O : forall q, signed_on (Qnum l * Zpos (Qden h)) (Qnum h * Zpos (Qden l)) (Zpos (Qden l * Qden h)) q = true ->
      eval q t <> 0).
    { intros q. apply signed_on_ok; auto. lia. }
    destruct (Places.quotient p r) as [s|] eqn:Q1.
    { intros H. injection H as <-. rewrite (Places.quotient_ok _ _ _ t Q1), E. ring. }
    destruct (Places.quotient r p) as [s|] eqn:Q2.
    + destruct (signed_on _ _ _ s) eqn:Os.
      * intros H. injection H as <-. apply O in Os. rewrite (Places.quotient_ok _ _ _ t Q2) in E.
        apply Rmult_integral in E as [E|E]; [contradiction|exact E].
      * destruct (signed_on _ _ _ p) eqn:Op; [|discriminate]. intros H. injection H as <-. now apply O.
    + destruct (signed_on _ _ _ p) eqn:Op; [|discriminate]. intros H. injection H as <-. now apply O.
Qed.

(** Whether it is the number that is named. *)
Definition is_named (k : kind) (c : cut) : option bool :=
  match k with
  | Point x => match against c x with Some r => Some match r with Eq => true | _ => false end | None => None end
  | Root p a b => match against c a, against c b with
                  | Some Gt, Some Lt => vanishes p c
                  | Some _, Some _ => Some false
                  | _, _ => None
                  end
  | _ => None
  end.
Lemma is_named_ok k c b : is_named k c = Some b -> if b then is_t k (point c) else ~ is_t k (point c).
Proof.
  destruct k as [r|p l h|l h|x|p l h]; try discriminate; cbn [is_named is_t].
  - assert (A := against_ok c l). assert (B := against_ok c h). destruct (against c l) as [[| |]|]; [| | |discriminate];
      specialize (A _ eq_refl); (destruct (against c h) as [[| |]|]; [| | |discriminate]); specialize (B _ eq_refl);
      try (intros H; injection H as <-; lra).
    intros H. apply vanishes_ok in H. destruct b; [split; [lra|exact H]|tauto].
  - assert (A := against_ok c x). destruct (against c x) as [r|]; [|discriminate]. specialize (A _ eq_refl). intros H.
    injection H as <-. destruct r; [exact A|lra|lra].
Qed.

(** ** Cuts that rise *)

Definition less (x y : Q) : bool := negb (Qle_bool y x).
Lemma less_ok x y : less x y = true -> Q2R x < Q2R y.
Proof. intros H. now apply less_Q, negb_true_iff. Qed.
Lemma not_more x y : Qle_bool x y = true -> Q2R x <= Q2R y.
Proof. intros H. now apply Qle_Rle, Qle_bool_iff. Qed.

Fixpoint in_order (low : Q) (cuts : list cut) (high : Q) : bool :=
  match cuts with
  | [] => less low high
  | AtRational x :: cuts => less low x && in_order x cuts high
  | AtRoot p a b :: cuts => Qle_bool low a && isolates p a b && in_order b cuts high
  end.

(** Which part t is in, after L, where the parts are numbered from [part] on: before the first cut, at it, or after it. *)
Fixpoint in_part (L : R) (cuts : list cut) (high : R) (part n : nat) (t : R) : Prop :=
  match cuts with
  | [] => n = part /\ L < t < high
  | c :: cuts => n = part /\ L < t < point c \/ n = S part /\ t = point c \/ in_part (point c) cuts high (S (S part)) n t
  end.
Fixpoint ascending (L : R) (cuts : list cut) (high : R) : Prop :=
  match cuts with [] => L < high | c :: cuts => L < point c /\ ascending (point c) cuts high end.

Lemma in_order_ascends cuts high : forall L low, L <= Q2R low -> in_order low cuts high = true -> ascending L cuts (Q2R high).
Proof.
  induction cuts as [|[x|p a b] cuts IH]; intros L low U H; cbn [in_order ascending] in *.
  - apply less_ok in H. lra.
  - apply andb_prop in H as [H1 H2]. apply less_ok in H1. split; [cbn [point]; lra|]. apply (IH _ x); auto. apply Rle_refl.
  - apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. destruct (isolated p a b H2) as [[[A B] _] _].
    apply not_more in H1. split; [lra|]. apply (IH _ b); auto. lra.
Qed.

Lemma in_part_between cuts high : forall L part n t, ascending L cuts high -> in_part L cuts high part n t -> L < t < high.
Proof.
  assert (Up : forall cuts L, ascending L cuts high -> L < high).
  { clear cuts. induction cuts as [|c cuts IH]; cbn [ascending]; intros L A; [exact A|]. destruct A as [A B]. apply IH in B.
    lra. }
  induction cuts as [|c cuts IH]; cbn [ascending in_part]; intros L part n t A T; [tauto|]. destruct A as [A B].
  assert (H := Up _ _ B). destruct T as [[_ T]|[[_ ->]|T]]; [lra|lra|]. apply (IH _ _ n t B) in T. lra.
Qed.
(** It is in one part. *)
Lemma in_part_one cuts high : forall L part n n' t, ascending L cuts high -> in_part L cuts high part n t ->
  in_part L cuts high part n' t -> n = n'.
Proof.
  induction cuts as [|c cuts IH]; cbn [ascending in_part]; intros L part n n' t A T T'; [destruct T, T'; congruence|].
  destruct A as [A B]. assert (Q := fun n T => in_part_between cuts high (point c) (S (S part)) n t B T).
  destruct T as [[-> T]|[[-> T]|T]], T' as [[-> T']|[[-> T']|T']]; auto; try lra; try (apply Q in T; lra);
    try (apply Q in T'; lra).
  exact (IH _ _ n n' t B T T').
Qed.

Lemma first_part cuts high L b m t : in_order b cuts high = true -> L < t -> t <= Q2R b -> in_part L cuts (Q2R high) m m t.
Proof.
  destruct cuts as [|[x|p l h] cuts]; cbn [in_order in_part]; intros H A B.
  - apply less_ok in H. split; auto. lra.
  - apply andb_prop in H as [H _]. apply less_ok in H. left. split; auto. cbn [point]. lra.
  - apply andb_prop in H as [H _]. apply andb_prop in H as [H1 H2]. apply not_more in H1.
    destruct (isolated p l h H2) as [[[C _] _] _]. left. split; auto. lra.
Qed.

(** The piece of a number belongs to the part that it is in. *)
Theorem pieces_parts cuts high t : forall L low part, L <= Q2R low -> in_order low cuts high = true -> Q2R low < t < Q2R high ->
  exists k n, In (k, n) (pieces low cuts high part) /\ is_t k t /\ in_part L cuts (Q2R high) part n t.
Proof.
  induction cuts as [|[x|p a b] cuts IH]; intros L low part U H T; cbn [in_order pieces in_part] in *.
  - exists (Interval low high), part. split; [now left|split; [exact T|split; auto; lra]].
  - apply andb_prop in H as [H1 H2]. apply less_ok in H1. cbn [point]. destruct (Rtotal_order t (Q2R x)) as [C|[C|C]].
    + exists (Interval low x), part. split; [now left|split; [cbn [is_t]; lra|left; split; auto; lra]].
    + exists (Point x), (S part). split; [right; now left|split; [exact C|right; left; auto]].
    + destruct (IH (Q2R x) x (S (S part)) (Rle_refl _) H2 ltac:(lra)) as [k [n [I [K N]]]]. exists k, n.
      split; [right; now right|split; auto].
  - apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply not_more in H1.
    destruct (isolated p a b H2) as [[[A B] _] Side]. set (r := point (AtRoot p a b)) in *.
    change (if (fst (at_fraction (Qnum a) (Zpos (Qden a)) p) <? 0)%Z then p else pscale (-1) p) with (upward p a).
    destruct (Rtotal_order t (Q2R a)) as [C|[C|C]].
    + exists (Interval low a), part. split; [now left|split; [cbn [is_t]; lra|left; split; auto; lra]].
    + exists (Point a), part. split; [right; now left|split; [exact C|left; split; auto; lra]].
    + destruct (Rtotal_order t (Q2R b)) as [D|[D|D]].
      * destruct (Side t (conj C D)) as [S1 S2]. destruct (Rtotal_order t r) as [E|[E|E]].
        -- exists (Signed (pscale (-1) (upward p a)) a b), part. split; [do 2 right; now left|split; [|left; split; auto; lra]].
           cbn [is_t]. rewrite minus_one. apply S1 in E. lra.
        -- exists (Root p a b), (S part). split; [do 3 right; now left|split; [|right; left; auto]].
           cbn [is_t]. split; [lra|]. apply (upward_root p a). rewrite E in S1, S2 |- *.
           destruct (Rtotal_order (eval (upward p a) r) 0) as [F|[F|F]]; auto; [apply S1 in F; lra|apply S2 in F; lra].
        -- exists (Signed (upward p a) a b), (S (S part)). split; [do 4 right; now left|split].
           ++ cbn [is_t]. apply S2 in E. lra.
           ++ right. right. apply (first_part cuts high r b); auto. lra.
      * exists (Point b), (S (S part)). split; [do 5 right; now left|split; [exact D|]]. right. right.
        apply (first_part cuts high r b); auto; lra.
      * destruct (IH r b (S (S part)) ltac:(lra) H3 ltac:(lra)) as [k [n [I [K N]]]]. exists k, n.
        split; [do 6 right; exact I|split; auto].
Qed.

(** ** A set by the parts that belong to it *)

(** [verdicts]: at each cut, and after it; [start]: where the part begins that the numbers before the first cut belong to,
  if they
    belong to the set. An end belongs to it too. *)
Fixpoint intervals (start : option cut) (cuts : list cut) (high : Q) (verdicts : list bool) : option (list (cut * cut)) :=
  match cuts, verdicts with
  | [], [] => Some (match start with Some s => [(s, AtRational high)] | None => [] end)
  | c :: cuts, here :: after :: verdicts =>
      match start, here, after with
      | Some s, true, true => intervals (Some s) cuts high verdicts
      | Some s, true, false => option_map (cons (s, c)) (intervals None cuts high verdicts)
      | None, true, true => intervals (Some c) cuts high verdicts
      | None, true, false => option_map (cons (c, c)) (intervals None cuts high verdicts)
      | None, false, false => intervals None cuts high verdicts
      | _, _, _ => None
      end
  | _, _ => None
  end.

Definition ends (x : cut * cut) : R * R := (point (fst x), point (snd x)).
Fixpoint apart (L : R) (l : list (cut * cut)) (high : R) : Prop :=
  match l with [] => True | (a, b) :: l => L < point a <= point b /\ point b <= high /\ point a < high /\ apart (point b) l
    high end.
Definition covered (l : list (cut * cut)) (t : R) : Prop := exists x, In x (map ends l) /\ fst x <= t <= snd x.

Lemma apart_weaken L M l high : L <= M -> apart M l high -> apart L l high.
Proof. destruct l as [|[a b] l]; simpl; intros H A; [exact I|]. split; [lra|tauto]. Qed.
Lemma covered_first a b l t : covered ((a, b) :: l) t <-> point a <= t <= point b \/ covered l t.
Proof.
  split.
  - intros [x [[<-|I] H]]; [left; exact H|right; exists x; auto].
  - intros [H|[x [I H]]]; [exists (ends (a, b)); split; [now left|exact H]|exists x; split; [now right|exact H]].
Qed.
Lemma covered_above L l high t : apart L l high -> covered l t -> L < t.
Proof.
  revert L. induction l as [|[a b] l IH]; intros L A C; [destruct C as [x [[] _]]|]. destruct A as [A1 [A2 [A3 A4]]].
  apply covered_first in C as [C|C]; [lra|]. specialize (IH _ A4 C). lra.
Qed.

Lemma intervals_ok (belongs : R -> Prop) high cuts : forall start verdicts L part l,
  ascending L cuts (Q2R high) -> intervals start cuts high verdicts = Some l ->
  (forall n t, in_part L cuts (Q2R high) part n t ->
    if nth (n - part) ((match start with Some _ => true | None => false end) :: verdicts) false then belongs t else ~ belongs
      t) ->
  match start with
  | None => apart L l (Q2R high) /\ forall t, L < t < Q2R high -> (belongs t <-> covered l t)
  | Some s => exists e l', l = (s, e) :: l' /\ L < point e <= Q2R high /\ apart (point e) l' (Q2R high) /\
      forall t, L < t < Q2R high -> (belongs t <-> t <= point e \/ covered l' t)
  end.
Proof.
  induction cuts as [|c cuts IH]; intros start verdicts L part l A E S.
  - destruct verdicts; [|discriminate]. cbn [ascending intervals in_part] in *. injection E as <-.
    assert (Q := fun t T => S part t (conj eq_refl T)). rewrite Nat.sub_diag in Q. cbn [nth] in Q. destruct start as [s|].
    + exists (AtRational high), []. split; [reflexivity|]. cbn [point]. split; [lra|split; [exact I|]]. intros t T.
      specialize (Q t T). split; [left; lra|auto].
    + split; [exact I|]. intros t T. specialize (Q t T). split; [tauto|]. intros [x [[] _]].
  - destruct verdicts as [|here [|after verdicts]]; [discriminate|discriminate|]. cbn [ascending intervals in_part] in *.
    destruct A as [A1 A2].
    assert (Before : forall t, L < t < point c -> if match start with Some _ => true | None => false end then belongs t else ~
      belongs t).
    { intros t T. specialize (S part t (or_introl (conj eq_refl T))). rewrite Nat.sub_diag in S. exact S. }
    assert (At_ : if here then belongs (point c) else ~ belongs (point c)).
    { specialize (S (Datatypes.S part) (point c) (or_intror (or_introl (conj eq_refl eq_refl)))).
      replace (Datatypes.S part - part)%nat with 1%nat in S by lia. exact S. }
    assert (After : forall n t, in_part (point c) cuts (Q2R high) (Datatypes.S (Datatypes.S part)) n t ->
      if nth (n - Datatypes.S (Datatypes.S part)) (after :: verdicts) false then belongs t else ~ belongs t).
    { intros n t T. assert (Hn : (Datatypes.S (Datatypes.S part) <= n)%nat).
      { clear - T. revert T. generalize (point c) as M. generalize (Datatypes.S (Datatypes.S part)) as k.
        induction cuts as [|d cuts IH]; cbn [in_part]; intros k M T; [lia|]. destruct T as [[-> _]|[[-> _]|T]]; [lia|lia|].
        apply IH in T. lia. }
      specialize (S n t (or_intror (or_intror T))).
      replace (n - part)%nat with (Datatypes.S (Datatypes.S (n - Datatypes.S (Datatypes.S part)))) in S by lia. exact S. }
    assert (H : point c < Q2R high).
    { clear - A2. revert A2. generalize (point c) as M. induction cuts as [|d cuts IH]; cbn [ascending]; intros M A2;
      [exact A2|].
      destruct A2 as [A B]. apply IH in B. lra. }
    clear S. destruct start as [s|], here, after; try discriminate.
    + destruct (IH (Some s) verdicts (point c) _ l A2 E After) as [e [l' [-> [E1 [E2 E3]]]]]. exists e, l'.
      split; [reflexivity|split; [lra|split; [exact E2|]]]. intros t T. destruct (Rtotal_order t (point c)) as [C|[C|C]].
      * specialize (Before t ltac:(lra)). split; [left; lra|auto].
      * subst t. split; [left; lra|auto].
      * apply E3. lra.
    + destruct (intervals None cuts high verdicts) as [l0|] eqn:E0; [|discriminate]. injection E as <-.
      destruct (IH None verdicts (point c) _ l0 A2 E0 After) as [E1 E2]. exists c, l0.
      split; [reflexivity|split; [lra|split; [exact E1|]]]. intros t T. destruct (Rtotal_order t (point c)) as [C|[C|C]].
      * specialize (Before t ltac:(lra)). split; [left; lra|auto].
      * subst t. split; [left; lra|auto].
      * assert (Q := E2 t ltac:(lra)). split; [intros B; right; tauto|intros [B|B]; [lra|tauto]].
    + destruct (IH (Some c) verdicts (point c) _ l A2 E After) as [e [l' [-> [E1 [E2 E3]]]]].
      split; [cbn [apart]; split; [lra|split; [lra|split; [lra|exact E2]]]|]. intros t T. rewrite covered_first.
      destruct (Rtotal_order t (point c)) as [C|[C|C]].
      * specialize (Before t ltac:(lra)). split; [tauto|]. intros [B|B]; [lra|]. apply (covered_above _ _ _ _ E2) in B. lra.
      * subst t. split; [left; lra|auto].
      * assert (Q := E3 t ltac:(lra)). split; [intros B; apply Q in B as [B|B]; [left; lra|now right]|].
        intros [B|B]; apply Q; [left; lra|now right].
    + destruct (intervals None cuts high verdicts) as [l0|] eqn:E0; [|discriminate]. injection E as <-.
      destruct (IH None verdicts (point c) _ l0 A2 E0 After) as [E1 E2].
      split; [cbn [apart]; split; [lra|split; [lra|split; [lra|exact E1]]]|]. intros t T. rewrite covered_first.
      destruct (Rtotal_order t (point c)) as [C|[C|C]].
      * specialize (Before t ltac:(lra)). split; [tauto|]. intros [B|B]; [lra|]. apply (covered_above _ _ _ _ E1) in B. lra.
      * subst t. split; [left; lra|auto].
      * assert (Q := E2 t ltac:(lra)). split; [right; tauto|intros [B|B]; [lra|tauto]].
    + destruct (IH None verdicts (point c) _ l A2 E After) as [E1 E2]. split; [apply (apart_weaken L (point c)); auto; lra|].
      intros t T. destruct (Rtotal_order t (point c)) as [C|[C|C]].
      * specialize (Before t ltac:(lra)). split; [tauto|]. intros B. apply (covered_above _ _ _ _ E1) in B. lra.
      * subst t. split; [tauto|]. intros B. apply (covered_above _ _ _ _ E1) in B. lra.
      * apply E2. lra.
Qed.
