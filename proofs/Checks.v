(** The checks of one table and one graph, and that each proves its claim. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Section Checks.
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

(** What a check comes to. *)
Definition proved (c : claim) (yes : bool) (values : found) : Prop :=
  (if yes then holds P c else ~ holds P c) /\ forall what v, In (what, v) values -> value P c what (quantity_of v).

Hypothesis Ht : table_ok K n m rows = true.

(** ** Rows that are no distributions *)

Definition about_mechanism (c : claim) : bool :=
  match c with
  | Stochastic | ApproximateDp | AdaptiveApproximateDp | TightConstraints | Utility _ | Optimal _ _ | Derivable _ |
    Leakage _ | GLeakage _ | Capacity
  | GCapacity | IndividualLeakage | ExpectedError | UniversallyOptimal | RenyiDp _ _ | TradeOff _ _ => true
  | _ => false
  end.

Definition check_row (c : claim) (i : nat) : bool := about_mechanism c && (i <? n)%nat && bad_row K (nth i rows []).

Lemma check_row_ok c i : check_row c i = true -> proved c false [].
Proof.
  unfold check_row. intros H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H2.
  assert (B := bad_row_no _ _ V _ _ _ _ Ht H2 H3). split; [|intros ? ? []].
  intros Hh. apply B. destruct c; try discriminate; simpl in Hh; try exact Hh; apply Hh.
Qed.

Lemma stochastic_yes : stochastic_b K rows = true -> stochastic n m (mat rows).
Proof. apply (stochastic_ok _ _ V); auto. Qed.

(** ** dp *)

Fixpoint to_the (x : N) (k : nat) : N := match k with O => one1 | S k => mul K x (to_the x k) end.
Lemma to_the_val x j : val (to_the x j) = val x ^ j.
Proof. induction j; simpl; [apply (val_1 _ _ V)|]. rewrite (val_mul _ _ V), IHj. reflexivity. Qed.

(** r^l'·x^l ≤ y^l along each edge, l' being its length: X is private at the l-th root of r. *)
Definition private_at_root (r : N) (l : nat) : bool :=
  forallb (nonneg K) rows &&
  forallb (fun i => forallb (fun hl =>
    let a := to_the r (snd hl) in
    all2 (fun x y => le K (mul K a (to_the x l)) (to_the y l)) (nth i rows []) (nth (fst hl) rows [])) (near_of K p i))
      (seq 0 n).

Definition dp_values (r : least_ratio) : option found :=
  match r with
  | Unnamed => Some []
  | AtOne => if private_b K p one1 rows then Some [(AlphaMax, VNum one1); (EpsilonMin, VMinusLn one1)] else None
  | At i h o =>
      let x := nth o (nth i rows []) nil0 in
      let y := nth o (nth h rows []) nil0 in
      let v := div K x y in
      if (p_unit p =? 1)%nat && (i <? n)%nat && (h <? n)%nat && (o <? m)%nat && has_edge K p h i 1 &&
         lt K nil0 y && le K nil0 v && le K v one1 && private_b K p v rows
      then Some ((AlphaMax, VNum v) ::
                 (if lt K nil0 v then [(EpsilonMin, VMinusLn v)] else if eqn K v nil0 then [(EpsilonMin, VInfinite)] else []))
      else None
  | AtLength i h o l =>
      let x := nth o (nth i rows []) nil0 in
      let y := nth o (nth h rows []) nil0 in
      let v := div K x y in
      if (1 <=? l)%nat && (1 <=? p_unit p)%nat && (i <? n)%nat && (h <? n)%nat && (o <? m)%nat && has_edge K p h i l &&
         lt K nil0 y && lt K nil0 v && le K v one1 && private_at_root v l
      then Some [(AlphaMax, VPower v (p_unit p) l); (EpsilonMin, VMinusLnPower v (p_unit p) l)]
      else None
  end.

Lemma pow_le_inv a b l : (0 < l)%nat -> 0 <= a -> 0 <= b -> a ^ l <= b ^ l -> a <= b.
Proof.
  intros Hl Ha Hb H. destruct (Rle_lt_dec a b) as [L|L]; auto. exfalso. apply (Rlt_not_le (a ^ l) (b ^ l)); auto.
  destruct l as [|l]; [lia|]. clear H. induction l as [|l IH]; [simpl; lra|].
  specialize (IH ltac:(lia)). change (b ^ S (S l)) with (b * b ^ S l). change (a ^ S (S l)) with (a * a ^ S l).
  assert (0 <= b ^ S l) by (apply pow_le; auto). nra.
Qed.

Lemma root_power r l k : 0 < r -> (0 < l)%nat -> Rpower r (/ INR l) ^ l = r /\ Rpower r (/ INR l) ^ k =
  Rpower r (INR k / INR l).
Proof.
  intros Hr Hl. assert (Lp : 0 < INR l) by (apply lt_0_INR; auto).
  assert (E : forall j, Rpower r (/ INR l) ^ j = Rpower r (INR j / INR l)).
  { intros j. rewrite <- Rpower_pow by (apply exp_pos). rewrite Rpower_mult. f_equal. unfold Rdiv. ring. }
  split; [|apply E]. rewrite E. unfold Rdiv. rewrite Rinv_r, Rpower_1; lra.
Qed.

Lemma private_at_root_ok r l b : private_at_root r l = true -> (0 < l)%nat -> 0 <= b -> b ^ l = val r -> private G b m (X P).
Proof.
  unfold private_at_root. intros H Hl Hb Eb. apply andb_prop in H as [Np F]. destruct (table_shape K _ _ _ Ht) as [Lr Lm].
  assert (Xn : forall i o, (i < n)%nat -> 0 <= mat rows i o).
  { intros i o Hi. apply (nonneg_val _ _ V). apply (forallb_nth _ _ _ [] Np). rewrite Lr. exact Hi. }
  split; [intros i o Hi _; apply Xn; exact Hi|]. intros i h l' o Hi Hh Hs Ho.
  assert (Q := forallb_seq _ _ _ F Hi). cbv beta in Q. rewrite forallb_forall in Q. specialize (Q _ Hs). cbn [fst snd] in Q.
  assert (A := all2_nth _ _ _ o nil0 nil0 Q). rewrite Lm in A by exact Hi. specialize (A Ho). cbv beta in A.
  apply (val_le _ _ V) in A. rewrite (val_mul _ _ V), !to_the_val, <- Eb in A.
  apply (pow_le_inv _ _ l Hl).
  - apply Rmult_le_pos; [apply pow_le; auto|apply Xn; exact Hi].
  - apply Xn; exact Hh.
  - rewrite Rpow_mult_distr, <- pow_mult, (Nat.mul_comm l' l), pow_mult. exact A.
Qed.

Lemma dp_values_ok r values : dp_values r = Some values ->
  forall what v, In (what, v) values -> value P Dp what (quantity_of v).
Proof.
  destruct r as [| |i h o|i h o l]; cbn [dp_values]; cbv zeta.
  - intros E. inversion E. intros ? ? [].
  - destruct (private_b K p one1 rows) eqn:E; [|discriminate].
    intros I. inversion I. clear I.
    assert (A : is_alpha_max P 1).
    { exists 1. split; [|now rewrite pow1]. split; [split; [lra|]|intros x [[_ Hx] _]; exact Hx].
      rewrite <- (val_1 _ _ V). apply (private_ok _ _ V p one1 m rows Ht E). }
    intros what v [Hin|[Hin|[]]]; inversion Hin; subst; simpl; rewrite (val_1 _ _ V); auto.
    exists 1. split; [lra|split; [exact A|reflexivity]].
  - destruct (_ && _)%bool eqn:E; [|discriminate]. intros I. inversion I. clear I.
    set (x := nth o (nth i rows []) nil0) in *. set (y := nth o (nth h rows []) nil0) in *. set (v := div K x y) in *.
    apply andb_prop in E as [E E9]. apply andb_prop in E as [E E8]. apply andb_prop in E as [E E7].
    apply andb_prop in E as [E E6]. apply andb_prop in E as [E E5]. apply andb_prop in E as [E E4].
    apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
    apply Nat.eqb_eq in E1. apply Nat.ltb_lt in E2, E3, E4. apply has_edge_in in E5.
    apply (val_lt _ _ V) in E6. apply (val_le _ _ V) in E7, E8. rewrite (val_0 _ _ V) in E6, E7. rewrite (val_1 _ _ V) in E8.
    assert (D : val v * val y = val x) by (unfold v; rewrite (val_div _ _ V) by lra; field; lra).
    assert (A : is_alpha_max P (val v)).
    { exists (val v). split; [|simpl; rewrite E1; ring]. split.
      - split; [lra|]. apply (private_ok _ _ V p v m rows Ht E9).
      - intros a [_ [_ Pa]]. specialize (Pa h i 1%nat o E3 E2 E5 E4). rewrite pow_1 in Pa.
        change (a * val y <= val x) in Pa. nra. }
    intros what q [Hin|Hin]; [inversion Hin; subst; exact A|].
    destruct (lt K nil0 v) eqn:Lt.
    + destruct Hin as [Hin|[]]. inversion Hin. subst. simpl. apply (val_lt _ _ V) in Lt. rewrite (val_0 _ _ V) in Lt.
      exists (val v). auto.
    + destruct (eqn K v nil0) eqn:Eq; [|destruct Hin]. destruct Hin as [Hin|[]]. inversion Hin. subst. simpl.
      apply (val_eq _ _ V) in Eq. rewrite (val_0 _ _ V) in Eq. rewrite <- Eq. exact A.
  - destruct (_ && _)%bool eqn:E; [|discriminate]. intros I. inversion I. clear I.
    set (x := nth o (nth i rows []) nil0) in *. set (y := nth o (nth h rows []) nil0) in *. set (v := div K x y) in *.
    apply andb_prop in E as [E E10]. apply andb_prop in E as [E E9]. apply andb_prop in E as [E E8].
    apply andb_prop in E as [E E7]. apply andb_prop in E as [E E6]. apply andb_prop in E as [E E5].
    apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
    apply Nat.leb_le in E1, E2. apply Nat.ltb_lt in E3, E4, E5. apply has_edge_in in E6.
    apply (val_lt _ _ V) in E7, E8. apply (val_le _ _ V) in E9. rewrite (val_0 _ _ V) in E7, E8. rewrite (val_1 _ _ V) in E9.
    assert (D : val v * val y = val x) by (unfold v; rewrite (val_div _ _ V) by lra; field; lra).
    set (b := Rpower (val v) (/ INR l)). destruct (root_power (val v) l (p_unit p) E8 E1) as [R1 R2]. fold b in R1, R2.
    assert (Bp : 0 < b) by apply exp_pos.
    assert (A : is_alpha_max P (Rpower (val v) (INR (p_unit p) / INR l))).
    { exists b. split; [|symmetry; exact R2]. split.
      - split; [split; [lra|]|apply (private_at_root_ok v l b); auto; lra].
        apply (pow_le_inv b 1 l); try lra; auto. rewrite R1, pow1. exact E9.
      - intros a [[Ha _] [_ Pa]]. specialize (Pa h i l o E4 E3 E6 E5). change (a ^ l * val y <= val x) in Pa.
        apply (pow_le_inv a b l); auto; [lra|]. rewrite R1. nra. }
    intros what q [Hin|[Hin|[]]]; inversion Hin; subst; simpl; [exact A|].
    exists (Rpower (val v) (INR (p_unit p) / INR l)). split; [apply exp_pos|split; [exact A|]].
    unfold Rpower. rewrite ln_exp. reflexivity.
Qed.

Definition check_dp (yes : bool) (r : least_ratio) (v : violation) : option found :=
  if (if yes then private_b K p (p_alpha p) rows else not_private K p (p_alpha p) m rows v) then dp_values r else None.

Lemma check_dp_ok yes r v values : check_dp yes r v = Some values -> proved Dp yes values.
Proof.
  unfold check_dp. intros H. destruct (if yes then _ else _) eqn:E; [|discriminate]. split.
  - destruct yes; [apply (private_ok _ _ V); auto|apply (not_private_ok _ _ V) in E; exact E].
  - apply (dp_values_ok r). exact H.
Qed.

(** ** tight-constraints-exist *)

Variable phi : list (list N).
Hypothesis Hphi : is_phi K val p phi.

Lemma phi_shape : table_ok K n n phi = true. Proof. apply Hphi. Qed.

Lemma times_is v i : length v = n -> (i < n)%nat -> vec (times K phi v) i = sum n (fun j => mat phi i j * vec v j).
Proof. intros. apply (times_ok _ _ V); auto. apply phi_shape. Qed.

Lemma the_similarity : similarity G (val (p_alpha p)) (mat phi).
Proof. apply (is_similarity G); apply Hphi. Qed.

Lemma with_similarity (statement : (nat -> nat -> R) -> Prop) : statement (mat phi) -> of_similarity P statement.
Proof. intros H. exists (mat phi). split; [apply the_similarity|auto]. Qed.

Lemma any_similarity Psi i j : similarity G (val (p_alpha p)) Psi -> (i < n)%nat -> (j < n)%nat -> Psi i j = mat phi i j.
Proof. intros. apply (similarity_is G (val (p_alpha p)) (mat phi)); auto. apply Hphi. Qed.

Lemma any_product Psi z i : similarity G (val (p_alpha p)) Psi -> (i < n)%nat ->
  sum n (fun j => Psi i j * z j) = sum n (fun j => mat phi i j * z j).
Proof. intros S Hi. apply sum_ext. intros j Hj. now rewrite (any_similarity Psi) by auto. Qed.

Lemma phi_sym i j : (i < n)%nat -> (j < n)%nat -> mat phi i j = mat phi j i.
Proof. apply Hphi. Qed.

(** z ≥ 0 with Φz = b. *)
Definition solution (z b : list N) : bool := of_length n z && nonneg K z && all2 (eqn K) (times K phi z) b.

Lemma times_len v : length (times K phi v) = n.
Proof. rewrite times_length. apply (table_shape K _ _ _ phi_shape). Qed.

Lemma product_is z b : length z = n -> all2 (eqn K) (times K phi z) b = true ->
  forall i, (i < n)%nat -> sum n (fun j => mat phi i j * vec z j) = vec b i.
Proof. intros L E i Hi. rewrite <- times_is by auto. apply (all_eq _ _ V); auto. rewrite times_len. auto. Qed.

Lemma solution_ok z b : solution z b = true ->
  length z = n /\ (forall i, 0 <= vec z i) /\ forall i, (i < n)%nat -> sum n (fun j => mat phi i j * vec z j) = vec b i.
Proof.
  unfold solution. intros H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1.
  split; [|split]; auto.
  - intros i. apply (nonneg_val _ _ V _ _ H2).
  - apply product_is; auto.
Qed.

Definition ones : list N := constant K one1 n.
Lemma ones_vec i : (i < n)%nat -> vec ones i = 1.
Proof. intros. unfold ones. rewrite (constant_vec K val) by auto. apply (val_1 _ _ V). Qed.

Lemma ones_solution z : solution z ones = true -> length z = n /\ nonnegative_vector P (vec z) /\
  solves P (mat phi) one (vec z).
Proof.
  intros H. apply solution_ok in H as [L [H1 H2]]. split; [exact L|split; [intros i _; auto|]].
  intros i Hi. rewrite H2 by auto. apply ones_vec; auto.
Qed.

(** How it is shown that z is the only solution: w with wΦ = 0 on a support and > 0 off it, where z is 0; and for each node of
    the support a row of a left inverse of these columns. *)
Record only := { o_w : list N; o_support : list bool; o_left : list (list N) }.

Definition unit_vector (k : nat) : list N := set_at k one1 (repeat nil0 n).

(** l·Φ is 1 at k and 0 elsewhere on the support. *)
Definition left_row (support : list bool) (k : nat) (l : list N) : bool :=
  of_length n l &&
  all2 (fun (x : N * N) (b : bool) => if b then eqn K (fst x) (snd x) else true)
       (map2 pair (times K phi l) (unit_vector k)) support.

Definition only_ok (z : list N) (x : only) : bool :=
  of_length n (o_w x) && of_length n (o_support x) &&
  all2 (fun (y : N * N) (b : bool) => if b then eqn K (fst y) nil0 else lt K nil0 (fst y) && eqn K (snd y) nil0)
       (map2 pair (times K phi (o_w x)) z) (o_support x) &&
  all2 (fun (kb : nat * bool) (l : list N) => if snd kb then left_row (o_support x) (fst kb) l else true)
       (map2 pair (seq 0 n) (o_support x)) (o_left x).

Lemma unit_vec k i : (k < n)%nat -> vec (unit_vector k) i = if Nat.eqb i k then 1 else 0.
Proof.
  intros Hk. unfold unit_vector, Vectors.vec. rewrite set_at_nth by (rewrite repeat_length; auto).
  destruct (Nat.eqb i k); [apply (val_1 _ _ V)|]. rewrite nth_repeat. apply (val_0 _ _ V).
Qed.

(** A solution that vanishes off the support is Σ of the left inverse's row. *)
Lemma left_determines support k l z : (k < n)%nat -> length support = n -> left_row support k l = true ->
  (forall i, (i < n)%nat -> nth i support false = false -> z i = 0) ->
  (forall i, (i < n)%nat -> sum n (fun j => mat phi i j * z j) = 1) -> z k = sum n (vec l).
Proof.
  intros Hk Ls H Hz Hs. unfold left_row in H. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1.
  assert (Lu : length (unit_vector k) = n) by (unfold unit_vector; rewrite set_at_length, repeat_length; auto).
  assert (E : forall i, (i < n)%nat -> nth i support false = true -> sum n (fun j => mat phi i j * vec l j) = if Nat.eqb i k
    then 1 else 0).
  { intros i Hi Hb. assert (Q := all2_nth _ _ _ i (nil0, nil0) false H2).
    rewrite map2_length, times_len in Q by (rewrite times_len; auto).
    specialize (Q Hi). rewrite Hb in Q. rewrite (map2_nth _ _ _ i nil0 nil0) in Q by (rewrite ?times_len; auto).
      cbn [fst snd] in Q.
    apply (val_eq _ _ V) in Q. fold (vec (times K phi l) i) in Q. fold (vec (unit_vector k) i) in Q.
    rewrite times_is, unit_vec in Q by auto. exact Q. }
  transitivity (sum n (fun i => vec l i * sum n (fun j => mat phi i j * z j))).
  - etransitivity; [|symmetry; apply (sum_mirror G (mat phi) phi_sym (vec l) z)].
    rewrite <- (sum_pick n k z Hk). apply sum_ext. intros i Hi.
    destruct (nth i support false) eqn:B.
    + rewrite E by auto. destruct (Nat.eqb i k); ring.
    + rewrite Hz by auto. destruct (Nat.eqb i k); ring.
  - apply sum_ext. intros i Hi. rewrite Hs by auto. ring.
Qed.

Lemma only_parts z x : only_ok z x = true -> length z = n ->
  length (o_support x) = n /\
  (forall i, (i < n)%nat -> nth i (o_support x) false = true -> sum n (fun j => mat phi i j * vec (o_w x) j) = 0) /\
  (forall i, (i < n)%nat -> nth i (o_support x) false = false -> 0 < sum n (fun j => mat phi i j * vec (o_w x) j) /\
    vec z i = 0) /\
  (forall k, (k < n)%nat -> nth k (o_support x) false = true -> exists l, left_row (o_support x) k l = true).
Proof.
  unfold only_ok. intros H Lz. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3].
  apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1, H2.
  assert (A : forall i, (i < n)%nat -> (if nth i (o_support x) false then vec (times K phi (o_w x)) i = 0 else 0 < vec (times K
    phi (o_w x)) i /\ vec z i = 0)).
  { intros i Hi. assert (Q := all2_nth _ _ _ i (nil0, nil0) false H3).
    rewrite map2_length, times_len in Q by (rewrite times_len; auto).
    specialize (Q Hi). rewrite (map2_nth _ _ _ i nil0 nil0) in Q by (rewrite ?times_len; auto). cbn [fst snd] in Q.
    destruct (nth i (o_support x) false).
    - apply (val_eq _ _ V) in Q. rewrite (val_0 _ _ V) in Q. exact Q.
    - apply andb_prop in Q as [Q1 Q2]. apply (val_lt _ _ V) in Q1. apply (val_eq _ _ V) in Q2. rewrite (val_0 _ _ V) in *.
      auto. }
  split; [auto|split; [|split]].
  - intros i Hi B. specialize (A i Hi). rewrite B in A. rewrite times_is in A; auto.
  - intros i Hi B. specialize (A i Hi). rewrite B in A. rewrite times_is in A; auto.
  - intros k Hk B. assert (Q := all2_nth _ _ _ k (O, false) [] H4).
    rewrite map2_length, seq_length in Q by (rewrite seq_length; auto).
    specialize (Q Hk). rewrite (map2_nth _ _ _ k O false) in Q by (rewrite ?seq_length; auto). cbn [fst snd] in Q.
    rewrite B, seq_nth in Q by auto. eauto.
Qed.

(** Where all nodes are in the support Φ is invertible. *)
Definition all_nodes (x : only) : bool := forallb (fun b => b) (o_support x).

Lemma only_unique z x z' : solution z ones = true -> only_ok z x = true -> nonnegative_vector P z' ->
  solves P (mat phi) one z' ->
  forall i, (i < n)%nat -> z' i = vec z i.
Proof.
  intros Hz Hx Hn Hs. apply ones_solution in Hz as [Lz [Zn Zs]].
  destruct (only_parts z x Hx Lz) as [Ls [A [B C]]].
  assert (W : forall y, solves P (mat phi) one y -> sum n (fun j => y j * sum n (fun i => mat phi j i * vec (o_w x) i)) = sum n
    (vec (o_w x))).
  { intros y Hy. etransitivity; [symmetry; apply (sum_mirror G (mat phi) phi_sym (vec (o_w x)) y)|]. apply sum_ext. intros i Hi.
    change (vec (o_w x) i * sum (nodes (the_graph P)) (fun j => mat phi i j * y j) = vec (o_w x) i). rewrite (Hy i Hi).
      unfold one. ring. }
  assert (Z0 : sum n (vec (o_w x)) = 0).
  { rewrite <- (W (vec z) Zs). apply sum_zero. intros j Hj. destruct (nth j (o_support x) false) eqn:Bj.
    - rewrite A by auto. ring.
    - destruct (B j Hj Bj) as [_ ->]. ring. }
  assert (Off : forall i, (i < n)%nat -> nth i (o_support x) false = false -> z' i = 0).
  { intros i Hi Bi. destruct (B i Hi Bi) as [Pi _].
    assert (T : z' i * sum n (fun j => mat phi i j * vec (o_w x) j) <= 0).
    { rewrite <- Z0, <- (W z' Hs). apply (sum_term n i (fun j => z' j * sum n (fun i => mat phi j i * vec (o_w x) i))); auto.
      intros j Hj. destruct (nth j (o_support x) false) eqn:Bj.
      - rewrite A by auto. lra.
      - destruct (B j Hj Bj) as [Pj _]. apply Rmult_le_pos; [apply Hn; auto|lra]. }
    specialize (Hn i Hi). nra. }
  intros k Hk. destruct (nth k (o_support x) false) eqn:Bk.
  - destruct (C k Hk Bk) as [l Hl]. rewrite (left_determines _ k l z' Hk Ls Hl Off Hs).
    symmetry. apply (left_determines (o_support x) k l (vec z) Hk Ls Hl); auto. intros i Hi Bi. apply (B i Hi Bi).
  - rewrite Off by auto. symmetry. apply (B k Hk Bk).
Qed.

Lemma all_nodes_unique z x z' : length z = n -> only_ok z x = true -> all_nodes x = true ->
  solves P (mat phi) one (vec z) -> solves P (mat phi) one z' -> forall i, (i < n)%nat -> z' i = vec z i.
Proof.
  intros Lz Hx Ha Zs Hs k Hk. destruct (only_parts z x Hx Lz) as [Ls [A [B C]]].
  assert (D : forall i, (i < n)%nat -> nth i (o_support x) false = true).
  { intros i Hi. apply (forallb_nth (fun b => b) _ i false Ha). lia. }
  destruct (C k Hk (D k Hk)) as [l Hl].
  assert (Off : forall y i, (i < n)%nat -> nth i (o_support x) false = false -> y i = (0 : R)) by (intros y i Hi Bi;
    rewrite D in Bi; [discriminate|auto]).
  rewrite (left_determines _ k l z' Hk Ls Hl (Off z') Hs). symmetry. apply (left_determines _ k l (vec z) Hk Ls Hl); auto.
Qed.

(** The least entry, if tests show that it is. *)
Definition least (l : list N) : option N :=
  match l with
  | [] => None
  | x :: r => let c := fold_left (fun c y => if lt K y c then y else c) r x in
              if forallb (le K c) l then Some c else None
  end.

Lemma least_ok l c k : least l = Some c -> length l = k -> is_least (fun x => exists i, (i < k)%nat /\ x = vec l i) (val c).
Proof.
  destruct l as [|x r]; [discriminate|]. unfold least. set (c' := fold_left _ r x).
    destruct (forallb _ (x :: r)) eqn:F; [|discriminate].
  intros E L. inversion E. subst c. split.
  - assert (I : In c' (x :: r)) by apply (pick_in (fun c y => lt K y c)). apply (In_nth _ _ nil0) in I as [i [Hi Ei]].
    exists i. split; [lia|]. unfold Vectors.vec. now rewrite Ei.
  - intros y [i [Hi ->]]. apply (val_le _ _ V). apply (forallb_nth _ _ _ nil0 F). lia.
Qed.

Inductive uniqueness := Open | Shown (x : only) | Second (z : list N).

Definition exist_values (z : list N) (u : uniqueness) : option found :=
  match u with
  | Open => Some []
  | Shown x =>
      if only_ok z x then
        Some ((Unique, VFlag true) :: (if all_nodes x then match least z with Some c => [(Least,
          VNum c)] | None => [] end else []))
      else None
  | Second z' =>
      if solution z' ones && (existsb (fun x => lt K (fst x) (snd x) || lt K (snd x) (fst x)) (map2 pair z z'))
      then Some [(Unique, VFlag false)] else None
  end.

Definition check_exist_yes (z : list N) (u : uniqueness) : option found :=
  if solution z ones then match exist_values z u with Some l => Some ((Sum, VNum (lsum K z)) :: l) | None => None end else None.

Lemma check_exist_yes_ok z u values : check_exist_yes z u = Some values -> proved TightConstraintsExist true values.
Proof.
  unfold check_exist_yes. destruct (solution z ones) eqn:Z; [|discriminate].
    destruct (exist_values z u) as [l|] eqn:U; [|discriminate].
  intros E. inversion E. subst values. clear E. destruct (ones_solution z Z) as [Lz [Zn Zs]]. split.
  - apply with_similarity. exists (vec z). auto.
  - intros what v [Hin|Hin].
    + inversion Hin. subst. simpl. apply with_similarity. exists (vec z). split; [exact Zn|split; [exact Zs|split]].
      * rewrite (lsum_val _ _ V), Lz. reflexivity.
      * intros z' Hn Hs. rewrite (lsum_val _ _ V), Lz. apply (same_sum G (mat phi) phi_sym z' (vec z)); auto.
    + unfold exist_values in U. destruct u as [|x|z2].
      * inversion U. subst. destruct Hin.
      * destruct (only_ok z x) eqn:Hx; [|discriminate]. inversion U. subst l. clear U. destruct Hin as [Hin|Hin].
        -- inversion Hin. subst. simpl. apply with_similarity. split; [exists (vec z); auto|].
           intros z1 z2 i H1 H2 S1 S2 Hi. rewrite (only_unique z x z1), (only_unique z x z2); auto.
        -- destruct (all_nodes x) eqn:Ha; [|destruct Hin]. destruct (least z) as [c|] eqn:Lc; [|destruct Hin].
           destruct Hin as [Hin|[]]. inversion Hin. subst. simpl. apply with_similarity. exists (vec z).
           split; [exact Zs|split].
           ++ intros z' i S' Hi. apply (all_nodes_unique z x z' Lz Hx Ha Zs S' i Hi).
           ++ apply least_ok; auto.
      * destruct (_ && _)%bool eqn:S2; [|discriminate]. inversion U. subst l. destruct Hin as [Hin|[]]. inversion Hin. subst.
        simpl.
        apply andb_prop in S2 as [S2 D]. destruct (ones_solution z2 S2) as [L2 [Z2n Z2s]].
        apply with_similarity. split; [exists (vec z); auto|]. intros F.
        apply (existsb_nth _ _ (nil0, nil0)) in D as [i [Hi D]]. rewrite map2_length, Lz in Hi by lia.
        rewrite (map2_nth _ _ _ i nil0 nil0) in D by lia. cbn [fst snd] in D.
        specialize (F (vec z) (vec z2) i Zn Z2n Zs Z2s Hi). unfold Vectors.vec in F.
        apply orb_prop in D as [D|D]; apply (val_lt _ _ V) in D; lra.
Qed.

(** w with Φw ≥ 0 and w·b < 0. *)
Definition separates (w b : list N) : bool :=
  of_length n w && of_length n b && nonneg K (times K phi w) && lt K (dot K w b) nil0.

Lemma separates_no w b z : separates w b = true -> (forall i, (i < n)%nat -> 0 <= z i) ->
  (forall i, (i < n)%nat -> sum n (fun j => mat phi i j * z j) = vec b i) -> False.
Proof.
  unfold separates. intros H Hz Hs. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3].
    apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H1, H2. apply (val_lt _ _ V) in H4. rewrite (dot_val _ _ V), H1, (val_0 _ _ V) in H4 by lia.
  apply (farkas G (mat phi) phi_sym (vec w) (vec b) z); auto.
  intros i Hi. change (nodes G) with n. rewrite <- times_is by auto. apply (nonneg_val _ _ V _ _ H3).
Qed.

Definition check_exist_no (w : list N) (zu : option (list N * only)) : option found :=
  if separates w ones then
    match zu with
    | None => Some []
    | Some (z, x) =>
        if of_length n z && all2 (eqn K) (times K phi z) ones && only_ok z x && all_nodes x
        then match least z with Some c => Some [(Least, VNum c)] | None => None end else None
    end
  else None.

Lemma check_exist_no_ok w zu values : check_exist_no w zu = Some values -> proved TightConstraintsExist false values.
Proof.
  unfold check_exist_no. destruct (separates w ones) eqn:S; [|discriminate]. intros H. split.
  - intros [Psi [Sim [z [Zn Zs]]]]. apply (separates_no w ones z S Zn). intros i Hi.
    rewrite <- (any_product Psi) by auto. rewrite ones_vec by auto. apply (Zs i Hi).
  - destruct zu as [[z x]|]; [|inversion H; intros ? ? []]. destruct (_ && _)%bool eqn:E in H; [|discriminate].
    destruct (least z) as [c|] eqn:Lc; [|discriminate]. inversion H. intros what v [Hin|[]]. inversion Hin. subst. simpl.
    apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1.
    assert (Zs : solves P (mat phi) one (vec z)).
    { intros i Hi. unfold one. rewrite <- (ones_vec i Hi). apply product_is; auto. }
    apply with_similarity. exists (vec z). split; [exact Zs|split].
    + intros z' i S' Hi. apply (all_nodes_unique z x z' E1 E3 E4 Zs S' i Hi).
    + apply least_ok; auto.
Qed.

(** ** tight-constraints *)

(** (XR)_i, R being a map from outputs to nodes. *)
Definition remapped (remap : list nat) (r : list N) : list N :=
  fold_right (fun x acc => add_at K (fst x) (snd x) acc) (repeat nil0 n) (map2 pair remap r).

Definition check_tight_yes (remap : list nat) : bool :=
  stochastic_b K rows && private_b K p (p_alpha p) rows && of_length m remap && forallb (fun w => (w <? n)%nat) remap &&
  let t := map (remapped remap) rows in
  let diagonal := map2 (fun i r => nth i r nil0) (seq 0 n) t in
  all2 (fun r f => all2 (eqn K) r (map2 (mul K) f diagonal)) t phi.

Lemma remapped_length remap r : length (remapped remap r) = n.
Proof.
  unfold remapped. induction (map2 _ remap r) as [|[a b] l IH]; simpl; [apply repeat_length|]. now rewrite add_at_length.
Qed.

Lemma remapped_ok remap r j : length remap = m -> length r = m -> forallb (fun w => (w <? n)%nat) remap = true -> (j < n)%nat ->
  vec (remapped remap r) j = sum m (fun o => vec r o * (if Nat.eqb j (nth o remap O) then 1 else 0)).
Proof.
  intros L1 L2 F Hj. unfold remapped. clear Ht Hphi. revert r L1 L2. generalize m as k.
    induction remap as [|a remap IH]; intros k r L1 L2.
  - destruct r; [|simpl in *; lia]. simpl in L1. subst k. simpl. unfold Vectors.vec. rewrite nth_repeat. apply (val_0 _ _ V).
  - destruct r as [|b r]; [simpl in *; lia|]. simpl in L1, L2. destruct k as [|k]; [lia|]. simpl in F.
    apply andb_prop in F as [Fa F].
    apply Nat.ltb_lt in Fa. cbn [map2 fold_right fst snd]. fold (remapped remap r).
    rewrite (add_at_vec _ _ V) by (rewrite remapped_length; auto). rewrite sum_first. unfold remapped.
      rewrite (IH F k r) by lia.
    cbn [nth]. unfold Vectors.vec at 2. cbn [nth]. rewrite Rplus_comm. f_equal.
    destruct (Nat.eqb j a); ring.
Qed.

Lemma rows_shape : length rows = n /\ forall i, (i < n)%nat -> length (nth i rows []) = m.
Proof. apply (table_shape K _ _ _ Ht). Qed.

Lemma check_tight_yes_ok remap : check_tight_yes remap = true -> proved TightConstraints true [].
Proof.
  unfold check_tight_yes. intros H. apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4].
    apply andb_prop in H as [H H3].
  apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H3. split; [|intros ? ? []]. destruct rows_shape as [Lr Lm].
  split; [exact (stochastic_yes H1)|]. split; [apply (private_ok _ _ V p _ m rows Ht H2)|].
  apply with_similarity. exists (fun o j => if Nat.eqb j (nth o remap O) then 1 else 0). split.
  - split.
    + intros o j _ _. destruct (Nat.eqb j (nth o remap O)); lra.
    + intros o Ho. apply (sum_pick n (nth o remap O) (fun _ => 1)).
      assert (Q := forallb_nth _ remap o O H4). rewrite H3 in Q. specialize (Q Ho). now apply Nat.ltb_lt in Q.
  - set (t := map (remapped remap) rows) in *.
    assert (Lt : length t = n) by (unfold t; rewrite map_length; auto).
    assert (T : forall i j, (i < n)%nat -> (j < n)%nat -> mat t i j =
      product m (X P) (fun o j => if Nat.eqb j (nth o remap O) then 1 else 0) i j).
    { intros i j Hi Hj. unfold Vectors.mat, t. rewrite (nth_indep _ [] (remapped remap [])) by (rewrite map_length; lia).
      rewrite map_nth. rewrite remapped_ok by auto. reflexivity. }
    intros i j Hi Hj. change (p_outputs p) with m. rewrite <- !T by auto.
    assert (Q := all2_nth _ _ _ i [] [] H5). rewrite Lt in Q. specialize (Q Hi).
    assert (Lti : length (nth i t []) = n).
    { unfold t. rewrite (nth_indep _ [] (remapped remap [])) by (rewrite map_length, Lr; exact Hi). rewrite map_nth.
      apply remapped_length. }
    assert (Q' := all_eq _ _ V _ _ j Q). rewrite Lti in Q'. specialize (Q' Hj). unfold Vectors.mat at 1. rewrite Q'.
    destruct (table_shape K _ _ _ phi_shape) as [_ Lp].
    assert (Ld : length (map2 (fun i r => nth i r nil0) (seq 0 n) t) = n) by (rewrite map2_length, seq_length; auto;
      rewrite seq_length; auto).
    unfold Vectors.vec at 1. rewrite (map2_nth _ (nth i phi []) _ j nil0 nil0) by (rewrite Lp, ?Ld; auto).
    rewrite (val_mul _ _ V). rewrite (map2_nth _ _ _ j O []) by (rewrite seq_length; auto). rewrite seq_nth by auto.
      reflexivity.
Qed.

(** No remap of X is tight: U(X, Φ1) < n; or X is not private. *)
Definition check_tight_no (v : option violation) : bool :=
  match v with
  | Some v => not_private K p (p_alpha p) m rows v
  | None => match guessed_by K (times K phi ones) (transpose m rows) with
            | Some u => lt K u (of_frac K (Z.of_nat n) 1)
            | None => false
            end
  end.

Lemma check_tight_no_ok v : check_tight_no v = true -> proved TightConstraints false [].
Proof.
  unfold check_tight_no. intros H. split; [|intros ? ? []]. intros [S [Pr [Psi [Sim [r [R T]]]]]]. destruct v as [v|].
  - exact (not_private_ok _ _ V p (p_alpha p) m rows v H Pr).
  - destruct (guessed_by K (times K phi ones) (transpose m rows)) as [u|] eqn:U; [|discriminate].
    apply (val_lt _ _ V) in H. rewrite (val_frac _ _ V) in H.
    rewrite (guessed_ok _ _ V p _ _ _ _ (times_len ones) Ht U) in H.
    apply (Rlt_not_le _ _ H).
    replace (IZR (Z.of_nat n) / 1) with (INR n) by (rewrite INR_IZR_INZ; field).
    rewrite (sum_ext m _ (fun o => largest n (fun j => sum n (fun i => mat phi j i) * mat rows j o))).
    2:{ intros o Ho. apply largest_ext. intros j Hj. f_equal. change (p_nodes p) with n.
      rewrite times_is by (auto; apply repeat_length).
        apply sum_ext. intros i Hi. rewrite ones_vec by auto. ring. }
    apply (tight_needs G (mat phi) phi_sym m (mat rows) r); auto.
    + apply Hg.
    + intros i j Hi Hj. rewrite <- (any_similarity Psi) by auto. apply (T i j Hi Hj).
Qed.

(** ** regular *)

Section OfPrior.
Variable k : nat.
Hypothesis Hk : (k < length (p_priors p))%nat.
Let pr := prior_of K p k.

Lemma prior_length : length pr = n.
Proof. apply (g_prior _ _ _ Hg k Hk). Qed.

Definition below_one (v : list N) : bool := of_length n v && forallb (fun x => le K x one1) (times K phi v).

Lemma below_one_ok v : below_one v = true -> length v = n /\ forall i, (i < n)%nat ->
  sum n (fun j => mat phi i j * vec v j) <= 1.
Proof.
  unfold below_one. intros H. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1. split; auto. intros i Hi.
  rewrite <- times_is by auto. rewrite <- (val_1 _ _ V). apply (val_le _ _ V).
  exact (forallb_nth _ (times K phi v) i nil0 H2 ltac:(rewrite times_len; auto)).
Qed.

Definition check_regular_yes (y v : list N) : option found :=
  if solution y pr && below_one v && eqn K (lsum K y) (dot K pr v) then Some [(Sum, VNum (lsum K y))] else None.

Lemma check_regular_yes_ok y v values : check_regular_yes y v = Some values -> proved (Regular k) true values.
Proof.
  unfold check_regular_yes. destruct (_ && _)%bool eqn:E; [|discriminate]. intros H. inversion H. subst values. clear H.
  apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply solution_ok in E1 as [Ly [Yn Ys]].
  apply below_one_ok in E2 as [Lv Vs]. apply (val_eq _ _ V) in E3.
  rewrite (lsum_val _ _ V), Ly, (dot_val _ _ V), prior_length in E3 by (rewrite prior_length; auto).
  assert (R : represents P (mat phi) k (sum n (vec y))).
  { exists (vec y). split; [intros i _; auto|split; [intros i Hi; apply Ys; auto|reflexivity]]. }
  split.
  - apply with_similarity. eauto.
  - intros what q [Hin|[]]. inversion Hin. subst. simpl. apply with_similarity. rewrite (lsum_val _ _ V), Ly. split; [exact R|].
    intros x [y' [Yn' [Ys' <-]]]. rewrite E3.
    apply (least_sum G (mat phi) phi_sym y' (vec v) (vec pr)); auto.
    intros i Hi. apply Req_le. f_equal. symmetry. apply (Ys' i Hi).
Qed.

Definition check_regular_no (w : list N) : option found := if separates w pr then Some [] else None.

Lemma check_regular_no_ok w values : check_regular_no w = Some values -> proved (Regular k) false values.
Proof.
  unfold check_regular_no. destruct (separates w pr) eqn:S; [|discriminate]. intros H. inversion H. split; [|intros ? ? []].
  intros [Psi [Sim [s [y [Yn [Ys _]]]]]]. apply (separates_no w pr y S Yn). intros i Hi. rewrite <- (any_product Psi) by auto.
    apply (Ys i Hi).
Qed.

(** ** utility-bound *)

Definition cover_of (y v : list N) : option N :=
  if of_length n y && nonneg K y && all2 (le K) pr (times K phi y) && nonneg K v && below_one v && eqn K (lsum K y) (dot K pr v)
  then Some (lsum K y) else None.

Lemma cover_of_ok y v b : cover_of y v = Some b -> is_least (covers P (mat phi) k) (val b) /\
  forall m' Y, private_mechanism P m' Y -> guessed P k m' Y <= val b.
Proof.
  unfold cover_of. destruct (_ && _)%bool eqn:E; [|discriminate]. intros H. inversion H. subst b. clear H.
  apply andb_prop in E as [E E6]. apply andb_prop in E as [E E5]. apply andb_prop in E as [E E4].
    apply andb_prop in E as [E E3].
  apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1. apply below_one_ok in E5 as [Lv Vs]. apply (val_eq _ _ V) in E6.
  rewrite (lsum_val _ _ V), E1, (dot_val _ _ V), prior_length in E6 by (rewrite prior_length; auto).
  rewrite (lsum_val _ _ V), E1.
  assert (Cy : forall i, (i < n)%nat -> vec pr i <= sum n (fun j => mat phi i j * vec y j)).
  { intros i Hi. rewrite <- times_is by auto. apply (all_le _ _ V); auto. rewrite prior_length. auto. }
  assert (Yn := nonneg_val _ _ V y). assert (Vn := nonneg_val _ _ V v).
  split; [split|].
  - exists (vec y). split; [intros i _; auto|split; [exact Cy|reflexivity]].
  - intros x [y' [Yn' [Ys' <-]]]. rewrite E6.
    apply (least_sum G (mat phi) phi_sym y' (vec v) (vec pr)); auto.
    intros i Hi. apply Rmult_le_compat_r; auto. apply (Ys' i Hi).
  - intros m' Y [Ys Yp]. unfold guessed, binary_utility.
    apply (dual_bound G (val (p_alpha p)) n binary (vec pr) (vec y) m' Y); auto; [apply Hg|].
    intros w c Hw C. apply (cover_dual G (val (p_alpha p)) (mat phi) (alpha_pos _ _ p Hg) (inside _ _ p Hg) (f_known _ _ _ _
      Hphi) (vec y) (vec pr) w c); auto.
Qed.

(** The same problem with the binary gain. *)
Definition with_binary : problem N :=
  {| p_nodes := p_nodes p; p_near := p_near p; p_unit := p_unit p; p_alpha := p_alpha p; p_delta := p_delta p;
     p_outputs := p_outputs p; p_table := p_table p; p_rounding := p_rounding p; p_priors := p_priors p; p_gain := Binary;
     p_answers := p_answers p; p_others := p_others p; p_rivals := p_rivals p; p_values := p_values p; p_individuals :=
       p_individuals p;
     p_uses := p_uses p; p_copies := p_copies p; p_each := p_each p |}.

Lemma with_binary_good : good K val with_binary.
Proof. destruct Hg. constructor; simpl; auto. discriminate. Qed.
Lemma with_binary_phi : is_phi K val with_binary phi.
Proof. destruct Hphi. constructor; auto. Qed.

Definition check_bound (y v : list N) (best : option (list (list N) * dual N)) : option found :=
  match cover_of y v with
  | None => None
  | Some b =>
      match best with
      | None => Some [(Bound, VNum b)]
      | Some (other, d) =>
          match optimum_of K with_binary (Some phi) pr other d with
          | Some u => Some [(Bound, VNum b); (Optimum, VNum u)]
          | None => None
          end
      end
  end.

Lemma check_bound_ok y v best values : check_bound y v best = Some values -> proved (UtilityBound k) true values.
Proof.
  unfold check_bound. destruct (cover_of y v) as [b|] eqn:C; [|discriminate]. apply cover_of_ok in C as [C1 C2]. intros H.
  split; [apply with_similarity; eauto|].
  assert (B : value P (UtilityBound k) Bound (Number (val b))) by (apply with_similarity; auto).
  destruct best as [[other d]|].
  - destruct (optimum_of K with_binary (Some phi) pr other d) as [u|] eqn:U; [|discriminate]. inversion H.
    intros what q [Hin|[Hin|[]]]; inversion Hin; subst; [exact B|]. simpl.
    apply (optimum_ok K val V with_binary with_binary_good (Some phi) pr other d u); auto.
    + intros f E. assert (F : f = phi) by congruence. rewrite F. apply with_binary_phi.
    + apply prior_length.
  - inversion H. intros what q [Hin|[]]; inversion Hin; subst. exact B.
Qed.

(** ** utility, leakage *)

Definition negated (x : N) : N := sub K nil0 x.
Lemma negated_val x : val (negated x) = - val x.
Proof. unfold negated. rewrite (val_sub _ _ V), (val_0 _ _ V). lra. Qed.

(** A utility, and beside a loss its negative. *)
Definition stated (what loss : name) (u : N) : found :=
  (what, VNum u) :: match p_gain p with Rows _ true => [(loss, VNum (negated u))] | _ => [] end.

Lemma util_is u : util K p pr m rows = Some u -> val u = gained P k m (X P).
Proof. intros U. apply (util_ok _ _ V p Hg pr m rows u prior_length Ht U). Qed.

Definition check_utility : option found :=
  if stochastic_b K rows then match util K p pr m rows with Some u => Some (stated TheUtility Loss u) | None => None end else
    None.


Lemma check_utility_ok values : check_utility = Some values -> proved (Utility k) true values.
Proof.
  unfold check_utility. destruct (stochastic_b K rows) eqn:S; [|discriminate].
    destruct (util K p pr m rows) as [u|] eqn:U; [|discriminate].
  intros H. inversion H. subst. apply util_is in U. split; [exact (stochastic_yes S)|].
  intros what q Hin. unfold stated in Hin. destruct Hin as [Hin|Hin]; [inversion Hin; subst; exact U|].
  destruct (p_gain p) as [|rs [|]] eqn:Eg; try (destruct Hin; fail). destruct Hin as [Hin|[]]. inversion Hin. subst. simpl.
  rewrite Eg, negated_val. split; auto. rewrite U. reflexivity.
Qed.

Definition check_leakage : option found :=
  if stochastic_b K rows then
    match guessed_by K pr (transpose m rows), best K pr with
    | Some u, Some b =>
        if lt K nil0 b then let x := div K u b in
          Some ((Multiplicative, VNum x) :: [(Bits, VLog2 x)]) else None
    | _, _ => None
    end
  else None.

Lemma check_leakage_ok values : check_leakage = Some values -> proved (Leakage k) true values.
Proof.
  unfold check_leakage. destruct (stochastic_b K rows) eqn:S; [|discriminate].
  destruct (guessed_by K pr (transpose m rows)) as [u|] eqn:U; [|discriminate].
  destruct (best K pr) as [b|] eqn:B; [|discriminate]. destruct (lt K nil0 b) eqn:L; [|discriminate].
  intros H. inversion H. subst. clear H. split; [exact (stochastic_yes S)|].
  apply (val_lt _ _ V) in L. rewrite (val_0 _ _ V) in L. apply (best_val _ _ V) in B as [_ B]. rewrite prior_length in B.
  assert (E : val (div K u b) = leakage n m (prior P k) (X P)).
  { rewrite (val_div _ _ V) by lra. unfold leakage. rewrite B. f_equal.
    apply (guessed_ok _ _ V p pr m rows u prior_length Ht U). }
  intros what q [Hin|[Hin|[]]]; inversion Hin; subst; simpl; auto. eauto.
Qed.

(** ** optimal *)

Inductive optimality := ByBound (d : dual N) | ByBetter (other : list (list N)) (d : option (dual N)) | ByViolation (v :
  violation) (other : option (list (list N) * dual N)).

Definition check_optimal (phi' : option (list (list N))) (within : Q) (yes : bool) (w : optimality) : option found :=
  if stochastic_b K rows then
    match util K p pr m rows with
    | None => None
    | Some u =>
        let most := add K u (of_frac K (Qnum within) (Qden within)) in
        let said := stated TheUtility Loss u in
        match w, yes with
        | ByBound d, true =>
            if private_b K p (p_alpha p) rows then
              match bound_of K p phi' pr d with
              | Some b => if le K b most then Some (if le K b u then said ++ stated Optimum LeastLoss u else said) else None
              | None => None
              end
            else None
        | ByBetter other (Some d), true =>
            if private_b K p (p_alpha p) rows then
              match optimum_of K p phi' pr other d with
              | Some o => if le K o most then Some (said ++ stated Optimum LeastLoss o) else None
              | None => None
              end
            else None
        | ByBetter other (Some d), false =>
            match optimum_of K p phi' pr other d with
            | Some o => if lt K most o then Some (said ++ stated Optimum LeastLoss o) else None
            | None => None
            end
        | ByBetter other None, false =>
            if mechanism_b K p other then
              match util K p pr (length (nth 0 other [])) other with
              | Some o => if lt K most o then Some said else None
              | None => None
              end
            else None
        | ByViolation v None, false => if not_private K p (p_alpha p) m rows v then Some said else None
        | ByViolation v (Some (other, d)), false =>
            if not_private K p (p_alpha p) m rows v then
              match optimum_of K p phi' pr other d with Some o => Some (said ++ stated Optimum LeastLoss o) | None => None end
            else None
        | _, _ => None
        end
    end
  else None.

Lemma optimal_values within u what q : val u = gained P k m (X P) -> In (what, q) (stated TheUtility Loss u) ->
  value P (Optimal k within) what (quantity_of q).
Proof.
  intros U Hin. unfold stated in Hin. destruct Hin as [Hin|Hin]; [inversion Hin; subst; exact U|].
  destruct (p_gain p) as [|rs [|]] eqn:Eg; try (destruct Hin; fail). destruct Hin as [Hin|[]]. inversion Hin. subst. simpl.
  rewrite Eg, negated_val. split; auto. rewrite U. reflexivity.
Qed.

Lemma optimum_values within o what q : is_optimum P (gained P k) (val o) -> In (what, q) (stated Optimum LeastLoss o) ->
  value P (Optimal k within) what (quantity_of q).
Proof.
  intros U Hin. unfold stated in Hin. destruct Hin as [Hin|Hin]; [inversion Hin; subst; exact U|].
  destruct (p_gain p) as [|rs [|]] eqn:Eg; try (destruct Hin; fail). destruct Hin as [Hin|[]]. inversion Hin. subst. simpl.
  rewrite Eg, negated_val, Ropp_involutive. auto.
Qed.

Lemma check_optimal_ok phi' within yes w values : (forall f, phi' = Some f -> is_phi K val p f) ->
  check_optimal phi' within yes w = Some values -> proved (Optimal k within) yes values.
Proof.
  intros Hf. unfold check_optimal. destruct (stochastic_b K rows) eqn:S; [|discriminate]. apply stochastic_yes in S.
  destruct (util K p pr m rows) as [u|] eqn:U; [|discriminate]. apply util_is in U.
  set (most := add K u (of_frac K (Qnum within) (Qden within))).
  assert (Em : val most = gained P k m (X P) + Q2R within).
  { unfold most. rewrite (val_add _ _ V), (val_frac _ _ V), U. reflexivity. }
  assert (Both : forall o what q, is_optimum P (gained P k) (val o) ->
    In (what, q) (stated TheUtility Loss u ++ stated Optimum LeastLoss o) ->
    value P (Optimal k within) what (quantity_of q)).
  { intros o what q Ho Hin. apply in_app_or in Hin as [Hin|Hin]; [now apply (optimal_values within u)|now apply (optimum_values
    within o)]. }
  destruct w as [d|other [d|]|v [[other d]|]], yes; try discriminate.
  - destruct (private_b K p (p_alpha p) rows) eqn:Pr; [|discriminate]. apply (private_ok _ _ V p _ m rows Ht) in Pr.
    destruct (bound_of K p phi' pr d) as [b|] eqn:B; [|discriminate].
      assert (B' := bound_ok _ _ V p Hg phi' pr d b Hf prior_length B).
    destruct (le K b most) eqn:L; [|discriminate]. apply (val_le _ _ V) in L. intros H. inversion H. subst values. clear H.
      split.
    + split; [exact S|split; [exact Pr|]]. intros m' Y HY. rewrite Em in L. eapply Rle_trans; [|exact L]. apply B'; auto.
    + destruct (le K b u) eqn:Lu; [|intros; now apply (optimal_values within u)]. apply (val_le _ _ V) in Lu.
      intros what q. apply Both. split.
      * exists m, (X P). split; [split; auto|auto].
      * intros x [m' [Y [HY <-]]]. eapply Rle_trans; [|exact Lu]. apply B'; auto.
  - destruct (private_b K p (p_alpha p) rows) eqn:Pr; [|discriminate]. apply (private_ok _ _ V p _ m rows Ht) in Pr.
    destruct (optimum_of K p phi' pr other d) as [o|] eqn:Op; [|discriminate].
    assert (Op' := optimum_ok _ _ V p Hg phi' pr other d o Hf prior_length Op).
    destruct (le K o most) eqn:L; [|discriminate]. apply (val_le _ _ V) in L. rewrite Em in L. intros H. inversion H.
      subst values. split.
    + split; [exact S|split; [exact Pr|]]. intros m' Y HY. eapply Rle_trans; [|exact L]. apply Op'. eauto.
    + intros what q. apply Both. exact Op'.
  - destruct (optimum_of K p phi' pr other d) as [o|] eqn:Op; [|discriminate].
    assert (Op' := optimum_ok _ _ V p Hg phi' pr other d o Hf prior_length Op).
    destruct (lt K most o) eqn:L; [|discriminate]. apply (val_lt _ _ V) in L. rewrite Em in L. intros H. inversion H.
      subst values. split.
    + intros [_ [_ F]]. destruct Op' as [[m' [Y [HY E]]] _]. specialize (F m' Y HY). apply (Rlt_not_le _ _ L). rewrite <- E.
      exact F.
    + intros what q. apply Both. exact Op'.
  - destruct (mechanism_b K p other) eqn:M; [|discriminate]. apply (mechanism_ok _ _ V p) in M as [T M].
    destruct (util K p pr _ other) as [o|] eqn:Uo; [|discriminate].
      apply (util_ok _ _ V p Hg pr _ other o prior_length T) in Uo.
    destruct (lt K most o) eqn:L; [|discriminate]. apply (val_lt _ _ V) in L. rewrite Em in L. intros H. inversion H.
      subst values. split.
    + intros [_ [_ F]]. specialize (F _ _ M). apply (Rlt_not_le _ _ L). rewrite Uo. exact F.
    + intros; now apply (optimal_values within u).
  - destruct (not_private K p (p_alpha p) m rows v) eqn:Np; [|discriminate]. apply (not_private_ok _ _ V) in Np.
    destruct (optimum_of K p phi' pr other d) as [o|] eqn:Op; [|discriminate].
    assert (Op' := optimum_ok _ _ V p Hg phi' pr other d o Hf prior_length Op). intros H. inversion H. subst values. split.
    + intros [_ [Pr _]]. exact (Np Pr).
    + intros what q. apply Both. exact Op'.
  - destruct (not_private K p (p_alpha p) m rows v) eqn:Np; [|discriminate]. apply (not_private_ok _ _ V) in Np.
    intros H. inversion H. subst values. split.
    + intros [_ [Pr _]]. exact (Np Pr).
    + intros; now apply (optimal_values within u).
Qed.
End OfPrior.

(** ** capacity *)

Definition check_capacity : option found :=
  if stochastic_b K rows then
    match guessed_by K ones (transpose m rows) with
    | Some u => Some ((Multiplicative, VNum u) :: [(Bits, VLog2 u)])
    | None => None
    end
  else None.

Lemma check_capacity_ok values : check_capacity = Some values -> proved Capacity true values.
Proof.
  unfold check_capacity. destruct (stochastic_b K rows) eqn:S; [|discriminate].
  destruct (guessed_by K ones (transpose m rows)) as [u|] eqn:U; [|discriminate].
  intros H. inversion H. subst. clear H. split; [exact (stochastic_yes S)|].
  assert (E : val u = sum m (fun o => largest n (fun i => X P i o))).
  { rewrite (guessed_ok _ _ V p ones m rows u (repeat_length _ _) Ht U). apply sum_ext. intros o Ho. apply largest_ext.
    intros i Hi.
    rewrite ones_vec by auto. simpl. unfold rows. ring. }
  intros what q [Hin|[Hin|[]]]; inversion Hin; subst; simpl; auto. eauto.
Qed.

End Checks.
