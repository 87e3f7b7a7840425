(** Why the witnesses prove what they prove: the papers' inequalities, over the real numbers. *)

From Coq Require Import Reals List Lra Lia Arith.
From DP Require Import Spec Sums Graphs.
Open Scope R_scope.

(** A bound Σλ on the utility of every private mechanism: λ covers each guess's worth on the cone. *)
Lemma dual_bound G a k g p lam m Y : (0 < k)%nat ->
  (forall w c, (w < k)%nat -> cone G a c ->
     sum (nodes G) (fun i => p i * g w i * c i) <= sum (nodes G) (fun i => lam i * c i)) ->
  stochastic (nodes G) m Y -> private G a m Y -> utility (nodes G) m k g p Y <= sum (nodes G) lam.
Proof.
  intros Hk Hd [_ Hs] Hp. set (n := nodes G) in *.
  apply Rle_trans with (sum m (fun o => sum n (fun i => lam i * Y i o))).
  - apply sum_le. intros o Ho. apply largest_le; auto. intros w Hw.
    assert (D := Hd w (fun i => Y i o) Hw (private_column _ _ _ _ _ Hp Ho)). simpl in D.
    eapply Rle_trans; [|exact D]. apply Req_le. apply sum_ext. intros. ring.
  - rewrite sum_swap. apply Req_le. apply sum_ext. intros i Hi. rewrite sum_scale, Hs by auto. ring.
Qed.

(** Multipliers of edges: Σ_i ν_i c_i = Σ μ·(c_h − α^l·c_i) ≥ 0 on the cone; so λ − c_w ≥ ν suffices. *)
Lemma covered_by_multipliers n lam nu p g c :
  (forall i, (i < n)%nat -> 0 <= c i) -> 0 <= sum n (fun i => nu i * c i) ->
  (forall i, (i < n)%nat -> p i * g i + nu i <= lam i) ->
  sum n (fun i => p i * g i * c i) <= sum n (fun i => lam i * c i).
Proof.
  intros Hc Hn H. apply Rle_trans with (sum n (fun i => p i * g i * c i) + sum n (fun i => nu i * c i)); [lra|].
  rewrite <- sum_plus. apply sum_le. intros i Hi. specialize (H i Hi). specialize (Hc i Hi). nra.
Qed.

Section OfSimilarity.
Variables (G : graph) (a : R) (Phi : nat -> nat -> R).
Let n := nodes G.
Hypothesis a01 : 0 <= a.
Hypothesis inside : forall i h l, (i < n)%nat -> step G i h l -> (h < n)%nat.
(** For each pair a distance is known, or that there is none. *)
Hypothesis known : forall i j, (i < n)%nat -> (j < n)%nat ->
  (exists d, distance G i j d /\ Phi i j = a ^ d) \/ ((forall L, ~ walk G i j L) /\ Phi i j = 0).
Hypothesis sym : forall i j, (i < n)%nat -> (j < n)%nat -> Phi i j = Phi j i.

Lemma is_similarity : similarity G a Phi.
Proof.
  intros i j Hi Hj. split.
  - intros d D. destruct (known i j Hi Hj) as [[d' [[W M] E]]|[N _]].
    + rewrite E. destruct D as [W' M']. f_equal. apply Nat.le_antisymm; auto.
    + destruct D as [W' _]. exfalso. eapply N; eauto.
  - intros N. destruct (known i j Hi Hj) as [[d' [[W M] E]]|[_ E]]; auto. exfalso. eapply N; eauto.
Qed.

Lemma similarity_is Psi i j : similarity G a Psi -> (i < n)%nat -> (j < n)%nat -> Psi i j = Phi i j.
Proof.
  intros S Hi Hj. destruct (S i j Hi Hj) as [S1 S2]. destruct (known i j Hi Hj) as [[d [D ->]]|[N ->]]; auto.
Qed.

Lemma similarity_diag i : (i < n)%nat -> Phi i i = 1.
Proof.
  intros Hi. destruct (known i i Hi Hi) as [[d [[W M] ->]]|[N _]].
  - assert (d <= 0)%nat by (apply M; constructor). replace d with O by lia. reflexivity.
  - exfalso. apply (N O). constructor.
Qed.

Lemma similarity_nonneg i j : (i < n)%nat -> (j < n)%nat -> 0 <= Phi i j.
Proof. intros Hi Hj. destruct (known i j Hi Hj) as [[d [_ ->]]|[_ ->]]; [apply pow_le; auto|lra]. Qed.

Lemma similarity_cone c i j : cone G a c -> (i < n)%nat -> (j < n)%nat -> Phi i j * c i <= c j.
Proof.
  intros C Hi Hj. destruct (known i j Hi Hj) as [[d [[W _] ->]]|[_ ->]].
  - eapply cone_walk; eauto.
  - destruct C as [C _]. specialize (C j Hj). lra.
Qed.

(** y ≥ 0 with yΦ ≥ π covers every guess ([E] Theorem 1, for inequalities). *)
Lemma cover_dual y p w c : (forall i, (i < n)%nat -> 0 <= y i) ->
  (forall i, (i < n)%nat -> p i <= sum n (fun j => Phi i j * y j)) -> (w < n)%nat -> cone G a c ->
  sum n (fun i => p i * binary w i * c i) <= sum n (fun i => y i * c i).
Proof.
  intros Hy Hp Hw C.
  replace (sum n (fun i => p i * binary w i * c i)) with (p w * c w).
  2:{ rewrite <- (sum_pick n w (fun i => p i * c i) Hw). apply sum_ext. intros i Hi. unfold binary.
      rewrite (Nat.eqb_sym w i). destruct (Nat.eqb i w); ring. }
  apply Rle_trans with (sum n (fun j => Phi w j * y j) * c w).
  - apply Rmult_le_compat_r; [apply C; auto|auto].
  - rewrite <- sum_scale_r. apply sum_le. intros j Hj. specialize (similarity_cone c w j C Hw Hj). specialize (Hy j Hj). nra.
Qed.

Lemma sum_mirror u v : sum n (fun i => u i * sum n (fun j => Phi i j * v j)) = sum n (fun j => v j * sum n (fun i => Phi j i *
  u i)).
Proof.
  rewrite (sum_ext n _ (fun i => sum n (fun j => u i * (Phi i j * v j)))) by (intros; now rewrite sum_scale).
  rewrite sum_swap. apply sum_ext. intros j Hj. rewrite <- sum_scale. apply sum_ext. intros i Hi. rewrite (sym i j) by auto.
    ring.
Qed.

(** Farkas: wΦ ≥ 0 and w·b < 0 leave no z ≥ 0 with Φz = b. *)
Lemma farkas w b z : (forall i, (i < n)%nat -> 0 <= sum n (fun j => Phi i j * w j)) -> sum n (fun i => w i * b i) < 0 ->
  (forall i, (i < n)%nat -> 0 <= z i) -> (forall i, (i < n)%nat -> sum n (fun j => Phi i j * z j) = b i) -> False.
Proof.
  intros Hw Hb Hz Hs. assert (E : sum n (fun i => w i * b i) = sum n (fun j => z j * sum n (fun i => Phi j i * w i))).
  { rewrite <- sum_mirror. apply sum_ext. intros i Hi. now rewrite Hs. }
  rewrite E in Hb. apply (Rlt_not_le _ _ Hb). apply sum_nonneg. intros j Hj. apply Rmult_le_pos; auto.
Qed.

(** Σz is the same for all solutions: z'·1 = z'·Φz = 1·z. *)
Lemma same_sum z z' : (forall i, (i < n)%nat -> sum n (fun j => Phi i j * z j) = 1) ->
  (forall i, (i < n)%nat -> sum n (fun j => Phi i j * z' j) = 1) -> sum n z = sum n z'.
Proof.
  intros H H'. transitivity (sum n (fun i => z i * sum n (fun j => Phi i j * z' j))).
  - apply sum_ext. intros i Hi. rewrite H' by auto. ring.
  - rewrite sum_mirror. apply sum_ext. intros i Hi. rewrite H by auto. ring.
Qed.

(** Σy ≥ π·v where y ≥ 0, yΦ ≥ π, Φv ≤ 1 and v ≥ 0, or yΦ = π. *)
Lemma least_sum y v p : (forall i, (i < n)%nat -> 0 <= y i) ->
  (forall i, (i < n)%nat -> sum n (fun j => Phi i j * v j) <= 1) ->
  (forall i, (i < n)%nat -> p i * v i <= sum n (fun j => Phi i j * y j) * v i) ->
  sum n (fun i => p i * v i) <= sum n y.
Proof.
  intros Hy Hv Hp. apply Rle_trans with (sum n (fun i => v i * sum n (fun j => Phi i j * y j))).
  - apply sum_le. intros i Hi. specialize (Hp i Hi). lra.
  - rewrite sum_mirror. apply sum_le. intros i Hi. specialize (Hv i Hi). specialize (Hy i Hi). nra.
Qed.

(** A tight X·R has Σ_j s_j x'_jj = n for s = Φ1; so no more than Σ_o max_j s_j x_jo is ever n. *)
Lemma tight_needs m X r : (0 < n)%nat -> stochastic n m X -> stochastic m n r ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> sum m (fun o => X i o * r o j) = Phi i j * sum m (fun o => X j o * r o j)) ->
  INR n <= sum m (fun o => largest n (fun j => sum n (fun i => Phi j i) * X j o)).
Proof.
  intros Hn [Xp Xs] [Rp Rs] T.
  set (s := fun j => sum n (fun i => Phi j i)).
  assert (E : sum n (fun j => s j * sum m (fun o => X j o * r o j)) = INR n).
  { transitivity (sum n (fun j => sum n (fun i => sum m (fun o => X i o * r o j)))).
    - apply sum_ext. intros j Hj. unfold s. rewrite <- sum_scale_r. apply sum_ext. intros i Hi. rewrite (sym j i) by auto.
      symmetry. auto.
    - rewrite sum_swap. replace (INR n) with (sum n (fun _ => 1)) by (rewrite sum_const; ring).
      apply sum_ext. intros i Hi. rewrite sum_swap. rewrite <- (Xs i Hi). apply sum_ext. intros o Ho.
      rewrite sum_scale, Rs by auto. ring. }
  rewrite <- E.
  rewrite (sum_ext n _ (fun j => sum m (fun o => s j * X j o * r o j))).
  2:{ intros j Hj. rewrite <- sum_scale. apply sum_ext. intros. ring. }
  rewrite sum_swap. apply sum_le. intros o Ho.
  apply Rle_trans with (sum n (fun j => largest n (fun j => s j * X j o) * r o j)).
  - apply sum_le. intros j Hj. apply Rmult_le_compat_r; [apply Rp; auto|]. apply (largest_ge n (fun j => s j * X j o)). auto.
  - rewrite sum_scale, Rs by auto. apply Req_le. unfold s. ring.
Qed.
End OfSimilarity.
