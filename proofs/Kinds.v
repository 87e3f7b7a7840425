(** What t is: a power of e, a root of a polynomial, or each number of an interval; and what is shown of it by hints, which need
    no trust. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Exponential Numbers Polynomials Places.
Import ListNotations.
Open Scope R_scope.

Inductive kind :=
| Exponential (r : Q)
| Root (p : list Z) (low high : Q)
| Interval (low high : Q)
| Point (x : Q)
| Signed (p : list Z) (low high : Q).   (* where p is above 0 *)

(** t = e^-r; p(t) = 0 with t between low and high; t any number between them. *)
Definition is_t (k : kind) (t : R) : Prop :=
  match k with
  | Exponential r => t = exp (- Q2R r)
  | Root p low high => Q2R low < t < Q2R high /\ eval p t = 0
  | Interval low high => Q2R low < t < Q2R high
  | Point x => t = Q2R x
  | Signed p low high => Q2R low < t < Q2R high /\ 0 < eval p t
  end.

(** To so many bits, for e^-r by so many squarings or for a root with its numerator, so many powers of t. And a factor of the
    polynomial of t with what it leaves; and polynomials that are positive at t; and two fractions at which the polynomial of
      t has opposite signs. *)
Record hints := {
  h_levels : list (nat * nat * Z * nat); h_factor : option (list Z * list Z); h_dens : list (list Z); h_signs : positive * Z
    * Z }.

(** ** Powers *)

Fixpoint table (w l u a b : Z) (length : nat) : list (Z * Z) :=
  match length with
  | O => []
  | S n => (a, b) :: table w l u (a * l / w) (- (- (b * u) / w)) n
  end.

Lemma table_ok w l u t : 0 < t -> (0 <= l)%Z -> IZR l <= t * IZR (Zpos w) <= IZR u ->
  forall n a b j, (0 <= a)%Z -> IZR a <= t ^ j * IZR (Zpos w) <= IZR b -> fits w (table (Zpos w) l u a b n) j t.
Proof.
  intros T L0 [L U]. induction n as [|n IH]; intros a b j A0 [A B]; cbn [table fits]; auto. split; [split; auto|].
  assert (W : 0 < IZR (Zpos w)) by (apply IZR_lt; lia). assert (P : 0 < t ^ j) by (apply pow_lt; auto).
  assert (P1 : 0 < t ^ j * IZR (Zpos w)) by (apply Rmult_lt_0_compat; auto).
  assert (P2 : 0 < t * IZR (Zpos w)) by (apply Rmult_lt_0_compat; auto).
  apply IH; [apply Z.div_pos; nia|]. replace (t ^ S j) with (t * t ^ j) by reflexivity. split.
  - apply Rmult_le_reg_r with (IZR (Zpos w)); auto. eapply Rle_trans; [apply (div_le O 0%Z O); lia|]. rewrite mult_IZR.
    apply IZR_le in A0, L0. replace (t * t ^ j * IZR (Zpos w) * IZR (Zpos w)) with ((t ^ j * IZR (Zpos w)) * (t * IZR (Zpos
      w))) by ring.
    apply Rmult_le_compat; auto.
  - apply Rmult_le_reg_r with (IZR (Zpos w)); auto. eapply Rle_trans; [|apply (div_ge O 0%Z O); lia]. rewrite mult_IZR.
    replace (t * t ^ j * IZR (Zpos w) * IZR (Zpos w)) with ((t ^ j * IZR (Zpos w)) * (t * IZR (Zpos w))) by ring.
    apply Rmult_le_compat; auto; apply Rlt_le; auto.
Qed.

Definition scale_of (B : nat) : positive := match (2 ^ Z.of_nat B)%Z with Zpos w => w | _ => xH end.
Lemma scale_of_ok B : Zpos (scale_of B) = (2 ^ Z.of_nat B)%Z.
Proof.
  unfold scale_of. assert (H : (0 < 2 ^ Z.of_nat B)%Z) by (apply Z.pow_pos_nonneg; lia).
  destruct (2 ^ Z.of_nat B)%Z; lia.
Qed.
Definition powers_in (w : positive) (l u : Z) (n : nat) : positive * list (Z * Z) :=
  (w, table (Zpos w) l u (Zpos w) (Zpos w) n).
Lemma powers_in_ok w l u n t : 0 < t -> (0 <= l)%Z -> IZR l <= t * IZR (Zpos w) <= IZR u ->
  fits (fst (powers_in w l u n)) (snd (powers_in w l u n)) 0 t.
Proof. intros T L E. apply table_ok; auto; [lia|]. rewrite pow_O. lra. Qed.

(** ** e^-r *)

Definition exponential_levels (r : Q) (h : list (nat * nat * Z * nat)) : list (positive * list (Z * Z)) :=
  flat_map (fun x => let '(B, k, _, n) := x in
    let l := Exponential.exp_below B (Qnum r) (Zpos (Qden r)) k in
    let u := Exponential.exp_above B (Qnum r) (Zpos (Qden r)) k in
    if (0 <=? l)%Z && (0 <=? Qnum r)%Z then [powers_in (scale_of B) l u n] else []) h.

Lemma exponential_levels_ok r h t : is_t (Exponential r) t ->
  Forall (fun wt => fits (fst wt) (snd wt) 0 t) (exponential_levels r h).
Proof.
  intros E. apply Forall_forall. intros x I. unfold exponential_levels in I. apply in_flat_map in I as [[[[B k] z] n] [_ I]].
  destruct (_ && _)%bool eqn:C in I; [|destruct I]. destruct I as [<-|[]]. apply andb_prop in C as [C1 C2]. apply Z.leb_le in
    C1, C2.
  assert (T : 0 < t) by (rewrite E; apply exp_pos). apply powers_in_ok; auto. rewrite scale_of_ok, E.
  assert (A := Exponential.exp_above_ok B (Qnum r) (Zpos (Qden r)) k C2 (Pos2Z.is_pos _)).
  assert (D := Exponential.exp_below_ok B (Qnum r) (Zpos (Qden r)) k (Pos2Z.is_pos _)).
  cbv zeta in A, D. change (IZR (Qnum r) / IZR (Zpos (Qden r))) with (Q2R r) in A, D. lra.
Qed.

(** ** A root: where p has a sign it is not 0 *)

Definition signed_on (l u d : Z) (p : list Z) : bool :=
  (u <=? l)%Z || above_on halves l u d p || above_on halves l u d (pscale (-1) p).
Lemma minus_one p t : eval (pscale (-1) p) t = - eval p t.
Proof. rewrite pscale_ok. replace (IZR (-1)) with (-1) by reflexivity. ring. Qed.
Lemma signed_on_ok l u d p t : (0 < d)%Z -> IZR l < IZR d * t < IZR u -> signed_on l u d p = true -> eval p t <> 0.
Proof.
  intros D B H. apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|].
  - apply Z.leb_le, IZR_le in H. lra.
  - apply (above_on_ok halves l u d p t D B) in H. lra.
  - apply (above_on_ok halves l u d _ t D B) in H. rewrite minus_one in H. lra.
Qed.
Definition signed_at (n d : Z) (p : list Z) : bool := negb (fst (at_fraction n d p) =? 0)%Z.
Lemma signed_at_ok n d p t : (0 < d)%Z -> IZR d * t = IZR n -> signed_at n d p = true -> eval p t <> 0.
Proof.
  intros D E H. apply negb_true_iff, Z.eqb_neq in H. destruct (at_fraction_sign n d p t D E) as [A B].
  destruct (Z.lt_trichotomy (fst (at_fraction n d p)) 0) as [C|[C|C]]; [apply B in C; lra|lia|apply A in C; lra].
Qed.

(** The root is between a/w and (a + 1)/w, as p has a sign elsewhere. *)
Definition narrowed (p : list Z) (low high : Q) (w : positive) (a : Z) : bool :=
  let b := (a + 1)%Z in
  (0 <=? a)%Z && signed_at a (Zpos w) p && signed_at b (Zpos w) p &&
  signed_on (Qnum low * Zpos w) (a * Zpos (Qden low)) (Zpos (Qden low * w)) p &&
  signed_on (b * Zpos (Qden high)) (Qnum high * Zpos w) (Zpos (Qden high * w)) p.

Lemma narrowed_ok p low high w a t : is_t (Root p low high) t -> narrowed p low high w a = true ->
  (0 <= a)%Z /\ IZR a < t * IZR (Zpos w) < IZR (a + 1).
Proof.
  intros [[Hl Hu] Z] H. unfold narrowed in H. apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4].
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Z.leb_le in H1. split; auto.
  assert (W : 0 < IZR (Zpos w)) by (apply IZR_lt; lia). unfold Q2R in Hl, Hu.
  assert (Dl : 0 < IZR (Zpos (Qden low))) by (apply IZR_lt; lia). assert (Dh : 0 < IZR (Zpos (Qden high))) by (apply IZR_lt;
    lia).
  assert (Ll : IZR (Qnum low) < IZR (Zpos (Qden low)) * t).
  { apply Rmult_lt_reg_r with (/ IZR (Zpos (Qden low))); [apply Rinv_0_lt_compat; auto|]. eapply Rlt_le_trans; [exact Hl|].
    right. field. lra. }
  assert (Lh : IZR (Zpos (Qden high)) * t < IZR (Qnum high)).
  { apply Rmult_lt_reg_r with (/ IZR (Zpos (Qden high))); [apply Rinv_0_lt_compat; auto|]. eapply Rle_lt_trans; [|exact Hu].
    right. field. lra. }
  split.
  - destruct (Rtotal_order (IZR (Zpos w) * t) (IZR a)) as [C|[C|C]]; [exfalso|exfalso|lra].
    + apply (signed_on_ok _ _ _ p t) in H4; auto; [lia|]. rewrite Pos2Z.inj_mul, !mult_IZR. split; nra.
    + apply (signed_at_ok _ _ p t) in H2; auto. lia.
  - destruct (Rtotal_order (IZR (Zpos w) * t) (IZR (a + 1))) as [C|[C|C]]; [lra|exfalso|exfalso].
    + apply (signed_at_ok _ _ p t) in H3; auto. lia.
    + apply (signed_on_ok _ _ _ p t) in H5; auto; [lia|]. rewrite Pos2Z.inj_mul, !mult_IZR. split; nra.
Qed.

Definition root_levels (p : list Z) (low high : Q) (h : list (nat * nat * Z * nat)) : list (positive * list (Z * Z)) :=
  flat_map (fun x => let '(B, _, a, n) := x in
    if narrowed p low high (scale_of B) a && (0 <=? Qnum low)%Z then [powers_in (scale_of B) a (a + 1) n] else []) h.

Lemma low_above low high p t : is_t (Root p low high) t \/ is_t (Interval low high) t -> (0 <= Qnum low)%Z -> 0 < t.
Proof.
  intros H L. assert (Q2R low < t) by (destruct H as [[H _]|H]; apply H). apply IZR_le in L.
  assert (0 <= Q2R low); [|lra]. unfold Q2R. apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat, IZR_lt. lia.
Qed.

Lemma root_levels_ok p low high h t : is_t (Root p low high) t ->
  Forall (fun wt => fits (fst wt) (snd wt) 0 t) (root_levels p low high h).
Proof.
  intros E. apply Forall_forall. intros x I. unfold root_levels in I. apply in_flat_map in I as [[[[B k] a] n] [_ I]].
  destruct (_ && _)%bool eqn:C in I; [|destruct I]. destruct I as [<-|[]]. apply andb_prop in C as [C1 C2]. apply Z.leb_le in
    C2.
  apply (narrowed_ok _ _ _ _ _ t E) in C1 as [A0 [A B']]. apply powers_in_ok; auto; [apply (low_above low high p); auto|lra].
Qed.

(** t's own polynomial as what stands above the last coefficient and that one; a factor of it where a hint has one, the rest
    having a sign. *)
Definition modulus_of (p : list Z) : option (list Z * positive) :=
  let p := trim p in
  let q := match last p 0%Z with Zneg _ => pscale (-1) p | _ => p end in
  match last q 0%Z with Zpos l => if psame (removelast q ++ [Zpos l]) q then Some (removelast q, l) else None | _ => None end.
Lemma modulus_of_ok p low l t : modulus_of p = Some (low, l) -> eval p t = 0 -> eval low t + t ^ length low * IZR (Zpos l) = 0.
Proof.
  unfold modulus_of. intros H E. rewrite <- trim_ok in E. set (q := match last (trim p) 0%Z with Zneg _ => _ | _ => _ end) in *.
  assert (Q : eval q t = 0) by (unfold q; destruct (last (trim p) 0%Z); auto; rewrite minus_one, E; ring).
  destruct (last q 0%Z) as [|c|c]; try discriminate. destruct (psame _ q) eqn:S; [|discriminate]. apply psame_eq in S.
  inversion H. subst low l. rewrite <- S, eval_app in Q. cbn [eval] in Q. rewrite Rmult_0_r, Rplus_0_r in Q. exact Q.
Qed.
Definition modulus_in (p : list Z) (levels : list (positive * list (Z * Z))) (factor : option (list Z * list Z)) :
  option (list Z * positive) :=
  match factor with
  | None => modulus_of p
  | Some (f, rest) =>
      if psame (trim (pmul f rest)) (trim p) && (above_by levels rest || above_by levels (pscale (-1) rest)) then modulus_of f
      else None
  end.
Lemma modulus_in_ok p levels factor low l t : Forall (fun wt => fits (fst wt) (snd wt) 0 t) levels ->
  modulus_in p levels factor = Some (low, l) -> eval p t = 0 -> eval low t + t ^ length low * IZR (Zpos l) = 0.
Proof.
  intros L. unfold modulus_in. destruct factor as [[f rest]|]; [|apply modulus_of_ok]. destruct (_ && _)%bool eqn:C;
    [|discriminate].
  apply andb_prop in C as [C S]. apply psame_eq in C. intros H E. apply (modulus_of_ok f); auto.
  rewrite <- trim_ok, <- C, trim_ok, pmul_ok in E. assert (R : eval rest t <> 0).
  { apply orb_prop in S as [S|S]; apply (above_by_ok _ _ t L) in S; [lra|]. rewrite minus_one in S. lra. }
  apply Rmult_integral in E as [E|E]; [exact E|contradiction].
Qed.

(** ** The place *)

Definition inside (low high : Q) (positive : list (list Z)) : place :=
  {| modulus := None; levels := []; is_above := (0 <=? Qnum low)%Z;
     between := Some (Qnum low * Zpos (Qden high), Qnum high * Zpos (Qden low), (Qden low * Qden high)%positive)%Z;
     dens := positive |}.
Lemma inside_ok low high positive t : Q2R low < t < Q2R high -> Forall (fun D => 0 < eval D t) positive ->
  at_place (inside low high positive) t.
Proof.
  intros T F. split; [exact I|split; [constructor|split; [|split; [|exact F]]]].
  - cbn [is_above inside]. intros A. apply Z.leb_le in A. apply (low_above low high []); auto.
  - cbn [between inside]. destruct T as [A B]. unfold Q2R in A, B. rewrite Pos2Z.inj_mul, !mult_IZR.
    assert (Dl : 0 < IZR (Zpos (Qden low))) by (apply IZR_lt; lia).
    assert (Dh : 0 < IZR (Zpos (Qden high))) by (apply IZR_lt; lia).
    set (a := IZR (Qnum low)) in *. set (b := IZR (Qnum high)) in *. set (d := IZR (Zpos (Qden low))) in *.
    set (e := IZR (Zpos (Qden high))) in *. assert (P : 0 < d * e) by (apply Rmult_lt_0_compat; auto). split.
    + replace (a * e) with (a * / d * (d * e)) by (field; lra). rewrite (Rmult_comm _ t). apply Rmult_lt_compat_r; auto.
    + replace (b * d) with (b * / e * (d * e)) by (field; lra). rewrite (Rmult_comm _ t). apply Rmult_lt_compat_r; auto.
Qed.
Definition bare (k : kind) (h : hints) : option place :=
  match k with
  | Exponential r =>
      Some {| modulus := None; levels := exponential_levels r (h_levels h); is_above := true; between := None; dens := [] |}
  | Root p low high =>
      let levels := root_levels p low high (h_levels h) in
      match modulus_in p levels (h_factor h) with
      | Some m => Some {| modulus := Some m; levels := levels; is_above := (0 <=? Qnum low)%Z; between := None; dens := [] |}
      | None => None
      end
  | Interval low high => Some (inside low high [])
  | Signed p low high => Some (inside low high [p])
  | Point x => Some {| modulus := Some ([- Qnum x], Qden x)%Z; levels := []; is_above := false; between := None; dens := [] |}
  end.
Definition place_of (k : kind) (h : hints) : option place :=
  match bare k h with
  | Some pl => if forallb (above pl) (h_dens h) then
      Some {| modulus := modulus pl; levels := levels pl; is_above := is_above pl; between := between pl; dens := dens pl ++
        h_dens h |}
      else None
  | None => None
  end.

Lemma bare_ok k h pl t : bare k h = Some pl -> is_t k t -> at_place pl t.
Proof.
  intros H T. destruct k as [r|p low high|low high|x|p low high]; cbn [bare] in H.
  - inversion H. split; [exact I|split; [apply exponential_levels_ok; auto|split; [|split; [exact I|constructor]]]].
    intros _. rewrite T. apply exp_pos.
  - destruct (modulus_in _ _ _) as [[q l]|] eqn:M; [|discriminate]. inversion H.
    assert (L := root_levels_ok p low high (h_levels h) t T).
    split; [|split; [exact L|split; [|split; [exact I|constructor]]]].
    + cbn [modulus]. apply (modulus_in_ok _ _ _ _ _ t L M). apply T.
    + cbn [is_above]. intros A. apply Z.leb_le in A. apply (low_above low high p); auto.
  - inversion H. apply inside_ok; auto.
  - inversion H. cbn [is_t] in T. subst t. split; [|split; [constructor|split; [discriminate|split; [exact I|constructor]]]].
    cbn [modulus eval length]. rewrite opp_IZR. unfold Q2R. assert (0 < IZR (Zpos (Qden x))) by (apply IZR_lt; lia). field. lra.
  - inversion H. destruct T as [T P]. apply inside_ok; auto.
Qed.

Theorem place_of_ok k h pl t : place_of k h = Some pl -> is_t k t -> at_place pl t.
Proof.
  unfold place_of. destruct (bare k h) as [b|] eqn:B; [|discriminate]. destruct (forallb _ _) eqn:D; [|discriminate].
  intros H T. inversion H. assert (A := bare_ok k h b t B T). destruct A as [A1 [A2 [A3 [A4 _]]]].
  split; [exact A1|split; [exact A2|split; [exact A3|split; [exact A4|]]]]. cbn [dens]. apply Forall_app. split; [apply
    (bare_ok k h b t B T)|].
  apply Forall_forall. intros x I.
  rewrite forallb_forall in D. apply (above_ok b t); auto. apply (bare_ok k h b t B T).
Qed.

(** ** That there is such a t *)

Lemma eval_continuous p : continuity (eval p).
Proof.
  induction p as [|a p IH]; [apply continuity_const; intros ? ?; reflexivity|].
  change (eval (a :: p)) with (plus_fct (fct_cte (IZR a)) (mult_fct id (eval p))).
  apply continuity_plus; [apply continuity_const; intros ? ?; reflexivity|]. apply continuity_mult; auto.
  apply derivable_continuous, derivable_id.
Qed.

(** Opposite signs at two fractions between the ends. *)
Definition changes (p : list Z) (low high : Q) (w : positive) (a b : Z) : bool :=
  (Qnum low * Zpos w <? a * Zpos (Qden low))%Z && (b * Zpos (Qden high) <? Qnum high * Zpos w)%Z && (a <? b)%Z &&
  (fst (at_fraction a (Zpos w) p) * fst (at_fraction b (Zpos w) p) <? 0)%Z.
Definition is_some (k : kind) (w : positive) (a b : Z) : bool :=
  match k with
  | Exponential _ => true
  | Root p low high => changes p low high w a b
  | Interval low high => negb (Qle_bool high low)
  | Point _ => true
  | Signed _ _ _ => false
  end.

(** n/d against a/w, by what they are over d·w. *)
Ltac by_cross_products H x w a :=
  apply IZR_lt in H; rewrite !mult_IZR in H; unfold Q2R; assert (0 < IZR (Zpos w)) by (apply IZR_lt; lia);
  assert (0 < IZR (Zpos (Qden x))) by (apply IZR_lt; lia);
  apply Rmult_lt_reg_r with (IZR (Zpos w) * IZR (Zpos (Qden x))); [apply Rmult_lt_0_compat; auto|];
  replace (IZR (Qnum x) * / IZR (Zpos (Qden x)) * (IZR (Zpos w) * IZR (Zpos (Qden x)))) with (IZR (Qnum x) * IZR (Zpos w)) by
    (field; lra);
  replace (IZR a / IZR (Zpos w) * (IZR (Zpos w) * IZR (Zpos (Qden x)))) with (IZR a * IZR (Zpos (Qden x))) by (field; lra);
  auto.

Lemma fraction_less x w a : (Qnum x * Zpos w < a * Zpos (Qden x))%Z -> Q2R x < IZR a / IZR (Zpos w).
Proof. intros H. by_cross_products H x w a. Qed.
Lemma fraction_more x w a : (a * Zpos (Qden x) < Qnum x * Zpos w)%Z -> IZR a / IZR (Zpos w) < Q2R x.
Proof. intros H. by_cross_products H x w a. Qed.

Theorem is_some_ok k w a b : is_some k w a b = true -> exists t, is_t k t.
Proof.
  destruct k as [r|p low high|low high|x|p low high]; intros H; cbn [is_some] in H; try discriminate.
  - exists (exp (- Q2R r)). reflexivity.
  - unfold changes in H. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
    apply Z.ltb_lt in H1, H2, H3, H4. assert (W : 0 < IZR (Zpos w)) by (apply IZR_lt; lia). apply IZR_lt in H3.
    set (x := IZR a / IZR (Zpos w)). set (y := IZR b / IZR (Zpos w)).
    assert (XY : x < y) by (apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat|]; auto).
    assert (Lx : Q2R low < x) by (apply fraction_less; auto). assert (Hy : y < Q2R high) by (apply fraction_more; auto).
    assert (Ex : IZR (Zpos w) * x = IZR a) by (unfold x; field; lra). assert (Ey : IZR (Zpos w) * y = IZR b) by (unfold y;
      field; lra).
    destruct (at_fraction_sign a (Zpos w) p x ltac:(lia) Ex) as [Xp Xm].
    destruct (at_fraction_sign b (Zpos w) p y ltac:(lia) Ey) as [Yp Ym].
    set (u := fst (at_fraction a (Zpos w) p)) in *. set (v := fst (at_fraction b (Zpos w) p)) in *.
    destruct (Z.lt_trichotomy u 0) as [U|[U|U]]; [|lia|].
    + assert (V : (0 < v)%Z) by nia. destruct (IVT (eval p) x y (eval_continuous p) XY (Xm U) (Yp V)) as [t [T E]].
      exists t. split; [lra|exact E].
    + assert (V : (v < 0)%Z) by nia.
      destruct (IVT (eval (pscale (-1) p)) x y (eval_continuous _) XY) as [t [T E]]; [rewrite minus_one; specialize (Xp U); lra|
        rewrite minus_one; specialize (Ym V); lra|].
      rewrite minus_one in E. exists t. split; [lra|lra].
  - apply negb_true_iff in H. assert (N : ~ (high <= low)%Q) by (intros N; apply Qle_bool_iff in N; congruence).
    apply Qnot_le_lt, Qlt_Rlt in N. exists ((Q2R low + Q2R high) / 2). cbn [is_t]. lra.
  - exists (Q2R x). reflexivity.
Qed.

(** ** An interval in pieces *)

Inductive cut := AtRational (x : Q) | AtRoot (p : list Z) (low high : Q).

(** The pieces with the number of the part that each belongs to: beside a root between two fractions, these, and what is between
    them by the sign of the polynomial. *)
Fixpoint pieces (low : Q) (cuts : list cut) (high : Q) (part : nat) : list (kind * nat) :=
  match cuts with
  | [] => [(Interval low high, part)]
  | AtRational x :: cuts => (Interval low x, part) :: (Point x, S part) :: pieces x cuts high (S (S part))
  | AtRoot p a b :: cuts =>
      let rising := (fst (at_fraction (Qnum a) (Zpos (Qden a)) p) <? 0)%Z in
      let q := if rising then p else pscale (-1) p in
      (Interval low a, part) :: (Point a, part) :: (Signed (pscale (-1) q) a b, part) :: (Root p a b, S part) ::
      (Signed q a b, S (S part)) :: (Point b, S (S part)) :: pieces b cuts high (S (S part))
  end.

Theorem pieces_cover cuts high t : forall low part, Q2R low < t < Q2R high ->
  exists k n, In (k, n) (pieces low cuts high part) /\ is_t k t.
Proof.
  induction cuts as [|[x|p a b] cuts IH]; intros low part H; cbn [pieces].
  - exists (Interval low high), part. split; [now left|exact H].
  - destruct (Rtotal_order t (Q2R x)) as [C|[C|C]].
    + exists (Interval low x), part. split; [now left|]. cbn [is_t]. lra.
    + exists (Point x), (S part). split; [right; now left|exact C].
    + destruct (IH x (S (S part))) as [k [n [I T]]]; [lra|]. exists k, n. split; auto. right. now right.
  - set (q := if (fst (at_fraction (Qnum a) (Zpos (Qden a)) p) <? 0)%Z then p else pscale (-1) p). assert (E : eval p t = 0
    <-> eval q t = 0).
    { unfold q. destruct (_ <? _)%Z; [tauto|]. rewrite minus_one. split; lra. }
    destruct (Rtotal_order t (Q2R a)) as [C|[C|C]].
    + exists (Interval low a), part. split; [now left|]. cbn [is_t]. lra.
    + exists (Point a), part. split; [right; now left|exact C].
    + destruct (Rtotal_order t (Q2R b)) as [D|[D|D]].
      * destruct (Rtotal_order (eval q t) 0) as [S|[S|S]].
        -- exists (Signed (pscale (-1) q) a b), part. split; [do 2 right; now left|]. cbn [is_t]. rewrite minus_one. lra.
        -- exists (Root p a b), (Datatypes.S part). split; [do 3 right; now left|]. cbn [is_t]. apply E in S. lra.
        -- exists (Signed q a b), (Datatypes.S (Datatypes.S part)). split; [do 4 right; now left|]. cbn [is_t]. lra.
      * exists (Point b), (S (S part)). split; [do 5 right; now left|exact D].
      * destruct (IH b (S (S part))) as [k [n [I T]]]; [lra|]. exists k, n. split; auto. do 6 right. exact I.
Qed.
