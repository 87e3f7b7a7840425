(** Numbers as a checker has them: a record of operations, and what each promises of the real numbers that they stand for.
    Tests are one-sided: where one says yes it is so. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals.
From DP Require Import Spec Sums.
Import ListNotations.
Open Scope R_scope.

Record ops := {
  num : Type;
  of_frac : Z -> positive -> num;
  add : num -> num -> num;
  sub : num -> num -> num;
  mul : num -> num -> num;
  div : num -> num -> num;
  le : num -> num -> bool;
  lt : num -> num -> bool;
  eqn : num -> num -> bool;
  products : list num -> list num -> num; (* Σ x_i·y_i *)
  powers : num -> nat -> list num;       (* 1, x, …, x^n, over one denominator *)
  polynomial : option (list Z -> num)    (* where there is a t: its value there, the coefficients from the constant up *)
}.

Record sound (O : ops) (val : num O -> R) : Prop := {
  val_frac : forall n d, val (of_frac O n d) = IZR n / IZR (Zpos d);
  val_add : forall x y, val (add O x y) = val x + val y;
  val_sub : forall x y, val (sub O x y) = val x - val y;
  val_mul : forall x y, val (mul O x y) = val x * val y;
  val_div : forall x y, val y <> 0 -> val (div O x y) = val x / val y;
  val_le : forall x y, le O x y = true -> val x <= val y;
  val_lt : forall x y, lt O x y = true -> val x < val y;
  val_eq : forall x y, eqn O x y = true -> val x = val y;
  val_products : forall u v, length u = length v ->
    val (products O u v) = sum (length u) (fun i => val (nth i u (of_frac O 0 1)) * val (nth i v (of_frac O 0 1)));
  len_powers : forall x n, length (powers O x n) = S n;
  val_powers : forall x n k d, (k <= n)%nat -> val (nth k (powers O x n) d) = val x ^ k
}.

(** ** Fractions *)

Definition q_add (x y : Q) : Q :=
  let (a, d) := x in let (b, e) := y in
  if Pos.eqb d e then Qmake (a + b) d else if Z.eqb a 0 then y else if Z.eqb b 0 then x else Qred (x + y).
Definition q_sub (x y : Q) : Q :=
  let (a, d) := x in let (b, e) := y in
  if Pos.eqb d e then Qmake (a - b) d else Qred (x - y).
Definition q_mul (x y : Q) : Q :=
  let (a, d) := x in let (b, e) := y in
  if Pos.eqb e 1 then Qmake (a * b) d else if Pos.eqb d 1 then Qmake (a * b) e else Qmake (a * b) (d * e).
Definition q_cmp (x y : Q) : comparison :=
  let (a, d) := x in let (b, e) := y in
  if Pos.eqb d e then Z.compare a b else Z.compare (a * Zpos e) (b * Zpos d).
Definition q_le (x y : Q) := match q_cmp x y with Gt => false | _ => true end.
Definition q_lt (x y : Q) := match q_cmp x y with Lt => true | _ => false end.
Definition q_eq (x y : Q) := match q_cmp x y with Eq => true | _ => false end.

(** Σ x_i·y_i, at once where the x_i have one denominator, and the y_i. *)
Fixpoint z_products (s : Z) (u v : list Q) : Z :=
  match u, v with x :: u, y :: v => z_products (s + Qnum x * Qnum y) u v | _, _ => s end.
Fixpoint q_products_from (s : Q) (u v : list Q) : Q :=
  match u, v with x :: u, y :: v => q_products_from (q_add s (q_mul x y)) u v | _, _ => s end.
Definition over_one (d : positive) (u : list Q) : bool := forallb (fun x => Pos.eqb (Qden x) d) u.
Definition q_products (u v : list Q) : Q :=
  match u, v with
  | x :: _, y :: _ =>
      if over_one (Qden x) u && over_one (Qden y) v then Qmake (z_products 0 u v) (Qden x * Qden y)
      else q_products_from (Qmake 0 1) u v
  | _, _ => Qmake 0 1
  end.

(** 1, x, …, x^n: with x = a/d the k-th is a^k·d^(n−k) over d^n. *)
Fixpoint up (a : Z) (n : nat) : list Z :=
  match n with O => [1%Z] | S k => let l := up a k in match l with [] => [] | x :: _ => (x * a)%Z :: l end end.
Fixpoint zip_mul (u v : list Z) : list Z :=
  match u, v with x :: u, y :: v => (x * y)%Z :: zip_mul u v | _, _ => [] end.
Definition q_powers (x : Q) (n : nat) : list Q :=
  let (a, d) := x in
  let ds := up (Zpos d) n in
  let whole := match ds with Zpos w :: _ => w | _ => xH end in
  map (fun z => Qmake z whole) (zip_mul (rev (up a n)) ds).

Definition rationals : ops := {|
  num := Q; of_frac := Qmake; add := q_add; sub := q_sub; mul := q_mul;
  div := fun x y => Qred (x / y); le := q_le; lt := q_lt; eqn := q_eq;
  products := q_products; powers := q_powers; polynomial := None |}.

Lemma same_den a b d : (Qmake (a + b) d == Qmake a d + Qmake b d)%Q.
Proof. unfold Qeq, Qplus; simpl. rewrite Pos2Z.inj_mul. ring. Qed.

Lemma q_cmp_ok x y : q_cmp x y = Qcompare x y.
Proof.
  destruct x as [a d], y as [b e]. unfold q_cmp, Qcompare. simpl.
  destruct (Pos.eqb_spec d e); [subst|reflexivity].
  symmetry. apply Zcompare_mult_compat || (rewrite 2 (Z.mul_comm _ (Zpos e)); apply Zcompare_mult_compat).
Qed.

Lemma up_length a n : length (up a n) = S n.
Proof. induction n; simpl; auto. destruct (up a n); simpl in *; [discriminate|auto]. Qed.

Lemma up_nth a n k : (k <= n)%nat -> nth k (up a n) 0%Z = (a ^ Z.of_nat (n - k))%Z.
Proof.
  revert k; induction n; intros k Hk.
  - replace k with O by lia. reflexivity.
  - assert (E := up_length a n). cbn [up]. destruct (up a n) as [|x l] eqn:U; [discriminate|].
    destruct k.
    + cbn [nth]. assert (Hx := IHn O (Nat.le_0_l n)). cbn [nth] in Hx. subst x.
      rewrite !Nat.sub_0_r, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
    + cbn [nth]. change (nth k (x :: l) 0%Z = (a ^ Z.of_nat (S n - S k))%Z).
      rewrite IHn by lia. f_equal.
Qed.

Lemma zip_mul_nth u v k : length u = length v -> nth k (zip_mul u v) 0%Z = (nth k u 0 * nth k v 0)%Z.
Proof.
  revert v k; induction u; destruct v; simpl; intros k H; try discriminate.
  - destruct k; reflexivity.
  - destruct k; auto.
Qed.

Lemma zip_mul_length u v : length u = length v -> length (zip_mul u v) = length u.
Proof. revert v; induction u; destruct v; simpl; intros; try discriminate; auto. Qed.

Lemma q_powers_length x n : length (q_powers x n) = S n.
Proof.
  destruct x. unfold q_powers. rewrite map_length, zip_mul_length, rev_length, up_length; auto.
  now rewrite rev_length, !up_length.
Qed.

Lemma IZR_pow z n : IZR (z ^ Z.of_nat n) = IZR z ^ n.
Proof. symmetry. apply pow_IZR. Qed.

Lemma Q2R_make a d : Q2R (Qmake a d) = IZR a / IZR (Zpos d).
Proof. reflexivity. Qed.

Lemma q_powers_nth x n k d : (k <= n)%nat -> Q2R (nth k (q_powers x n) d) = Q2R x ^ k.
Proof.
  intros Hk. rewrite (nth_indep _ d (Qmake 0 1)) by (rewrite q_powers_length; lia).
  destruct x as [a e]. unfold q_powers.
  assert (Hh : exists w, hd 0%Z (up (Zpos e) n) = Zpos w /\ Zpos w = (Zpos e ^ Z.of_nat n)%Z).
  { assert (E := up_nth (Zpos e) n 0 (Nat.le_0_l n)). rewrite Nat.sub_0_r in E.
    assert (P : (0 < Zpos e ^ Z.of_nat n)%Z) by (apply Z.pow_pos_nonneg; lia).
    destruct (up (Zpos e) n); simpl in *; rewrite <- E in P; [lia|].
    destruct z; try lia. exists p. auto. }
  destruct Hh as [w [Hw Ew]].
  replace (match up (Zpos e) n with Zpos w :: _ => w | _ => xH end) with w.
  2:{ destruct (up (Zpos e) n); simpl in Hw; [discriminate|]. subst. reflexivity. }
  set (f := fun z => Qmake z w).
  rewrite (nth_indep _ _ (f 0%Z)) by (rewrite map_length, zip_mul_length, rev_length, up_length;
    [lia|now rewrite rev_length, !up_length]).
  rewrite map_nth. unfold f. rewrite zip_mul_nth by now rewrite rev_length, !up_length.
  rewrite rev_nth by (rewrite up_length; lia). rewrite up_length, !up_nth by lia.
  rewrite Q2R_make, Ew, mult_IZR, !IZR_pow, Q2R_make.
  replace (n - (S n - S k))%nat with k by lia.
  replace (IZR (Zpos e) ^ n) with (IZR (Zpos e) ^ k * IZR (Zpos e) ^ (n - k)) by (rewrite <- pow_add; f_equal; lia).
  assert (IZR (Zpos e) <> 0) by (apply IZR_neq; lia).
  assert (forall j, IZR (Zpos e) ^ j <> 0) by (intros; apply pow_nonzero; auto).
  unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. field. auto.
Qed.

Lemma q_mul_ok x y : Q2R (q_mul x y) = Q2R x * Q2R y.
Proof.
  unfold q_mul. destruct x as [a d], y as [b e]. destruct (Pos.eqb_spec e 1); [|destruct (Pos.eqb_spec d 1)]; subst.
  - unfold Q2R; simpl. rewrite mult_IZR. lra.
  - unfold Q2R; simpl. rewrite mult_IZR. lra.
  - rewrite <- Q2R_mult. apply Qeq_eqR. reflexivity.
Qed.

Lemma q_add_ok x y : Q2R (q_add x y) = Q2R x + Q2R y.
Proof.
  unfold q_add. destruct x as [a d], y as [b e]. destruct (Pos.eqb_spec d e).
  - subst. rewrite (Qeq_eqR _ _ (same_den a b e)), Q2R_plus. reflexivity.
  - destruct (Z.eqb_spec a 0); [subst; unfold Q2R; simpl; lra|]. destruct (Z.eqb_spec b 0); [subst; unfold Q2R; simpl; lra|].
    rewrite <- Q2R_plus. apply Qeq_eqR, Qred_correct.
Qed.

Lemma q_products_from_ok u : forall v s, length u = length v ->
  Q2R (q_products_from s u v) = Q2R s + sum (length u) (fun i => Q2R (nth i u (Qmake 0 1)) * Q2R (nth i v (Qmake 0 1))).
Proof.
  induction u as [|x u IH]; intros [|y v] s L; try discriminate; [simpl; lra|]. injection L as L.
  cbn [q_products_from length]. rewrite IH, sum_first, q_add_ok, q_mul_ok by auto. cbn [nth]. ring.
Qed.

Lemma z_products_ok d e u : forall v s, length u = length v -> over_one d u = true -> over_one e v = true ->
  IZR (z_products s u v) / IZR (Zpos (d * e)) =
  IZR s / IZR (Zpos (d * e)) + sum (length u) (fun i => Q2R (nth i u (Qmake 0 1)) * Q2R (nth i v (Qmake 0 1))).
Proof.
  induction u as [|x u IH]; intros [|y v] s L U W; try discriminate; [simpl; lra|]. injection L as L.
  cbn [over_one forallb] in U, W. apply andb_prop in U as [U1 U]. apply andb_prop in W as [W1 W]. apply Pos.eqb_eq in U1, W1.
  cbn [z_products length]. rewrite IH, sum_first by auto. cbn [nth]. unfold Q2R at 3 4. rewrite U1, W1.
  rewrite plus_IZR, mult_IZR, Pos2Z.inj_mul, mult_IZR. field. split; apply IZR_neq; lia.
Qed.

Lemma q_products_ok u v : length u = length v ->
  Q2R (q_products u v) = sum (length u) (fun i => Q2R (nth i u (Qmake 0 1)) * Q2R (nth i v (Qmake 0 1))).
Proof.
  intros L. assert (Z : Q2R (Qmake 0 1) = 0) by (unfold Q2R; simpl; lra). unfold q_products.
  destruct u as [|x u]; [exact Z|]. destruct v as [|y v]; [discriminate|].
  destruct (over_one (Qden x) (x :: u)) eqn:U; [destruct (over_one (Qden y) (y :: v)) eqn:W|].
  - cbn [andb]. rewrite Q2R_make, (z_products_ok (Qden x) (Qden y)) by auto. unfold Rdiv. rewrite Rmult_0_l. ring.
  - cbn [andb]. rewrite q_products_from_ok, Z by auto. ring.
  - cbn [andb]. rewrite q_products_from_ok, Z by auto. ring.
Qed.

Local Arguments Qred : simpl never.
Local Arguments Qdiv : simpl never.
Local Arguments Qplus : simpl never.
Local Arguments Qminus : simpl never.
Theorem rationals_sound : sound rationals Q2R.
Proof.
  constructor; simpl; intros.
  - reflexivity.
  - apply q_add_ok.
  - unfold q_sub. destruct x as [a d], y as [b e]. destruct (Pos.eqb_spec d e).
    + subst. unfold Q2R; simpl. rewrite minus_IZR. lra.
    + rewrite <- Q2R_minus. apply Qeq_eqR, Qred_correct.
  - apply q_mul_ok.
  - rewrite <- Q2R_div; [apply Qeq_eqR, Qred_correct|]. 
    intros E. apply H. rewrite (Qeq_eqR _ _ E). unfold Q2R; simpl. lra.
  - unfold q_le in H. rewrite q_cmp_ok in H. apply Qle_Rle. apply Qle_alt. destruct (x ?= y)%Q; congruence.
  - unfold q_lt in H. rewrite q_cmp_ok in H. apply Qlt_Rlt. apply Qlt_alt. destruct (x ?= y)%Q; congruence.
  - unfold q_eq in H. rewrite q_cmp_ok in H. apply Qeq_eqR. apply Qeq_alt. destruct (x ?= y)%Q; congruence.
  - now apply q_products_ok.
  - apply q_powers_length.
  - apply q_powers_nth; auto.
Qed.
