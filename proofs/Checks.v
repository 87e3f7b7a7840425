(** What a check comes to; rows that are no distributions; dp. *)

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

End Checks.
