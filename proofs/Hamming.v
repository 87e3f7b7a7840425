(** The bound on what mechanisms with few outputs leak on a Hamming graph, and why it is one: of two outputs, drawn as likely as
    their columns' maxima are large, the nodes of these maxima agree in a set of entries no less often than they must. *)

From Coq Require Import Reals List Lra Lia Arith ZArith Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

(** ** Collisions *)

Lemma cauchy k a : sum k a * sum k a <= INR k * sum k (fun c => a c * a c).
Proof.
  destruct k as [|k']; [simpl; lra|]. set (k := S k'). assert (Kp : 0 < INR k) by (apply lt_0_INR; unfold k; lia).
  set (A := sum k a). set (Q := sum k (fun c => a c * a c)).
  assert (E : sum k (fun c => (INR k * a c - A) * (INR k * a c - A)) = INR k * (INR k * Q - A * A)).
  { rewrite (sum_ext k _ (fun c => INR k * INR k * (a c * a c) - (2 * INR k * A * a c - A * A))) by (intros; ring).
    rewrite !sum_minus, !sum_scale, sum_const. fold A Q. ring. }
  assert (0 <= sum k (fun c => (INR k * a c - A) * (INR k * a c - A))) by (apply sum_nonneg; intros; apply Rle_0_sqr).
  rewrite E in H. assert (0 <= INR k * Q - A * A); [|lra]. apply Rmult_le_reg_l with (INR k); lra.
Qed.

Definition same (a b : nat) : R := if Nat.eqb a b then 1 else 0.

(** Σ w_o·w_o' over the pairs with the same key, each with a weight. *)
Definition meets (m : nat) (w : nat -> R) (key : nat -> nat) (f : nat -> nat -> R) : R :=
  sum m (fun o => sum m (fun o' => w o * w o' * same (key o) (key o') * f o o')).

Lemma by_keys m w key k : (forall o, (o < m)%nat -> (key o < k)%nat) ->
  sum m w * sum m w <= INR k * meets m w key (fun _ _ => 1).
Proof.
  intros H. set (a := fun c => sum m (fun o => w o * same c (key o))).
  assert (A : sum k a = sum m w).
  { unfold a. rewrite sum_swap. apply sum_ext. intros o Ho. rewrite sum_scale.
    replace (sum k (fun c => same c (key o))) with 1; [ring|]. symmetry. apply (sum_pick k (key o) (fun _ => 1)). auto. }
  rewrite <- A. eapply Rle_trans; [apply cauchy|]. apply Rmult_le_compat_l; [apply pos_INR|]. apply Req_le.
  unfold meets. rewrite (sum_ext k _ (fun c => sum m (fun o => sum m (fun o' => w o * same c (key o)
    * (w o' * same c (key o')))))).
  2:{ intros c _. unfold a at 1. rewrite <- sum_scale_r. apply sum_ext. intros o _. unfold a. now rewrite <- sum_scale. }
  rewrite sum_swap. apply sum_ext. intros o Ho. rewrite sum_swap. apply sum_ext. intros o' Ho'.
  transitivity (sum k (fun c => if Nat.eqb c (key o) then w o * w o' * same c (key o') else 0)).
  - apply sum_ext. intros c _. unfold same at 1. destruct (Nat.eqb c (key o)); ring.
  - rewrite sum_pick by auto. ring.
Qed.

Lemma by_outputs m w key : (forall o, (o < m)%nat -> 0 <= w o) -> sum m w * sum m w <= INR m * meets m w key (fun _ _ => 1).
Proof.
  intros H. eapply Rle_trans; [apply cauchy|]. apply Rmult_le_compat_l; [apply pos_INR|]. apply sum_le. intros o Ho.
  eapply Rle_trans; [|apply (sum_term m o (fun o' => w o * w o' * same (key o) (key o') * 1)); auto].
  - unfold same. rewrite Nat.eqb_refl. lra.
  - intros o' Ho'. unfold same. assert (0 <= w o * w o') by (apply Rmult_le_pos; auto). destruct (Nat.eqb _ _); lra.
Qed.

(** ** All entries *)

Section Entries.
Variables (v : nat) (a r : R) (m : nat) (w : nat -> R) (e : nat -> nat -> nat).
Hypothesis a01 : 0 <= a <= 1.
Hypothesis r1 : 1 <= r.
Hypothesis v1 : (1 <= v)%nat.
Hypothesis mr : INR m <= r.
Hypothesis wp : forall o, (o < m)%nat -> 0 <= w o.
Hypothesis ev : forall k o, (o < m)%nat -> (e k o < v)%nat.

(** For each individual a factor of 1 where the two agree, α where not. *)
Fixpoint alike (u : nat) (o o' : nat) : R :=
  match u with O => 1 | S u => alike u o o' * (if Nat.eqb (e u o) (e u o') then 1 else a) end.

(** With J entries agreeing already. *)
Fixpoint share (u J : nat) : R :=
  match u with O => / Rmin r (INR v ^ J) | S u => a * share u J + (1 - a) * share u (S J) end.

Lemma least_pos J : 0 < Rmin r (INR v ^ J).
Proof. apply Rmin_glb_lt; [lra|]. apply pow_lt. apply lt_0_INR. lia. Qed.

Lemma share_pos u J : 0 < share u J.
Proof.
  revert J. induction u; intros J; simpl; [apply Rinv_0_lt_compat, least_pos|].
  assert (A := IHu J). assert (B := IHu (S J)). destruct (Req_dec a 0) as [->|]; [lra|].
  assert (0 < a * share u J) by (apply Rmult_lt_0_compat; lra). assert (0 <= (1 - a) * share u (S J))
    by (apply Rmult_le_pos; lra).
  lra.
Qed.

Lemma collide u : forall J key, (forall o, (o < m)%nat -> (key o < v ^ J)%nat) ->
  sum m w * sum m w * share u J <= meets m w key (alike u).
Proof.
  induction u as [|u IH]; intros J key Hk.
  - simpl alike. simpl share. assert (L := least_pos J). apply Rmult_le_reg_r with (Rmin r (INR v ^ J)); auto.
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r, (Rmult_comm (meets _ _ _ _)) by lra.
    assert (Mp : 0 <= meets m w key (fun _ _ => 1)).
    { apply sum_nonneg. intros o Ho. apply sum_nonneg. intros o' Ho'. unfold same.
      assert (0 <= w o * w o') by (apply Rmult_le_pos; auto). destruct (Nat.eqb _ _); lra. }
    unfold Rmin. destruct (Rle_dec r (INR v ^ J)).
    + eapply Rle_trans; [apply by_outputs; auto|]. apply Rmult_le_compat_r; auto.
    + rewrite <- pow_INR. apply by_keys. auto.
  - assert (A := IH J key Hk).
    assert (B := IH (S J) (fun o => (key o * v + e u o)%nat)).
    assert (Hk' : forall o, (o < m)%nat -> (key o * v + e u o < v ^ S J)%nat).
    { intros o Ho. specialize (Hk o Ho). specialize (ev u o Ho). simpl. nia. }
    specialize (B Hk'). simpl share.
    apply Rle_trans with (a * meets m w key (alike u) + (1 - a) * meets m w (fun o => (key o * v + e u o)%nat) (alike u)).
    + rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
      * apply Rle_trans with (a * (sum m w * sum m w * share u J)); [apply Req_le; ring|]. apply Rmult_le_compat_l; lra.
      * apply Rle_trans with ((1 - a) * (sum m w * sum m w * share u (S J))); [apply Req_le; ring|].
        apply Rmult_le_compat_l; lra.
    + apply Req_le. unfold meets. rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros o Ho.
      rewrite <- !sum_scale, <- sum_plus. apply sum_ext. intros o' Ho'. unfold same. cbn [alike].
      assert (X := ev u o Ho). assert (Y := ev u o' Ho').
      destruct (Nat.eqb_spec (e u o) (e u o')) as [Ee|Ee], (Nat.eqb_spec (key o) (key o')) as [Ek|Ek],
        (Nat.eqb_spec (key o * v + e u o) (key o' * v + e u o')) as [Eb|Eb]; try ring; exfalso; nia.
Qed.

(** The same as a sum over how many entries agree. *)
Lemma share_sum u : forall J,
  share u J = sum (S u) (fun t => C u t * (1 - a) ^ t * a ^ (u - t) / Rmin r (INR v ^ (J + t))).
Proof.
  assert (C0 : forall n, C n 0 = 1).
  { intros n. unfold C. rewrite Nat.sub_0_r. simpl (fact 0). simpl (INR 1). field. apply INR_fact_neq_0. }
  assert (Cn : forall n, C n n = 1).
  { intros n. unfold C. rewrite Nat.sub_diag. simpl (fact 0). simpl (INR 1). field. apply INR_fact_neq_0. }
  induction u as [|u IH]; intros J.
  - simpl sum. rewrite C0, Nat.add_0_r. simpl. unfold Rdiv. ring.
  - simpl share. rewrite (IH J), (IH (S J)). set (f := fun j => / Rmin r (INR v ^ j)).
    assert (E : forall t x, x / Rmin r (INR v ^ t) = x * f t) by reflexivity.
    rewrite <- !sum_scale.
    rewrite (sum_first u), (sum_first (S u)). cbn [sum]. rewrite !C0, !Cn, !E, !Nat.sub_0_r, !Nat.add_0_r, !Nat.sub_diag.
    replace (S J + u)%nat with (J + S u)%nat by lia.
    set (M := sum u (fun i => C (S u) (S i) * (1 - a) ^ S i * a ^ (S u - S i) / Rmin r (INR v ^ (J + S i)))).
    set (A := sum u (fun i => a * (C u (S i) * (1 - a) ^ S i * a ^ (u - S i) / Rmin r (INR v ^ (J + S i))))).
    set (B := sum u (fun i => (1 - a) * (C u i * (1 - a) ^ i * a ^ (u - i) / Rmin r (INR v ^ (S J + i))))).
    assert (EM : M = A + B).
    { unfold M, A, B. rewrite <- sum_plus. apply sum_ext. intros i Hi. rewrite !E.
      replace (S J + i)%nat with (J + S i)%nat by lia. rewrite <- (pascal u i Hi). replace (S u - S i)%nat with (u - i)%nat
        by lia.
      replace (u - i)%nat with (S (u - S i)) by lia. simpl pow. ring. }
    rewrite EM. simpl pow. ring.
Qed.
End Entries.

(** ** The graph *)

Section Graph.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Variable p : problem N.
Hypothesis Hg : good K val p.
Let n := p_nodes p.
Let P := instance_of K val p.
Let G := graph_of n (near_of K p).
Let v := p_values p.
Let u := p_individuals p.

Definition entry_of (k i : nat) : nat := Nat.modulo (Nat.div i (v ^ (u - 1 - k))) v.
Definition entries (i : nat) : list nat := map (fun k => entry_of k i) (seq 0 u).
Definition composed (l : list nat) : nat := fold_left (fun s x => s * v + x)%nat l O.

(** Each node is what its entries say, and from it there is a step to what another entry makes of it. *)
Definition hamming_ok : bool :=
  (1 <=? v)%nat && forallb (fun i => let l := entries i in
    (composed l =? i)%nat &&
    forallb (fun k => forallb (fun x =>
      let l' := set_at k x l in let h := composed l' in
      (h <? n)%nat && ((h =? i)%nat || has_edge K p i h 1) && all2 Nat.eqb (entries h) l') (seq 0 v)) (seq 0 u)) (seq 0 n).

Hypothesis ok : hamming_ok = true.

Lemma values_pos : (1 <= v)%nat.
Proof. unfold hamming_ok in ok. apply andb_prop in ok as [H _]. now apply Nat.leb_le in H. Qed.

Lemma entries_nth i k : (k < u)%nat -> nth k (entries i) O = entry_of k i.
Proof.
  intros Hk. unfold entries. rewrite (nth_indep _ O (entry_of O i)) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun k => entry_of k i)), seq_nth by auto. reflexivity.
Qed.

Lemma entries_all i j : (i < n)%nat -> (j < n)%nat -> (forall k, (k < u)%nat -> entry_of k i = entry_of k j) -> i = j.
Proof.
  intros Hi Hj E. unfold hamming_ok in ok. apply andb_prop in ok as [_ F].
  assert (Fi := forallb_seq _ _ _ F Hi). assert (Fj := forallb_seq _ _ _ F Hj). cbv beta zeta in Fi, Fj.
  apply andb_prop in Fi as [Fi _]. apply andb_prop in Fj as [Fj _]. apply Nat.eqb_eq in Fi, Fj. rewrite <- Fi, <- Fj. f_equal.
  unfold entries. apply map_ext_in. intros k Hk. apply E. apply in_seq in Hk. lia.
Qed.

Lemma other_entry i k x : (i < n)%nat -> (k < u)%nat -> (x < v)%nat ->
  exists h, (h < n)%nat /\ (h = i \/ In (h, 1%nat) (near_of K p i)) /\
    forall k', (k' < u)%nat -> entry_of k' h = if Nat.eqb k' k then x else entry_of k' i.
Proof.
  intros Hi Hk Hx. unfold hamming_ok in ok. apply andb_prop in ok as [_ F].
  assert (Fi := forallb_seq _ _ _ F Hi). cbv beta zeta in Fi. apply andb_prop in Fi as [_ Fi].
  assert (Fk := forallb_seq _ _ _ Fi Hk). cbv beta in Fk. assert (Fx := forallb_seq _ _ _ Fk Hx). cbv beta zeta in Fx.
  apply andb_prop in Fx as [Fx F3]. apply andb_prop in Fx as [F1 F2]. apply Nat.ltb_lt in F1.
  exists (composed (set_at k x (entries i))). split; [auto|split].
  - apply orb_prop in F2 as [F2|F2]; [left; now apply Nat.eqb_eq in F2|right; now apply has_edge_in].
  - intros k' Hk'. assert (Q := all2_nth _ _ _ k' O O F3). unfold entries at 1 in Q. rewrite map_length, seq_length in Q.
    specialize (Q Hk'). apply Nat.eqb_eq in Q. rewrite entries_nth in Q by auto. rewrite Q.
    rewrite set_at_nth by (unfold entries; rewrite map_length, seq_length; auto). destruct (Nat.eqb k' k); auto.
    now apply entries_nth.
Qed.

(** From node to node, an entry after the other. *)
Lemma cone_entries c i j : cone G (val (p_alpha p)) c -> (i < n)%nat -> (j < n)%nat ->
  forall u', (u' <= u)%nat -> exists h, (h < n)%nat /\
    (forall k, (k < u)%nat -> entry_of k h = if (k <? u')%nat then entry_of k j else entry_of k i) /\
    alike (val (p_alpha p)) (fun k o => entry_of k (if Nat.eqb o 0 then i else j)) u' 0 1 * c i <= c h.
Proof.
  intros [C1 C2] Hi Hj. assert (A0 := g_alpha0 _ _ _ Hg). assert (A1 := g_alpha1 _ _ _ Hg).
  induction u' as [|u' IH]; intros Hu.
  - exists i. split; [auto|split; [intros; reflexivity|simpl; lra]].
  - destruct IH as [h [Hh [E L]]]; [lia|].
    assert (Hv : (entry_of u' j < v)%nat) by (apply Nat.mod_upper_bound; assert (Q := values_pos); lia).
    destruct (other_entry h u' (entry_of u' j) Hh ltac:(lia) Hv) as [h' [Hh' [St E']]]. exists h'.
    assert (T : val (p_alpha p) * c h <= c h').
    { destruct St as [->|St]; [specialize (C1 h Hh); nra|].
      specialize (C2 h h' 1%nat Hh Hh' St). rewrite pow_1 in C2. exact C2. }
    split; [auto|split].
    + intros k Hk. rewrite E' by auto. destruct (Nat.eqb_spec k u') as [->|D].
      * replace (u' <? S u')%nat with true; auto. symmetry. apply Nat.ltb_lt. lia.
      * rewrite E by auto. destruct (Nat.ltb_spec k u'), (Nat.ltb_spec k (S u')); auto; lia.
    + cbn [alike Nat.eqb]. destruct (Nat.eqb_spec (entry_of u' i) (entry_of u' j)) as [Ee|Ee].
      * assert (h' = h).
        { apply entries_all; auto. intros k Hk. rewrite E' by auto. destruct (Nat.eqb_spec k u') as [->|]; auto.
          rewrite E by auto. rewrite Nat.ltb_irrefl. auto. }
        subst. rewrite Rmult_1_r. exact L.
      * eapply Rle_trans; [|exact T]. eapply Rle_trans; [|apply Rmult_le_compat_l; [lra|exact L]]. apply Req_le. ring.
Qed.

Lemma alike_step c i j : cone G (val (p_alpha p)) c -> (i < n)%nat -> (j < n)%nat ->
  alike (val (p_alpha p)) (fun k o => entry_of k (if Nat.eqb o 0 then i else j)) u 0 1 * c i <= c j.
Proof.
  intros C Hi Hj. destruct (cone_entries c i j C Hi Hj u (Nat.le_refl u)) as [h [Hh [E L]]].
  assert (Ej : h = j); [|rewrite Ej in L; exact L]. apply entries_all; auto. intros k Hk. rewrite E by auto.
  destruct (Nat.ltb_spec k u); [auto|lia].
Qed.

(** ** The bound *)

Lemma few_outputs r m Y : (1 <= r)%nat -> (m <= r)%nat -> private_mechanism P m Y ->
  sum m (fun o => largest n (fun i => Y i o)) * share v (val (p_alpha p)) (INR r) u 0 <= 1.
Proof.
  intros Hr Hm [[Yp Ys] Pr]. change (nodes (the_graph P)) with n in Yp, Ys. set (a := val (p_alpha p)) in *.
  assert (A01 : 0 <= a <= 1) by (destruct Hg; unfold a; lra). assert (Np := g_nodes _ _ _ Hg). fold n in Np.
  assert (F : exists at_ : nat -> nat, forall o, (o < m)%nat -> (at_ o < n)%nat /\ largest n (fun i => Y i o) = Y (at_ o) o).
  { clear - Np. induction m as [|m' [f Hf]]; [exists (fun _ => O); intros; lia|].
    destruct (largest_spec n (fun i => Y i m') Np) as [[i [Hi E]] _].
    exists (fun o => if Nat.eqb o m' then i else f o). intros o Ho. destruct (Nat.eqb_spec o m'); [subst;
      auto|]. apply Hf. lia. }
  destruct F as [at_ Hat]. set (w := fun o => largest n (fun i => Y i o)).
  set (e := fun k o => entry_of k (at_ o)).
  assert (Wp : forall o, (o < m)%nat -> 0 <= w o) by (intros o Ho; unfold w; destruct (Hat o Ho) as [L ->]; apply Yp; auto).
  assert (V1 := values_pos).
  assert (Ev : forall k o, (o < m)%nat -> (e k o < v)%nat) by (intros; unfold e, entry_of; apply Nat.mod_upper_bound; lia).
  assert (R1 : 1 <= INR r) by (change 1 with (INR 1); apply le_INR; auto).
  assert (Co := collide v a (INR r) m w e A01 R1 V1 (le_INR _ _ Hm) Wp Ev u 0 (fun _ => O)).
  assert (Me : meets m w (fun _ => O) (alike a e u) <= sum m w).
  { unfold meets. rewrite sum_swap. apply sum_le. intros o' Ho'.
    apply Rle_trans with (w o' * sum m (fun o => Y (at_ o') o)); [|rewrite Ys by (apply Hat; auto); lra].
    rewrite <- sum_scale. apply sum_le. intros o Ho. unfold same. rewrite Nat.eqb_refl.
    apply Rle_trans with (w o' * (alike a e u o o' * w o)); [apply Req_le; ring|]. apply Rmult_le_compat_l; [auto|].
    destruct (Hat o Ho) as [L E]. unfold w. rewrite E.
    assert (Q := alike_step (fun i => Y i o) (at_ o) (at_ o') (private_column _ _ _ _ _ Pr Ho) L (proj1 (Hat o' Ho'))).
    fold a in Q. eapply Rle_trans; [|exact Q]. apply Req_le. f_equal. unfold e. clear. induction u; simpl; congruence. }
  assert (Sp := share_pos v a (INR r) A01 R1 V1 u 0). assert (Mp : 0 <= sum m w) by (apply sum_nonneg; auto).
  assert (Le : sum m w * sum m w * share v a (INR r) u 0 <= sum m w) by
    (eapply Rle_trans; [apply Co; intros; simpl; lia|exact Me]).
  destruct (Req_dec (sum m w) 0) as [Z|Z]; [fold w; rewrite Z; lra|].
  apply Rmult_le_reg_l with (sum m w); [lra|]. fold w. rewrite Rmult_1_r, <- Rmult_assoc. exact Le.
Qed.

(** Σ_o max_i x_io over the largest entry of the prior is no less than what is leaked. *)
Lemma leaks_no_more pi m Y : (forall i, (i < n)%nat -> 0 <= pi i) -> 0 < largest n pi -> private_mechanism P m Y ->
  leakage n m pi Y <= sum m (fun o => largest n (fun i => Y i o)).
Proof.
  intros Pp Pt [[Yp _] _]. unfold leakage. apply Rmult_le_reg_r with (largest n pi); auto.
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. rewrite <- sum_scale_r. apply sum_le. intros o Ho.
  assert (Np := g_nodes _ _ _ Hg). apply largest_le; [exact Np|]. intros i Hi.
  assert (A := largest_ge n (fun i => Y i o) i Hi). assert (B := largest_ge n pi i Hi). cbv beta in A.
  rewrite Rmult_comm. apply Rmult_le_compat; auto.
Qed.

(** The numbers of [share], those of one u after the other. *)
Fixpoint neighbours_mixed (l : list N) : list N :=
  match l with
  | x :: t => match t with y :: _ => add K (mul K (p_alpha p) x) (mul K (sub K one1 (p_alpha p)) y) :: neighbours_mixed t
                         | [] => [] end
  | [] => []
  end.
Fixpoint share_row (r k : nat) : list N :=
  match k with
  | O => map (fun j => of_frac K 1 (Pos.of_nat (Nat.min r (v ^ j)))) (seq 0 (S u))
  | S k => neighbours_mixed (share_row r k)
  end.
Definition few_bound (r : nat) : N := div K one1 (nth O (share_row r u) nil0).

Lemma neighbours_mixed_ok l : length (neighbours_mixed l) = (length l - 1)%nat /\ forall j, (S j < length l)%nat ->
  val (nth j (neighbours_mixed l) nil0) =
  val (p_alpha p) * val (nth j l nil0) + (1 - val (p_alpha p)) * val (nth (S j) l nil0).
Proof.
  induction l as [|x l [L H]]; [split; [auto|simpl; lia]|]. destruct l as [|y l]; [split; [auto|simpl; lia]|]. split.
  - simpl in *. lia.
  - intros [|j] Hj.
    + simpl. rewrite (val_add _ _ V), !(val_mul _ _ V), (val_sub _ _ V), (val_1 _ _ V). reflexivity.
    + change (val (nth j (neighbours_mixed (y :: l)) nil0) =
              val (p_alpha p) * val (nth j (y :: l) nil0) + (1 - val (p_alpha p)) * val (nth (S j) (y :: l) nil0)).
      apply H. simpl in *. lia.
Qed.

Lemma share_row_ok r k : (1 <= r)%nat -> length (share_row r k) = (S u - k)%nat /\ forall j, (j < S u - k)%nat ->
  val (nth j (share_row r k) nil0) = share v (val (p_alpha p)) (INR r) k j.
Proof.
  intros Hr. induction k as [|k [L H]].
  - split; [simpl; rewrite map_length, seq_length; lia|]. intros j Hj. cbn [share_row share].
    set (f := fun j => of_frac K 1 (Pos.of_nat (Nat.min r (v ^ j)))).
    rewrite (nth_indep _ nil0 (f O)) by (rewrite map_length, seq_length; lia). rewrite (map_nth f), seq_nth by lia.
    unfold f. rewrite (val_frac _ _ V). simpl plus. assert (Vp : (1 <= v ^ j)%nat).
    { assert (Q := values_pos). clear - Q. induction j; simpl; [lia|nia]. }
    rewrite <- (positive_nat_Z (Pos.of_nat _)), Nat2Pos.id by lia. rewrite <- INR_IZR_INZ.
    unfold Rdiv. rewrite Rmult_1_l. f_equal. rewrite <- pow_INR. unfold Rmin. destruct (Rle_dec _ _) as [A|A].
    + apply INR_le in A. now rewrite Nat.min_l.
    + rewrite Nat.min_r; auto. destruct (le_lt_dec r (v ^ j)) as [B|B]; [|lia]. exfalso. apply A. now apply le_INR.
  - destruct (neighbours_mixed_ok (share_row r k)) as [L' H']. cbn [share_row share]. rewrite L', L. split; [lia|].
    intros j Hj. rewrite H' by lia. rewrite !H by lia. reflexivity.
Qed.

Lemma share_is r : (1 <= r)%nat -> / share v (val (p_alpha p)) (INR r) u 0 =
  (/ val (p_alpha p)) ^ u / sum (S u) (fun t => C u t * (/ val (p_alpha p) - 1) ^ t / Rmin (INR r) (INR v ^ t)).
Proof.
  intros Hr. set (a := val (p_alpha p)). assert (A0 := g_alpha0 _ _ _ Hg). fold a in A0. rewrite share_sum by exact values_pos.
  assert (E : sum (S u) (fun t => C u t * (1 - a) ^ t * a ^ (u - t) / Rmin (INR r) (INR v ^ (0 + t))) =
              a ^ u * sum (S u) (fun t => C u t * (/ a - 1) ^ t / Rmin (INR r) (INR v ^ t))).
  { rewrite <- sum_scale. apply sum_ext. intros t Ht. simpl plus.
    replace (1 - a) with (a * (/ a - 1)) by (field; lra). rewrite Rpow_mult_distr.
    replace (a ^ u) with (a ^ t * a ^ (u - t)) by (rewrite <- pow_add; f_equal; lia). unfold Rdiv. ring. }
  rewrite E, Rinv_mult, pow_inv. reflexivity.
Qed.

Lemma few_bound_ok r : (1 <= r)%nat -> val (few_bound r) =
  (/ val (p_alpha p)) ^ u / sum (S u) (fun t => C u t * (/ val (p_alpha p) - 1) ^ t / Rmin (INR r) (INR v ^ t)) /\
  forall m Y, (m <= r)%nat -> private_mechanism P m Y -> sum m (fun o => largest n (fun i => Y i o)) <= val (few_bound r).
Proof.
  intros Hr. assert (A01 : 0 <= val (p_alpha p) <= 1) by (destruct Hg; lra).
  assert (R1 : 1 <= INR r) by (change 1 with (INR 1); apply le_INR; auto).
  assert (Sp := share_pos v (val (p_alpha p)) (INR r) A01 R1 values_pos u 0).
  destruct (share_row_ok r u Hr) as [_ E]. specialize (E O ltac:(lia)).
  assert (B : val (few_bound r) = / share v (val (p_alpha p)) (INR r) u 0).
  { unfold few_bound. rewrite (val_div _ _ V), (val_1 _ _ V), E by lra. unfold Rdiv. ring. }
  rewrite B. split; [now apply share_is|]. intros m Y Hm HY. assert (Q := few_outputs r m Y Hr Hm HY).
  apply Rmult_le_reg_r with (share v (val (p_alpha p)) (INR r) u 0); auto. rewrite Rinv_l by lra. exact Q.
Qed.
End Graph.
