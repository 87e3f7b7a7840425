(** Rounding, (ε, δ)-privacy, oblivious and derivable mechanisms. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Lemma abs_between x y : Rabs x <= y -> - y <= x <= y.
Proof. unfold Rabs. destruct (Rcase_abs x); lra. Qed.

Section More.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Local Notation quantity_of := (quantity_of K val).
Local Notation found := (list (name * nvalue N)).

Variable p : problem N.
Hypothesis Hg : good K val p.
Let n := p_nodes p.
Let m := p_outputs p.
Let P := instance_of K val p.
Let G := graph_of n (near_of K p).
Let rows := rows_of K p.
Local Notation proved := (proved K val p).
Hypothesis Ht : table_ok K n m rows = true.

Lemma rows_shape : length rows = n /\ forall i, (i < n)%nat -> length (nth i rows []) = m.
Proof. apply (table_shape K _ _ _ Ht). Qed.

(** ** Within rounding *)

Section Rounding.
Variable r : N.
Hypothesis Hr : p_rounding p = Some r.

Lemma rounding_is : rounding P = val r.
Proof. unfold P. simpl. rewrite Hr. reflexivity. Qed.

Definition near_b (M : list (list N)) : bool :=
  all2 (all2 (fun a x => le K a (add K x r) && le K x (add K a r))) M rows.

Lemma near_ok M : table_ok K n m M = true -> near_b M = true -> near P (mat M).
Proof.
  intros T H i o Hi Ho. destruct (table_shape K _ _ _ T) as [L Lr]. rewrite rounding_is.
  assert (A := all2_nth _ _ _ i [] [] H). rewrite L in A. specialize (A Hi).
  assert (B := all2_nth _ _ _ o nil0 nil0 A). rewrite Lr in B by auto. specialize (B Ho). cbv beta in B.
  apply andb_prop in B as [B1 B2]. apply (val_le _ _ V) in B1, B2. rewrite (val_add _ _ V) in B1, B2.
  change (Rabs (mat M i o - mat rows i o) <= val r). unfold Vectors.mat, Vectors.vec. apply Rabs_le. lra.
Qed.

Definition check_near (and_private : bool) (M : list (list N)) : bool :=
  table_ok K n m M && stochastic_b K M && near_b M && (if and_private then private_b K p (p_alpha p) M else true).

Lemma check_near_ok b M : check_near b M = true -> proved (if b then DpWithinRounding else StochasticWithinRounding) true [].
Proof.
  unfold check_near. intros H. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  split; [|intros ? ? []]. assert (S := stochastic_ok _ _ V _ _ _ H1 H2). assert (Ne := near_ok M H1 H3).
  destruct b; exists (mat M); split; auto. split; auto. apply (private_ok _ _ V); auto.
Qed.

(** max(0, x − r) where it shows, and 0 else: what no near entry ≥ 0 is below. *)
Definition low (x : N) : N := let d := sub K x r in if le K nil0 d then d else nil0.
Definition high (x : N) : N := add K x r.

Lemma low_ok x y : 0 <= y -> Rabs (y - val x) <= val r -> val (low x) <= y.
Proof.
  intros Hy H. apply abs_between in H. unfold low. destruct (le K nil0 (sub K x r)); [rewrite (val_sub _ _ V);
    lra|rewrite (val_0 _ _ V); lra].
Qed.
Lemma high_ok x y : Rabs (y - val x) <= val r -> y <= val (high x).
Proof. intros H. apply abs_between in H. unfold high. rewrite (val_add _ _ V). lra. Qed.

Lemma map_vec (f : N -> N) v i : (i < length v)%nat -> vec (map f v) i = val (f (nth i v nil0)).
Proof. intros H. unfold Vectors.vec. rewrite (nth_indep _ nil0 (f nil0)) by now rewrite map_length. now rewrite map_nth. Qed.

Definition no_row (i : nat) : bool :=
  let x := nth i rows [] in
  (i <? n)%nat && (existsb (fun x => lt K (high x) nil0) x || lt K one1 (lsum K (map low x)) || lt K (lsum K (map high x))
    one1).

Lemma no_row_ok i : no_row i = true -> proved StochasticWithinRounding false [].
Proof.
  unfold no_row. intros H. apply andb_prop in H as [Hi H]. apply Nat.ltb_lt in Hi. split; [|intros ? ? []].
  intros [M [[Mp Ms] Ne]]. destruct rows_shape as [L Lr]. specialize (Lr i Hi). specialize (Ms i Hi).
  assert (Nr : forall o, (o < m)%nat -> Rabs (M i o - val (nth o (nth i rows []) nil0)) <= val r).
  { intros o Ho. rewrite <- rounding_is. apply (Ne i o Hi Ho). }
  apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|].
  - apply (existsb_nth _ _ nil0) in H as [o [Ho H]]. rewrite Lr in Ho. apply (val_lt _ _ V) in H. rewrite (val_0 _ _ V) in H.
    assert (A := high_ok _ _ (Nr o Ho)). specialize (Mp i o Hi Ho). lra.
  - apply (val_lt _ _ V) in H. rewrite (lsum_val _ _ V), map_length, (val_1 _ _ V), Lr in H.
    apply (Rlt_not_le _ _ H). rewrite <- Ms. apply sum_le. intros o Ho. rewrite map_vec by (rewrite Lr; auto).
    apply low_ok; [apply Mp; auto|auto].
  - apply (val_lt _ _ V) in H. rewrite (lsum_val _ _ V), map_length, (val_1 _ _ V), Lr in H.
    apply (Rlt_not_le _ _ H). rewrite <- Ms. apply sum_le. intros o Ho. rewrite map_vec by (rewrite Lr; auto).
    apply high_ok; auto.
Qed.

(** What w·m_io is at least, where the sign of w shows. *)
Definition least_term (w x : N) : option N :=
  if le K nil0 w then Some (mul K w (low x)) else if le K w nil0 then Some (mul K w (high x)) else None.

Lemma least_term_ok w x y t : 0 <= y -> Rabs (y - val x) <= val r -> least_term w x = Some t -> val t <= val w * y.
Proof.
  intros Hy H. unfold least_term. assert (A := low_ok x y Hy H). assert (B := high_ok x y H).
  destruct (le K nil0 w) eqn:E; [|destruct (le K w nil0) eqn:E2; [|discriminate]]; intros I; inversion I;
    rewrite (val_mul _ _ V).
  - apply (val_le _ _ V) in E. rewrite (val_0 _ _ V) in E. nra.
  - apply (val_le _ _ V) in E2. rewrite (val_0 _ _ V) in E2. nra.
Qed.

Inductive far := Below (i o : nat) | Farkas (lambda : list N) (mus : list (list (nat * nat * nat * N))).

(** Σ_i of the least terms of a column, for λ − ν. *)
Definition far_column (pw lambda : list N) (column : list N) (mus : list (nat * nat * nat * N)) : option N :=
  summed K (map (fun wx => least_term (fst wx) (snd wx)) (map2 pair (map2 (sub K) lambda (drawn K p pw mus)) column)).

Definition check_far (f : far) : bool :=
  match f with
  | Below i o => (i <? n)%nat && (o <? m)%nat && lt K (high (nth o (nth i rows []) nil0)) nil0
  | Farkas lambda mus =>
      let most := longest_step (p_near p) in
      let pw := powers K (p_alpha p) most in
      of_length n lambda && of_length m mus && forallb (edges_ok K p most) mus &&
      match summed K (map (fun cm => far_column pw lambda (fst cm) (snd cm)) (map2 pair (transpose m rows) mus)) with
      | Some s => lt K (lsum K lambda) s
      | None => false
      end
  end.

Lemma check_far_ok f : check_far f = true -> proved DpWithinRounding false [].
Proof.
  intros H. split; [|intros ? ? []]. intros [M [[[Mp Ms] [_ Mpr]] Ne]]. destruct rows_shape as [L Lr].
  assert (Nr : forall i o, (i < n)%nat -> (o < m)%nat -> Rabs (M i o - val (nth o (nth i rows []) nil0)) <= val r).
  { intros i o Hi Ho. rewrite <- rounding_is. apply (Ne i o Hi Ho). }
  destruct f as [i o|lambda mus]; simpl in H.
  - apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1, H2. apply (val_lt _ _ V) in H3.
    rewrite (val_0 _ _ V) in H3. assert (A := high_ok _ _ (Nr i o H1 H2)). specialize (Mp i o H1 H2). lra.
  - set (pw := powers K (p_alpha p) (longest_step (p_near p))) in *.
    destruct (summed K _) as [s|] eqn:S; [|rewrite andb_false_r in H; discriminate].
    apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
    apply Nat.eqb_eq in H1, H2. apply (val_lt _ _ V) in H4. rewrite (lsum_val _ _ V), H1 in H4.
    destruct (columns_ok K val p m rows Ht) as [C1 [C2 C3]].
    set (nu := fun o => drawn K p pw (nth o mus [])).
    assert (Cone : forall o, (o < m)%nat -> cone G (val (p_alpha p)) (fun i => M i o)).
    { intros o Ho. split; [intros i Hi; apply Mp; auto|]. intros i h l Hi Hh Hs. apply (Mpr i h l o Hi Hh Hs Ho). }
    apply (Rlt_not_le _ _ H4).
    (* Σ of the least terms is at most Σ (λ − ν)·m, which is at most Σλ. *)
    rewrite (summed_val K val V (fun cm => far_column pw lambda (fst cm) (snd cm)) (map2 pair (transpose m rows) mus) ([],
      []) s m
      (fun o => match far_column pw lambda (nth o (transpose m rows) []) (nth o mus []) with Some t => val t | None => 0 end)
        S).
    3:{ intros o c Ho Hc. rewrite (map2_nth _ _ _ o [] []) in Hc by (rewrite ?C1; auto; rewrite C1; auto). cbn [fst snd] in Hc.
      now rewrite Hc. }
    2:{ rewrite map2_length; rewrite C1; auto. }
    apply Rle_trans with (sum m (fun o => sum n (fun i => (vec lambda i - vec (nu o) i) * M i o))).
    + apply sum_le. intros o Ho.
      assert (Known : exists t, far_column pw lambda (nth o (transpose m rows) []) (nth o mus []) = Some t).
      { destruct (summed_each K (fun cm => far_column pw lambda (fst cm) (snd cm)) _ ([], []) s o S) as [t Kt].
        - rewrite map2_length; rewrite C1; auto.
        - rewrite (map2_nth _ _ _ o [] []) in Kt by (rewrite ?C1; auto; rewrite C1; auto). eauto. }
      destruct Known as [t Kt]. rewrite Kt. unfold far_column in Kt.
      assert (Ld : length (drawn K p pw (nth o mus [])) = n) by apply drawn_length.
      assert (Lw : length (map2 (sub K) lambda (drawn K p pw (nth o mus []))) = n) by (rewrite map2_length; rewrite ?Ld; auto).
      rewrite (summed_val K val V (fun wx => least_term (fst wx) (snd wx)) _ (nil0, nil0) t n
        (fun i => match least_term (nth i (map2 (sub K) lambda (drawn K p pw (nth o mus []))) nil0) (nth i (nth o (transpose m
          rows) []) nil0) with
                  Some t => val t | None => 0 end) Kt).
      3:{ intros i c Hi Hc. rewrite (map2_nth _ _ _ i nil0 nil0) in Hc by (rewrite ?Lw, ?C2; auto). cbn [fst snd] in Hc.
        now rewrite Hc. }
      2:{ rewrite map2_length; rewrite Lw; auto. rewrite C2; auto. }
      apply sum_le. intros i Hi.
      assert (W : val (nth i (map2 (sub K) lambda (drawn K p pw (nth o mus []))) nil0) = vec lambda i - vec (nu o) i).
      { rewrite (map2_nth _ _ _ i nil0 nil0) by (rewrite ?Ld; auto; lia). apply (val_sub _ _ V). }
      rewrite <- W. destruct (least_term _ _) as [t'|] eqn:Lt.
      * apply (least_term_ok _ (nth i (nth o (transpose m rows) []) nil0)); [apply Mp; auto| |exact Lt].
        replace (val (nth i (nth o (transpose m rows) []) nil0)) with (val (nth o (nth i rows []) nil0)); [apply Nr; auto|].
           symmetry. apply (C3 i o Hi Ho).
      * exfalso. destruct (summed_each K (fun wx => least_term (fst wx) (snd wx)) _ (nil0, nil0) t i Kt) as [c Kc].
        -- rewrite map2_length; rewrite Lw; auto. rewrite C2; auto.
        -- rewrite (map2_nth _ _ _ i nil0 nil0) in Kc by (rewrite ?Lw, ?C2; auto). cbn [fst snd] in Kc. congruence.
    + apply Rle_trans with (sum m (fun o => sum n (fun i => vec lambda i * M i o))).
      * apply sum_le. intros o Ho. assert (D := drawn_ok K val V p (longest_step (p_near p)) (nth o mus []) (fun i => M i o)).
        assert (E : edges_ok K p (longest_step (p_near p)) (nth o mus []) = true) by (apply (forallb_nth _ mus o [] H3); lia).
        specialize (D E (Cone o Ho)). fold pw in D. fold (nu o) in D. fold n in D.
        replace (sum n (fun i => vec lambda i * M i o)) with (sum n (fun i => (vec lambda i - vec (nu o) i) * M i o) + sum n
          (fun i => vec (nu o) i * M i o)); [lra|].
        rewrite <- sum_plus. apply sum_ext. intros. ring.
      * rewrite sum_swap. apply Req_le. apply sum_ext. intros i Hi. rewrite sum_scale.
        change (vec lambda i * sum (outputs P) (M i) = vec lambda i). unfold P. rewrite (Ms i Hi). ring.
Qed.
End Rounding.

(** ** oblivious *)

Section Answers.
Variable answers : list nat.
Hypothesis Ha : p_answers p = Some answers.
Let ans i := nth i answers O.

Definition check_oblivious : bool :=
  forallb (fun i => forallb (fun h => if Nat.eqb (ans i) (ans h) then all2 (eqn K) (nth i rows []) (nth h rows []) else true)
    (seq 0 n)) (seq 0 n).
Definition not_oblivious (i h o : nat) : bool :=
  (i <? n)%nat && (h <? n)%nat && (o <? m)%nat && Nat.eqb (ans i) (ans h) &&
  let x := nth o (nth i rows []) nil0 in let y := nth o (nth h rows []) nil0 in lt K x y || lt K y x.

Lemma answer_is i : answer P i = ans i.
Proof. unfold P, ans. simpl. now rewrite Ha. Qed.

Lemma check_oblivious_ok : check_oblivious = true -> proved Oblivious true [].
Proof.
  intros H. split; [|intros ? ? []]. intros i h o Hi Hh Ho E. rewrite !answer_is in E. destruct rows_shape as [L Lr].
  assert (A := forallb_seq _ _ _ H Hi). cbv beta in A. assert (B := forallb_seq _ _ _ A Hh). cbv beta in B.
  rewrite E, Nat.eqb_refl in B. apply (all_eq _ _ V _ _ o B). rewrite Lr; auto.
Qed.

Lemma not_oblivious_ok i h o : not_oblivious i h o = true -> proved Oblivious false [].
Proof.
  unfold not_oblivious. intros H. apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4].
    apply andb_prop in H as [H H3].
  apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1, H2, H3. apply Nat.eqb_eq in H4. split; [|intros ? ? []].
  intros F. specialize (F i h o H1 H2 H3). rewrite !answer_is in F. specialize (F H4).
  change (val (nth o (nth i rows []) nil0) = val (nth o (nth h rows []) nil0)) in F.
  apply orb_prop in H5 as [H5|H5]; apply (val_lt _ _ V) in H5; lra.
Qed.
End Answers.

(** ** derivable *)

Section Derivable.
Variables (k q : nat) (Y : list (list N)).
Hypothesis Ho : nth k (p_others p) None = Some (q, Y).

Lemma other_shape : table_ok K n q Y = true.
Proof. exact (g_other _ _ _ Hg k q Y Ho). Qed.
Lemma other_is : other_outputs P k = q /\ other P k = mat Y.
Proof. unfold P. simpl. unfold other_of. rewrite Ho. auto. Qed.

Definition check_derivable (r : list (list N)) : bool :=
  stochastic_b K rows && table_ok K q m r && stochastic_b K r &&
  all2 (fun y x => all2 (eqn K) (map (dot K y) (transpose m r)) x) Y rows.

Lemma check_derivable_ok r : check_derivable r = true -> proved (Derivable k) true [].
Proof.
  unfold check_derivable. intros H. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3].
    apply andb_prop in H as [H1 H2].
  split; [|intros ? ? []]. destruct other_is as [Eq Eo]. split; [exact (stochastic_yes _ _ V p Ht H1)|].
  exists (mat r). fold P. rewrite Eq, Eo. split; [apply (stochastic_ok _ _ V); auto|]. intros i o Hi Hoo.
  destruct (table_shape K _ _ _ other_shape) as [Ly Lyr]. destruct (table_shape K _ _ _ H2) as [Lr Lrr].
  assert (A := all2_nth _ _ _ i [] [] H4). rewrite Ly in A. specialize (A Hi). cbv beta in A.
  unfold table_ok in H2. apply andb_prop in H2 as [_ H2].
  assert (Lt : length (transpose m r) = m) by now apply transpose_length.
  assert (B := all_eq _ _ V _ _ o A). rewrite map_length, Lt in B. specialize (B Hoo).
  change (product q (mat Y) (mat r) i o = vec (nth i rows []) o). rewrite <- B.
  unfold Vectors.vec at 1. rewrite (nth_indep _ nil0 (dot K (nth i Y []) [])) by (rewrite map_length, Lt; auto).
    rewrite map_nth.
  assert (Lc : length (nth o (transpose m r) []) = q) by (rewrite transpose_row; auto).
  rewrite (dot_val _ _ V) by (rewrite Lyr, Lc; auto). rewrite Lyr by auto. apply sum_ext. intros j Hj. f_equal.
  unfold Vectors.mat, Vectors.vec. now rewrite transpose_nth.
Qed.

Definition not_derivable (w : list (list N)) (nu : list N) : bool :=
  table_ok K n m w && of_length q nu &&
  all2 (fun y v => forallb (fun c => le K nil0 (add K (dot K y c) v)) (transpose m w)) (transpose q Y) nu &&
  lt K (add K (lsum K (map2 (dot K) rows w)) (lsum K nu)) nil0.

Lemma not_derivable_ok w nu : not_derivable w nu = true -> proved (Derivable k) false [].
Proof.
  unfold not_derivable. intros H. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3].
    apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H2. split; [|intros ? ? []]. intros [_ [r [[Rp Rs] E]]]. destruct other_is as [Eq Eo].
    fold P in Rp, Rs, E. rewrite Eq in Rp, Rs, E. rewrite Eo in E.
  change (outputs P) with m in Rp, Rs, E. change (nodes (the_graph P)) with n in E.
  destruct (table_shape K _ _ _ other_shape) as [Ly Lyr]. destruct (table_shape K _ _ _ H1) as [Lw Lwr].
  destruct rows_shape as [Lx Lxr].
  destruct (columns_ok K val p q Y other_shape) as [C1 [C2 C3]]. destruct (columns_ok K val p m w H1) as [D1 [D2 D3]].
  apply (val_lt _ _ V) in H4. rewrite (val_add _ _ V), (val_0 _ _ V), !(lsum_val _ _ V), map2_length, Lx, H2 in H4 by lia.
  assert (A : forall o c, (o < q)%nat -> (c < m)%nat -> 0 <= sum n (fun i => mat Y i o * mat w i c) + vec nu o).
  { intros o c Ho' Hc. assert (Q := all2_nth _ _ _ o [] nil0 H3). rewrite C1 in Q. specialize (Q Ho'). cbv beta in Q.
    assert (Q' := forallb_nth _ _ c [] Q). rewrite D1 in Q'. specialize (Q' Hc). cbv beta in Q'. apply (val_le _ _ V) in Q'.
    rewrite (val_0 _ _ V), (val_add _ _ V), (dot_val _ _ V), C2 in Q' by (rewrite ?C2, ?D2; auto).
    eapply Rle_trans; [exact Q'|]. apply Req_le. f_equal. apply sum_ext. intros i Hi.
    change (mat (transpose q Y) o i * mat (transpose m w) c i = mat Y i o * mat w i c). rewrite C3, D3 by auto. reflexivity. }
  apply (Rlt_not_le _ _ H4).
  apply Rle_trans with (sum q (fun o => sum m (fun c => r o c * (sum n (fun i => mat Y i o * mat w i c) + vec nu o)))).
  - apply sum_nonneg. intros o Ho'. apply sum_nonneg. intros c Hc. apply Rmult_le_pos; [apply Rp; auto|apply A; auto].
  - apply Req_le. rewrite (sum_ext q _ (fun o => sum m (fun c => r o c * sum n (fun i => mat Y i o * mat w i c)) + vec nu o)).
    2:{ intros o Ho'. rewrite (sum_ext m _ (fun c => r o c * sum n (fun i => mat Y i o * mat w i c) + r o c * vec nu o)) by
      (intros; ring).
        rewrite sum_plus, sum_scale_r, (Rs o Ho'). ring. }
    rewrite sum_plus. f_equal.
    transitivity (sum n (fun i => sum m (fun c => X P i c * mat w i c))).
    + rewrite (sum_ext q _ (fun o => sum m (fun c => sum n (fun i => r o c * (mat Y i o * mat w i c))))) by (intros;
      apply sum_ext; intros; now rewrite sum_scale).
      rewrite sum_swap. rewrite (sum_ext m _ (fun c => sum n (fun i => sum q (fun o => r o c * (mat Y i o * mat w i c))))) by
        (intros; apply sum_swap).
      rewrite sum_swap. apply sum_ext. intros i Hi. apply sum_ext. intros c Hc. rewrite <- (E i c Hi Hc). unfold product.
      rewrite <- sum_scale_r. apply sum_ext. intros o Ho'. ring.
    + apply sum_ext. intros i Hi. unfold Vectors.vec. rewrite (map2_nth _ _ _ i [] []) by (rewrite ?Lx; auto; lia).
      rewrite (dot_val _ _ V) by (rewrite Lxr, Lwr; auto). rewrite Lxr by auto. reflexivity.
Qed.
End Derivable.
End More.
