(** (ε, δ)-privacy, privacy of groups, and what X leaks about an individual. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
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

Lemma shape_of_rows : length rows = n /\ forall i, (i < n)%nat -> length (nth i rows []) = m.
Proof. apply (table_shape K _ _ _ Ht). Qed.

(** ** The largest of many *)

(** The largest of f over a list, at least some v where it has one. *)
Definition most {A} (v : option N) (f : A -> option N) (l : list A) : option N :=
  match all_some (map f l) with
  | Some r => best K (match v with Some v => v :: r | None => r end)
  | None => None
  end.

Lemma best_in l c : best K l = Some c -> In c l /\ forall x, In x l -> val x <= val c.
Proof.
  destruct l as [|x r]; [discriminate|]. unfold best. set (c' := fold_left _ r x).
  destruct (forallb _ (x :: r)) eqn:F; [|discriminate]. intros E. inversion E. subst c. split.
  - apply (pick_in (fun c y => lt K c y)).
  - intros y Hy. rewrite forallb_forall in F. apply (val_le _ _ V). apply F; auto.
Qed.

Lemma most_ok {A} v (f : A -> option N) l c : most v f l = Some c ->
  (forall x, In x l -> exists y, f x = Some y /\ val y <= val c) /\
  (forall w, v = Some w -> val w <= val c) /\
  (v = Some c \/ exists x, In x l /\ f x = Some c).
Proof.
  unfold most. destruct (all_some (map f l)) as [r|] eqn:E; [|discriminate]. apply all_some_spec in E. intros H.
  apply best_in in H as [I M].
  assert (R : forall y, In y r <-> exists x, In x l /\ f x = Some y).
  { intros y. split; intros Hy.
    - assert (Q : In (Some y) (map f l)) by (rewrite E; apply in_map; auto). apply in_map_iff in Q as [x [Q Hx]]. eauto.
    - destruct Hy as [x [Hx Q]]. assert (W : In (Some y) (map Some r)) by (rewrite <- E, <- Q; apply in_map; auto).
      apply in_map_iff in W as [z [W Hz]]. inversion W. now subst. }
  repeat split.
  - intros x Hx. assert (Q : In (f x) (map Some r)) by (rewrite <- E; apply in_map; auto). apply in_map_iff in Q as [y [Q Hy]].
    exists y. split; auto. apply M. destruct v; simpl; auto.
  - intros w ->. apply M. simpl. auto.
  - destruct v as [w|]; simpl in I.
    + destruct I as [->|I]; [left; auto|right; apply R; auto].
    + right. apply R; auto.
Qed.

(** ** approximate-dp *)

Definition positive_part (d : N) : option N := if le K nil0 d then Some d else if lt K d nil0 then Some nil0 else None.
Lemma positive_part_ok d e : positive_part d = Some e -> val e = Rmax (val d) 0.
Proof.
  unfold positive_part. destruct (le K nil0 d) eqn:A; [|destruct (lt K d nil0) eqn:B; [|discriminate]]; intros H; inversion H;
    subst.
  - apply (val_le _ _ V) in A. rewrite (val_0 _ _ V) in A. rewrite Rmax_left; auto.
  - apply (val_lt _ _ V) in B. rewrite (val_0 _ _ V) in *. rewrite Rmax_right; lra.
Qed.

(** Σ_o max(0, x_io − λ·x_ho). *)
Definition excess (lam : N) (ih : nat * nat) : option N :=
  summed K (map (fun xy => positive_part (sub K (fst xy) (mul K lam (snd xy)))) (map2 pair (nth (fst ih) rows []) (nth (snd ih)
    rows []))).

Lemma excess_ok lam i h e : (i < n)%nat -> (h < n)%nat -> excess lam (i, h) = Some e ->
  val e = sum m (fun o => Rmax (mat rows i o - val lam * mat rows h o) 0).
Proof.
  intros Hi Hh H. destruct shape_of_rows as [L Lr].
  apply (summed_val K val V _ _ (nil0, nil0) e m (fun o => Rmax (mat rows i o - val lam * mat rows h o) 0) H).
  - rewrite map2_length; cbn [fst snd]; rewrite !Lr; auto.
  - intros o c Ho Hc. cbn [fst snd] in Hc. rewrite (map2_nth _ _ _ o nil0 nil0) in Hc by (rewrite ?Lr; auto).
    cbn [fst snd] in Hc.
    apply positive_part_ok in Hc. rewrite Hc, (val_sub _ _ V), (val_mul _ _ V). reflexivity.
Qed.

Definition edges_of : list (nat * nat) := flat_map (fun i => map (fun hl => (i, fst hl)) (near_of K p i)) (seq 0 n).

Lemma edges_of_ok i h : In (i, h) edges_of <-> (i < n)%nat /\ (h < n)%nat /\ exists l, In (h, l) (near_of K p i).
Proof.
  unfold edges_of. rewrite in_flat_map. split.
  - intros [j [Hj H]]. apply in_map_iff in H as [[h' l] [E H]]. simpl in E. injection E as <- <-. apply in_seq in Hj.
    split; [lia|]. split; [|eauto]. apply (g_inside _ _ _ Hg j h' l); auto. unfold n in Hj. lia.
  - intros [Hi [Hh [l H]]]. exists i. split; [apply in_seq; lia|]. apply in_map_iff. exists (h, l). auto.
Qed.

Definition delta_min (lam : N) : option N := most (Some nil0) (excess lam) edges_of.

Lemma delta_min_ok lam D : delta_min lam = Some D ->
  0 <= val D /\ forall d, 0 <= d -> (approximately_private G (val lam) d m (X P) <-> val D <= d).
Proof.
  intros H. unfold delta_min in H. apply most_ok in H as [A [B C]]. specialize (B _ eq_refl). rewrite (val_0 _ _ V) in B.
  split; [exact B|]. intros d Hd. split.
  - intros Pr. destruct C as [C|[[i h] [I C]]]; [inversion C; subst; rewrite (val_0 _ _ V); auto|].
    apply edges_of_ok in I as [Hi [Hh [l Hl]]]. rewrite (excess_ok _ _ _ _ Hi Hh C).
    set (S := fun o => if Rle_dec 0 (mat rows i o - val lam * mat rows h o) then true else false).
    specialize (Pr i h l S Hi Hh Hl). unfold mass in Pr. change (X P) with (mat rows) in Pr.
    apply Rle_trans with (sum m (fun o => if S o then mat rows i o else 0) - val lam * sum m (fun o => if S o then mat rows h o
      else 0)); [|lra].
    rewrite <- sum_scale, <- sum_minus. apply Req_le. apply sum_ext. intros o Ho. unfold S.
    destruct (Rle_dec 0 _); [rewrite Rmax_left; auto|rewrite Rmax_right; lra].
  - intros Le i h l S Hi Hh Hl. unfold mass. change (X P) with (mat rows).
    assert (Ih : In (i, h) edges_of) by (apply edges_of_ok; split; [exact Hi|split; [exact Hh|exists l; exact Hl]]).
    destruct (A (i, h) Ih) as [e [E Ee]]. rewrite (excess_ok _ _ _ _ Hi Hh E) in Ee.
    assert (Q : sum m (fun o => if S o then mat rows i o else 0) - val lam * sum m (fun o => if S o then mat rows h o else 0) <=
                sum m (fun o => Rmax (mat rows i o - val lam * mat rows h o) 0)).
    { rewrite <- sum_scale, <- sum_minus. apply sum_le. intros o Ho. destruct (S o).
      - apply Rmax_l.
      - eapply Rle_trans; [|apply Rmax_r]. lra. }
    lra.
Qed.

(** Which α is the largest: left open, 1, one that a set of outputs attains, or none. *)
Inductive event := NotNamed | EvenAtOne | Event (v : N) (i h : nat) (T : list bool) | Never (i h : nat) (T : list bool).

Definition mass_b (T : list bool) (x : list N) : N := lsum K (map2 (fun (b : bool) y => if b then y else nil0) T x).
Lemma mass_b_ok T i : length T = m -> (i < n)%nat -> val (mass_b T (nth i rows [])) = mass m (X P i) (fun o => nth o T false).
Proof.
  intros L Hi. destruct shape_of_rows as [_ Lr]. unfold mass_b. rewrite (lsum_val _ _ V), map2_length, L by (rewrite Lr; auto).
  apply sum_ext. intros o Ho. unfold Vectors.vec. rewrite (map2_nth _ _ _ o false nil0) by (rewrite ?Lr; auto; lia).
  destruct (nth o T false); [reflexivity|apply (val_0 _ _ V)].
Qed.

Definition alpha_values (v : N) : found :=
  (AlphaMax, VNum v) :: (if lt K nil0 v then [(EpsilonMin, VMinusLn v)] else if eqn K v nil0 then [(EpsilonMin,
    VInfinite)] else []).

Lemma alpha_values_ok (Q : instance) c v :
  value Q c AlphaMax (Number (val v)) ->
  (0 < val v -> value Q c EpsilonMin (Number (- ln (val v)))) -> (val v = 0 -> value Q c EpsilonMin Infinite) ->
  forall what q, In (what, q) (alpha_values v) -> value Q c what (quantity_of q).
Proof.
  intros A B C what q [H|H]; [inversion H; subst; exact A|].
  destruct (lt K nil0 v) eqn:L.
  - apply (val_lt _ _ V) in L. rewrite (val_0 _ _ V) in L. destruct H as [H|[]]. inversion H. subst. apply B; auto.
  - destruct (eqn K v nil0) eqn:E; [|destruct H]. apply (val_eq _ _ V) in E. rewrite (val_0 _ _ V) in E.
    destruct H as [H|[]]. inversion H. subst. apply C; auto.
Qed.

Definition approximate_values (e : event) : option found :=
  let private_at v := match delta_min (div K one1 v) with Some D => le K D (p_delta p) | None => false end in
  let pair_ok i h T := (i <? n)%nat && (h <? n)%nat && of_length m T &&
    existsb (fun hl => Nat.eqb (fst hl) h) (near_of K p i) in
  match e with
  | NotNamed => Some []
  | EvenAtOne => if private_at one1 then Some (alpha_values one1) else None
  | Event v i h T =>
      if pair_ok i h T && lt K nil0 v && le K v one1 && private_at v && lt K nil0 (mass_b T (nth h rows [])) &&
         eqn K (mul K v (sub K (mass_b T (nth i rows [])) (p_delta p))) (mass_b T (nth h rows []))
      then Some (alpha_values v) else None
  | Never i h T =>
      if pair_ok i h T && eqn K (mass_b T (nth h rows [])) nil0 && lt K (p_delta p) (mass_b T (nth i rows []))
      then Some (alpha_values nil0) else None
  end.

Hypothesis Hd : 0 <= val (p_delta p).

Lemma approximate_alpha v : is_approximate_alpha P (val v) ->
  forall what q, In (what, q) (alpha_values v) -> value P ApproximateDp what (quantity_of q).
Proof.
  intros A. apply alpha_values_ok; auto.
  - intros Hv. exists (val v). auto.
  - intros Hv. simpl. rewrite <- Hv. exact A.
Qed.

Lemma approximate_values_ok e values : approximate_values e = Some values ->
  forall what q, In (what, q) values -> value P ApproximateDp what (quantity_of q).
Proof.
  assert (Pv : forall v, 0 < val v -> match delta_min (div K one1 v) with Some D => le K D (p_delta p) | None => false end =
    true ->
    approximately_private G (/ val v) (val (p_delta p)) m (X P)).
  { intros v Hv H. destruct (delta_min (div K one1 v)) as [D|] eqn:E; [|discriminate]. apply delta_min_ok in E as [_ E].
    rewrite (val_div _ _ V), (val_1 _ _ V) in E by lra. apply (val_le _ _ V) in H.
    replace (/ val v) with (1 / val v) by (field; lra). apply E; auto. }
  assert (Pair : forall i h (T : list bool), ((i <? n)%nat && (h <? n)%nat && of_length m T &&
    existsb (fun hl => Nat.eqb (fst hl) h) (near_of K p i))%bool = true ->
    (i < n)%nat /\ (h < n)%nat /\ length T = m /\ exists l, In (h, l) (near_of K p i)).
  { intros i h T H. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
    apply Nat.ltb_lt in H1, H2. apply Nat.eqb_eq in H3. apply existsb_exists in H4 as [[h' l] [I E]]. apply Nat.eqb_eq in E.
    simpl in E. subst. eauto 6. }
  unfold approximate_values. destruct e as [| |v i h T|i h T].
  - intros H. inversion H. intros ? ? [].
  - destruct (match delta_min _ with Some _ => _ | None => _ end) eqn:E; [|discriminate]. intros H. inversion H.
    apply approximate_alpha.
    apply Pv in E; [|rewrite (val_1 _ _ V); lra]. rewrite (val_1 _ _ V) in *. split.
    + right. split; [lra|exact E].
    + intros x [->|[Hx _]]; lra.
  - destruct (_ && _)%bool eqn:E; [|discriminate]. intros H. inversion H. apply approximate_alpha.
    apply andb_prop in E as [E E6]. apply andb_prop in E as [E E5]. apply andb_prop in E as [E E4].
      apply andb_prop in E as [E E3].
    apply andb_prop in E as [E1 E2]. apply Pair in E1 as [Hi [Hh [Ls [l Hl]]]].
    apply (val_lt _ _ V) in E2, E5. apply (val_le _ _ V) in E3. apply (val_eq _ _ V) in E6.
    rewrite (val_mul _ _ V), (val_sub _ _ V) in E6.
    rewrite (val_0 _ _ V) in E2, E5. rewrite (val_1 _ _ V) in E3. rewrite !mass_b_ok in * by auto. apply Pv in E4; auto. split.
    + right. split; [lra|exact E4].
    + intros a [->|[Ha Pa]]; [lra|]. specialize (Pa i h l (fun o => nth o T false) Hi Hh Hl).
      change (delta P) with (val (p_delta p)) in Pa.
      set (A := mass m (X P i) (fun o => nth o T false)) in *. set (B := mass m (X P h) (fun o => nth o T false)) in *.
      assert (Pa' : A <= / a * B + val (p_delta p)) by exact Pa.
      assert (Q : a * (A - val (p_delta p)) <= B).
      { apply Rle_trans with (a * (/ a * B)); [apply Rmult_le_compat_l; lra|]. apply Req_le. field. lra. }
      assert (0 < A - val (p_delta p)) by nra. nra.
  - destruct (_ && _)%bool eqn:E; [|discriminate]. intros H. inversion H. apply approximate_alpha.
    apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply Pair in E1 as [Hi [Hh [Ls [l Hl]]]].
    apply (val_eq _ _ V) in E2. apply (val_lt _ _ V) in E3. rewrite (val_0 _ _ V) in E2. rewrite !mass_b_ok in * by auto.
    rewrite (val_0 _ _ V). split; [left; auto|]. intros a [->|[Ha Pa]]; [lra|]. exfalso.
    specialize (Pa i h l (fun o => nth o T false) Hi Hh Hl).
      assert (Pa' : mass m (X P i) (fun o => nth o T false) <= / a * mass m (X P h) (fun o => nth o T false) + val (p_delta p))
      by exact Pa.
    rewrite E2 in Pa'. lra.
Qed.

Definition check_approximate (yes : bool) (e : event) : option found :=
  if stochastic_b K rows && lt K nil0 (p_alpha p) then
    match delta_min (div K one1 (p_alpha p)), approximate_values e with
    | Some D, Some l =>
        if (if yes then le K D (p_delta p) else lt K (p_delta p) D) then Some ((DeltaMin, VNum D) :: l) else None
    | _, _ => None
    end
  else None.

Lemma check_approximate_ok yes e values : check_approximate yes e = Some values -> proved ApproximateDp yes values.
Proof.
  unfold check_approximate. destruct (_ && _)%bool eqn:S; [|discriminate]. apply andb_prop in S as [S S2].
  apply (val_lt _ _ V) in S2. rewrite (val_0 _ _ V) in S2.
  destruct (delta_min _) as [D|] eqn:E; [|discriminate]. apply delta_min_ok in E as [Dp E].
  rewrite (val_div _ _ V), (val_1 _ _ V) in E by lra. replace (1 / val (p_alpha p)) with (/ val (p_alpha p)) in E by (field;
    lra).
  destruct (approximate_values e) as [l|] eqn:L; [|discriminate].
  destruct (if yes then _ else _) eqn:C; [|discriminate]. intros H. inversion H. subst. split.
  - destruct yes.
    + apply (val_le _ _ V) in C. split; [exact (stochastic_yes _ _ V p Ht S)|]. apply E; auto.
    + apply (val_lt _ _ V) in C. intros [_ F]. apply E in F; [|exact Hd]. simpl in F. lra.
  - intros what q [I|I]; [|exact (approximate_values_ok e l L what q I)]. inversion I. subst. simpl. split.
    + split; auto. apply E; auto. lra.
    + intros x [Hx Px]. apply E; auto.
Qed.

(** ** group-privacy *)

Section Groups.
Variable dm : list (list (option nat)).
Hypothesis Hdm : distances_ok n (near_of K p) dm = true.
Variables (k : nat) (nearer : bool).

Definition power_of (j : nat) : N := nth j (powers K (p_alpha p) j) nil0.

Definition far_enough (d : option nat) : bool :=
  match d with Some d => Nat.eqb d (k * p_unit p) || nearer && (d <=? k * p_unit p)%nat | None => false end.
Definition pairs : list (nat * nat) :=
  flat_map (fun i => map (pair i) (filter (fun h => negb (Nat.eqb i h) &&
    far_enough (nth h (nth i dm []) None)) (seq 0 n))) (seq 0 n).

Lemma pairs_ok i h : In (i, h) pairs <-> at_group_distance P k nearer i h.
Proof.
  unfold pairs, at_group_distance. rewrite in_flat_map. split.
  - intros [j [Hj H]]. apply in_map_iff in H as [h' [E H]]. inversion E. subst. apply filter_In in H as [Hh H].
    apply in_seq in Hj, Hh. apply andb_prop in H as [H1 H2]. apply negb_true_iff, Nat.eqb_neq in H1.
    split; [simpl; lia|split; [simpl; lia|split; [auto|]]].
    assert (D := distance_known n (near_of K p) dm Hdm i h). cbv zeta in D. specialize (D ltac:(lia) ltac:(lia)).
    destruct (nth h (nth i dm []) None) as [d|]; [|discriminate]. exists d. split; [exact D|]. simpl in H2.
    apply orb_prop in H2 as [H2|H2]; [left; now apply Nat.eqb_eq|right]. apply andb_prop in H2 as [A B]. apply Nat.leb_le in B.
      auto.
  - intros [Hi [Hh [D [d [Hd' C]]]]]. exists i. split; [apply in_seq; simpl in Hi; lia|]. apply in_map_iff. exists h.
    split; auto.
    apply filter_In. split; [apply in_seq; simpl in Hh; lia|].
    assert (E := distance_is n (near_of K p) dm Hdm i h d Hi Hh Hd'). cbv zeta in E. rewrite E. simpl.
    apply Nat.eqb_neq in D. rewrite D. cbn [negb andb]. unfold far_enough. change (unit_length P) with (p_unit p) in C.
    destruct C as [->|[-> C]]; [now rewrite Nat.eqb_refl|].
    apply Nat.leb_le in C. rewrite C. cbn [andb]. apply orb_true_r.
Qed.

Definition all_at (a : N) : bool :=
  forallb (fun ih => all2 (le K) (scale K a (nth (fst ih) rows [])) (nth (snd ih) rows [])) pairs.

Lemma all_at_ok a : all_at a = true -> forall i h o, at_group_distance P k nearer i h -> (o < m)%nat ->
  val a * X P i o <= X P h o.
Proof.
  intros H i h o D Ho. apply pairs_ok in D. assert (D' := D). apply pairs_ok in D' as [Hi _]. unfold all_at in H.
    rewrite forallb_forall in H. specialize (H _ D). cbn [fst snd] in H.
  destruct shape_of_rows as [_ Lr].
  assert (Q := all_le _ _ V _ _ o H). unfold scale in Q at 1. rewrite map_length, Lr in Q by auto. specialize (Q Ho).
  rewrite (scale_vec _ _ V) in Q. exact Q.
Qed.

Definition group_values (r : least_ratio) : option found :=
  match r with
  | Unnamed | AtLength _ _ _ _ => Some []
  | AtOne => if all_at one1 then Some (alpha_values one1) else None
  | At i h o =>
      let x := nth o (nth i rows []) nil0 in
      let y := nth o (nth h rows []) nil0 in
      let v := div K x y in
      if existsb (fun ih => Nat.eqb (fst ih) h && Nat.eqb (snd ih) i) pairs && (o <? m)%nat &&
         lt K nil0 y && le K nil0 v && le K v one1 && all_at v
      then Some (alpha_values v) else None
  end.

Lemma group_alpha v : is_group_alpha P k nearer (val v) ->
  forall what q, In (what, q) (alpha_values v) -> value P (GroupPrivacy k nearer) what (quantity_of q).
Proof.
  intros A. apply alpha_values_ok; auto.
  - intros Hv. exists (val v). auto.
  - intros Hv. simpl. rewrite <- Hv. exact A.
Qed.

Lemma group_values_ok r values : group_values r = Some values ->
  forall what q, In (what, q) values -> value P (GroupPrivacy k nearer) what (quantity_of q).
Proof.
  unfold group_values. destruct r as [| |i h o|i h o l]; [| | |intros H; inversion H; intros ? ? []].
  - intros H. inversion H. intros ? ? [].
  - destruct (all_at one1) eqn:E; [|discriminate]. intros H. inversion H. apply group_alpha. split.
    + split; [rewrite (val_1 _ _ V); lra|]. apply all_at_ok; auto.
    + intros x [Hx _]. rewrite (val_1 _ _ V). lra.
  - destruct (_ && _)%bool eqn:E; [|discriminate]. intros H. inversion H. apply group_alpha.
    set (x := nth o (nth i rows []) nil0) in *. set (y := nth o (nth h rows []) nil0) in *. set (v := div K x y) in *.
    apply andb_prop in E as [E E6]. apply andb_prop in E as [E E5]. apply andb_prop in E as [E E4].
      apply andb_prop in E as [E E3].
    apply andb_prop in E as [E1 E2]. apply Nat.ltb_lt in E2. apply (val_lt _ _ V) in E3. apply (val_le _ _ V) in E4, E5.
    rewrite (val_0 _ _ V) in E3, E4. rewrite (val_1 _ _ V) in E5.
    apply existsb_exists in E1 as [[h' i'] [I E]]. apply andb_prop in E as [A B]. apply Nat.eqb_eq in A, B. simpl in A, B.
      subst h' i'.
    apply pairs_ok in I. assert (D : val v * val y = val x) by (unfold v; rewrite (val_div _ _ V) by lra; field; lra). split.
    + split; [lra|]. apply all_at_ok; auto.
    + intros a [Ha Pa]. specialize (Pa h i o I E2). change (a * val y <= val x) in Pa. nra.
Qed.

Inductive group_violation := GNegative (i o : nat) | GPair (i h o : nat).

Definition check_group (yes : bool) (r : least_ratio) (v : group_violation) : option found :=
  let a := power_of (k * p_unit p) in
  if (if yes then forallb (nonneg K) rows && all_at a
      else match v with
           | GNegative i o => (i <? n)%nat && (o <? m)%nat && lt K (nth o (nth i rows []) nil0) nil0
           | GPair i h o => existsb (fun ih => Nat.eqb (fst ih) i && Nat.eqb (snd ih) h) pairs && (o <? m)%nat &&
                            lt K (nth o (nth h rows []) nil0) (mul K a (nth o (nth i rows []) nil0))
           end)
  then group_values r else None.

Lemma check_group_ok yes r v values : check_group yes r v = Some values -> proved (GroupPrivacy k nearer) yes values.
Proof.
  unfold check_group. set (a := power_of (k * p_unit p)).
  assert (Ea : val a = val (p_alpha p) ^ (k * p_unit p)) by (apply (val_powers _ _ V); auto).
  destruct (if yes then _ else _) eqn:C; [|discriminate]. intros H. split; [|apply (group_values_ok r); auto].
  destruct yes.
  - apply andb_prop in C as [C1 C2]. split.
    + intros i o Hi Ho. apply (nonneg_val _ _ V). apply (forallb_nth _ _ _ [] C1). destruct shape_of_rows as [L _].
      simpl in Hi. lia.
    + intros i h o D Ho. change (alpha (instance_of K val p)) with (val (p_alpha p)).
      change (unit_length (instance_of K val p)) with (p_unit p). rewrite <- Ea. apply (all_at_ok a C2); auto.
  - intros [F1 F2]. destruct v as [i o|i h o].
    + apply andb_prop in C as [C C3]. apply andb_prop in C as [C1 C2]. apply Nat.ltb_lt in C1, C2. apply (val_lt _ _ V) in C3.
      rewrite (val_0 _ _ V) in C3. specialize (F1 i o C1 C2). change (0 <= val (nth o (nth i rows []) nil0)) in F1. lra.
    + apply andb_prop in C as [C C3]. apply andb_prop in C as [C1 C2]. apply Nat.ltb_lt in C2. apply (val_lt _ _ V) in C3.
      rewrite (val_mul _ _ V), Ea in C3. apply existsb_exists in C1 as [[i' h'] [I E]]. apply andb_prop in E as [A B].
      apply Nat.eqb_eq in A, B. simpl in A, B. subst i' h'. apply pairs_ok in I. specialize (F2 i h o I C2).
      change (val (p_alpha p) ^ (k * p_unit p) * val (nth o (nth i rows []) nil0) <= val (nth o (nth h rows []) nil0)) in F2.
        lra.
Qed.
End Groups.

(** ** individual-leakage *)

Definition entry_of (k i : nat) : nat := Nat.modulo (Nat.div i (p_values p ^ (p_individuals p - 1 - k))) (p_values p).
Definition alike (k i j : nat) : bool :=
  forallb (fun k' => Nat.eqb k' k || Nat.eqb (entry_of k' i) (entry_of k' j)) (seq 0 (p_individuals p)).

Lemma alike_ok k i j : alike k i j = true <-> same_but P k i j.
Proof.
  unfold alike. rewrite forallb_forall. split.
  - intros H k' Hk D. specialize (H k' ltac:(apply in_seq; simpl in Hk; lia)). apply orb_prop in H as [H|H].
    + apply Nat.eqb_eq in H. lia.
    + now apply Nat.eqb_eq in H.
  - intros H k' Hk. apply in_seq in Hk. destruct (Nat.eqb_spec k' k); simpl; auto. apply Nat.eqb_eq. apply H; auto. simpl. lia.
Qed.

Definition group_of (k i : nat) : list nat := filter (alike k i) (seq 0 n).
Definition capacity_of (ki : nat * nat) : option N :=
  let g := group_of (fst ki) (snd ki) in
  summed K (map (fun c => most None (fun j => Some (nth j c nil0)) g) (transpose m rows)).

Lemma greatest_unique S a b : is_greatest S a -> is_greatest S b -> a = b.
Proof. intros [A1 A2] [B1 B2]. apply Rle_antisym; auto. Qed.

Lemma group_largest k i o c : (o < m)%nat -> most None (fun j => Some (nth j (nth o (transpose m rows) []) nil0)) (group_of k
  i) = Some c ->
  is_greatest (fun x => exists j, (j < n)%nat /\ same_but P k i j /\ x = X P j o) (val c).
Proof.
  intros Ho H. apply most_ok in H as [A [_ C]]. destruct (columns_ok K val p m rows Ht) as [_ [_ C3]].
  assert (M : forall j, (j < n)%nat -> val (nth j (nth o (transpose m rows) []) nil0) = X P j o) by (intros j Hj;
    apply (C3 j o Hj Ho)).
  split.
  - destruct C as [C|[j [I E]]]; [discriminate|]. apply filter_In in I as [I1 I2]. apply in_seq in I1. inversion E.
    exists j. split; [lia|]. split; [now apply alike_ok|]. apply M. lia.
  - intros x [j [Hj [Sj ->]]]. destruct (A j ltac:(apply filter_In; split; [apply in_seq;
    lia|now apply alike_ok])) as [y [E L]].
    inversion E. subst y. rewrite <- M by auto. exact L.
Qed.

Lemma capacity_of_ok k i c : capacity_of (k, i) = Some c -> is_individual_capacity P k i (val c).
Proof.
  intros H. unfold capacity_of in H. cbn [fst snd] in H. destruct (columns_ok K val p m rows Ht) as [C1 _].
  set (f := fun c => most None (fun j => Some (nth j c nil0)) (group_of k i)) in *.
  exists (fun o => match f (nth o (transpose m rows) []) with Some c => val c | None => 0 end). split.
  - intros o Ho. assert (Lo : (o < length (transpose m rows))%nat) by (rewrite C1; exact Ho).
    destruct (summed_each K f (transpose m rows) [] c o H Lo) as [d E]. rewrite E.
    apply (group_largest k i o d Ho E).
  - apply (summed_val K val V f (transpose m rows) [] c m _ H C1). intros o d Ho E. now rewrite E.
Qed.

Lemma capacity_unique k i a b : is_individual_capacity P k i a -> is_individual_capacity P k i b -> a = b.
Proof.
  intros [M [HM ->]] [M' [HM' ->]]. apply sum_ext. intros o Ho. eapply greatest_unique; [apply HM|apply HM']; auto.
Qed.

Definition check_individual : option found :=
  if stochastic_b K rows then
    match most None capacity_of (flat_map (fun k => map (pair k) (seq 0 n)) (seq 0 (p_individuals p))) with
    | Some c => Some ((Multiplicative, VNum c) :: [(Bits, VLog2 c)])
    | None => None
    end
  else None.

Lemma check_individual_ok values : check_individual = Some values -> proved IndividualLeakage true values.
Proof.
  unfold check_individual. destruct (stochastic_b K rows) eqn:S; [|discriminate].
  destruct (most None capacity_of _) as [c|] eqn:E; [|discriminate]. intros H. inversion H. subst.
  split; [exact (stochastic_yes _ _ V p Ht S)|].
  assert (I : forall k i, In (k, i) (flat_map (fun k => map (pair k) (seq 0 n)) (seq 0 (p_individuals p))) <-> (k <
    p_individuals p)%nat /\ (i < n)%nat).
  { intros k i. rewrite in_flat_map. split.
    - intros [k' [Hk H']]. apply in_map_iff in H' as [i' [Eq Hi]]. inversion Eq. subst. apply in_seq in Hk, Hi. lia.
    - intros [Hk Hi]. exists k. split; [apply in_seq; lia|]. apply in_map. apply in_seq. lia. }
  apply most_ok in E as [A [_ C]].
  assert (Gr : is_greatest (fun c => exists k i, (k < individuals P)%nat /\ (i < nodes (the_graph P))%nat /\
    is_individual_capacity P k i c) (val c)).
  { split.
    - destruct C as [C|[[k i] [Hin E]]]; [discriminate|]. apply I in Hin as [Hk Hi]. exists k, i.
      split; [exact Hk|split; [exact Hi|]].
      now apply capacity_of_ok.
    - intros x [k [i [Hk [Hi Hx]]]]. destruct (A (k, i) ltac:(apply I; auto)) as [y [E L]].
      rewrite (capacity_unique k i x (val y) Hx (capacity_of_ok k i y E)). exact L. }
  intros what q [Q|[Q|[]]]; inversion Q; subst; simpl; [exact Gr|]. exists (val c). split; [exact Gr|reflexivity].
Qed.

(** ** expected-error *)

Definition differing_n (i j : nat) : nat := length (filter (fun k => negb (Nat.eqb (entry_of k i) (entry_of k j))) (seq 0
  (p_individuals p))).
Definition error_at (i : nat) : N := dot K (nth i rows []) (map (fun o => of_frac K (Z.of_nat (differing_n i o)) 1) (seq 0 m)).

Lemma error_at_ok i : (i < n)%nat -> val (error_at i) = expected_error_at P i.
Proof.
  intros Hi. destruct shape_of_rows as [_ Lr]. unfold error_at.
    rewrite (dot_val _ _ V), Lr by (rewrite ?map_length, ?seq_length, ?Lr; auto).
  apply sum_ext. intros o Ho. f_equal. unfold Vectors.vec.
  rewrite (nth_indep _ nil0 (of_frac K (Z.of_nat (differing_n i O)) 1)) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun o => of_frac K (Z.of_nat (differing_n i o)) 1)), seq_nth by auto. rewrite (val_frac _ _ V).
  simpl plus. rewrite INR_IZR_INZ. change (IZR (Z.of_nat (differing_n i o)) / 1 = IZR (Z.of_nat (differing P i o))).
  change (differing P i o) with (differing_n i o). field.
Qed.

Definition of_nat (k : nat) : N := of_frac K (Z.of_nat k) 1.
Lemma of_nat_val k : val (of_nat k) = INR k.
Proof. unfold of_nat. rewrite (val_frac _ _ V), INR_IZR_INZ. field. Qed.

Definition check_error : option found :=
  let e := most None (fun i => Some (error_at i)) (seq 0 n) in
  let below := sub K (add K (div K one1 (p_alpha p)) (of_nat (p_values p))) one1 in
  let above := mul K (mul K (of_nat (p_individuals p)) (sub K (of_nat (p_values p)) one1)) (sub K one1 (p_delta p)) in
  if stochastic_b K rows && lt K nil0 below then
    match e with Some e => Some ((Error, VNum e) :: [(Bound, VNum (div K above below))]) | None => None end
  else None.

Lemma check_error_ok values : check_error = Some values -> proved ExpectedError true values.
Proof.
  unfold check_error. destruct (_ && _)%bool eqn:S; [|discriminate]. apply andb_prop in S as [S B]. apply (val_lt _ _ V) in B.
  destruct (most None _ _) as [e|] eqn:E; [|discriminate]. intros H. inversion H. subst.
    split; [exact (stochastic_yes _ _ V p Ht S)|].
  apply most_ok in E as [A [_ C]]. assert (A0 := g_alpha0 _ _ _ Hg).
  intros what q [Q|[Q|[]]]; inversion Q; subst; simpl.
  - split.
    + destruct C as [C|[i [I E]]]; [discriminate|]. apply in_seq in I. inversion E. exists i. split; [simpl; lia|].
      apply error_at_ok. lia.
    + intros x [i [Hi ->]]. destruct (A i ltac:(apply in_seq; simpl in Hi; lia)) as [y [E L]]. inversion E. subst y.
      rewrite error_at_ok in L by auto. exact L.
  - rewrite (val_0 _ _ V) in B. rewrite (val_div _ _ V) by lra.
    rewrite (val_sub _ _ V), (val_add _ _ V), (val_div _ _ V), (val_1 _ _ V), of_nat_val in * by lra.
    rewrite !(val_mul _ _ V), !(val_sub _ _ V), !of_nat_val, (val_1 _ _ V). change (delta P) with (val (p_delta p)).
    unfold Rdiv. rewrite Rmult_1_l. reflexivity.
Qed.
End More.
