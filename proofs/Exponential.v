(** e^-r enclosed between two fractions over 2^B, from 1 − x ≤ e^-x ≤ 1/(1 + x) at x = r/2^k, squared k times. *)

From Coq Require Import Reals Lra Lia ZArith QArith Qreals.
Open Scope R_scope.

Section Enclosure.
Variables (B : nat) (a d : Z) (k : nat).     (* r = a/d ≥ 0 *)
Let whole : Z := (2 ^ Z.of_nat B)%Z.
Let parts : Z := (d * 2 ^ Z.of_nat k)%Z.

Fixpoint squared (square : Z -> Z) (j : nat) (x : Z) : Z := match j with O => x | S j => squared square j (square x) end.
Definition down (x : Z) : Z := (x * x / whole)%Z.
Definition up (x : Z) : Z := (- (- (x * x) / whole))%Z.

Definition exp_below : Z := squared down k (Z.max 0 (whole * (parts - a) / parts)).
Definition exp_above : Z := squared up k (- (- (whole * parts) / (parts + a))).

Hypothesis a0 : (0 <= a)%Z.
Hypothesis d0 : (0 < d)%Z.

Lemma whole_pos : 0 < IZR whole.
Proof. apply IZR_lt. unfold whole. apply Z.pow_pos_nonneg; lia. Qed.
Lemma parts_pos : (0 < parts)%Z.
Proof. unfold parts. assert (0 < 2 ^ Z.of_nat k)%Z by (apply Z.pow_pos_nonneg; lia). nia. Qed.

Lemma div_le x y : (0 < y)%Z -> IZR (x / y) * IZR y <= IZR x.
Proof. intros H. rewrite <- mult_IZR. apply IZR_le. assert (Q := Z.mul_div_le x y H). lia. Qed.
Lemma div_ge x y : (0 < y)%Z -> IZR x <= IZR (- (- x / y)) * IZR y.
Proof. intros H. rewrite <- mult_IZR. apply IZR_le. assert (Q := Z.mul_div_le (- x) y H). lia. Qed.

Lemma down_ok x e : (0 <= x)%Z -> 0 <= e -> IZR x <= IZR whole * e -> (0 <= down x)%Z /\ IZR (down x) <= IZR whole * (e * e).
Proof.
  intros Hx He H. assert (W := whole_pos). assert (W' : (0 < whole)%Z) by (apply lt_IZR; auto). split.
  - unfold down. apply Z.div_pos; nia.
  - assert (Q := div_le (x * x) whole W'). fold (down x) in Q. rewrite mult_IZR in Q. apply IZR_le in Hx.
    apply Rmult_le_reg_r with (IZR whole); auto. eapply Rle_trans; [exact Q|].
    replace (IZR whole * (e * e) * IZR whole) with ((IZR whole * e) * (IZR whole * e)) by ring. apply Rmult_le_compat; lra.
Qed.

Lemma up_ok x e : 0 <= e -> IZR whole * e <= IZR x -> IZR whole * (e * e) <= IZR (up x).
Proof.
  intros He H. assert (W := whole_pos). assert (W' : (0 < whole)%Z) by (apply lt_IZR; auto).
  assert (Q := div_ge (x * x) whole W'). fold (up x) in Q. rewrite mult_IZR in Q.
  apply Rmult_le_reg_r with (IZR whole); auto. eapply Rle_trans; [|exact Q].
  replace (IZR whole * (e * e) * IZR whole) with ((IZR whole * e) * (IZR whole * e)) by ring.
  assert (0 <= IZR whole * e) by nra. apply Rmult_le_compat; lra.
Qed.

Lemma squared_down j x t : (0 <= x)%Z -> IZR x <= IZR whole * exp t -> IZR (squared down j x) <= IZR whole * exp (t * 2 ^ j).
Proof.
  revert x t. induction j; intros x t Hx H; cbn [squared].
  - simpl. now rewrite Rmult_1_r.
  - destruct (down_ok x (exp t) Hx (Rlt_le _ _ (exp_pos t)) H) as [P Q]. rewrite <- exp_plus in Q.
    eapply Rle_trans; [apply (IHj _ _ P Q)|]. apply Req_le. do 2 f_equal. simpl. ring.
Qed.

Lemma squared_up j x t : IZR whole * exp t <= IZR x -> IZR whole * exp (t * 2 ^ j) <= IZR (squared up j x).
Proof.
  revert x t. induction j; intros x t H; cbn [squared].
  - simpl. now rewrite Rmult_1_r.
  - assert (Q := up_ok x (exp t) (Rlt_le _ _ (exp_pos t)) H). rewrite <- exp_plus in Q.
    eapply Rle_trans; [|apply (IHj _ _ Q)]. apply Req_le. do 2 f_equal. simpl. ring.
Qed.

Lemma small_part : IZR a / IZR parts * 2 ^ k = IZR a / IZR d.
Proof.
  unfold parts. rewrite mult_IZR, <- pow_IZR. assert (IZR d <> 0) by (apply IZR_neq; lia).
  assert (2 ^ k <> 0) by (apply pow_nonzero; lra). field. auto.
Qed.

Lemma exp_below_ok : IZR exp_below <= IZR whole * exp (- (IZR a / IZR d)).
Proof.
  assert (Pp := parts_pos). assert (Pr : 0 < IZR parts) by (apply IZR_lt; auto). assert (W := whole_pos).
  rewrite <- small_part, Ropp_mult_distr_l. apply squared_down; [lia|].
  apply Z.max_case_strong; intros _.
  - apply Rmult_le_pos; [lra|]. apply Rlt_le, exp_pos.
  - apply Rmult_le_reg_r with (IZR parts); auto. eapply Rle_trans; [apply div_le; auto|].
    rewrite mult_IZR, minus_IZR. assert (E := exp_ineq1_le (- (IZR a / IZR parts))).
    assert (Q : IZR parts - IZR a <= exp (- (IZR a / IZR parts)) * IZR parts).
    { apply Rle_trans with ((1 + - (IZR a / IZR parts)) * IZR parts); [apply Req_le; field; lra|].
      apply Rmult_le_compat_r; lra. }
    nra.
Qed.

Lemma exp_above_ok : IZR whole * exp (- (IZR a / IZR d)) <= IZR exp_above.
Proof.
  assert (Pp := parts_pos). assert (Pr : 0 < IZR parts) by (apply IZR_lt; auto). assert (W := whole_pos).
  assert (Ar : 0 <= IZR a) by (apply IZR_le in a0; exact a0).
  rewrite <- small_part, Ropp_mult_distr_l. apply squared_up.
  assert (Sp : (0 < parts + a)%Z) by lia. assert (Sr : 0 < IZR (parts + a)) by (apply IZR_lt; auto).
  apply Rmult_le_reg_r with (IZR (parts + a)); auto. eapply Rle_trans; [|apply div_ge; auto].
  rewrite mult_IZR, plus_IZR. assert (E := exp_ineq1_le (IZR a / IZR parts)).
  assert (Q : exp (- (IZR a / IZR parts)) * (IZR parts + IZR a) <= IZR parts).
  { apply Rle_trans with (exp (- (IZR a / IZR parts)) * (exp (IZR a / IZR parts) * IZR parts)).
    - apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|].
      apply Rle_trans with ((1 + IZR a / IZR parts) * IZR parts); [apply Req_le; field; lra|]. apply Rmult_le_compat_r; lra.
    - rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0. lra. }
  nra.
Qed.
End Enclosure.
