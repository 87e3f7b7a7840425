(** Optimal for every prior, by the binary gain: X remaps to a tight-constraints mechanism Φ·diag(z),
  and there is a matrix M with 1·M = z such that for each
    guess w, and all u and c, c·(Mu) is Σ_r u_r c_r over some nodes r, w among them,
      and Σ k·(u_h − α^l u_i)(c_h − α^l c_i) over some edges
    i → h, k ≥ 0. On a forest there is one. Then, for u_k = max_i π_i Φ_ik,
      λ = Mu bounds the utility of every private mechanism, and
    Σλ = Σ z_k u_k is no more than that of X. *)

From Coq Require Import Reals List Lra Lia Arith ZArith Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Section More.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).

Variable p : problem N.
Hypothesis Hg : good K val p.
Let n := p_nodes p.
Let m := p_outputs p.
Let P := instance_of K val p.
Let G := graph_of n (near_of K p).
Let rows := rows_of K p.
Hypothesis Ht : table_ok K n m rows = true.
Variable phi : list (list N).
Hypothesis Hphi : is_phi K val p phi.

(** ** Matrices to which numbers are added *)

Fixpoint at_row (i : nat) (f : list N -> list N) (M : list (list N)) : list (list N) :=
  match M, i with [], _ => [] | r :: M, O => f r :: M | r :: M, S i => r :: at_row i f M end.
Definition add_to (i j : nat) (x : N) (M : list (list N)) : list (list N) := at_row i (add_at K j x) M.

Lemma at_row_nth i f M a : (i < length M)%nat -> nth a (at_row i f M) [] = if Nat.eqb a i then f (nth a M []) else nth a M [].
Proof. revert i a; induction M; simpl; intros i a' H; [lia|]. destruct i, a'; simpl; auto. apply IHM. lia. Qed.

Definition square (M : list (list N)) : Prop := length M = n /\ forall i, (i < n)%nat -> length (nth i M []) = n.

Lemma add_to_square i j x M : (i < n)%nat -> square M -> square (add_to i j x M).
Proof.
  intros Hi [L Lr]. unfold add_to. assert (La : length (at_row i (add_at K j x) M) = n).
  { rewrite <- L. clear. revert i. induction M; destruct i; simpl; auto. }
  split; auto. intros a Ha. rewrite at_row_nth by lia. destruct (Nat.eqb a i); [rewrite add_at_length|]; apply Lr; auto.
Qed.

(** c·(Mu). *)
Definition bil (M : list (list N)) (u c : nat -> R) : R := sum n (fun i => c i * sum n (fun j => mat M i j * u j)).

Lemma bil_add i j x M u c : (i < n)%nat -> (j < n)%nat -> square M -> bil (add_to i j x M) u c = bil M u c + val x * u j * c i.
Proof.
  intros Hi Hj [L Lr]. unfold bil.
  rewrite <- (sum_pick n i (fun a => val x * u j * c a) Hi), <- sum_plus. apply sum_ext. intros a Ha.
  unfold Vectors.mat, add_to. rewrite at_row_nth by lia. destruct (Nat.eqb_spec a i) as [->|]; [|ring].
  rewrite (add_at_dot K val V j x (nth i M []) u n Hj) by (apply Lr; auto). ring.
Qed.

Definition zero_matrix : list (list N) := repeat (repeat nil0 n) n.
Lemma zero_square : square zero_matrix.
Proof.
  unfold zero_matrix. split; [apply repeat_length|]. intros i Hi.
    rewrite nth_indep with (d' := repeat nil0 n) by now rewrite repeat_length.
  rewrite nth_repeat. apply repeat_length.
Qed.
Lemma bil_zero u c : bil zero_matrix u c = 0.
Proof.
  unfold bil. apply sum_zero. intros i Hi. rewrite sum_zero; [ring|]. intros j Hj. unfold Vectors.mat, zero_matrix.
  rewrite nth_indep with (d' := repeat nil0 n) by now rewrite repeat_length. rewrite nth_repeat, (zeros_vec K val V). ring.
Qed.

(** ** The form of a guess *)

Definition power_at (l : nat) : N := nth l (powers K (p_alpha p) l) nil0.
Lemma power_at_val l : val (power_at l) = val (p_alpha p) ^ l.
Proof. apply (val_powers _ _ V). auto. Qed.

Definition term_matrix (e : nat * nat * nat) (M : list (list N)) : list (list N) :=
  match e with (i, h, l) =>
    let a := power_at l in
    let k := div K one1 (sub K one1 (mul K a a)) in
    let ka := sub K nil0 (mul K k a) in
    add_to h h k (add_to h i ka (add_to i h ka (add_to i i (mul K k (mul K a a)) M)))
  end.
Definition form (t : list nat * list (nat * nat * nat)) : list (list N) :=
  fold_right term_matrix (fold_right (fun r M => add_to r r one1 M) zero_matrix (fst t)) (snd t).

(** Edges that are there, with u_h ≥ α^l u_i for every row u of Φ, and 1 − α^2l > 0. *)
Definition term_ok (e : nat * nat * nat) : bool :=
  match e with (i, h, l) =>
    (i <? n)%nat && (h <? n)%nat && has_edge K p i h l && lt K nil0 (sub K one1 (mul K (power_at l) (power_at l))) &&
    all2 (le K) (scale K (power_at l) (nth i phi [])) (nth h phi [])
  end.
Definition form_ok (w : nat) (t : list nat * list (nat * nat * nat)) : bool :=
  existsb (Nat.eqb w) (fst t) && forallb (fun r => r <? n)%nat (fst t) && forallb term_ok (snd t).

Lemma roots_ok l u c : forallb (fun r => r <? n)%nat l = true ->
  square (fold_right (fun r M => add_to r r one1 M) zero_matrix l) /\
  bil (fold_right (fun r M => add_to r r one1 M) zero_matrix l) u c = fold_right (fun r s => u r * c r + s) 0 l.
Proof.
  induction l as [|r l IH]; simpl; intros H; [split; [apply zero_square|apply bil_zero]|].
  apply andb_prop in H as [Hr H]. apply Nat.ltb_lt in Hr. destruct (IH H) as [S E]. split; [apply add_to_square; auto|].
  rewrite bil_add by auto. rewrite E, (val_1 _ _ V). ring.
Qed.

Lemma terms_ok l M u c : forallb term_ok l = true -> square M ->
  (forall i h k, In (i, h, k) l -> 0 <= (u h - val (p_alpha p) ^ k * u i) * (c h - val (p_alpha p) ^ k * c i)) ->
  square (fold_right term_matrix M l) /\ bil M u c <= bil (fold_right term_matrix M l) u c.
Proof.
  induction l as [|[[i h] k] l IH]; intros H S Hp; [split; [auto|simpl; lra]|]. cbn [forallb] in H.
    apply andb_prop in H as [He H].
  destruct (IH H S) as [S' L]; [intros; apply Hp; simpl; auto|]. cbn [fold_right]. set (M' := fold_right term_matrix M l) in *.
  unfold term_ok in He. apply andb_prop in He as [He _]. apply andb_prop in He as [He Hl]. apply andb_prop in He as [He _].
  apply andb_prop in He as [Hi Hh]. apply Nat.ltb_lt in Hi, Hh. apply (val_lt _ _ V) in Hl.
  rewrite (val_0 _ _ V), (val_sub _ _ V), (val_mul _ _ V), (val_1 _ _ V), power_at_val in Hl.
  specialize (Hp i h k (or_introl eq_refl)). unfold term_matrix.
  set (a := power_at k) in *. set (q := div K one1 (sub K one1 (mul K a a))) in *.
  assert (Ea : val a = val (p_alpha p) ^ k) by apply power_at_val.
  assert (Eq : val q = / (1 - val a * val a)).
  { unfold q. rewrite (val_div _ _ V) by (rewrite (val_sub _ _ V), (val_mul _ _ V), (val_1 _ _ V), Ea; lra).
    rewrite (val_sub _ _ V), (val_mul _ _ V), (val_1 _ _ V). unfold Rdiv. ring. }
  assert (Qp : 0 < val q) by (rewrite Eq; apply Rinv_0_lt_compat; rewrite Ea; lra).
  assert (S1 := add_to_square i i (mul K q (mul K a a)) M' Hi S').
  assert (S2 := add_to_square i h (sub K nil0 (mul K q a)) _ Hi S1).
  assert (S3 := add_to_square h i (sub K nil0 (mul K q a)) _ Hh S2).
  split; [apply add_to_square; auto|].
  rewrite !bil_add by auto. rewrite !(val_sub _ _ V), !(val_mul _ _ V), (val_0 _ _ V). rewrite <- Ea in Hp.
  assert (0 <= val q * ((u h - val a * u i) * (c h - val a * c i))) by (apply Rmult_le_pos; lra). nra.
Qed.

Lemma form_covers w t u c : form_ok w t = true -> cone G (val (p_alpha p)) c -> (forall i, (i < n)%nat -> 0 <= u i) ->
  (forall i h k, (i < n)%nat -> (h < n)%nat -> In (h, k) (near_of K p i) -> (forall j, (j < n)%nat ->
    val (p_alpha p) ^ k * mat phi i j <= mat phi h j) ->
     val (p_alpha p) ^ k * u i <= u h) ->
  u w * c w <= bil (form t) u c.
Proof.
  intros H [C1 C2] Hu Hs. unfold form_ok in H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  destruct (roots_ok (fst t) u c H2) as [S E]. destruct (terms_ok (snd t) _ u c H3 S) as [_ L].
  { intros i h k Hin. rewrite forallb_forall in H3. specialize (H3 _ Hin). unfold term_ok in H3.
    apply andb_prop in H3 as [H3 Hle]. apply andb_prop in H3 as [H3 _]. apply andb_prop in H3 as [H3 He].
    apply andb_prop in H3 as [Hi Hh]. apply Nat.ltb_lt in Hi, Hh. apply has_edge_in in He.
    assert (A : val (p_alpha p) ^ k * u i <= u h).
    { apply (Hs i h k Hi Hh He). intros j Hj. destruct (table_shape K _ _ _ (f_shape _ _ _ _ Hphi)) as [_ Lp].
      assert (Q := all_le _ _ V _ _ j Hle). unfold scale in Q at 1. rewrite map_length, Lp in Q by auto. specialize (Q Hj).
      rewrite (scale_vec _ _ V), power_at_val in Q. exact Q. }
    specialize (C2 i h k Hi Hh He). apply Rmult_le_pos; lra. }
  unfold form. eapply Rle_trans; [|exact L]. rewrite E. clear E L S H3. induction (fst t) as [|r l IH]; [discriminate|].
  simpl in H1, H2 |- *. apply andb_prop in H2 as [Hr H2]. apply Nat.ltb_lt in Hr.
  assert (Rest : 0 <= fold_right (fun r s => u r * c r + s) 0 l).
  { clear - H2 Hu C1. induction l as [|r l IH]; simpl; [lra|]. simpl in H2. apply andb_prop in H2 as [Hr H2].
    apply Nat.ltb_lt in Hr.
    specialize (IH H2). assert (0 <= u r * c r) by (apply Rmult_le_pos; [apply Hu|apply C1]; auto). lra. }
  assert (0 <= u r * c r) by (apply Rmult_le_pos; [apply Hu|apply C1]; auto).
  destruct (Nat.eqb_spec w r) as [->|]; [lra|]. simpl in H1. specialize (IH H1 H2). lra.
Qed.

(** ** The check *)

Definition the_remap (remap : list nat) (o j : nat) : R := if Nat.eqb j (nth o remap O) then 1 else 0.

Definition check_universal (remap : list nat) (M : list (list N)) (forms : list (list nat * list (nat * nat * nat))) : bool :=
  let t := map (remapped K p remap) rows in
  let diagonal := map2 (fun i r => nth i r nil0) (seq 0 n) t in
  check_tight_yes K p phi remap && table_ok K n n M &&
  all2 (fun c z => eqn K (lsum K c) z) (transpose n M) diagonal &&
  all2 (fun w f => form_ok w f && all2 (all2 (eqn K)) (form f) M) (seq 0 n) forms.

Lemma tight_facts remap : check_tight_yes K p phi remap = true ->
  let t := map (remapped K p remap) rows in
  stochastic m n (the_remap remap) /\ length t = n /\
  (forall i j, (i < n)%nat -> (j < n)%nat -> mat t i j = product m (X P) (the_remap remap) i j) /\
  (forall i j, (i < n)%nat -> (j < n)%nat -> mat t i j = mat phi i j * mat t j j).
Proof.
  intros H t. unfold check_tight_yes in H. apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4].
    apply andb_prop in H as [H H3].
  apply Nat.eqb_eq in H3. destruct (table_shape K _ _ _ Ht) as [Lr Lm].
  assert (Lt : length t = n) by (unfold t; rewrite map_length; auto).
  split; [|split; [auto|split]].
  - split.
    + intros o j _ _. unfold the_remap. destruct (Nat.eqb j (nth o remap O)); lra.
    + intros o Ho. apply (sum_pick n (nth o remap O) (fun _ => 1)).
      assert (Q := forallb_nth _ remap o O H4). rewrite H3 in Q. specialize (Q Ho). now apply Nat.ltb_lt in Q.
  - intros i j Hi Hj. unfold Vectors.mat, t. rewrite (nth_indep _ [] (remapped K p remap [])) by (rewrite map_length, Lr;
    exact Hi).
    rewrite map_nth. rewrite (remapped_ok K val V p) by auto. reflexivity.
  - intros i j Hi Hj. assert (Q := all2_nth _ _ _ i [] [] H5). fold rows in Q. fold t in Q. rewrite Lt in Q. specialize (Q Hi).
    assert (Lti : length (nth i t []) = n).
    { unfold t. rewrite (nth_indep _ [] (remapped K p remap [])) by (rewrite map_length, Lr; exact Hi). rewrite map_nth.
      apply remapped_length. }
    assert (Q' := all_eq _ _ V _ _ j Q). rewrite Lti in Q'. specialize (Q' Hj). unfold Vectors.mat at 1. rewrite Q'.
    destruct (table_shape K _ _ _ (f_shape _ _ _ _ Hphi)) as [_ Lp].
    assert (Ld : length (map2 (fun i r => nth i r nil0) (seq 0 n) t) = n) by (rewrite map2_length, seq_length; auto;
      rewrite seq_length; auto).
    unfold Vectors.vec at 1. rewrite (map2_nth _ (nth i phi []) _ j nil0 nil0) by (rewrite Lp, ?Ld; auto).
    rewrite (val_mul _ _ V). rewrite (map2_nth _ _ _ j O []) by (rewrite seq_length; auto). rewrite seq_nth by auto.
      reflexivity.
Qed.

Lemma check_universal_ok remap M forms : check_universal remap M forms = true -> proved K val p UniversallyOptimal true [].
Proof.
  unfold check_universal. intros H. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3].
    apply andb_prop in H as [H1 H2].
  destruct (tight_facts remap H1) as [Rs [Lt [T1 T2]]]. set (t := map (remapped K p remap) rows) in *.
  assert (Yes := check_tight_yes_ok _ _ V p Ht phi Hphi remap H1). destruct Yes as [[S [Pr _]] _].
  split; [|intros ? ? []]. split; [exact S|split; [exact Pr|]]. intros pi Pn _ m' Y [Ys Yp].
  destruct (table_shape K _ _ _ H2) as [LM LMr].
  set (u := fun k => largest n (fun i => pi i * mat phi i k)).
  assert (Np := g_nodes _ _ _ Hg). fold n in Np. assert (A0 := alpha_pos K val p Hg).
  assert (Ph := fun i j Hi Hj => similarity_nonneg G (val (p_alpha p)) (mat phi) A0 (f_known _ _ _ _ Hphi) i j Hi Hj).
  assert (Sym := f_sym _ _ _ _ Hphi).
  assert (Up : forall i, (i < n)%nat -> 0 <= u i).
  { intros i Hi. unfold u. destruct (largest_spec n (fun a => pi a * mat phi a i) Np) as [[a [Ha ->]] _].
    apply Rmult_le_pos; [apply Pn; auto|apply Ph; auto]. }
  set (lam := fun i => sum n (fun j => mat M i j * u j)).
  (* λ covers each guess *)
  assert (Cov : forall w c, (w < n)%nat -> cone G (val (p_alpha p)) c ->
    sum n (fun i => pi i * binary w i * c i) <= sum n (fun i => lam i * c i)).
  { intros w c Hw C. apply Rle_trans with (u w * c w).
    - apply Rle_trans with (pi w * c w).
      + apply Req_le. rewrite <- (sum_pick n w (fun i => pi i * c i) Hw). apply sum_ext. intros i Hi. unfold binary.
        rewrite (Nat.eqb_sym w i). destruct (Nat.eqb i w); ring.
      + apply Rmult_le_compat_r; [apply C; auto|]. unfold u.
        eapply Rle_trans; [|apply (largest_ge n (fun a => pi a * mat phi a w) w Hw)].
        rewrite (similarity_diag G (val (p_alpha p)) (mat phi) (f_known _ _ _ _ Hphi) w Hw). lra.
    - assert (Q := all2_nth _ _ _ w O ([], []) H4). rewrite seq_length in Q. specialize (Q Hw). rewrite seq_nth in Q by auto.
      cbv beta in Q. apply andb_prop in Q as [Q1 Q2]. simpl plus in Q1.
      assert (B := form_covers w (nth w forms ([], [])) u c Q1 C Up).
      eapply Rle_trans; [apply B|].
      + intros i h k Hi Hh _ Le. unfold u. destruct (largest_spec n (fun a => pi a * mat phi a i) Np) as [[a [Ha ->]] _].
        eapply Rle_trans; [|apply (largest_ge n (fun a => pi a * mat phi a h) a Ha)].
        specialize (Le a Ha). rewrite (Sym a i), (Sym a h) by auto. specialize (Pn a Ha).
        replace (val (p_alpha p) ^ k * (pi a * mat phi i a)) with (pi a * (val (p_alpha p) ^ k * mat phi i a)) by ring.
        apply Rmult_le_compat_l; auto.
      + apply Req_le. unfold bil. apply sum_ext. intros i Hi. unfold lam. rewrite Rmult_comm. f_equal. apply sum_ext.
        intros j Hj. f_equal.
        assert (Lf : length (form (nth w forms ([], []))) = n) by (rewrite (all2_length _ _ _ Q2); auto).
        assert (R := all2_nth _ _ _ i [] [] Q2). rewrite Lf in R. specialize (R Hi).
        assert (Lr := all2_length _ _ _ R). rewrite LMr in Lr by auto.
        apply (all_eq _ _ V _ _ j R). lia. }
  unfold binary_utility at 1. eapply Rle_trans; [apply (dual_bound G (val (p_alpha p)) n binary pi lam m' Y Np Cov Ys Yp)|].
  (* Σλ = Σ z_j u_j *)
  assert (Z : sum n lam = sum n (fun j => mat t j j * u j)).
  { unfold lam. rewrite sum_swap. apply sum_ext. intros j Hj. rewrite sum_scale_r. f_equal.
    unfold table_ok in H2. apply andb_prop in H2 as [_ H2].
    assert (Lc : length (transpose n M) = n) by now apply transpose_length.
    assert (Q := all2_nth _ _ _ j [] nil0 H3). rewrite Lc in Q. specialize (Q Hj). cbv beta in Q. apply (val_eq _ _ V) in Q.
    rewrite (lsum_val _ _ V), transpose_row, LM in Q by auto.
    rewrite (map2_nth _ _ _ j O []) in Q by (rewrite seq_length; auto). rewrite seq_nth in Q by auto.
    change (mat t j j) with (val (nth j (nth j t []) nil0)). simpl plus in Q. rewrite <- Q. apply sum_ext. intros i Hi.
    unfold Vectors.mat, Vectors.vec. now rewrite transpose_nth. }
  change (sum n lam <= binary_utility n m pi (X P)). rewrite Z, binary_is_guessed by exact Np.
  apply Rle_trans with (sum n (fun j => sum m (fun o => largest n (fun w => pi w * X P w o) * the_remap remap o j))).
  - apply sum_le. intros j Hj. unfold u. destruct (largest_spec n (fun a => pi a * mat phi a j) Np) as [[a [Ha ->]] _].
    replace (mat t j j * (pi a * mat phi a j)) with (pi a * mat t a j) by (rewrite (T2 a j) by auto; ring).
    rewrite T1 by auto. unfold product. rewrite <- sum_scale. apply sum_le. intros o Ho. rewrite <- Rmult_assoc.
    apply Rmult_le_compat_r; [apply Rs; auto|]. apply (largest_ge n (fun w => pi w * X P w o) a Ha).
  - rewrite sum_swap. apply Req_le. apply sum_ext. intros o Ho. rewrite sum_scale. destruct Rs as [_ Rs]. rewrite Rs by auto.
    ring.
Qed.

(** ** Where no output is possible in two components *)

(** [f] names for each node one at the similarity 1, the same for that one; of these no two share an output. At α =
    1 that is one
    for each component. *)
Definition is_named (f : list nat) (k : nat) : bool := (nth k f O =? k)%nat.
Definition check_components (f : list nat) : bool :=
  stochastic_b K rows && private_b K p (p_alpha p) rows && of_length n f &&
  all2 (fun i k => (k <? n)%nat && is_named f k && eqn K (nth i (nth k phi []) nil0) one1) (seq 0 n) f &&
  forallb (fun c => (length (filter (fun k => is_named f k && negb (eqn K (nth k c nil0) nil0)) (seq 0 n)) <=? 1)%nat)
    (transpose m rows).

Lemma one_term (t : nat -> R) (named : nat -> bool) b : 0 <= b ->
  (length (filter named (seq 0 n)) <= 1)%nat -> (forall k, (k < n)%nat -> named k = false -> t k = 0) ->
  (forall k, (k < n)%nat -> t k <= b) -> sum n t <= b.
Proof.
  intros B L Z T. destruct (filter named (seq 0 n)) as [|k l] eqn:F.
  - rewrite sum_zero; auto. intros k Hk. apply Z; auto. destruct (named k) eqn:E; auto.
    assert (I : In k (filter named (seq 0 n))) by (apply filter_In; split; [apply in_seq;
      lia|auto]). rewrite F in I. destruct I.
  - assert (I : In k (filter named (seq 0 n))) by (rewrite F; simpl; auto). apply filter_In in I as [I _]. apply in_seq in I.
    rewrite (sum_ext n t (fun j => if Nat.eqb j k then t j else 0)); [rewrite sum_pick by lia; apply T; lia|].
    intros j Hj. destruct (Nat.eqb_spec j k); auto. apply Z; auto. destruct (named j) eqn:E; auto.
    assert (J : In j (filter named (seq 0 n))) by (apply filter_In; split; [apply in_seq; lia|auto]). rewrite F in J.
    destruct J as [J|J]; [congruence|]. destruct l; [destruct J|simpl in L; lia].
Qed.

Lemma check_components_ok f : check_components f = true -> proved K val p UniversallyOptimal true [].
Proof.
  unfold check_components. intros H. apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4].
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H3.
  apply (stochastic_yes _ _ V p Ht) in H1. apply (private_ok _ _ V p _ m rows Ht) in H2.
  split; [|intros ? ? []]. split; [exact H1|split; [exact H2|]]. intros pi Pn _ m' Y [Ys Yp].
  assert (Np := g_nodes _ _ _ Hg). fold n in Np. assert (A0 := alpha_pos K val p Hg).
  assert (Ph := fun i j Hi Hj => similarity_nonneg G (val (p_alpha p)) (mat phi) A0 (f_known _ _ _ _ Hphi) i j Hi Hj).
  set (y := fun k => if is_named f k then largest n (fun w => mat phi k w * pi w) else 0).
  assert (Yn : forall k, (k < n)%nat -> 0 <= y k).
  { intros k Hk. unfold y. destruct (is_named f k); [|lra].
    destruct (largest_spec n (fun w => mat phi k w * pi w) Np) as [[a [Ha ->]] _]. apply Rmult_le_pos; auto. }
  assert (Cov : forall i, (i < n)%nat -> pi i <= sum n (fun j => mat phi i j * y j)).
  { intros i Hi. assert (Q := all2_nth _ _ _ i O O H4). rewrite seq_length in Q. specialize (Q Hi). rewrite seq_nth in Q by
    auto.
    cbv beta in Q. simpl plus in Q. apply andb_prop in Q as [Q Q3]. apply andb_prop in Q as [Q1 Q2]. apply Nat.ltb_lt in Q1.
    set (k := nth i f O) in *. apply (val_eq _ _ V) in Q3. rewrite (val_1 _ _ V) in Q3. change (mat phi k i = 1) in Q3.
    eapply Rle_trans; [|apply (sum_term n k (fun j => mat phi i j * y j)); auto; intros; apply Rmult_le_pos; auto].
    rewrite (f_sym _ _ _ _ Hphi i k), Q3, Rmult_1_l by auto. unfold y. rewrite Q2.
    eapply Rle_trans; [|apply (largest_ge n (fun w => mat phi k w * pi w) i Hi)]. rewrite Q3. lra. }
  unfold binary_utility at 1.
  eapply Rle_trans; [apply (dual_bound G (val (p_alpha p)) n binary pi y m' Y Np)|]; auto.
  { intros w c Hw C. apply (cover_dual G (val (p_alpha p)) (mat phi) A0 (inside _ _ p Hg) (f_known _ _ _ _ Hphi)
    y pi w c); auto. }
  change (sum n y <= binary_utility n m pi (X P)). rewrite binary_is_guessed by exact Np. destruct H1 as [Xp Xs].
  apply Rle_trans with (sum m (fun o => sum n (fun k => y k * X P k o))).
  { rewrite sum_swap. apply Req_le. apply sum_ext. intros k Hk. rewrite sum_scale.
    rewrite <- (Rmult_1_r (y k)) at 1. f_equal. symmetry. exact (Xs k Hk). }
  apply sum_le. intros o Ho. destruct (columns_ok K val p _ _ Ht) as [Lc [Lo Em]]. fold n in Lc, Lo, Em.
  assert (Q := forallb_nth _ _ o [] H5). rewrite Lc in Q. specialize (Q Ho). cbv beta in Q. apply Nat.leb_le in Q.
  assert (Each : forall w, (w < n)%nat -> pi w * X P w o <= largest n (fun w => pi w * X P w o)).
  { intros w Hw. apply (largest_ge n (fun w => pi w * X P w o) w Hw). }
  refine (one_term _ _ _ _ Q _ _).
  - eapply Rle_trans; [|apply (Each O Np)]. apply Rmult_le_pos; [apply Pn; exact Np|apply Xp; [exact Np|exact Ho]].
  - intros k Hk E. unfold y. destruct (is_named f k); [|ring]. cbn [andb] in E. apply negb_false_iff in E.
    apply (val_eq _ _ V) in E. rewrite (val_0 _ _ V) in E. change (mat (transpose m rows) o k = 0) in E.
    rewrite Em in E by auto. change (X P k o) with (mat rows k o). rewrite E. ring.
  - intros k Hk. unfold y. destruct (is_named f k).
    + destruct (largest_spec n (fun w => mat phi k w * pi w) Np) as [[w [Hw ->]] _].
      eapply Rle_trans; [|apply (Each w Hw)].
      assert (C := similarity_cone G (val (p_alpha p)) (mat phi) A0 (inside _ _ p Hg) (f_known _ _ _ _ Hphi)
        (fun i => X P i o) k w
        (private_column _ _ _ _ _ H2 Ho) Hk Hw). cbv beta in C. specialize (Pn w Hw).
      replace (mat phi k w * pi w * X P k o) with (pi w * (mat phi k w * X P k o)) by ring. apply Rmult_le_compat_l; auto.
    + rewrite Rmult_0_l. eapply Rle_trans; [|apply (Each O Np)]. apply Rmult_le_pos; [apply Pn; exact Np|apply Xp;
      [exact Np|exact Ho]].
Qed.
End More.
