(** That the spec says what the papers say: it is the usual definition over sets of outputs; Φ is there, once; the best remap is
    what it should be. And false statements that a careless reading would allow, each with a lemma that shows that the spec
    excludes it. Nothing else rests on this file. *)

From Coq Require Import Reals List Lra Lia Arith QArith Qreals Bool Classical.
From DP Require Import Spec Sums Numbers Vectors Graphs Problem Copies Hamming Reading.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

(** ** The usual definitions *)

(** ε-privacy is P[S | i] ≤ e^ε·P[S | h] for neighbours i, h and all sets S, for a table ≥ 0. *)
Theorem private_is_usual (G : graph) (eps : R) (m : nat) (X : nat -> nat -> R) :
  (forall i h l, step G i h l -> l = 1%nat) ->
  (private G (exp (- eps)) m X <->
   nonnegative (nodes G) m X /\
   forall i h l S, (i < nodes G)%nat -> (h < nodes G)%nat -> step G i h l -> mass m (X i) S <= exp eps * mass m (X h) S).
Proof.
  intros One. assert (E : exp eps * exp (- eps) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (Ep := exp_pos eps). split; intros [Xp H]; (split; [exact Xp|]).
  - intros i h l S Hi Hh Hs. unfold mass. rewrite <- sum_scale. apply sum_le. intros o Ho.
    specialize (H i h l o Hi Hh Hs Ho). rewrite (One i h l Hs), pow_1 in H. destruct (S o); [|lra].
    apply Rle_trans with (exp eps * (exp (- eps) * X i o)); [|apply Rmult_le_compat_l; lra].
    rewrite <- Rmult_assoc, E. lra.
  - intros i h l o Hi Hh Hs Ho. rewrite (One i h l Hs), pow_1.
    specialize (H i h l (fun k => Nat.eqb k o) Hi Hh Hs). unfold mass in H.
    rewrite !sum_pick in H by auto. apply Rle_trans with (exp (- eps) * (exp eps * X h o)).
    + apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|auto].
    + rewrite <- Rmult_assoc, (Rmult_comm (exp (- eps))), E. lra.
Qed.

(** Φ is there for every graph and 0 < α ≤ 1, and there is one only. *)
Theorem similarity_exists G a : 0 < a <= 1 -> exists Phi, similarity G a Phi.
Proof.
  intros Ha.
  assert (B : forall i j, {r | is_lub (fun r => r = 0 \/ exists L, walk G i j L /\ r = a ^ L) r}).
  { intros i j. apply completeness.
    - exists 1. intros r [->|[L [_ ->]]]; [lra|]. clear - Ha. induction L; simpl; [lra|].
      assert (0 <= a ^ L) by (apply pow_le; lra). nra.
    - exists 0. auto. }
  exists (fun i j => proj1_sig (B i j)). intros i j _ _. destruct (B i j) as [r [U L]]. simpl. split.
  - intros d [W M]. apply Rle_antisym.
    + apply L. intros x [->|[L' [W' ->]]]; [apply pow_le; lra|]. specialize (M L' W').
      replace L' with (d + (L' - d))%nat by lia. rewrite pow_add. assert (0 <= a ^ d) by (apply pow_le; lra).
      assert (a ^ (L' - d) <= 1). { clear - Ha. induction (L' - d)%nat; simpl; [lra|].
        assert (0 <= a ^ n) by (apply pow_le; lra). nra. }
      nra.
    + apply U. right. eauto.
  - intros N. apply Rle_antisym.
    + apply L. intros x [->|[L' [W' _]]]; [lra|]. exfalso. eapply N; eauto.
    + apply U. auto.
Qed.

Theorem similarity_unique G a Phi Psi i j : similarity G a Phi -> similarity G a Psi -> (i < nodes G)%nat ->
  (j < nodes G)%nat -> Phi i j = Psi i j.
Proof.
  intros F H Hi Hj. destruct (F i j Hi Hj) as [F1 F2]. destruct (H i j Hi Hj) as [H1 H2].
  apply NNPP. intros D. apply D. rewrite F2, H2; auto; intros L W; apply D; clear D.
  - (* there is a walk: the shortest one is the distance *)
    revert W. induction L as [L IH] using (well_founded_induction lt_wf). intros W. apply NNPP. intros D.
    assert (Q : distance G i j L).
    { split; auto. intros L' W'. apply Nat.nlt_ge. intros Lt. apply D. eapply IH; eauto. }
    apply D. rewrite (F1 L Q), (H1 L Q). reflexivity.
  - revert W. induction L as [L IH] using (well_founded_induction lt_wf). intros W. apply NNPP. intros D.
    assert (Q : distance G i j L).
    { split; auto. intros L' W'. apply Nat.nlt_ge. intros Lt. apply D. eapply IH; eauto. }
    apply D. rewrite (F1 L Q), (H1 L Q). reflexivity.
Qed.

(** U(X, π) is what the best remap gains: no stochastic remap of the outputs to guesses gains more, and one gains as much. *)
Definition gained_by_remap (n m k : nat) (g : nat -> nat -> R) (pi : nat -> R) (X r : nat -> nat -> R) : R :=
  sum n (fun i => pi i * sum m (fun o => X i o * sum k (fun w => r o w * g w i))).

Lemma remap_by_outputs n m k g pi X r :
  gained_by_remap n m k g pi X r = sum m (fun o => sum k (fun w => r o w * sum n (fun i => pi i * X i o * g w i))).
Proof.
  unfold gained_by_remap. rewrite (sum_ext n _ (fun i => sum m (fun o => pi i * (X i o * sum k (fun w => r o w * g w i))))) by
    (intros; now rewrite sum_scale).
  rewrite sum_swap. apply sum_ext. intros o _.
  rewrite (sum_ext n _ (fun i => sum k (fun w => r o w * (pi i * X i o * g w i)))).
  2:{ intros i _. rewrite <- Rmult_assoc, <- sum_scale. apply sum_ext. intros. ring. }
  rewrite sum_swap. apply sum_ext. intros w _. now rewrite sum_scale.
Qed.

Theorem utility_is_the_best_remap n m k g pi X : (0 < k)%nat ->
  is_greatest (fun u => exists r, stochastic m k r /\ u = gained_by_remap n m k g pi X r) (utility n m k g pi X).
Proof.
  intros Hk. split.
  - assert (C : exists f : nat -> nat, forall o, (o < m)%nat -> (f o < k)%nat /\
      largest k (fun w => sum n (fun i => pi i * X i o * g w i)) = sum n (fun i => pi i * X i o * g (f o) i)).
    { clear - Hk. induction m as [|m' [f Hf]]; [exists (fun _ => O); intros; lia|].
      destruct (largest_spec k (fun w => sum n (fun i => pi i * X i m' * g w i)) Hk) as [[w [Hw Ew]] _].
      exists (fun o => if Nat.eqb o m' then w else f o). intros o Ho. destruct (Nat.eqb_spec o m'); [subst; auto|]. apply Hf.
        lia. }
    destruct C as [f Hf]. exists (fun o w => if Nat.eqb w (f o) then 1 else 0). split.
    + split; [intros o w _ _; destruct (Nat.eqb w (f o)); lra|]. intros o Ho. apply (sum_pick k (f o) (fun _ => 1)).
      apply Hf; auto.
    + rewrite remap_by_outputs. apply sum_ext. intros o Ho. destruct (Hf o Ho) as [Lt E]. rewrite E.
      rewrite <- (sum_pick k (f o) (fun w => sum n (fun i => pi i * X i o * g w i)) Lt) at 1. apply sum_ext. intros w _.
      destruct (Nat.eqb w (f o)); ring.
  - intros u [r [[Rp Rs] ->]]. rewrite remap_by_outputs. apply sum_le. intros o Ho.
    apply Rle_trans with (sum k (fun w => r o w * largest k (fun w => sum n (fun i => pi i * X i o * g w i)))).
    + apply sum_le. intros w Hw. apply Rmult_le_compat_l; [apply Rp; auto|].
      apply (largest_ge k (fun w => sum n (fun i => pi i * X i o * g w i))). auto.
    + rewrite sum_scale_r, Rs by auto. lra.
Qed.

(** What a test tells is what the best set of outputs does. *)
Theorem told_is_the_best_set m p q lambda :
  is_greatest (fun y => exists S, y = mass m p S - lambda * mass m q S) (told m p q lambda).
Proof.
  split.
  - exists (fun o => if Rle_dec 0 (p o - lambda * q o) then true else false). unfold told, mass.
    rewrite <- sum_scale, <- sum_minus. apply sum_ext. intros o _. unfold Rmax. destruct (Rle_dec 0 (p o - lambda * q o)); lra.
  - intros y [S ->]. unfold mass, told. rewrite <- sum_scale, <- sum_minus. apply sum_le. intros o _.
    assert (A := Rmax_l 0 (p o - lambda * q o)). assert (B := Rmax_r 0 (p o - lambda * q o)). destruct (S o); lra.
Qed.

(** An adversary who names neighbours once is the usual one. *)
Theorem adaptive_once P lambda d : uses P = [(outputs P, X P)] -> nonnegative (nodes (the_graph P)) (outputs P) (X P) ->
  (adaptively_private P lambda d <-> approximately_private (the_graph P) lambda d (outputs P) (X P)).
Proof.
  intros U Np. unfold adaptively_private. rewrite U.
  assert (E : forall choose first S, seen [(outputs P, X P)] choose first S =
    mass (outputs P) (X P (if first then fst (choose []) else snd (choose []))) (fun o => S [o])).
  { intros. simpl. unfold mass. apply sum_ext. intros o _. destruct (S [o]); ring. }
  split.
  - intros [_ F] i h l S Hi Hh Hs. specialize (F (fun _ => (i, h)) (fun past => match past with o :: _ => S o |
    [] => false end)).
    rewrite !E in F. apply F. intros _. split; [exact Hi|split; [exact Hh|exists l; exact Hs]].
  - intros F. split; [intros m' Y [I|[]]; inversion I; subst; exact Np|]. intros choose S Hc. rewrite !E.
    destruct (Hc []) as [Hi [Hh [l Hl]]]. exact (F _ _ l (fun o => S [o]) Hi Hh Hl).
Qed.

(** One copy of a mechanism is that mechanism. *)
Theorem one_copy P each i o : (i < nodes (the_graph P))%nat -> (o < outputs P)%nat -> X (copies 1 each P) i o = X P i o.
Proof.
  intros Hi Ho. change (1 * X P (digit (nodes (the_graph P)) 1 0 i) (digit (outputs P) 1 0 o) = X P i o).
  rewrite !digit_last, !Nat.mod_small by auto. ring.
Qed.

(** The table of two uses, the second one's outputs counting fastest. *)
Theorem composed_of_two K val (V : sound K val) n m1 m2 (A B : list (list (num K))) i o1 o2 :
  table_ok K n m1 A = true -> table_ok K n m2 B = true -> (i < n)%nat -> (o1 < m1)%nat -> (o2 < m2)%nat ->
  mat K val (composed K n [(m1, A); (m2, B)]) i (o1 * m2 + o2) = mat K val A i o1 * mat K val B i o2.
Proof.
  intros TA TB Hi H1 H2. destruct (table_shape K _ _ _ TA) as [_ LA]. destruct (table_shape K _ _ _ TB) as [_ LB].
  specialize (LA i Hi). specialize (LB i Hi). unfold composed, mat, vec.
  set (f := fun i => fold_right (fun mr r => flat_map (fun x => map (mul K x) r) (nth i (snd mr) [])) [one1 K] [(m1, A);
    (m2, B)]).
  rewrite (nth_indep _ [] (f O)) by (rewrite map_length, seq_length; auto). rewrite (map_nth f),
    seq_nth by auto. unfold f. cbn [fold_right snd plus].
  set (r := flat_map (fun x => map (mul K x) [one1 K]) (nth i B [])).
  assert (Er : r = map (fun x => mul K x (one1 K)) (nth i B [])) by (unfold r; clear; induction (nth i B []); simpl in *;
    congruence).
  assert (Lr : List.length r = m2) by (rewrite Er, map_length; exact LB).
  assert (Q : forall l k, (k < List.length l)%nat ->
    nth (k * m2 + o2) (flat_map (fun x => map (mul K x) r) l) (nil0 K) = mul K (nth k l (nil0 K)) (nth o2 r (nil0 K))).
  { induction l as [|x l IH]; intros k Hk; [simpl in Hk; lia|]. simpl. destruct k as [|k].
    - rewrite app_nth1 by (rewrite map_length; simpl; lia). simpl.
      rewrite (nth_indep _ (nil0 K) (mul K x (nil0 K))) by (rewrite map_length; lia). apply map_nth.
    - rewrite app_nth2 by (rewrite map_length; simpl; lia). rewrite map_length, Lr.
      replace (S k * m2 + o2 - m2)%nat with (k * m2 + o2)%nat by (simpl; lia). apply IH. simpl in Hk. lia. }
  rewrite Q, (val_mul _ _ V) by lia. f_equal. rewrite Er.
  rewrite (nth_indep _ (nil0 K) (mul K (nil0 K) (one1 K))) by (rewrite map_length; lia).
  rewrite (map_nth (fun x => mul K x (one1 K))), (val_mul _ _ V), (val_1 _ _ V). ring.
Qed.

(** ** Careless readings *)

(** 1. Nodes without a path are far, not near: α^∞ is 0, not 1. *)
Lemma no_path_is_zero a Phi : similarity {| nodes := 2; step := fun _ _ _ => False |} a Phi -> Phi O 1%nat = 0.
Proof. intros S. apply (S O 1%nat); simpl; try lia. intros L W. inversion W. subst. contradiction. Qed.

(** 2. A remap to a guess that there is not is no remap. *)
Lemma no_remap_out_of_range m n r o : (o < m)%nat -> (forall w, (w < n)%nat -> r o w = 0) -> ~ stochastic m n r.
Proof. intros Ho Z [_ S]. specialize (S o Ho). rewrite sum_zero in S by auto. lra. Qed.

(** 3. Optimal is against mechanisms with more outputs than nodes too. *)
Lemma optimal_against_any_outputs P k Y : holds P (Optimal k 0) -> private_mechanism P (S (nodes (the_graph P))) Y ->
  gained P k (S (nodes (the_graph P))) Y <= gained P k (outputs P) (X P).
Proof. intros [_ [_ H]] HY. specialize (H _ _ HY). unfold Q2R in H. simpl in H. lra. Qed.

(** 4. A prior that sums to 2, or has a negative entry, is in no problem that is looked at. *)
Lemma priors_are_distributions K val (V : sound K val) p k : well_formed K p = true -> (k < List.length (p_priors p))%nat ->
  (forall i, 0 <= prior (instance_of K val p) k i) /\ sum (p_nodes p) (prior (instance_of K val p) k) = 1.
Proof.
  intros W Hk. apply (well_formed_good _ _ V) in W. destruct (g_prior _ _ _ W k Hk) as [L D].
  apply (distribution_ok _ _ V _ _ D L).
Qed.

(** 5. A row that sums to 1 and has a negative entry is no distribution. *)
Lemma negative_is_no_distribution n m X i o : (i < n)%nat -> (o < m)%nat -> X i o < 0 -> ~ stochastic n m X.
Proof. intros Hi Ho H [F _]. specialize (F i o Hi Ho). lra. Qed.

(** 6. Privacy is asked for in both directions: what i shows and its neighbour never does is not private. *)
Lemma never_shown_is_not_private G a m X i h l o : 0 < a -> (i < nodes G)%nat -> (h < nodes G)%nat -> (o < m)%nat ->
  step G i h l ->
  0 < X i o -> X h o = 0 -> ~ private G a m X.
Proof.
  intros Ha Hi Hh Ho S Xi Xh [_ H]. specialize (H i h l o Hi Hh S Ho). rewrite Xh in H.
  assert (0 < a ^ l) by (apply pow_lt; auto). nra.
Qed.

(** 7. (ε, δ) is about sets of outputs: two outputs that each exceed by δ exceed together by 2·δ. *)
Lemma sets_not_single_outputs : let X := fun i (o : nat) => if Nat.eqb i 0 then 1 / 2 else if Nat.eqb o 2 then 1 else 0 in
  let G := {| nodes := 2; step := fun i h l => i <> h |} in
  ~ approximately_private G 1 (1 / 2) 3 X.
Proof.
  intros X G H. specialize (H O 1%nat O (fun o => negb (Nat.eqb o 2))).
  assert (Q := H (Nat.lt_0_succ 1) (Nat.lt_succ_diag_r 1) ltac:(simpl; lia)). unfold mass in Q. simpl in Q. unfold X in Q.
    simpl in Q. lra.
Qed.

(** 8. A solution with a negative entry is none: where the only solution of Φz = 1 has one,
  no tight-constraints mechanism exists. *)
Lemma signs_matter P Phi z i : similarity (the_graph P) (alpha P) Phi -> (i < nodes (the_graph P))%nat -> z i < 0 ->
  (forall z' j, solves P Phi one z' -> (j < nodes (the_graph P))%nat -> z' j = z j) -> ~ holds P TightConstraintsExist.
Proof.
  intros S Hi Hz U [Psi [S' [z' [Zn Zs]]]].
  assert (E : solves P Phi one z').
  { intros j Hj. rewrite <- (Zs j Hj). apply sum_ext. intros k Hk. f_equal. eapply similarity_unique; eauto. }
  specialize (U z' i E Hi). specialize (Zn i Hi). lra.
Qed.

(** 9. The bound is the least Σy and no other number; the largest α and no smaller one. *)
Lemma bound_is_one_number P k v v' : value P (UtilityBound k) Bound (Number v) -> value P (UtilityBound k) Bound (Number v') ->
  v = v'.
Proof.
  intros [Phi [S [[y [Yn [Yc Ys]]] H]]] [Psi [S' [[y' [Yn' [Yc' Ys']]] H']]].
  assert (E : forall i j, (i < nodes (the_graph P))%nat -> (j < nodes (the_graph P))%nat -> Phi i j = Psi i j) by (intros;
    eapply similarity_unique; eauto).
  apply Rle_antisym.
  - apply H. exists y'. split; [auto|split; [|auto]]. intros i Hi. eapply Rle_trans; [apply Yc'; auto|]. apply Req_le.
    apply sum_ext. intros j Hj. now rewrite E.
  - apply H'. exists y. split; [auto|split; [|auto]]. intros i Hi. eapply Rle_trans; [apply Yc; auto|]. apply Req_le.
    apply sum_ext. intros j Hj. now rewrite E.
Qed.
Lemma alpha_max_is_one_number P v v' : value P Dp AlphaMax (Number v) -> value P Dp AlphaMax (Number v') -> v = v'.
Proof. intros [b [[A B] ->]] [b' [[A' B'] ->]]. f_equal. apply Rle_antisym; auto. Qed.

(** 10. "Unique" says that there is a solution, too; and nothing has the values of a claim about X where X is no mechanism
    that holds. *)
Lemma unique_is_there P : value P TightConstraintsExist Unique (Flag true) -> holds P TightConstraintsExist.
Proof. intros [Phi [S [H _]]]. exists Phi. auto. Qed.
Lemma no_utility_of_no_mechanism P k : ~ stochastic (nodes (the_graph P)) (outputs P) (X P) -> ~ holds P (Utility k).
Proof. intros H. exact H. Qed.

(** 11. A tight-constraints mechanism is reached by remapping outputs, not by mixing nodes: with one output and two adjacent
    nodes at α < 1 none is reached. *)
Lemma one_output_is_not_tight a Phi : 0 < a < 1 -> similarity {| nodes := 2; step := fun i h l => i <> h /\
  l = 1%nat |} a Phi ->
  ~ exists r, stochastic 1 2 r /\ forall i j, (i < 2)%nat -> (j < 2)%nat ->
      product 1 (fun _ _ => 1) r i j = Phi i j * product 1 (fun _ _ => 1) r j j.
Proof.
  intros Ha S [r [[Rp Rs] T]].
  assert (D : Phi O 1%nat = a).
  { destruct (S O 1%nat) as [S1 _]; simpl; try lia. rewrite (S1 1%nat); [apply pow_1|]. split.
    - apply (go _ O 1%nat 1%nat 1%nat O); [simpl; lia|constructor].
    - intros L W. inversion W; subst. destruct H as [_ ->]. lia. }
  assert (D' : Phi 1%nat O = a).
  { destruct (S 1%nat O) as [S1 _]; simpl; try lia. rewrite (S1 1%nat); [apply pow_1|]. split.
    - apply (go _ 1%nat O O 1%nat O); [simpl; lia|constructor].
    - intros L W. inversion W; subst. destruct H as [_ ->]. lia. }
  assert (T1 := T O 1%nat ltac:(lia) ltac:(lia)). assert (T2 := T 1%nat O ltac:(lia) ltac:(lia)).
  specialize (Rs O ltac:(lia)). rewrite D in T1. rewrite D' in T2. unfold product in *. simpl in *. nra.
Qed.

(** 12. Few outputs are held against the strings that they can tell apart, not against r in each entry:
    one output leaks nothing. *)
Lemma one_output_leaks_nothing v a u : 0 < a <= 1 -> (1 <= v)%nat ->
  (/ a) ^ u / sum (S u) (fun t => C u t * (/ a - 1) ^ t / Rmin (INR 1) (INR v ^ t)) = 1.
Proof.
  intros Ha Hv. assert (S1 : forall k J, share v a 1 k J = 1).
  { induction k; intros J; simpl; [|rewrite !IHk; ring]. assert (1 <= INR v ^ J).
    { apply pow_R1_Rle. change 1 with (INR 1). now apply le_INR. }
    rewrite Rmin_left by auto. apply Rinv_1. }
  assert (E := share_sum v a 1 Hv u 0). rewrite S1 in E.
  assert (F : sum (S u) (fun t => C u t * (1 - a) ^ t * a ^ (u - t) / Rmin 1 (INR v ^ (0 + t))) =
              a ^ u * sum (S u) (fun t => C u t * (/ a - 1) ^ t / Rmin (INR 1) (INR v ^ t))).
  { rewrite <- sum_scale. apply sum_ext. intros t Ht. simpl plus. simpl (INR 1).
    replace (1 - a) with (a * (/ a - 1)) by (field; lra). rewrite Rpow_mult_distr.
    replace (a ^ u) with (a ^ t * a ^ (u - t)) by (rewrite <- pow_add; f_equal; lia). unfold Rdiv. ring. }
  rewrite F in E. set (s := sum (S u) _) in *. assert (P : 0 < a ^ u) by (apply pow_lt; lra).
  assert (s <> 0) by (intros Z; rewrite Z in E; lra). rewrite pow_inv. unfold Rdiv.
  apply Rmult_eq_reg_r with (a ^ u * s); [|apply Rmult_integral_contrapositive; lra]. field_simplify;
    [|lra]. rewrite <- E. ring_simplify. lra.
Qed.

(** 13. A neighbour is hard to tell in both orders, and guessing is no test: what never shows the first node's output at the
    second is told better than by any guess. *)
Lemma told_for_certain (p q : nat -> R) : p O = 1 -> q O = 0 -> told 1 p q 1 = 1.
Proof. intros A B. unfold told. simpl. rewrite A, B. rewrite Rmax_right by lra. ring. Qed.

(** 14. An adversary who sees the first answer before the second choice is not bound by one pair of neighbours:
    with α_max for one
    use each, two uses multiply, whatever pairs these are of. *)
Lemma neighbours_change P m1 Y1 m2 Y2 i h i' h' : uses P = [(m1, Y1); (m2, Y2)] -> neighbours P i h -> neighbours P i' h' ->
  adaptively_private P 1 0 -> forall o1 o2, (o1 < m1)%nat -> (o2 < m2)%nat -> Y1 i o1 * Y2 i' o2 <= Y1 h o1 * Y2 h' o2.
Proof.
  intros U N N' [_ F] o1 o2 H1 H2. rewrite U in F.
  specialize (F (fun past => match past with [] => (i, h) | _ => (i', h') end)
    (fun past => match past with [a; b] => (Nat.eqb a o1 && Nat.eqb b o2)%bool | _ => false end)).
  assert (E : forall first, seen [(m1, Y1); (m2, Y2)] (fun past => match past with [] => (i, h) | _ => (i', h') end) first
    (fun past => match past with [a; b] => (Nat.eqb a o1 && Nat.eqb b o2)%bool | _ => false end) =
    Y1 (if first then i else h) o1 * Y2 (if first then i' else h') o2).
  { intros first. simpl. rewrite <- (sum_pick m1 o1 (fun o => Y1 (if first then i else h)
    o * Y2 (if first then i' else h') o2) H1).
    apply sum_ext. intros a _. destruct (Nat.eqb a o1); simpl.
    - f_equal. rewrite <- (sum_pick m2 o2 (fun o => Y2 (if first then i' else h') o) H2). apply sum_ext. intros b _.
      destruct (Nat.eqb b o2); ring.
    - rewrite sum_zero; [ring|intros; ring]. }
  rewrite !E in F. rewrite Rmult_1_l, Rplus_0_r in F. apply F. intros [|x past]; assumption.
Qed.

(** 15. A set has one description by its parts: [0, 1/4], [1/4, 1/2] is none of the set up to 1/2, nor is [0,
  1/3] of one that goes
    on; and α* is one number. *)
Definition well_parted (l : list (R * R)) : Prop :=
  Forall (fun x => 0 <= fst x < 1 /\ 0 < snd x <= 1 /\ fst x <= snd x) l /\ ForallOrdPairs (fun x y => snd x < fst y) l.
Definition lies_in (l : list (R * R)) (t : R) : Prop := exists x, In x l /\ fst x <= t <= snd x.
Lemma lies_in_first x l t : lies_in (x :: l) t <-> fst x <= t <= snd x \/ lies_in l t.
Proof.
  split; [intros [y [[<-|I] H]]; [now left|right; exists y; auto]|].
  intros [H|[y [I H]]]; [exists x; split; [now left|auto]|exists y; split; [now right|auto]].
Qed.
Lemma well_parted_tail x l : well_parted (x :: l) -> well_parted l /\ (0 <= fst x < 1 /\ 0 < snd x <= 1 /\ fst x <= snd x) /\
  forall t, lies_in l t -> snd x < t.
Proof.
  intros [F O]. inversion F as [|? ? Fx Fl]. inversion O as [|? ? Ox Ol]. subst. split; [split; auto|split; [auto|]].
  intros t [y [I H]]. rewrite Forall_forall in Ox. specialize (Ox y I). lra.
Qed.
Lemma inside_a_part (a b : R) : 0 <= a < 1 -> 0 < b <= 1 -> a <= b -> 0 < (a + b) / 2 < 1 /\ a <= (a + b) / 2 <= b.
Proof. intros. lra. Qed.

(** The first part of one does not begin before that of the other, nor go on where the other ends. *)
Lemma begins x l y r : well_parted (x :: l) -> well_parted (y :: r) ->
  (forall t, 0 < t < 1 -> lies_in (x :: l) t -> lies_in (y :: r) t) -> fst y <= fst x.
Proof.
  intros A B H. destruct (well_parted_tail x l A) as [_ [X _]]. destruct (well_parted_tail y r B) as [_ [Y R]].
  destruct (Rle_lt_dec (fst y) (fst x)) as [|N]; auto. exfalso.
  set (e := Rmin (snd x) (fst y)). assert (E : e <= snd x /\ e <= fst y /\ (e = snd x \/ e = fst y)).
  { unfold e. split; [apply Rmin_l|split; [apply Rmin_r|]]. unfold Rmin. destruct (Rle_dec (snd x) (fst y)); auto. }
  assert (T : lies_in (y :: r) ((fst x + e) / 2)).
  { apply H; [destruct E as [E1 [E2 [E3|E3]]]; lra|]. apply lies_in_first. left. destruct E as [E1 [E2 [E3|E3]]]; lra. }
  apply lies_in_first in T as [T|T]; [|apply R in T]; destruct E as [E1 [E2 [E3|E3]]]; lra.
Qed.
Lemma goes_on x l y r : well_parted (x :: l) -> well_parted (y :: r) -> fst x = fst y ->
  (forall t, 0 < t < 1 -> lies_in (y :: r) t -> lies_in (x :: l) t) -> snd y <= snd x.
Proof.
  intros A B F H. destruct (well_parted_tail x l A) as [L [X T]]. destruct (well_parted_tail y r B) as [_ [Y _]].
  destruct (Rle_lt_dec (snd y) (snd x)) as [|N]; auto. exfalso.
  set (c := match l with [] => 1 | z :: _ => fst z end).
  assert (C : snd x < c /\ forall t, lies_in l t -> c <= t).
  { unfold c. destruct l as [|z l]; [split; [lra|intros t [w [[] _]]]|]. destruct (well_parted_tail z l L) as [_ [Z Zl]]. split.
    - destruct A as [_ O]. inversion O as [|? ? Ox _]. inversion Ox. auto.
    - intros t Ht. apply lies_in_first in Ht as [Ht|Ht]; [lra|]. apply Zl in Ht. lra. }
  destruct C as [C1 C2]. set (e := Rmin (snd y) c). assert (E : snd x < e /\ e <= snd y /\ e <= c).
  { unfold e. split; [apply Rmin_glb_lt; auto|split; [apply Rmin_l|apply Rmin_r]]. }
  assert (Q : lies_in (x :: l) ((snd x + e) / 2)).
  { apply H; [lra|]. apply lies_in_first. left. lra. }
  apply lies_in_first in Q as [Q|Q]; [lra|]. apply C2 in Q. lra.
Qed.
Lemma one_parting l : forall l', well_parted l -> well_parted l' -> (forall t, 0 < t < 1 -> (lies_in l t <->
  lies_in l' t)) -> l = l'.
Proof.
  assert (Nil : forall x l, well_parted (x :: l) -> (forall t, 0 < t < 1 -> lies_in (x :: l) t -> False) -> False).
  { intros x r A H. destruct (well_parted_tail x r A) as [_ [[X1 [X2 X3]] _]].
    destruct (inside_a_part _ _ X1 X2 X3) as [T1 T2]. apply (H _ T1). apply lies_in_first. now left. }
  induction l as [|x l IH]; intros [|y r] A B H; auto.
  - exfalso. apply (Nil y r B). intros t T I. apply H in I as [z [[] _]]; auto.
  - exfalso. apply (Nil x l A). intros t T I. apply H in I as [z [[] _]]; auto.
  - assert (F : fst x = fst y) by (apply Rle_antisym; [apply (begins y r x l)|apply (begins x l y r)]; auto; intros;
    now apply H).
    assert (S : snd x = snd y) by (apply Rle_antisym; [apply (goes_on y r x l)|apply (goes_on x l y r)]; auto; intros;
      now apply H).
    assert (E : x = y) by (destruct x, y; cbn in *; congruence). subst y. f_equal.
    destruct (well_parted_tail x l A) as [Al [_ Ax]]. destruct (well_parted_tail x r B) as [Bl [_ Bx]]. apply IH; auto.
    intros t T. split; intros I.
    + assert (J := Ax t I). assert (K : lies_in (x :: r) t) by (apply H; auto; apply lies_in_first; now right).
      apply lies_in_first in K as [K|K]; [lra|auto].
    + assert (J := Bx t I). assert (K : lies_in (x :: l) t) by (apply H; auto; apply lies_in_first; now right).
      apply lies_in_first in K as [K|K]; [lra|auto].
Qed.
Theorem set_is_one_list P l l' : value P Threshold TheSet (Parts l) -> value P Threshold TheSet (Parts l') -> l = l'.
Proof.
  intros [F [O M]] [F' [O' M']]. apply one_parting; [now split|now split|]. intros t T. specialize (M t T). specialize (M' t T).
  unfold lies_in. tauto.
Qed.
Lemma alpha_star_is_one_number P v v' : value P Threshold AlphaStar (Number v) -> value P Threshold AlphaStar (Number v') ->
  v = v'.
Proof. intros [l H] [l' H']. assert (E := set_is_one_list P _ _ H H'). congruence. Qed.
