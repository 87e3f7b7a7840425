(** The checks of a product of copies of one mechanism, that are made of it. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors Events Tests Values
  Leakages Copies.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Section Products.
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
Variable u : nat.
Let n := p_nodes p.
Let m := p_outputs p.
Let P := instance_of K val p.
Let rows := rows_of K p.
Let A := copies u (fun j k => vec (each_of K p j k)) P.

Definition proved_of (Q : instance) (c : claim) (yes : bool) (values : found) : Prop :=
  (if yes then holds Q c else ~ holds Q c) /\ forall what v, In (what, v) values -> value Q c what (quantity_of v).

Hypothesis Ht : table_ok K n m rows = true.

(** There is a copy, and no entry is negative. *)
Definition copies_ok : bool := (1 <=? u)%nat && forallb (nonneg K) rows.
Hypothesis ok : copies_ok = true.

Lemma u_pos : (0 < u)%nat.
Proof. unfold copies_ok in ok. apply andb_prop in ok as [H _]. now apply Nat.leb_le in H. Qed.
Lemma n_pos : (0 < nodes (the_graph P))%nat.
Proof. exact (g_nodes _ _ _ Hg). Qed.
Lemma x_nonneg : nonnegative (nodes (the_graph P)) (outputs P) (X P).
Proof.
  unfold copies_ok in ok. apply andb_prop in ok as [_ H]. intros i o Hi Ho. apply (nonneg_val _ _ V).
  apply (forallb_nth _ _ _ [] H). destruct (table_shape K _ _ _ Ht) as [L _]. unfold rows in *. rewrite L. exact Hi.
Qed.

Lemma from_parent_row c i : check_row K p c i = true -> proved_of A c false [].
Proof.
  intros H. assert (B : proved K val p Stochastic false []).
  { apply (check_row_ok _ _ V p Ht Stochastic i). unfold check_row in *. apply andb_prop in H as [H B].
    apply andb_prop in H as [_ H]. now rewrite H, B. }
  split; [|intros ? ? []]. destruct B as [B _]. intros Hh. apply B. simpl.
  apply (parent_stochastic P u (fun j k => vec (each_of K p j k)) u_pos n_pos x_nonneg).
  unfold check_row in H. apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
  destruct c; try discriminate; simpl in Hh; try exact Hh; apply Hh.
Qed.

Lemma product_stochastic : stochastic_b K rows = true -> stochastic (nodes (the_graph A)) (outputs A) (X A).
Proof. intros S. apply (copies_stochastic P u _ u_pos n_pos x_nonneg). exact (stochastic_yes _ _ V p Ht S). Qed.

(** ** Privacy *)

Lemma private_same a : 0 <= a ->
  (private (the_graph A) a (outputs A) (X A) <-> private (the_graph P) a (outputs P) (X P)).
Proof.
  intros Ha. split.
  - apply (parent_private P u _ u_pos x_nonneg) || apply (parent_private P u _ u_pos n_pos x_nonneg).
  - apply (copies_private P u _ u_pos n_pos x_nonneg a Ha).
Qed.

Lemma alpha_max_same v : is_alpha_max P v -> is_alpha_max A v.
Proof.
  intros [b [[[[V0 V1] Pr] M] E]]. exists b. split; [|exact E]. split; [split; [auto|]; apply private_same; auto|].
  intros a [Ha Pa]. apply M. split; [auto|]. apply private_same; tauto.
Qed.

Lemma product_dp yes values : proved K val p Dp yes values -> proved_of A Dp yes values.
Proof.
  assert (A0 := g_alpha0 _ _ _ Hg). intros [H W]. split.
  - destruct yes.
    + apply private_same; [apply Rlt_le; exact A0|exact H].
    + intros F. apply H. apply private_same in F; [exact F|apply Rlt_le; exact A0].
  - intros what q I. specialize (W what q I). destruct what, q; simpl in *; try contradiction.
    all: try (apply alpha_max_same; exact W).
    all: try (destruct W as [a [H1 [H2 H3]]]; exists a; split; [exact H1|split; [apply alpha_max_same; exact H2|exact H3]]).
Qed.

Lemma approximate_same lam d : stochastic (nodes (the_graph P)) (outputs P) (X P) ->
  (approximately_private (the_graph A) lam d (outputs A) (X A) <-> approximately_private (the_graph P) lam d (outputs P) (X P)).
Proof.
  intros S. split.
  - apply (parent_approximate P u _ u_pos n_pos x_nonneg S) || apply (parent_approximate P u _ u_pos n_pos S).
  - apply (copies_approximate P u _ u_pos n_pos x_nonneg S).
Qed.

Lemma product_approximate yes values : stochastic_b K rows = true -> proved K val p ApproximateDp yes values ->
  proved_of A ApproximateDp yes values.
Proof.
  intros S [H W]. assert (Sp := stochastic_yes _ _ V p Ht S). split.
  - destruct yes.
    + split; [apply product_stochastic; auto|]. apply approximate_same; auto. apply H.
    + intros [_ F]. apply H. split; [exact Sp|]. apply approximate_same in F; auto.
  - assert (Al : forall v, is_approximate_alpha P v -> is_approximate_alpha A v).
    { intros v [B M]. split.
      - destruct B as [->|[V0 B]]; [left; auto|right]. split; [auto|]. apply approximate_same; auto.
      - intros a [->|[Ha F]]; [apply M; left; auto|]. apply M. right. split; [auto|]. apply approximate_same in F; auto. }
    intros what q I. specialize (W what q I). destruct what, q; simpl in *; try contradiction.
    all: try (apply Al; exact W).
    all: try (destruct W as [a [H1 [H2 H3]]]; exists a; split; [exact H1|split; [apply Al; exact H2|exact H3]]).
    all: destruct W as [[D0 B] M]; split; [split; [auto|apply approximate_same; auto]|];
      intros x0 [Hd F]; apply M; split; [auto|]; apply approximate_same in F; auto.
Qed.

(** ** Tests, Rényi divergences *)

Lemma greatest_same (S T : R -> Prop) v : (forall x, S x <-> T x) -> is_greatest S v -> is_greatest T v.
Proof. intros E [H M]. split; [now apply E|]. intros x Hx. apply M. now apply E. Qed.

Section Neighbours.
Hypothesis Hs : stochastic_b K rows = true.
Let Sp := stochastic_yes _ _ V p Ht Hs.

Lemma told_more_same k two x : told_more A k two x <-> told_more P k two x.
Proof.
  split.
  - intros [i [h [lambda [b [Nb [L [B ->]]]]]]]. destruct (neighbours_down P u _ n_pos _ _ Nb) as [j [Hj [Hi [Np Same]]]].
    exists (digit (nodes (the_graph P)) u j i), (digit (nodes (the_graph P)) u j h), lambda, b.
    split; [exact Np|split; [exact L|split; [exact B|]]].
    f_equal. exact (copies_told P u _ u_pos n_pos x_nonneg Sp i h j lambda Hj Hi Same).
  - intros [a [c [lambda [b [Np [L [B ->]]]]]]].
    destruct (neighbours_up P u (fun j k => vec (each_of K p j k)) u_pos n_pos _ _ Np) as [i [h [Nb [Hi [Ea [Eb [Same _]]]]]]].
    exists i, h, lambda, b. split; [exact Nb|split; [exact L|split; [exact B|]]].
    f_equal. rewrite <- Ea, <- Eb. symmetry. exact (copies_told P u _ u_pos n_pos x_nonneg Sp i h O lambda u_pos Hi Same).
Qed.

Lemma product_tests k two yes values : proved K val p (TradeOff k two) yes values -> proved_of A (TradeOff k two) yes values.
Proof.
  intros [H W]. split.
  - destruct yes.
    + destruct H as [_ H]. split; [now apply product_stochastic|]. intros x Hx. apply H. now apply told_more_same.
    + intros [_ F]. apply H. split; [exact Sp|]. intros x Hx. apply F. now apply told_more_same.
  - intros what q I. specialize (W what q I). destruct what, q; simpl in *; try contradiction.
    all: revert W; apply greatest_same; intros y; split; (intros [->|Hy]; [now left|right; now apply told_more_same]).
Qed.

Lemma renyi_same k i h : (2 <= k)%nat -> neighbours A i h -> exists a b, neighbours P a b /\
  (renyi_finite P a b -> renyi_finite A i h) /\ renyi_sum A k i h = renyi_sum P k a b.
Proof.
  intros Hk Nb. destruct (neighbours_down P u _ n_pos _ _ Nb) as [j [Hj [Hi [Np Same]]]].
  exists (digit (nodes (the_graph P)) u j i), (digit (nodes (the_graph P)) u j h). split; [exact Np|split].
  - exact (copies_finite P u _ u_pos n_pos x_nonneg i h j Hj Same).
  - apply (copies_renyi P u _ u_pos n_pos x_nonneg Sp i h j k); auto. lia.
Qed.

Lemma renyi_above k a b : (2 <= k)%nat -> neighbours P a b -> exists i h, neighbours A i h /\
  (renyi_finite A i h -> renyi_finite P a b) /\ renyi_sum A k i h = renyi_sum P k a b.
Proof.
  intros Hk Np.
  destruct (neighbours_up P u (fun j k => vec (each_of K p j k)) u_pos n_pos _ _ Np) as [i [h [Nb [Hi [Ea [Eb [Same Al]]]]]]].
  exists i, h. split; [exact Nb|rewrite <- Ea, <- Eb; split].
  - apply (parent_finite P u (fun j k => vec (each_of K p j k)) u_pos n_pos x_nonneg Sp i h Hi Same).
    intros j Hj. rewrite (Al j Hj), (Al O u_pos). reflexivity.
  - apply (copies_renyi P u _ u_pos n_pos x_nonneg Sp i h O k); auto; [lia|exact u_pos].
Qed.

Lemma product_renyi k r yes values : (2 <= k)%nat -> proved K val p (RenyiDp k r) yes values ->
  proved_of A (RenyiDp k r) yes values.
Proof.
  intros Hk [H W]. split.
  - destruct yes.
    + destruct H as [_ H]. split; [now apply product_stochastic|]. intros i h Nb.
      destruct (renyi_same k i h Hk Nb) as [a [b [Np [Fin ->]]]]. destruct (H a b Np) as [F L]. auto.
    + intros [_ F]. apply H. split; [exact Sp|]. intros a b Np.
      destruct (renyi_above k a b Hk Np) as [i [h [Nb [Fin E]]]]. destruct (F i h Nb) as [F' L]. split; [auto|].
      rewrite E in L. exact L.
  - assert (Ar : forall v, is_renyi_argument P k v -> is_renyi_argument A k v).
    { intros v [U At]. split.
      - intros i h Nb. destruct (renyi_same k i h Hk Nb) as [a [b [Np [Fin ->]]]]. destruct (U a b Np). auto.
      - destruct At as [->|[a [b [Np ->]]]]; [now left|right]. destruct (renyi_above k a b Hk Np) as [i [h [Nb [_ E]]]].
        exists i, h. split; [exact Nb|now rewrite E]. }
    assert (In : (exists a b, neighbours P a b /\ ~ renyi_finite P a b) -> exists i h, neighbours A i h /\ ~ renyi_finite A
      i h).
    { intros [a [b [Np F]]]. destruct (renyi_above k a b Hk Np) as [i [h [Nb [Fin _]]]]. exists i, h. split; [exact Nb|].
      intros Q. apply F. now apply Fin. }
    intros what q I. specialize (W what q I). destruct what, q; simpl in *; try contradiction; auto.
    all: destruct W as [a [Wa E]]; exists a; split; [now apply Ar|exact E].
Qed.
End Neighbours.

(** ** Groups *)

Definition complete_b : bool :=
  plain K p && forallb (fun i => forallb (fun h => Nat.eqb i h || has_edge K p i h 1) (seq 0 n)) (seq 0 n).

(** The least ratio of the parent, to the power of how many may differ. *)
Definition group_ratio (k : nat) (nearer : bool) (r : N) : N :=
  if negb nearer && (u <? k)%nat then one1 else power K r (Nat.min k u).
Definition product_group (k : nat) (nearer yes : bool) (r : N) (at_ : option (nat * nat * nat)) : option found :=
  let v := group_ratio k nearer r in
  let a := power K (p_alpha p) k in
  if complete_b && le K nil0 r && le K r one1 && private_b K p r rows &&
     (eqn K v one1 || (1 <=? k)%nat && (nearer || (k <=? u)%nat) &&
       match at_ with
       | Some (i, h, o) => (i <? n)%nat && (h <? n)%nat && negb (Nat.eqb i h) && (o <? m)%nat &&
           lt K nil0 (nth o (nth i rows []) nil0) &&
           eqn K (nth o (nth h rows []) nil0) (mul K r (nth o (nth i rows []) nil0))
       | None => false
       end) &&
     (if yes then le K a v else lt K v a)
  then Some (alpha_values K v) else None.

Lemma product_group_ok k nearer yes r at_ values : product_group k nearer yes r at_ = Some values ->
  proved_of A (GroupPrivacy k nearer) yes values.
Proof.
  unfold product_group. set (v := group_ratio k nearer r). set (a := power K (p_alpha p) k).
  destruct (_ && _)%bool eqn:E; [|discriminate]. intros Ev.
  apply andb_prop in E as [E E6]. apply andb_prop in E as [E E5]. apply andb_prop in E as [E E4].
  apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
  apply (val_le _ _ V) in E2, E3. rewrite (val_0 _ _ V) in E2. rewrite (val_1 _ _ V) in E3.
  apply (private_ok K val V p r m rows Ht) in E4. unfold complete_b in E1. apply andb_prop in E1 as [E0 E1].
  unfold plain in E0. apply andb_prop in E0 as [Un E0]. apply Nat.eqb_eq in Un.
  assert (Steps : forall i h l, (i < nodes (the_graph P))%nat -> step (the_graph P) i h l -> l = 1%nat).
  { intros i h l Hi St. simpl in Hi, St. unfold near_of in St.
    destruct (lt_dec i (length (p_near p))) as [L|L]; [|rewrite nth_overflow in St by lia; destruct St].
    assert (Q := forallb_nth _ _ i [] E0 L). rewrite forallb_forall in Q. specialize (Q _ St). now apply Nat.eqb_eq in Q. }
  assert (Co : forall i h, (i < nodes (the_graph P))%nat -> (h < nodes (the_graph P))%nat -> i <> h ->
    step (the_graph P) i h 1).
  { intros i h Hi Hh D. assert (Q := forallb_seq _ _ _ E1 Hi). cbv beta in Q. assert (Q' := forallb_seq _ _ _ Q Hh).
    cbv beta in Q'. apply orb_prop in Q' as [Q'|Q']; [apply Nat.eqb_eq in Q'; lia|]. now apply has_edge_in in Q'. }
  assert (Pr : forall a b o, (a < nodes (the_graph P))%nat -> (b < nodes (the_graph P))%nat -> a <> b ->
    (o < outputs P)%nat -> val r * X P a o <= X P b o).
  { intros i h o Hi Hh D Ho. destruct E4 as [_ E4]. specialize (E4 i h 1%nat o Hi Hh (Co i h Hi Hh D) Ho).
    rewrite pow_1 in E4. exact E4. }
  set (F := fun j k => vec (each_of K p j k)).
  assert (V01 : 0 <= val v <= 1).
  { unfold v, group_ratio. destruct (negb nearer && (u <? k)%nat)%bool; [rewrite (val_1 _ _ V); lra|]. rewrite (power_val _
    _ V).
    split; [now apply pow_le|]. rewrite <- (pow1 (Nat.min k u)). now apply pow_incr. }
  assert (Far : forall i h, at_group_distance A k nearer i h -> val v <= val r ^ differing A i h).
  { intros i h [Hi [Hh [D [d [Dd Hd]]]]].
    assert (B := distance_bounds P u F u_pos n_pos Steps Co i h d Hi Hh Dd). change (differing A i h <= d <= u)%nat in B.
    change (unit_length A) with (p_unit p) in Hd. rewrite Un, Nat.mul_1_r in Hd.
    assert (Hk : (d <= k)%nat) by (destruct Hd as [Hd|[_ Hd]]; lia).
    unfold v, group_ratio. destruct (negb nearer && (u <? k)%nat)%bool eqn:C.
    - exfalso. apply andb_prop in C as [C1 C2]. apply Nat.ltb_lt in C2. apply negb_true_iff in C1. subst nearer.
      destruct Hd as [Hd|[Hd _]]; [lia|discriminate].
    - rewrite (power_val _ _ V). assert (Le : (differing A i h <= Nat.min k u)%nat) by lia.
      replace (Nat.min k u) with (differing A i h + (Nat.min k u - differing A i h))%nat by lia. rewrite pow_add.
      assert (val r ^ (Nat.min k u - differing A i h) <= 1) by (rewrite <- (pow1 (Nat.min k u - differing A i h));
        now apply pow_incr).
      assert (0 <= val r ^ differing A i h) by now apply pow_le.
      rewrite <- (Rmult_1_r (val r ^ differing A i h)) at 2. now apply Rmult_le_compat_l. }
  assert (Nn := copies_nonneg P u F u_pos n_pos x_nonneg).
  assert (Bound : forall i h o, at_group_distance A k nearer i h -> (o < outputs A)%nat -> val v * X A i o <= X A h o).
  { intros i h o D Ho. assert (D' := D). destruct D' as [Hi [Hh _]].
    eapply Rle_trans; [|apply (group_least P u F u_pos n_pos x_nonneg (val r) i h o E2 Hi Hh Ho Pr)].
    apply Rmult_le_compat_r; [apply (Nn i o Hi Ho)|]. now apply Far. }
  assert (At : val v = 1 \/ exists i h o, at_group_distance A k nearer i h /\ (o < outputs A)%nat /\ 0 < X A i o /\
    X A h o = val v * X A i o).
  { apply orb_prop in E5 as [E5|E5]; [left; apply (val_eq _ _ V) in E5; rewrite E5; apply (val_1 _ _ V)|right].
    apply andb_prop in E5 as [E5 E7]. apply andb_prop in E5 as [K1 K2]. apply Nat.leb_le in K1.
    destruct at_ as [[[i h] o]|]; [|discriminate]. apply andb_prop in E7 as [E7 H6]. apply andb_prop in E7 as [E7 H5].
    apply andb_prop in E7 as [E7 H4]. apply andb_prop in E7 as [E7 H3]. apply andb_prop in E7 as [H1 H2].
    apply Nat.ltb_lt in H1, H2, H4. apply negb_true_iff, Nat.eqb_neq in H3. apply (val_lt _ _ V) in H5.
    apply (val_eq _ _ V) in H6. rewrite (val_0 _ _ V) in H5. rewrite (val_mul _ _ V) in H6.
    destruct (group_attained P u F u_pos n_pos Steps Co i h o (Nat.min k u) H1 H2 H3 H4 ltac:(lia))
      as [s [t [x [Hs [Ht' [Hx [Dd [E8 E9]]]]]]]].
    change (X P i o) with (val (nth o (nth i rows []) nil0)) in E8, E9.
    change (X P h o) with (val (nth o (nth h rows []) nil0)) in E9. rewrite H6 in E9.
    set (c := val (nth o (nth i rows []) nil0)) in *. assert (Cp : 0 < c ^ u) by now apply pow_lt.
    assert (Ev' : val v = val r ^ Nat.min k u).
    { unfold v, group_ratio. destruct (negb nearer && (u <? k)%nat)%bool eqn:C; [|apply (power_val _ _ V)]. exfalso.
      apply andb_prop in C as [C1 C2]. apply Nat.ltb_lt in C2. apply negb_true_iff in C1. rewrite C1 in K2. simpl in K2.
      apply Nat.leb_le in K2. lia. }
    exists s, t, x. split; [|split; [exact Hx|split]].
    - split; [exact Hs|split; [exact Ht'|split]].
      + intros ->. destruct Dd as [_ M]. specialize (M O (stay _ _)). assert (0 < u)%nat by exact u_pos. lia.
      + exists (Nat.min k u). split; [exact Dd|]. change (unit_length A) with (p_unit p). rewrite Un, Nat.mul_1_r.
        apply orb_prop in K2 as [K2|K2]; [right; split; [auto|lia]|left; apply Nat.leb_le in K2; lia].
    - change (X A s x = c ^ u) in E8. rewrite E8. exact Cp.
    - change (X A s x = c ^ u) in E8. change (X A t x = (val r * c) ^ Nat.min k u * c ^ (u - Nat.min k u)) in E9. rewrite
      E8, E9, Ev', Rpow_mult_distr, Rmult_assoc, <- pow_add. do 2 f_equal. lia. }
  assert (Ea : val a = alpha A ^ (k * unit_length A)).
  { unfold a. rewrite (power_val _ _ V). change (unit_length A) with (p_unit p). rewrite Un, Nat.mul_1_r. reflexivity. }
  assert (G : is_group_alpha A k nearer (val v)).
  { split; [auto|]. intros x [Hx B]. destruct At as [->|[i [h [o [D [Ho [Pos E]]]]]]]; [apply Hx|].
    specialize (B i h o D Ho). rewrite E in B. now apply Rmult_le_reg_r in B. }
  split.
  - destruct yes.
    + apply (val_le _ _ V) in E6. split; [exact Nn|]. intros i h o D Ho. rewrite <- Ea.
      eapply Rle_trans; [|apply (Bound i h o D Ho)]. apply Rmult_le_compat_r; [apply (Nn i o (proj1 D) Ho)|exact E6].
    + apply (val_lt _ _ V) in E6. intros [_ B]. assert (A0 := g_alpha0 _ _ _ Hg). assert (A1 := g_alpha1 _ _ _ Hg).
      assert (Le : val a <= 1).
      { unfold a. rewrite (power_val _ _ V), <- (pow1 k). apply pow_incr. split; [now apply Rlt_le|exact A1]. }
      destruct At as [E1'|[i [h [o [D [Ho [Pos E]]]]]]]; [lra|].
      specialize (B i h o D Ho). rewrite <- Ea, E in B. apply Rmult_le_reg_r in B; auto. lra.
  - inversion Ev. subst values. apply (alpha_values_ok K val V); auto.
    + intros Hv. exists (val v). auto.
    + intros Hv. simpl. rewrite <- Hv. exact G.
Qed.

(** ** Leakage *)

Definition lmul (l : list N) : N := fold_left (mul K) l one1.
Lemma multiplied_first k f : multiplied (S k) f = f O * multiplied k (fun i => f (S i)).
Proof. induction k; [simpl; ring|]. change (multiplied (S (S k)) f) with (multiplied (S k)
  f * f (S k)). rewrite IHk. simpl. ring. Qed.
Lemma lmul_val l : val (lmul l) = multiplied (length l) (vec l).
Proof.
  assert (E : forall l a, val (fold_left (mul K) l a) = val a * multiplied (length l) (vec l)).
  { clear l. induction l as [|x l IH]; intros a; simpl fold_left; [simpl; ring|]. rewrite IH, (val_mul _ _ V).
    change (length (x :: l)) with (S (length l)). rewrite multiplied_first.
    change (vec (x :: l) O) with (val x). change (fun i => vec (x :: l) (S i)) with (vec l). ring. }
  unfold lmul. rewrite E, (val_1 _ _ V). ring.
Qed.

(** The product over the individuals of what [f] says of each one. *)
Definition over_all (f : nat -> option N) : option N :=
  match all_some (map f (seq 0 u)) with Some l => Some (lmul l) | None => None end.
Lemma over_all_ok f g x : over_all f = Some x -> (forall k y, (k < u)%nat -> f k = Some y -> val y = g k) ->
  val x = multiplied u g.
Proof.
  unfold over_all. destruct (all_some _) as [l|] eqn:E; [|discriminate]. intros H F. inversion H. subst.
  apply all_some_spec in E. assert (L : length l = u).
  { apply (f_equal (@length _)) in E. rewrite !map_length, seq_length in E. auto. }
  rewrite lmul_val, L. apply multiplied_ext. intros k Hk. apply F; auto.
  assert (Q : nth k (map f (seq 0 u)) None = nth k (map Some l) None) by now rewrite E.
  rewrite (nth_indep _ None (f O)), map_nth, seq_nth in Q by (rewrite ?map_length, ?seq_length;
    auto). simpl plus in Q. rewrite Q.
  rewrite (nth_indep _ None (Some nil0)), map_nth by (rewrite map_length; lia). reflexivity.
Qed.

Definition each_ok (j : nat) : bool :=
  forallb (fun k => of_length n (each_of K p j k) && nonneg K (each_of K p j k)) (seq 0 u).
Definition guessed_all (j : nat) : option N := over_all (fun k => guessed_by K (each_of K p j k) (transpose m rows)).
Definition best_all (j : nat) : option N := over_all (fun k => best K (each_of K p j k)).

Lemma each_facts j k : each_ok j = true -> (k < u)%nat -> length (each_of K p j k) = n /\ forall x, 0 <=
  vec (each_of K p j k) x.
Proof.
  intros E Hk. assert (Q := forallb_seq _ _ _ E Hk). cbv beta in Q. apply andb_prop in Q as [Q1 Q2]. apply Nat.eqb_eq in Q1.
  split; auto. intros x. apply (nonneg_val _ _ V _ _ Q2).
Qed.

Lemma guessed_all_ok j x : each_ok j = true -> guessed_all j = Some x ->
  val x = sum (outputs A) (fun o => largest (nodes (the_graph A)) (fun i => prior A j i * X A i o)).
Proof.
  intros E H. assert (Q := copies_guessed P u (fun j k => vec (each_of K p j k)) u_pos n_pos x_nonneg
    (fun k => vec (each_of K p j k))).
  change (outputs A) with (outputs P ^ u)%nat. change (nodes (the_graph A)) with (nodes (the_graph P) ^ u)%nat.
  etransitivity; [|symmetry; apply Q].
  - apply (over_all_ok _ _ _ H). intros k y Hk Hy. destruct (each_facts j k E Hk) as [L _].
    apply (guessed_ok _ _ V p (each_of K p j k) m rows y L Ht Hy).
  - intros k i Hk Hi. apply (each_facts j k E Hk).
Qed.

Lemma best_all_ok j x : each_ok j = true -> best_all j = Some x -> val x = largest (nodes (the_graph A)) (prior A j).
Proof.
  intros E H. change (nodes (the_graph A)) with (nodes (the_graph P) ^ u)%nat.
  etransitivity; [|symmetry; apply (largest_strings (nodes (the_graph P)) u (fun k => vec (each_of K p j k)) n_pos)].
  - apply (over_all_ok _ _ _ H). intros k y Hk Hy. destruct (each_facts j k E Hk) as [L _].
    apply (best_val _ _ V) in Hy as [_ Hy]. rewrite L in Hy. exact Hy.
  - intros k i Hk Hi. apply (each_facts j k E Hk).
Qed.

Definition binary_gain : bool := match p_gain p with Binary => true | Rows _ _ => false end.

Definition product_utility (j : nat) : option found :=
  if stochastic_b K rows && each_ok j && binary_gain then
    match guessed_all j with Some x => Some [(TheUtility, VNum x)] | None => None end
  else None.
Lemma product_utility_ok j values : product_utility j = Some values -> proved_of A (Utility j) true values.
Proof.
  unfold product_utility. destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [E _].
  apply andb_prop in E as [S E]. destruct (guessed_all j) as [x|] eqn:G; [|discriminate]. intros H. inversion H. subst.
  split; [apply product_stochastic; auto|]. intros what q [I|[]]. inversion I. subst. simpl value.
  apply (guessed_all_ok j x E) in G. simpl. rewrite G. symmetry. apply binary_is_guessed. simpl.
  apply Nat.neq_0_lt_0, Nat.pow_nonzero. assert (Q := n_pos). simpl in Q. lia.
Qed.

Definition product_leakage (j : nat) : option found :=
  if stochastic_b K rows && each_ok j then
    match guessed_all j, best_all j with
    | Some x, Some b => if lt K nil0 b then Some [(Multiplicative, VNum (div K x b)); (Bits, VLog2 (div K x b))] else None
    | _, _ => None
    end
  else None.
Lemma product_leakage_ok j values : product_leakage j = Some values -> proved_of A (Leakage j) true values.
Proof.
  unfold product_leakage. destruct (_ && _)%bool eqn:E; [|discriminate].
  apply andb_prop in E as [S E]. destruct (guessed_all j) as [x|] eqn:G; [|discriminate].
  destruct (best_all j) as [b|] eqn:B; [|discriminate]. destruct (lt K nil0 b) eqn:L; [|discriminate].
  apply (val_lt _ _ V) in L. rewrite (val_0 _ _ V) in L. intros H. inversion H. subst.
  split; [apply product_stochastic; auto|]. apply (guessed_all_ok j x E) in G. apply (best_all_ok j b E) in B.
  assert (Q : val (div K x b) = leakage (nodes (the_graph A)) (outputs A) (prior A j) (X A)).
  { rewrite (val_div _ _ V) by lra. unfold leakage. now rewrite <- G, <- B. }
  intros what q [I|[I|[]]]; inversion I; subst; simpl value; [exact Q|]. exists (val (div K x b)). split; [exact Q|reflexivity].
Qed.

(** The capacity of one copy. *)
Definition one_capacity : option N := guessed_by K (repeat one1 n) (transpose m rows).
Lemma one_capacity_ok x : one_capacity = Some x -> val x = sum (outputs P) (fun o => largest (nodes (the_graph P))
  (fun i => X P i o)).
Proof.
  intros H. rewrite (guessed_ok _ _ V p (repeat one1 n) m rows x (repeat_length _ _) Ht H). apply sum_ext. intros o Ho.
  apply largest_ext. intros i Hi. unfold Vectors.vec. rewrite (nth_indep _ nil0 one1) by (rewrite repeat_length; auto).
  rewrite nth_repeat, (val_1 _ _ V), Rmult_1_l. reflexivity.
Qed.

Definition product_capacity (all : bool) : option found :=
  if stochastic_b K rows then
    match one_capacity with
    | Some x => let y := if all then lmul (repeat x u) else x in Some [(Multiplicative, VNum y); (Bits, VLog2 y)]
    | None => None
    end
  else None.

Lemma product_capacity_ok values : product_capacity true = Some values -> proved_of A Capacity true values.
Proof.
  unfold product_capacity. destruct (stochastic_b K rows) eqn:S; [|discriminate].
  destruct one_capacity as [x|] eqn:C; [|discriminate]. apply one_capacity_ok in C. intros H. inversion H. subst.
  split; [apply product_stochastic; auto|].
  assert (Q : val (lmul (repeat x u)) = sum (outputs A) (fun o => largest (nodes (the_graph A)) (fun i => X A i o))).
  { rewrite lmul_val, repeat_length. symmetry. etransitivity; [apply (copies_capacity P u _ u_pos n_pos x_nonneg)|].
    rewrite <- C, <- multiplied_const. apply multiplied_ext. intros k Hk. unfold Vectors.vec.
    rewrite (nth_indep _ nil0 x) by (rewrite repeat_length; auto). now rewrite nth_repeat. }
  intros what q [I|[I|[]]]; inversion I; subst; simpl value; [exact Q|]. exists (val (lmul (repeat x u))). split;
    [exact Q|reflexivity].
Qed.

Lemma product_individual_ok values : product_capacity false = Some values -> proved_of A IndividualLeakage true values.
Proof.
  unfold product_capacity. destruct (stochastic_b K rows) eqn:S; [|discriminate].
  destruct one_capacity as [x|] eqn:C; [|discriminate]. apply one_capacity_ok in C. intros H. inversion H. subst.
  split; [apply product_stochastic; auto|]. assert (Sp := stochastic_yes _ _ V p Ht S).
  assert (Q := fun k i => copies_individual P u (fun j k => vec (each_of K p j k)) u_pos n_pos x_nonneg Sp k i).
  assert (Gr : is_greatest (fun c => exists k i, (k < individuals A)%nat /\ (i < nodes (the_graph A))%nat /\
    is_individual_capacity A k i c) (val x)).
  { assert (Np : (0 < nodes (the_graph A))%nat).
    { simpl. apply Nat.neq_0_lt_0, Nat.pow_nonzero. assert (Z := n_pos). simpl in Z. lia. }
    split.
    - exists O, O. split; [exact u_pos|split; [exact Np|]]. rewrite C. apply Q; [exact u_pos|exact Np].
    - intros c [k [i [Hk [Hi Hc]]]]. rewrite C. specialize (Q k i Hk Hi).
      destruct Hc as [M1 [H1 ->]], Q as [M2 [H2 E2]]. apply Req_le. etransitivity; [|symmetry; exact E2]. apply sum_ext.
      intros o Ho. eapply greatest_unique; [apply H1|apply H2]; exact Ho. }
  intros what q [I|[I|[]]]; inversion I; subst; simpl value; [exact Gr|]. exists (val x). split; [exact Gr|reflexivity].
Qed.

(** ** Error *)

Definition one_error (i : nat) : N := sub K (lsum K (nth i rows [])) (nth i (nth i rows []) nil0).
Definition product_error : option found :=
  let e := most K None (fun i => Some (one_error i)) (seq 0 n) in
  let below := sub K (add K (div K one1 (p_alpha p)) (of_nat K n)) one1 in
  let above := mul K (mul K (of_nat K u) (sub K (of_nat K n) one1)) (sub K one1 (p_delta p)) in
  if stochastic_b K rows && lt K nil0 below && (m =? n)%nat then
    match e with Some e => Some [(Error, VNum (mul K (of_nat K u) e)); (Bound, VNum (div K above below))] | None => None end
  else None.

Lemma one_error_ok i : m = n -> (i < n)%nat -> val (one_error i) = sum m (fun o => X P i o * wrong i o).
Proof.
  intros E Hi. destruct (table_shape K _ _ _ Ht) as [_ Lr]. unfold one_error. rewrite (val_sub _ _ V), (lsum_val _ _ V),
    Lr by auto.
  change (val (nth i (nth i rows []) nil0)) with (mat rows i i).
  rewrite <- (sum_pick m i (fun o => mat rows i o)) by lia. rewrite <- sum_minus. apply sum_ext. intros o Ho. unfold wrong.
  change (X P i o) with (mat rows i o). change (vec (nth i rows []) o) with (mat rows i o). rewrite (Nat.eqb_sym i o).
  destruct (Nat.eqb o i); ring.
Qed.

Lemma product_error_ok values : product_error = Some values -> proved_of A ExpectedError true values.
Proof.
  unfold product_error. destruct (_ && _)%bool eqn:E0; [|discriminate]. apply andb_prop in E0 as [E0 Em].
  apply Nat.eqb_eq in Em. apply andb_prop in E0 as [S B]. apply (val_lt _ _ V) in B.
  destruct (most K None _ _) as [e|] eqn:E; [|discriminate]. intros H. inversion H. subst values. clear H.
  split; [apply product_stochastic; auto|]. assert (Sp := stochastic_yes _ _ V p Ht S).
  apply (most_ok _ _ V) in E as [Ea [_ Ec]]. assert (A0 := g_alpha0 _ _ _ Hg). assert (Np := n_pos).
  assert (Err := fun i => copies_error P u (fun j k => vec (each_of K p j k)) n_pos Sp Em i).
  intros what q [Q|[Q|[]]]; inversion Q; subst; simpl value.
  - rewrite (val_mul _ _ V), (of_nat_val _ _ V). split.
    + destruct Ec as [Ec|[x [I Ec]]]; [discriminate|]. apply in_seq in I. inversion Ec. subst e.
      destruct (string_of (nodes (the_graph P)) u (fun _ => x)) as [i [Hi Ei]]; [intros; simpl; fold n; lia|].
      exists i. split; [exact Hi|]. symmetry. etransitivity; [apply (Err i Hi)|]. rewrite <- sum_const. apply sum_ext.
      intros k Hk. rewrite Ei by auto. symmetry. apply one_error_ok; [exact Em|lia].
    + intros x [i [Hi ->]]. eapply Rle_trans; [apply Req_le; apply (Err i Hi)|]. rewrite <- sum_const. apply sum_le. intros
      k Hk.
      assert (D := digit_lt (nodes (the_graph P)) u k i Np). set (d := digit (nodes (the_graph P)) u k i) in *.
      destruct (Ea d ltac:(apply in_seq; simpl in D; fold n in D; lia)) as [y [Ey L]]. inversion Ey. subst y.
      eapply Rle_trans; [|exact L]. apply Req_le. symmetry. apply one_error_ok; [exact Em|exact D].
  - rewrite (val_0 _ _ V) in B. rewrite (val_div _ _ V) by lra.
    rewrite (val_sub _ _ V), (val_add _ _ V), (val_div _ _ V), (val_1 _ _ V), (of_nat_val _ _ V) in * by lra.
    rewrite !(val_mul _ _ V), !(val_sub _ _ V), !(of_nat_val _ _ V), (val_1 _ _ V).
    change (delta A) with (val (p_delta p)). change (alpha A) with (val (p_alpha p)). change (Spec.values A) with n.
    change (individuals A) with u. unfold Rdiv. rewrite Rmult_1_l. reflexivity.
Qed.
End Products.
