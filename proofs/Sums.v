(** Sums and maxima of real numbers. *)

From Coq Require Import Reals List Lra Lia Arith.
From DP Require Import Spec.
Open Scope R_scope.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; simpl; intros H; auto. rewrite IHn, H by auto; auto. Qed.

Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof. induction n; simpl; intros H; [lra|]. apply Rplus_le_compat; auto. Qed.

Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof. induction n; [simpl; lra|]. rewrite S_INR. simpl. rewrite IHn. lra. Qed.

Lemma sum_zero n f : (forall i, (i < n)%nat -> f i = 0) -> sum n f = 0.
Proof. intros H. rewrite (sum_ext n f (fun _ => 0) H), sum_const. lra. Qed.

Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_zero n (fun _ => 0)) by auto. apply sum_le; auto. Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.

Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.

Lemma sum_scale n c f : sum n (fun i => c * f i) = c * sum n f.
Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.

Lemma sum_scale_r n c f : sum n (fun i => f i * c) = sum n f * c.
Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.

Lemma sum_swap n m f : sum n (fun i => sum m (fun j => f i j)) = sum m (fun j => sum n (fun i => f i j)).
Proof.
  induction n; simpl.
  - symmetry. apply sum_zero. auto.
  - rewrite IHn, <- sum_plus. reflexivity.
Qed.

Lemma sum_pick n k f : (k < n)%nat -> sum n (fun i => if Nat.eqb i k then f i else 0) = f k.
Proof.
  induction n; [lia|]. intros H. simpl.
  destruct (Nat.eqb n k) eqn:E.
  - apply Nat.eqb_eq in E. subst. rewrite sum_zero; [lra|].
    intros i Hi. destruct (Nat.eqb i k) eqn:E'; auto. apply Nat.eqb_eq in E'. lia.
  - apply Nat.eqb_neq in E. rewrite IHn by lia. lra.
Qed.

Lemma sum_term n k f : (forall i, (i < n)%nat -> 0 <= f i) -> (k < n)%nat -> f k <= sum n f.
Proof.
  intros H Hk. rewrite <- (sum_pick n k f Hk). apply sum_le. intros i Hi.
  destruct (Nat.eqb i k); auto. lra.
Qed.

Lemma sum_first n f : sum (S n) f = f O + sum n (fun i => f (S i)).
Proof. induction n; simpl in *; [lra|]. rewrite IHn. lra. Qed.

Lemma sum_opp n f : sum n (fun i => - f i) = - sum n f.
Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.

Lemma largest_S n f : (0 < n)%nat -> largest (S n) f = Rmax (largest n f) (f n).
Proof. destruct n; [lia|reflexivity]. Qed.

Lemma largest_spec n f : (0 < n)%nat ->
  (exists k, (k < n)%nat /\ largest n f = f k) /\ forall i, (i < n)%nat -> f i <= largest n f.
Proof.
  induction n; [lia|]. intros _. destruct n.
  - split; [exists O; split; [lia|reflexivity]|]. intros i Hi. replace i with O by lia. simpl. lra.
  - rewrite largest_S by lia. destruct IHn as [[k [Hk E]] Hle]; [lia|]. split.
    + destruct (Rle_dec (largest (S n) f) (f (S n))).
      * exists (S n). split; [lia|]. rewrite Rmax_right; auto.
      * exists k. split; [lia|]. rewrite Rmax_left; [auto|lra].
    + intros i Hi. destruct (Nat.eq_dec i (S n)) as [->|]; [apply Rmax_r|].
      eapply Rle_trans; [apply Hle; lia|apply Rmax_l].
Qed.

Lemma largest_unique n f v : (0 < n)%nat ->
  (exists k, (k < n)%nat /\ v = f k) -> (forall i, (i < n)%nat -> f i <= v) -> largest n f = v.
Proof.
  intros Hn [k [Hk ->]] Hle. destruct (largest_spec n f Hn) as [[j [Hj E]] Hge].
  apply Rle_antisym; [rewrite E; auto|auto].
Qed.

Lemma largest_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> largest n f = largest n g.
Proof.
  induction n; intros H; auto. destruct n; [simpl; apply H; lia|].
  rewrite !largest_S by lia. rewrite IHn, (H (S n)) by auto. reflexivity.
Qed.

Lemma largest_le n f v : (0 < n)%nat -> (forall i, (i < n)%nat -> f i <= v) -> largest n f <= v.
Proof. intros Hn H. destruct (largest_spec n f Hn) as [[k [Hk ->]] _]. auto. Qed.

Lemma largest_ge n f k : (k < n)%nat -> f k <= largest n f.
Proof. intros H. apply largest_spec; lia. Qed.
