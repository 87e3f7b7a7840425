(** log₂ x against a fraction, by powers of bounds on x that are rounded to so many bits. *)

From Coq Require Import Reals Lra Lia ZArith QArith Qreals Bool.
From DP Require Import Spec.
Open Scope R_scope.

(** (m, e) is m·2^e. *)
Definition two (e : Z) : R := Rpower 2 (IZR e).
Definition float_val (x : Z * Z) : R := IZR (fst x) * two (snd x).

Lemma two_pos e : 0 < two e. Proof. apply exp_pos. Qed.
Lemma two_add a b : two (a + b) = two a * two b.
Proof. unfold two. rewrite plus_IZR. apply Rpower_plus. Qed.
Lemma two_whole n : (0 <= n)%Z -> two n = IZR (2 ^ n).
Proof.
  intros H. unfold two. rewrite <- (Z2Nat.id n H) at 1. rewrite <- INR_IZR_INZ, Rpower_pow by lra.
  rewrite <- (Z2Nat.id n H) at 2. rewrite pow_IZR. reflexivity.
Qed.
Lemma ln_two e : ln (two e) = IZR e * ln 2. Proof. unfold two, Rpower. apply ln_exp. Qed.

Definition kept_bits : Z := 320.
Definition shorter (up : bool) (x : Z * Z) : Z * Z :=
  let s := (Z.log2 (fst x) - kept_bits)%Z in
  if (s <=? 0)%Z then x
  else ((if up then fst x / 2 ^ s + 1 else fst x / 2 ^ s)%Z, (snd x + s)%Z).

Lemma shorter_ok up x : (0 <= fst x)%Z -> (0 <= fst (shorter up x))%Z /\
  if up then float_val x <= float_val (shorter up x) else float_val (shorter up x) <= float_val x.
Proof.
  intros P. unfold shorter. destruct (Z.leb_spec (Z.log2 (fst x) - kept_bits) 0) as [|S]; [split; auto; destruct up; lra|].
  set (s := (Z.log2 (fst x) - kept_bits)%Z) in *. assert (W : (0 < 2 ^ s)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (D : (0 <= fst x / 2 ^ s)%Z) by (apply Z.div_pos; lia). assert (T := two_pos (snd x)).
  assert (E : forall m, float_val (m, (snd x + s)%Z) = IZR (m * 2 ^ s) * two (snd x)).
  { intros m. unfold float_val. cbn [fst snd]. rewrite two_add, mult_IZR, (two_whole s) by lia. ring. }
  destruct up; cbn [fst]; (split; [lia|]); rewrite E; unfold float_val; apply Rmult_le_compat_r; try lra; apply IZR_le.
  - assert (Q := Z.mul_succ_div_gt (fst x) (2 ^ s) W). lia.
  - assert (Q := Z.mul_div_le (fst x) (2 ^ s) W). lia.
Qed.

Definition times (up : bool) (x y : Z * Z) : Z * Z := shorter up (fst x * fst y, snd x + snd y)%Z.
Lemma times_val x y : float_val (fst x * fst y, snd x + snd y)%Z = float_val x * float_val y.
Proof. unfold float_val. cbn [fst snd]. rewrite mult_IZR, two_add. ring. Qed.

Fixpoint raised (up : bool) (x : Z * Z) (n : positive) : Z * Z :=
  match n with
  | xH => x
  | xO n => let y := raised up x n in times up y y
  | xI n => let y := raised up x n in times up x (times up y y)
  end.

Lemma float_nonneg x : (0 <= fst x)%Z -> 0 <= float_val x.
Proof. intros H. apply Rmult_le_pos; [now apply IZR_le|apply Rlt_le, two_pos]. Qed.

Lemma raised_ok (up : bool) (x : Z * Z) (v : R) (n : positive) : (0 <= fst x)%Z -> 0 <= v -> (if up then v <= float_val x
  else float_val x <= v) ->
  (0 <= fst (raised up x n))%Z /\
  if up then v ^ Pos.to_nat n <= float_val (raised up x n) else float_val (raised up x n) <= v ^ Pos.to_nat n.
Proof.
  intros P V H. assert (M : forall (a b : Z * Z) (u w : R), (0 <= fst a)%Z -> (0 <= fst b)%Z -> 0 <= u -> 0 <= w ->
    (if up then u <= float_val a else float_val a <= u) -> (if up then w <= float_val b else float_val b <= w) ->
    (0 <= fst (times up a b))%Z /\ if up then u * w <= float_val (times up a b) else float_val (times up a b) <= u * w).
  { intros a b u w A B U W HA HB. unfold times. destruct (shorter_ok up (fst a * fst b, snd a + snd b)%Z) as [S1 S2];
      [cbn [fst]; nia|]. split; auto. rewrite times_val in S2. assert (A' := float_nonneg a A). assert (B' := float_nonneg b B).
    destruct up; (eapply Rle_trans; [|exact S2]) || (eapply Rle_trans; [exact S2|]); apply Rmult_le_compat; auto. }
  induction n as [n IH|n IH|]; cbn [raised].
  - destruct IH as [I1 I2]. assert (Vn := pow_le v (Pos.to_nat n) V). destruct (M _ _ _ _ I1 I1 Vn Vn I2 I2) as [Q1 Q2].
    assert (Vn2 : 0 <= v ^ Pos.to_nat n * v ^ Pos.to_nat n) by (apply Rmult_le_pos; auto).
    destruct (M x _ v _ P Q1 V Vn2 H Q2) as [R1 R2]. split; auto.
    replace (v ^ Pos.to_nat n~1) with (v * (v ^ Pos.to_nat n * v ^ Pos.to_nat n)); auto.
    rewrite Pos2Nat.inj_xI, <- pow_add. change (v ^ S (2 * Pos.to_nat n)) with (v * v ^ (2 * Pos.to_nat n)). do 2 f_equal. lia.
  - destruct IH as [I1 I2]. assert (Vn := pow_le v (Pos.to_nat n) V). destruct (M _ _ _ _ I1 I1 Vn Vn I2 I2) as [Q1 Q2].
    split; auto. replace (v ^ Pos.to_nat n~0) with (v ^ Pos.to_nat n * v ^ Pos.to_nat n); auto.
    rewrite Pos2Nat.inj_xO, <- pow_add. f_equal. lia.
  - rewrite Pos2Nat.inj_1, pow_1. split; auto.
Qed.

(** m·2^e against 2^p. *)
Definition more_than_two (x : Z * Z) (p : Z) : bool :=
  if (p <=? snd x)%Z then (1 <? fst x)%Z else (p - snd x <=? 2 * kept_bits)%Z && (2 ^ (p - snd x) <? fst x)%Z.
Definition less_than_two (x : Z * Z) (p : Z) : bool :=
  (snd x <=? p)%Z && ((2 * kept_bits <? p - snd x)%Z && (fst x <? 2 ^ (2 * kept_bits))%Z ||
    (p - snd x <=? 2 * kept_bits)%Z && (fst x <? 2 ^ (p - snd x))%Z).

Lemma more_than_two_ok x p : more_than_two x p = true -> two p < float_val x.
Proof.
  unfold more_than_two, float_val. destruct (Z.leb_spec p (snd x)) as [L|L]; intros H.
  - apply Z.ltb_lt, IZR_lt in H. replace (snd x) with ((snd x - p) + p)%Z by lia. rewrite two_add.
    assert (T := two_pos p). assert (W : 1 <= two (snd x - p)).
    { rewrite two_whole by lia. apply IZR_le. assert (0 < 2 ^ (snd x - p))%Z by (apply Z.pow_pos_nonneg; lia). lia. }
    assert (1 < IZR (fst x) * two (snd x - p)) by nra. nra.
  - apply andb_prop in H as [_ H]. apply Z.ltb_lt, IZR_lt in H. replace p with ((p - snd x) + snd x)%Z at 1 by lia.
    rewrite two_add, two_whole by lia. assert (T := two_pos (snd x)). nra.
Qed.
Lemma less_than_two_ok x p : less_than_two x p = true -> float_val x < two p.
Proof.
  unfold less_than_two, float_val. intros H. apply andb_prop in H as [L H]. apply Z.leb_le in L.
  replace p with ((p - snd x) + snd x)%Z by lia. rewrite two_add, (two_whole (p - snd x)) by lia.
  assert (T := two_pos (snd x)). apply Rmult_lt_compat_r; auto. apply IZR_lt. apply orb_prop in H as [H|H].
  - apply andb_prop in H as [A B]. apply Z.ltb_lt in A, B. eapply Z.lt_le_trans; [exact B|]. apply Z.pow_le_mono_r; lia.
  - apply andb_prop in H as [_ B]. now apply Z.ltb_lt in B.
Qed.

Lemma ln_power v n : 0 < v -> ln (v ^ n) = INR n * ln v.
Proof.
  intros H. induction n; [simpl; rewrite ln_1; ring|]. rewrite S_INR. simpl. rewrite ln_mult by (auto; apply pow_lt; auto).
  rewrite IHn. ring.
Qed.

(** l/w and u/w being bounds on x, 2^b = w. *)
Definition log_by (b l u : Z) (y : Q) : option comparison :=
  if more_than_two (raised false (l, - b)%Z (Qden y)) (Qnum y) then Some Gt
  else if less_than_two (raised true (u, - b)%Z (Qden y)) (Qnum y) then Some Lt else None.

Lemma log_by_ok b l u x y c : (0 <= l)%Z -> (0 <= u)%Z -> 0 < x -> float_val (l, - b)%Z <= x <= float_val (u, - b)%Z ->
  log_by b l u y = Some c -> match c with Eq => log2 x = Q2R y | Lt => log2 x < Q2R y | Gt => Q2R y < log2 x end.
Proof.
  intros L U X [A B] H. unfold log_by in H.
  assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  set (d := IZR (Zpos (Qden y))). assert (D : 0 < d) by (apply IZR_lt; lia). assert (DL : 0 < d * ln 2) by (apply
    Rmult_lt_0_compat; auto).
  assert (E : ln (x ^ Pos.to_nat (Qden y)) = d * ln x).
  { rewrite ln_power, INR_IZR_INZ, positive_nat_Z by auto. reflexivity. }
  assert (P := pow_lt x (Pos.to_nat (Qden y)) X).
  assert (A1 : log2 x * (d * ln 2) = d * ln x) by (unfold log2; field; lra).
  assert (A2 : Q2R y * (d * ln 2) = IZR (Qnum y) * ln 2) by (unfold Q2R; fold d; field; lra).
  destruct (more_than_two _ _) eqn:M.
  - inversion H. apply more_than_two_ok in M. destruct (raised_ok false (l, - b)%Z x (Qden y) L (Rlt_le _ _ X) A) as [_ Q].
    assert (Z : two (Qnum y) < x ^ Pos.to_nat (Qden y)) by lra. apply ln_increasing in Z; [|apply two_pos].
    rewrite E, ln_two in Z. apply Rmult_lt_reg_r with (d * ln 2); auto. rewrite A1, A2. exact Z.
  - destruct (less_than_two _ _) eqn:N; [|discriminate]. inversion H. apply less_than_two_ok in N.
    destruct (raised_ok true (u, - b)%Z x (Qden y) U (Rlt_le _ _ X) B) as [_ Q].
    assert (Z : x ^ Pos.to_nat (Qden y) < two (Qnum y)) by lra. apply ln_increasing in Z; auto.
    rewrite E, ln_two in Z. apply Rmult_lt_reg_r with (d * ln 2); auto. rewrite A1, A2. exact Z.
Qed.
