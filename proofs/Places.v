(** Numbers at an irrational t, or at every t of an interval: polynomials in t over an integer and powers of a few polynomials
    that are positive at t; and quotients of these. *)

From Coq Require Import Reals List Lra Lia Arith ZArith Bool.
From DP Require Import Spec Sums Numbers Polynomials.
Import ListNotations.
Open Scope R_scope.

(** What is known of t. *)
Record place := {
  modulus : option (list Z * positive);            (* low, l: low(t) + l·t^(length of low) = 0 *)
  levels : list (positive * list (Z * Z));         (* its powers, enclosed *)
  is_above : bool;                                 (* t > 0 *)
  between : option (Z * Z * positive);             (* l, u, d: l/d < t < u/d *)
  dens : list (list Z)                             (* positive at t *)
}.

Definition at_place (k : place) (t : R) : Prop :=
  (match modulus k with Some (low, l) => eval low t + t ^ length low * IZR (Zpos l) = 0 | None => True end) /\
  Forall (fun wt => fits (fst wt) (snd wt) 0 t) (levels k) /\
  (is_above k = true -> 0 < t) /\
  (match between k with Some (l, u, d) => IZR l < IZR (Zpos d) * t < IZR u | None => True end) /\
  Forall (fun D => 0 < eval D t) (dens k).

(** ** Signs *)

Fixpoint strip (p : list Z) : list Z := match p with a :: q => if (a =? 0)%Z then strip q else p | [] => [] end.
Lemma strip_ok p t : 0 < t -> 0 < eval (strip p) t -> 0 < eval p t.
Proof.
  intros T. induction p as [|a p IH]; auto. cbn [strip]. destruct (Z.eqb_spec a 0) as [->|]; auto. cbn [eval]. intros H.
  specialize (IH H). nra.
Qed.

(** Π D_i^e_i. *)
Fixpoint den (ds : list (list Z)) (e : list nat) (x : R) : R :=
  match ds, e with D :: ds, n :: e => eval D x ^ n * den ds e x | _, _ => 1 end.
Lemma den_none ds x : den ds [] x = 1.
Proof. destruct ds; reflexivity. Qed.
Lemma den_above ds e t : Forall (fun D => 0 < eval D t) ds -> 0 < den ds e t.
Proof.
  intros D. revert e. induction D as [|x ds Hx D IH]; intros e; simpl; [lra|]. destruct e; [lra|].
  apply Rmult_lt_0_compat; auto. now apply pow_lt.
Qed.

(** p over q, where it is a polynomial of no remainder, as far as integers go. *)
Fixpoint quotient_from (fuel : nat) (p : list Z) (q : list Z) (lead : Z) (low : nat) : list Z :=   (* coefficients from the
  top *)
  match fuel with
  | O => []
  | S fuel =>
      match p with                       (* p and q from the top *)
      | [] => []
      | a :: _ =>
          let c := Z.div a lead in
          match psub p (pscale c q) with [] => [c] | _ :: r => c :: quotient_from fuel r q lead low end
      end
  end.
Definition quotient (p q : list Z) : option (list Z) :=
  let p := trim p in let q := trim q in
  match rev q with
  | lead :: _ =>
      if (length p <? length q)%nat then None else
      let r := rev (quotient_from (S (length p - length q)) (rev p) (rev q) lead 0) in
      if psame (trim (pmul r q)) p then Some r else None
  | [] => None
  end.
Lemma quotient_ok p q r t : quotient p q = Some r -> eval p t = eval r t * eval q t.
Proof.
  unfold quotient. destruct (rev (trim q)) as [|lead l]; [discriminate|]. destruct (_ <? _)%nat; [discriminate|].
  set (r' := rev _). destruct (psame _ _) eqn:S; [|discriminate]. intros H. inversion H. subst r. apply psame_eq in S.
  rewrite <- (trim_ok p), <- S, trim_ok, pmul_ok, trim_ok. reflexivity.
Qed.

(** ±c·Π D_i^e_i, where it is that. *)
Fixpoint divided (fuel : nat) (p D : list Z) : list Z * nat :=
  match fuel with
  | O => (p, O)
  | S fuel => match quotient p D with Some r => let (s, n) := divided fuel r D in (s, S n) | None => (p, O) end
  end.
Fixpoint factors_of (ds : list (list Z)) (p : list Z) : list Z * list nat :=
  match ds with
  | [] => (trim p, [])
  | D :: ds => let (p, n) := divided (length p) p D in let (r, e) := factors_of ds p in (r, n :: e)
  end.
Lemma divided_ok fuel p D t : let (r, n) := divided fuel p D in eval p t = eval r t * eval D t ^ n.
Proof.
  revert p; induction fuel as [|fuel IH]; intros p; cbn [divided]; [simpl; ring|].
  destruct (quotient p D) as [r|] eqn:E; [|simpl; ring]. specialize (IH r). destruct (divided fuel r D) as [s n].
  rewrite (quotient_ok _ _ _ t E), IH. simpl. ring.
Qed.
Lemma factors_of_ok ds p t : let (r, e) := factors_of ds p in eval p t = eval r t * den ds e t.
Proof.
  revert p; induction ds as [|D ds IH]; intros p; cbn [factors_of]; [rewrite trim_ok; simpl; ring|].
  assert (Q := divided_ok (length p) p D t). destruct (divided (length p) p D) as [q n]. specialize (IH q).
  destruct (factors_of ds q) as [r e]. rewrite Q, IH. simpl. ring.
Qed.

Definition halves : nat := 24.
Definition above (k : place) (p : list Z) : bool :=
  match p with
  | [] => false
  | [a] => (0 <? a)%Z
  | _ =>
      let p := if is_above k then strip p else p in
      match p with
      | [a] => (0 <? a)%Z
      | _ => above_by (levels k) p || match between k with Some (l, u, d) => above_on halves l u (Zpos d) (fst (factors_of
        (dens k) p)) | None => false end
      end
  end.

Section At.
Variables (k : place) (t : R).
Hypothesis At : at_place k t.

Lemma above_ok p : above k p = true -> 0 < eval p t.
Proof.
  destruct At as [_ [L [A [B Ds]]]]. unfold above. destruct p as [|a p]; [discriminate|].
  assert (One : forall a, (0 <? a)%Z = true -> 0 < eval [a] t).
  { intros b H. apply Z.ltb_lt, IZR_lt in H. simpl. lra. }
  destruct p as [|b p]; [apply One|]. set (q := a :: b :: p).
  assert (S : forall q', q' = (if is_above k then strip q else q) -> 0 < eval q' t -> 0 < eval q t).
  { intros q' -> H. destruct (is_above k); auto. apply strip_ok; auto. }
  set (q' := if is_above k then strip q else q) in *. cbv zeta. intros H. apply (S q' eq_refl). clear S. clearbody q'.
  assert (G : (above_by (levels k) q' || match between k with Some (l, u, d) =>
    above_on halves l u (Zpos d) (fst (factors_of (dens k) q')) | None => false end) = true -> 0 < eval q' t).
  { intros E. apply orb_prop in E as [E|E]; [apply (above_by_ok _ _ _ L E)|]. destruct (between k) as [[[l u] d]|];
    [|discriminate].
    assert (F := factors_of_ok (dens k) q' t). destruct (factors_of (dens k) q') as [r e]. rewrite F.
    apply Rmult_lt_0_compat; [|apply den_above; auto]. apply (above_on_ok halves l u (Zpos d)); auto. lia. }
  destruct q' as [|c [|c' q']]; auto.
Qed.

(** ** Reduced by the polynomial of t *)

(** v·t + a, as a polynomial of no higher degree over a positive integer. *)
Definition one_more (low : list Z) (l : positive) (v : list Z) (s : positive) (a : Z) : list Z * positive :=
  match skipn (length low - 1) v with
  | [top] =>
      if (top =? 0)%Z then ((Zpos s * a)%Z :: firstn (length low - 1) v, s)
      else (padd (pscale (Zpos l) ((Zpos s * a)%Z :: firstn (length low - 1) v)) (pscale (- top) low), (l * s)%positive)
  | _ => ((Zpos s * a)%Z :: v, s)
  end.
Fixpoint reduced_from (low : list Z) (l : positive) (p : list Z) : list Z * positive :=
  match p with [] => ([], 1%positive) | a :: p => let (v, s) := reduced_from low l p in one_more low l v s a end.

Lemma one_more_ok low l v s a : eval low t + t ^ length low * IZR (Zpos l) = 0 -> (1 <= length low)%nat ->
  let (w, r) := one_more low l v s a in eval w t * IZR (Zpos s) = (IZR (Zpos s) * IZR a + t * eval v t) * IZR (Zpos r).
Proof.
  intros E Hl. unfold one_more. assert (Sp := eval_split (length low - 1) v t).
  destruct (skipn (length low - 1) v) as [|top [|b r]].
  - cbn [eval]. rewrite mult_IZR. ring.
  - destruct (Z.eqb_spec top 0) as [->|N].
    + cbn [eval] in *. rewrite Sp, mult_IZR. ring.
    + rewrite padd_ok, !pscale_ok. cbn [eval] in *. rewrite Sp, opp_IZR, Pos2Z.inj_mul, !mult_IZR.
      replace (t ^ length low) with (t * t ^ (length low - 1)) in E.
      2:{ replace (length low) with (S (length low - 1)) at 2 by lia. reflexivity. }
      replace (eval low t) with (- (t * t ^ (length low - 1) * IZR (Zpos l))) by lra. ring.
  - cbn [eval]. rewrite mult_IZR. ring.
Qed.

Lemma reduced_from_ok low l p : eval low t + t ^ length low * IZR (Zpos l) = 0 -> (1 <= length low)%nat ->
  let (w, r) := reduced_from low l p in eval w t = eval p t * IZR (Zpos r).
Proof.
  intros E Hl. induction p as [|a p IH]; [simpl; ring|]. cbn [reduced_from]. destruct (reduced_from low l p) as [v s].
  assert (Q := one_more_ok low l v s a E Hl). destruct (one_more low l v s a) as [w r].
  assert (S : 0 < IZR (Zpos s)) by (apply IZR_lt; lia). apply Rmult_eq_reg_r with (IZR (Zpos s)); [|lra]. rewrite Q, IH.
  cbn [eval]. ring.
Qed.

(** ** Fractions *)

Inductive base := Base (a : list Z) (c : positive) (e : list nat).

Definition bval (k : place) (x : R) (b : base) : R := let 'Base a c e := b in eval a x / (IZR (Zpos c) * den (dens k) e x).

Lemma den_pos e : 0 < den (dens k) e t.
Proof. apply den_above. apply At. Qed.
Lemma pos_pos c : 0 < IZR (Zpos c). Proof. apply IZR_lt; lia. Qed.

(** Less what all coefficients and the integer below have in common. *)
Definition shared (a : list Z) (c : positive) : Z := fold_left Z.gcd a (Zpos c).
Definition without_shared (a : list Z) (c : positive) : list Z * positive :=
  if Pos.eqb c 1 then (a, c) else
  let g := shared a c in
  if (g <=? 1)%Z then (a, c)
  else match Z.div (Zpos c) g with
       | Zpos c' => let a' := map (fun x => Z.div x g) a in
           if psame (pscale g a') a && (g * Zpos c' =? Zpos c)%Z then (a', c') else (a, c)
       | _ => (a, c)
       end.
Lemma without_shared_ok a c e : let (a', c') := without_shared a c in bval k t (Base a' c' e) = bval k t (Base a c e).
Proof.
  unfold without_shared. destruct (Pos.eqb c 1); auto. set (g := shared a c). destruct (Z.leb_spec g 1); auto.
  destruct (Z.div (Zpos c) g) as [|c'|c']; auto. set (a' := map _ a). destruct (_ && _)%bool eqn:E; auto.
  apply andb_prop in E as [A C]. apply psame_eq in A. apply Z.eqb_eq in C. unfold bval.
  replace (eval a t) with (IZR g * eval a' t) by (rewrite <- pscale_ok; now rewrite A).
  replace (IZR (Zpos c)) with (IZR g * IZR (Zpos c')) by (rewrite <- mult_IZR; now rewrite C).
  assert (D := den_pos e). assert (P := pos_pos c'). assert (0 < IZR g) by (apply IZR_lt; lia). field. lra.
Qed.

Definition finish (a : list Z) (c : positive) (e : list nat) : base :=
  let (a, c) := match modulus k with
                | Some (low, l) => if (length low <? length a)%nat && (1 <=? length low)%nat then
                    let (v, s) := reduced_from low l a in (v, (c * s)%positive) else (a, c)
                | None => (a, c)
                end in
  let (a, c) := without_shared (trim a) c in Base a c e.

Lemma finish_ok a c e : bval k t (finish a c e) = bval k t (Base a c e).
Proof.
  unfold finish.
  set (r := match modulus k with Some (low, l) => _ | None => (a, c) end).
  assert (E : bval k t (Base (fst r) (snd r) e) = bval k t (Base a c e)).
  { subst r. destruct At as [M _]. destruct (modulus k) as [[low l]|]; auto. destruct (_ && _)%bool eqn:B; auto.
    apply andb_prop in B as [_ B]. apply Nat.leb_le in B. assert (Q := reduced_from_ok low l a M B).
    destruct (reduced_from low l a) as [v s]. cbn [fst snd]. unfold bval. rewrite Q, Pos2Z.inj_mul, mult_IZR.
    assert (D := den_pos e). assert (P := pos_pos c). assert (P' := pos_pos s). field. lra. }
  destruct r as [a1 c1]. cbn [fst snd] in E. assert (W := without_shared_ok (trim a1) c1 e).
  destruct (without_shared (trim a1) c1) as [a2 c2]. rewrite W, <- E. unfold bval. now rewrite trim_ok.
Qed.

(** Exponents. *)
Fixpoint esum (e f : list nat) : list nat :=
  match e, f with [], f => f | e, [] => e | n :: e, m :: f => (n + m)%nat :: esum e f end.
Fixpoint emax (e f : list nat) : list nat :=
  match e, f with [], f => f | e, [] => e | n :: e, m :: f => Nat.max n m :: emax e f end.
Fixpoint esame (e f : list nat) : bool :=
  match e, f with [], [] => true | n :: e, m :: f => Nat.eqb n m && esame e f | _, _ => false end.
(** What the one denominator has to be multiplied with to be the other one. *)
Fixpoint lift (ds : list (list Z)) (e f : list nat) : list Z :=
  match ds, e, f with
  | D :: ds, n :: e, m :: f => if Nat.eqb n m then lift ds e f else pmul (ppow D (m - n)) (lift ds e f)
  | D :: ds, [], m :: f => if Nat.eqb m 0 then lift ds [] f else pmul (ppow D m) (lift ds [] f)
  | _, _, _ => [1%Z]
  end.
Fixpoint ele (e f : list nat) : bool :=
  match e, f with [], _ => true | n :: e, m :: f => Nat.leb n m && ele e f | _, [] => false end.

Lemma esame_eq e f : esame e f = true -> e = f.
Proof.
  revert f; induction e; destruct f; simpl; try discriminate; auto. intros H. apply andb_prop in H as [A H].
  apply Nat.eqb_eq in A. subst. f_equal. auto.
Qed.
Lemma den_esum ds e f x : den ds (esum e f) x = den ds e x * den ds f x.
Proof.
  revert e f; induction ds as [|D ds IH]; intros e f; [destruct e, f; simpl; ring|]. destruct e, f; simpl; try ring.
  rewrite IH, pow_add. ring.
Qed.
Lemma ele_refl e : ele e e = true.
Proof. induction e; simpl; auto. now rewrite Nat.leb_refl. Qed.
Lemma ele_max e f : ele e (emax e f) = true /\ ele f (emax e f) = true.
Proof.
  revert f; induction e as [|n e IH]; destruct f as [|m f]; cbn [emax]; [split; reflexivity|split; auto; apply ele_refl|
    split; auto; apply ele_refl|]. cbn [ele].
  destruct (IH f) as [A B]. rewrite A, B. split; apply andb_true_intro; split; auto; apply Nat.leb_le; lia.
Qed.
Lemma lift_ok ds e f x : ele e f = true -> eval (lift ds e f) x * den ds e x = den ds f x.
Proof.
  revert e f; induction ds as [|D ds IH]; intros e f H.
  - destruct e, f; simpl; ring.
  - destruct e as [|n e], f as [|m f]; cbn [lift den]; try discriminate.
    + simpl. ring.
    + assert (Q := IH [] f eq_refl). rewrite den_none in Q.
      destruct (Nat.eqb_spec m 0) as [->|]; [rewrite <- Q; simpl; ring|]. rewrite pmul_ok, ppow_ok, <- Q. ring.
    + simpl in H. apply andb_prop in H as [A H]. apply Nat.leb_le in A. specialize (IH _ _ H).
      destruct (Nat.eqb_spec n m) as [->|].
      * rewrite <- IH. ring.
      * rewrite pmul_ok, ppow_ok, <- IH. replace m with ((m - n) + n)%nat at 2 by lia. rewrite pow_add. ring.
Qed.

Definition b_int (n : Z) : base := Base [n] 1 [].
Definition is_one (b : base) : bool :=
  match b with Base [a] c [] => (a =? Zpos c)%Z | _ => false end.
Lemma is_one_ok b : is_one b = true -> bval k t b = 1.
Proof.
  destruct b as [[|a [|b r]] c [|n e]]; cbn [is_one]; try discriminate. intros H. apply Z.eqb_eq in H. subst.
  assert (P := pos_pos c). unfold bval. rewrite den_none. cbn [eval]. field. lra.
Qed.

(** Both numerators over one denominator. *)
Definition common (x y : base) : list Z * list Z * positive * list nat :=
  match x, y with
  | Base a c e, Base b d f =>
      let (p, q) := if esame e f then (a, b) else
        let m := emax e f in (pmul (lift (dens k) e m) a, pmul (lift (dens k) f m) b) in
      let m := if esame e f then e else emax e f in
      if Pos.eqb c d then (p, q, c, m) else (pscale (Zpos d) p, pscale (Zpos c) q, (c * d)%positive, m)
  end.

Lemma common_ok x y : let '(p, q, c, e) := common x y in
  bval k t x = eval p t / (IZR (Zpos c) * den (dens k) e t) /\ bval k t y = eval q t / (IZR (Zpos c) * den (dens k) e t).
Proof.
  destruct x as [a c e], y as [b d f]. unfold common.
  set (pq := if esame e f then _ else _). set (m := if esame e f then e else emax e f).
  assert (E : eval (fst pq) t * den (dens k) e t = eval a t * den (dens k) m t /\
              eval (snd pq) t * den (dens k) f t = eval b t * den (dens k) m t).
  { subst pq m. destruct (esame e f) eqn:S.
    - apply esame_eq in S. subst f. simpl. split; ring.
    - destruct (ele_max e f) as [A B]. cbn [fst snd]. rewrite !pmul_ok, <- (lift_ok (dens k) e _ t A) at 1.
      rewrite <- (lift_ok (dens k) f _ t B). split; ring. }
  destruct pq as [p q]. cbn [fst snd] in E. destruct E as [Ep Eq]. clearbody m.
  assert (De := den_pos e). assert (Df := den_pos f). assert (Dm := den_pos m). assert (Pc := pos_pos c). assert (Pd :=
    pos_pos d).
  assert (Q : forall u v x y z : R, 0 < x -> 0 < y -> 0 < z -> v * x = u * y -> u / (z * x) = v / (z * y)).
  { intros u v x y z X Y Z H. apply Rmult_eq_reg_r with (z * x * y); [|assert (0 < z * x) by (apply Rmult_lt_0_compat; auto);
    nra].
    replace (u / (z * x) * (z * x * y)) with (u * y) by (field; lra). rewrite <- H. field. lra. }
  destruct (Pos.eqb_spec c d) as [<-|N]; unfold bval.
  - split; apply Q; auto.
  - rewrite !pscale_ok, Pos2Z.inj_mul, mult_IZR.
    rewrite (Q (eval a t) (eval p t) _ (den (dens k) m t)), (Q (eval b t) (eval q t) _ (den (dens k) m t)) by auto.
    split; field; lra.
Qed.

Definition badd (x y : base) : base := let '(p, q, c, e) := common x y in finish (padd p q) c e.
Definition bsub (x y : base) : base := let '(p, q, c, e) := common x y in finish (psub p q) c e.
Definition bmul (x y : base) : base :=
  if is_one x then y else if is_one y then x else
  match x, y with Base a c e, Base b d f => finish (pmul a b) (c * d) (esum e f) end.

Lemma badd_ok x y : bval k t (badd x y) = bval k t x + bval k t y.
Proof.
  unfold badd. assert (H := common_ok x y). destruct (common x y) as [[[p q] c] e]. destruct H as [-> ->].
  rewrite finish_ok. unfold bval. rewrite padd_ok. assert (D := den_pos e). assert (P := pos_pos c). field. lra.
Qed.
Lemma bsub_ok x y : bval k t (bsub x y) = bval k t x - bval k t y.
Proof.
  unfold bsub. assert (H := common_ok x y). destruct (common x y) as [[[p q] c] e]. destruct H as [-> ->].
  rewrite finish_ok. unfold bval. rewrite psub_ok. assert (D := den_pos e). assert (P := pos_pos c). field. lra.
Qed.
Lemma bmul_ok x y : bval k t (bmul x y) = bval k t x * bval k t y.
Proof.
  unfold bmul. destruct (is_one x) eqn:X; [rewrite (is_one_ok x X); ring|].
  destruct (is_one y) eqn:Y; [rewrite (is_one_ok y Y); ring|]. destruct x as [a c e], y as [b d f]. rewrite finish_ok.
  unfold bval. rewrite pmul_ok, den_esum, Pos2Z.inj_mul, mult_IZR.
  assert (D := den_pos e). assert (D' := den_pos f). assert (P := pos_pos c). assert (P' := pos_pos d). field. lra.
Qed.

(** A sign, where it shows. *)
Definition bsign (x : base) : option comparison :=
  match x with Base a _ _ =>
    if is_zero a then Some Eq else if above k a then Some Gt else if above k (pscale (-1) a) then Some Lt else None end.
Lemma bsign_ok x s : bsign x = Some s -> match s with Eq => bval k t x = 0 | Gt => 0 < bval k t x | Lt => bval k t x < 0 end.
Proof.
  destruct x as [a c e]. unfold bsign, bval. assert (D := den_pos e). assert (P := pos_pos c).
  assert (W : 0 < / (IZR (Zpos c) * den (dens k) e t)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto).
  destruct (is_zero a) eqn:Z; [intros H; inversion H; rewrite (is_zero_ok a t Z); unfold Rdiv; ring|].
  destruct (above k a) eqn:A; [intros H; inversion H; apply above_ok in A; now apply Rmult_lt_0_compat|].
  destruct (above k (pscale (-1) a)) eqn:B; [|discriminate]. intros H. inversion H. apply above_ok in B. rewrite pscale_ok in B.
  replace (IZR (-1)) with (-1) in B by reflexivity. unfold Rdiv. nra.
Qed.

(** 1/x, where that is a fraction. *)
Definition inverse (x : base) : option base :=
  match x with
  | Base a c e =>
      match factors_of (dens k) a with
      | ([Zpos s], f) => Some (finish (pscale (Zpos c) (lift (dens k) [] e)) s f)
      | ([Zneg s], f) => Some (finish (pscale (Zneg c) (lift (dens k) [] e)) s f)
      | _ => None
      end
  end.
Lemma inverse_ok x y : inverse x = Some y -> bval k t y = / bval k t x.
Proof.
  destruct x as [a c e]. unfold inverse. assert (F := factors_of_ok (dens k) a t).
  destruct (factors_of (dens k) a) as [[|[|s|s] [|b r]] f]; try discriminate; intros H; inversion H; rewrite finish_ok;
    unfold bval; rewrite pscale_ok, F; cbn [eval];
    assert (L := lift_ok (dens k) [] e t eq_refl);
    rewrite den_none, Rmult_1_r in L; rewrite L;
    assert (D := den_pos e); assert (D' := den_pos f); assert (P := pos_pos c); assert (P' := pos_pos s).
  - rewrite Rmult_0_r, Rplus_0_r. field. lra.
  - rewrite Rmult_0_r, Rplus_0_r. change (Zneg c) with (- Zpos c)%Z. change (Zneg s) with (- Zpos s)%Z. rewrite !opp_IZR.
    field. lra.
Qed.

End At.

(** ** Numbers *)

Inductive number := Quot (x y : base) | Plus (x y : number) | Minus (x y : number) | Times (x y : number) | Over (x y : number).

Fixpoint nval (k : place) (t : R) (x : number) : R :=
  match x with
  | Quot x y => bval k t x / bval k t y
  | Plus x y => nval k t x + nval k t y
  | Minus x y => nval k t x - nval k t y
  | Times x y => nval k t x * nval k t y
  | Over x y => nval k t x / nval k t y
  end.

Section Operations.
Variable k : place.

Definition b_one : base := b_int 1.
Definition bsame (x y : base) : bool :=
  match x, y with Base a c e, Base b d f => Pos.eqb c d && esame e f && psame a b end.
Definition nonzero (x : base) : bool := is_one x || match bsign k x with Some Eq | None => false | _ => true end.
Definition quot (x y : base) : number :=
  if is_one y then Quot x b_one else match inverse k y with Some z => Quot (bmul k x z) b_one | None => Quot x y end.

Definition n_add (x y : number) : number :=
  match x, y with
  | Quot a b, Quot c d =>
      if bsame b d then Quot (badd k a c) b
      else if nonzero b && nonzero d then Quot (badd k (bmul k a d) (bmul k c b)) (bmul k b d) else Plus x y
  | _, _ => Plus x y
  end.
Definition n_sub (x y : number) : number :=
  match x, y with
  | Quot a b, Quot c d =>
      if bsame b d then Quot (bsub k a c) b
      else if nonzero b && nonzero d then Quot (bsub k (bmul k a d) (bmul k c b)) (bmul k b d) else Minus x y
  | _, _ => Minus x y
  end.
Definition n_mul (x y : number) : number :=
  match x, y with Quot a b, Quot c d => Quot (bmul k a c) (bmul k b d) | _, _ => Times x y end.
Definition n_div (x y : number) : number :=
  match x, y with Quot a b, Quot c d => quot (bmul k a d) (bmul k b c) | _, _ => Over x y end.

(** The sign of x − y, where it shows. *)
Definition n_sign (x y : number) : option comparison :=
  match x, y with
  | Quot (Base [] _ _) _, Quot c d | Quot (Base [0%Z] _ _) _, Quot c d =>
      match bsign k c, (if is_one d then Some Gt else bsign k d) with
      | Some Eq, _ => Some Eq
      | Some Gt, Some Gt | Some Lt, Some Lt => Some Lt
      | Some Gt, Some Lt | Some Lt, Some Gt => Some Gt
      | _, _ => None
      end
  | Quot a b, Quot c d =>
      if is_one b && is_one d then bsign k (bsub k a c)
      else match n_sub x y with
           | Quot a b => match bsign k a, bsign k b with
                         | Some Eq, _ => Some Eq
                         | Some Gt, Some Gt | Some Lt, Some Lt => Some Gt
                         | Some Gt, Some Lt | Some Lt, Some Gt => Some Lt
                         | _, _ => None
                         end
           | _ => None
           end
  | _, _ => None
  end.
Definition n_poly (p : list Z) : number := Quot (finish k p 1 []) b_one.
Definition n_frac (n : Z) (d : positive) : number := Quot (Base [n] d []) b_one.
Fixpoint n_products (s : number) (u v : list number) : number :=
  match u, v with x :: u, y :: v => n_products (n_add s (n_mul x y)) u v | _, _ => s end.
Fixpoint n_powers (p : number) (x : number) (n : nat) : list number :=
  p :: match n with O => [] | S n => n_powers (n_mul p x) x n end.

Definition at_t : ops := {|
  num := number; of_frac := n_frac; add := n_add; sub := n_sub; mul := n_mul; div := n_div;
  le := fun x y => match n_sign x y with Some Eq | Some Lt => true | _ => false end;
  lt := fun x y => match n_sign x y with Some Lt => true | _ => false end;
  eqn := fun x y => match n_sign x y with Some Eq => true | _ => false end;
  products := n_products (n_frac 0 1); powers := fun x n => n_powers (n_frac 1 1) x n;
  polynomial := Some n_poly |}.

Variable t : R.
Hypothesis At : at_place k t.
Local Notation nval := (nval k t).
Local Notation bval := (bval k t).

Lemma b_one_val : bval b_one = 1.
Proof. unfold b_one, b_int, Places.bval. rewrite den_none. cbn [eval]. field. Qed.
Lemma n_frac_val n d : nval (n_frac n d) = IZR n / IZR (Zpos d).
Proof.
  unfold n_frac. cbn [Places.nval]. rewrite b_one_val. unfold Places.bval. assert (P := pos_pos d). rewrite den_none.
  cbn [eval]. field. lra.
Qed.
(** What a polynomial stands for. *)
Theorem n_poly_val p : nval (n_poly p) = eval p t.
Proof.
  unfold n_poly. cbn [Places.nval]. rewrite b_one_val, (finish_ok k t At). unfold Places.bval. rewrite den_none. field.
Qed.
Lemma bsame_ok x y : bsame x y = true -> x = y.
Proof.
  destruct x, y. simpl. intros H. apply andb_prop in H as [H A]. apply andb_prop in H as [C E].
  apply Pos.eqb_eq in C. apply esame_eq in E. apply psame_eq in A. now subst.
Qed.
Lemma nonzero_ok x : nonzero x = true -> bval x <> 0.
Proof.
  intros H. apply orb_prop in H as [H|H]; [rewrite (is_one_ok k t x H); lra|].
  destruct (bsign k x) as [[| |]|] eqn:S; try discriminate; apply (bsign_ok k t At) in S; lra.
Qed.
Lemma quot_val x y : nval (quot x y) = bval x / bval y.
Proof.
  unfold quot. destruct (is_one y) eqn:O; [cbn [Places.nval]; rewrite b_one_val, (is_one_ok k t y O); reflexivity|].
  destruct (inverse k y) as [z|] eqn:E; [|reflexivity]. cbn [Places.nval].
  rewrite (bmul_ok k t At), b_one_val, (inverse_ok k t At y z E). unfold Rdiv. rewrite Rinv_1. ring.
Qed.
Lemma n_add_val x y : nval (n_add x y) = nval x + nval y.
Proof.
  destruct x as [a b| | | |], y as [c d| | | |]; try reflexivity. unfold n_add. destruct (bsame b d) eqn:E.
  - apply bsame_ok in E. subst d. cbn [Places.nval]. rewrite (badd_ok k t At). unfold Rdiv. ring.
  - destruct (nonzero b && nonzero d) eqn:Z; [|reflexivity]. apply andb_prop in Z as [Z1 Z2]. apply nonzero_ok in Z1, Z2.
    cbn [Places.nval]. rewrite (badd_ok k t At), !(bmul_ok k t At). field. auto.
Qed.
Lemma n_sub_val x y : nval (n_sub x y) = nval x - nval y.
Proof.
  destruct x as [a b| | | |], y as [c d| | | |]; try reflexivity. unfold n_sub. destruct (bsame b d) eqn:E.
  - apply bsame_ok in E. subst d. cbn [Places.nval]. rewrite (bsub_ok k t At). unfold Rdiv. ring.
  - destruct (nonzero b && nonzero d) eqn:Z; [|reflexivity]. apply andb_prop in Z as [Z1 Z2]. apply nonzero_ok in Z1, Z2.
    cbn [Places.nval]. rewrite (bsub_ok k t At), !(bmul_ok k t At). field. auto.
Qed.
Lemma n_mul_val x y : nval (n_mul x y) = nval x * nval y.
Proof.
  destruct x as [a b| | | |], y as [c d| | | |]; try reflexivity. cbn [n_mul Places.nval].
  rewrite !(bmul_ok k t At). unfold Rdiv. rewrite Rinv_mult. ring.
Qed.
Lemma n_div_val x y : nval (n_div x y) = nval x / nval y.
Proof.
  destruct x as [a b| | | |], y as [c d| | | |]; try reflexivity. cbn [n_div]. rewrite quot_val. cbn [Places.nval].
  rewrite !(bmul_ok k t At). unfold Rdiv. rewrite !Rinv_mult, Rinv_inv. ring.
Qed.

Lemma ratio_sign a b s r : match s with Eq => a = 0 | Gt => 0 < a | Lt => a < 0 end ->
  match r with Eq => b = 0 | Gt => 0 < b | Lt => b < 0 end -> r <> Eq ->
  match s, r with Eq, _ => a / b = 0 | Gt, Gt | Lt, Lt => 0 < a / b | Gt, Lt | Lt, Gt => a / b < 0 | _, _ => True end.
Proof.
  intros A B N. assert (Z : forall x, 0 < x -> 0 < / x) by apply Rinv_0_lt_compat.
  assert (Y : forall x, x < 0 -> / x < 0) by apply Rinv_lt_0_compat.
  destruct s, r; auto; try (subst; unfold Rdiv; ring); unfold Rdiv.
  - specialize (Y b B). nra.
  - specialize (Z b B). nra.
  - specialize (Y b B). nra.
  - specialize (Z b B). nra.
Qed.

Lemma n_sign_ok x y s : n_sign x y = Some s -> match s with Eq => nval x = nval y | Lt => nval x < nval y | Gt => nval y <
  nval x end.
Proof.
  destruct x as [a b| | | |], y as [c d| | | |]; try discriminate;
    try (destruct a as [[|[|z|z] [|q r]] n e]; discriminate).
  assert (Zero : forall a, (a = [] \/ a = [0%Z]) -> forall n e b, nval (Quot (Base a n e) b) = 0).
  { intros a' [-> | ->] n e b'; cbn [Places.nval]; unfold Places.bval; simpl; unfold Rdiv; ring. }
  assert (Against : match bsign k c, (if is_one d then Some Gt else bsign k d) with
      | Some Eq, _ => Some Eq | Some Gt, Some Gt | Some Lt, Some Lt => Some Lt
      | Some Gt, Some Lt | Some Lt, Some Gt => Some Gt | _, _ => None end = Some s ->
      match s with Eq => 0 = nval (Quot c d) | Lt => 0 < nval (Quot c d) | Gt => nval (Quot c d) < 0 end).
  { destruct (bsign k c) as [sc|] eqn:C; [|discriminate]. apply (bsign_ok k t At) in C. cbn [Places.nval].
    destruct (if is_one d then Some Gt else bsign k d) as [sd|] eqn:D.
    2:{ destruct sc; try discriminate. intros H. inversion H. rewrite C. unfold Rdiv. ring. }
    assert (D' : match sd with Eq => bval d = 0 | Gt => 0 < bval d | Lt => bval d < 0 end).
    { destruct (is_one d) eqn:O; [inversion D; rewrite (is_one_ok k t d O); lra|]. exact (bsign_ok k t At d sd D). }
    destruct sd.
    - destruct sc; try discriminate. intros H. inversion H. rewrite C. unfold Rdiv. ring.
    - assert (Q := ratio_sign _ _ sc Lt C D'). destruct sc; intros H; inversion H; specialize (Q ltac:(discriminate)); auto;
      lra.
    - assert (Q := ratio_sign _ _ sc Gt C D'). destruct sc; intros H; inversion H; specialize (Q ltac:(discriminate)); auto;
      lra. }
  assert (Usual : (if is_one b && is_one d then bsign k (bsub k a c)
      else match n_sub (Quot a b) (Quot c d) with
           | Quot a b => match bsign k a, bsign k b with
                         | Some Eq, _ => Some Eq | Some Gt, Some Gt | Some Lt, Some Lt => Some Gt
                         | Some Gt, Some Lt | Some Lt, Some Gt => Some Lt | _, _ => None end
           | _ => None end) = Some s -> match s with Eq => nval (Quot a b) = nval (Quot c d) | Lt => nval (Quot a b) < nval
             (Quot c d)
             | Gt => nval (Quot c d) < nval (Quot a b) end).
  { destruct (is_one b && is_one d) eqn:O.
    - apply andb_prop in O as [O1 O2]. cbn [Places.nval]. rewrite (is_one_ok k t b O1), (is_one_ok k t d O2). unfold Rdiv.
      rewrite Rinv_1, !Rmult_1_r. intros S. apply (bsign_ok k t At) in S. rewrite (bsub_ok k t At) in S. destruct s; lra.
    - assert (Q := n_sub_val (Quot a b) (Quot c d)). destruct (n_sub (Quot a b) (Quot c d)) as [x y| | | |]; try discriminate.
      change (bval x / bval y = nval (Quot a b) - nval (Quot c d)) in Q.
      destruct (bsign k x) as [sx|] eqn:X; [|discriminate]. apply (bsign_ok k t At) in X.
      destruct (bsign k y) as [sy|] eqn:Y.
      2:{ destruct sx; try discriminate. intros H. inversion H. rewrite X in Q. unfold Rdiv in Q. rewrite Rmult_0_l in Q. lra. }
      apply (bsign_ok k t At) in Y. destruct sy.
      + destruct sx; try discriminate. intros H. inversion H. rewrite X in Q. unfold Rdiv in Q. rewrite Rmult_0_l in Q. lra.
      + assert (G := ratio_sign _ _ sx Lt X Y ltac:(discriminate)). destruct sx; intros H; inversion H; lra.
      + assert (G := ratio_sign _ _ sx Gt X Y ltac:(discriminate)). destruct sx; intros H; inversion H; lra. }
  destruct a as [[|z [|z' r]] n e]; cbn [n_sign].
  - rewrite (Zero [] (or_introl eq_refl)). exact Against.
  - destruct z as [|z|z]; [rewrite (Zero [0%Z] (or_intror eq_refl)); exact Against|exact Usual|exact Usual].
  - destruct z; exact Usual.
Qed.

Theorem at_t_sound : sound at_t nval.
Proof.
  constructor; simpl; intros.
  - apply n_frac_val.
  - apply n_add_val.
  - apply n_sub_val.
  - apply n_mul_val.
  - apply n_div_val.
  - destruct (n_sign x y) as [[| |]|] eqn:S; try discriminate; apply n_sign_ok in S; lra.
  - destruct (n_sign x y) as [[| |]|] eqn:S; try discriminate. now apply n_sign_ok in S.
  - destruct (n_sign x y) as [[| |]|] eqn:S; try discriminate. now apply n_sign_ok in S.
  - assert (Q : forall u v s, length u = length v -> nval (n_products s u v) =
      nval s + sum (length u) (fun i => nval (nth i u (n_frac 0 1)) * nval (nth i v (n_frac 0 1)))).
    { clear u v H. intros u. induction u as [|x u IH]; intros [|y v] s L; try discriminate; [simpl; lra|]. injection L as L.
      cbn [n_products length]. rewrite IH, sum_first, n_add_val, n_mul_val by auto. cbn [nth]. ring. }
    rewrite Q, n_frac_val by auto. unfold Rdiv. ring.
  - generalize (n_frac 1 1) as p. induction n as [|n IH]; intros p; simpl; auto.
  - assert (Q : forall n j p, (j <= n)%nat -> nval (nth j (n_powers p x n) d) = nval p * nval x ^ j).
    { clear n k0 H. induction n as [|n IH]; intros j p L.
      - replace j with O by lia. simpl. ring.
      - destruct j; [simpl; ring|]. cbn [n_powers nth]. rewrite IH, n_mul_val by lia. simpl. ring. }
    rewrite Q, n_frac_val by auto. unfold Rdiv. rewrite Rinv_1. ring.
Qed.
End Operations.
