(** Rényi divergences. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors Events Values.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Lemma ln_not_positive x : x <= 0 -> ln x = 0.
Proof. intros H. unfold ln. destruct (Rlt_dec 0 x) as [L|L]; [exfalso; lra|reflexivity]. Qed.

Section More.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Local Notation found := (list (name * nvalue N)).

Variable p : problem N.
Hypothesis Hg : good K val p.
Let n := p_nodes p.
Let m := p_outputs p.
Let P := instance_of K val p.
Let rows := rows_of K p.
Local Notation proved := (proved K val p).
Hypothesis Ht : table_ok K n m rows = true.

Section OfOrder.
Variables (k : nat) (r : Q).

(** x^k / y^(k−1); 0 where x is 0. *)
Definition renyi_term (x y : N) : option N :=
  if lt K nil0 y then Some (div K (power K x k) (power K y (k - 1)))
  else if eqn K x nil0 then Some nil0 else None.
Definition renyi_of (ih : nat * nat) : option N :=
  summed K (map (fun xy => renyi_term (fst xy) (snd xy)) (map2 pair (nth (fst ih) rows []) (nth (snd ih) rows []))).

Lemma renyi_of_ok i h s : (2 <= k)%nat -> (i < n)%nat -> (h < n)%nat -> renyi_of (i, h) = Some s ->
  renyi_finite P i h /\ val s = renyi_sum P k i h.
Proof.
  intros Hk Hi Hh H. destruct (table_shape K _ _ _ Ht) as [_ Lr].
  assert (Lz : length (map2 pair (nth i rows []) (nth h rows [])) = m) by (rewrite map2_length; rewrite !Lr; auto).
  assert (T : forall o, (o < m)%nat -> exists t, renyi_term (nth o (nth i rows []) nil0) (nth o (nth h rows []) nil0) = Some t).
  { intros o Ho. destruct (summed_each K (fun xy => renyi_term (fst xy) (snd xy)) _ (nil0, nil0) s o H) as [t E];
    [cbn [fst snd]; lia|].
    cbn [fst snd] in E. rewrite (map2_nth _ _ _ o nil0 nil0) in E by (rewrite !Lr; auto). cbn [fst snd] in E. eauto. }
  split.
  - intros o Ho Hy. destruct (T o Ho) as [t E]. unfold renyi_term in E.
    change (val (nth o (nth h rows []) nil0) = 0) in Hy. change (val (nth o (nth i rows []) nil0) = 0).
    destruct (lt K nil0 (nth o (nth h rows []) nil0)) eqn:L; [apply (val_lt _ _ V) in L; rewrite (val_0 _ _ V) in L; lra|].
    destruct (eqn K (nth o (nth i rows []) nil0) nil0) eqn:Q; [|discriminate]. apply (val_eq _ _ V) in Q.
      rewrite (val_0 _ _ V) in Q. auto.
  - apply (summed_val K val V _ _ (nil0, nil0) s m (fun o => X P i o ^ k / X P h o ^ (k - 1)) H Lz).
    intros o c Ho E. cbn [fst snd] in E. rewrite (map2_nth _ _ _ o nil0 nil0) in E by (rewrite !Lr; auto). cbn [fst snd] in E.
    change (val c = val (nth o (nth i rows []) nil0) ^ k / val (nth o (nth h rows []) nil0) ^ (k - 1)).
    set (x := nth o (nth i rows []) nil0) in *. set (y := nth o (nth h rows []) nil0) in *. unfold renyi_term in E.
    destruct (lt K nil0 y) eqn:L.
    + inversion E. apply (val_lt _ _ V) in L. rewrite (val_0 _ _ V) in L.
      rewrite (val_div _ _ V), !(power_val _ _ V); auto. rewrite (power_val _ _ V). apply pow_nonzero. lra.
    + destruct (eqn K x nil0) eqn:Q; [|discriminate]. inversion E. apply (val_eq _ _ V) in Q. rewrite Q, (val_0 _ _ V).
      rewrite pow_i by lia. unfold Rdiv. ring.
Qed.

Definition renyi_most : option N := most K (Some one1) renyi_of (edges_of K p).

(** ln s / (k − 1) against r: −ln(1/s) against −(k − 1)·r. *)
Definition renyi_order (s : N) : option comparison :=
  if lt K nil0 s then minus_ln_order K (div K one1 s) (Qmake (Z.of_nat (k - 1) * Qnum r) (Qden r)) else None.

Lemma renyi_order_ok s c : (2 <= k)%nat -> renyi_order s = Some c -> 0 < val s /\
  match c with Eq => ln (val s) / (INR k - 1) = Q2R r | Lt => ln (val s) / (INR k - 1) < Q2R r | Gt => Q2R r < ln (val s) /
    (INR k - 1) end.
Proof.
  intros Hk. unfold renyi_order. destruct (lt K nil0 s) eqn:L; [|discriminate]. apply (val_lt _ _ V) in L.
    rewrite (val_0 _ _ V) in L.
  intros H. apply (minus_ln_order_ok _ _ V) in H. rewrite (val_div _ _ V), (val_1 _ _ V) in H by lra.
  replace (1 / val s) with (/ val s) in H by (field; lra). rewrite ln_Rinv, Ropp_involutive in H by auto.
  assert (D : 0 < INR k - 1) by (assert (2 <= INR k) by (apply (le_INR 2); auto); lra).
  assert (Q : Q2R (Z.of_nat (k - 1) * Qnum r # Qden r) = (INR k - 1) * Q2R r).
  { unfold Q2R. simpl Qnum. simpl Qden. rewrite mult_IZR, <- INR_IZR_INZ, minus_INR by lia. simpl INR. ring. }
  rewrite Q in H. split; [exact L|]. set (d := INR k - 1) in *. set (l := ln (val s)) in *.
  assert (A : l / d * d = l) by (field; lra). destruct c.
  - apply Rmult_eq_reg_r with d; [|lra]. rewrite A, H. ring.
  - apply Rmult_lt_reg_r with d; auto. rewrite A. lra.
  - apply Rmult_lt_reg_r with d; auto. rewrite A. lra.
Qed.

Lemma neighbours_edges i h : neighbours P i h <-> In (i, h) (edges_of K p).
Proof.
  rewrite (edges_of_ok K val p Hg). unfold neighbours. simpl. reflexivity.
Qed.

Lemma renyi_most_ok s : (2 <= k)%nat -> renyi_most = Some s ->
  (forall i h, neighbours P i h -> renyi_finite P i h /\ renyi_sum P k i h <= val s) /\
  (val s = 1 \/ exists i h, neighbours P i h /\ val s = renyi_sum P k i h) /\ 1 <= val s.
Proof.
  intros Hk H. unfold renyi_most in H. apply (most_ok _ _ V) in H as [A [B C]]. specialize (B _ eq_refl).
    rewrite (val_1 _ _ V) in B.
  split; [|split; [|exact B]].
  - intros i h Hn. assert (Hn' := Hn). destruct Hn' as [Hi [Hh _]]. apply neighbours_edges in Hn.
    destruct (A _ Hn) as [y [E L]].
    apply (renyi_of_ok i h y Hk Hi Hh) in E as [F E]. split; [exact F|]. rewrite <- E. exact L.
  - destruct C as [C|[[i h] [I C]]]; [left; inversion C; apply (val_1 _ _ V)|right]. apply neighbours_edges in I. exists i, h.
    split; [exact I|].
    destruct I as [Hi [Hh _]]. apply (renyi_of_ok i h s Hk Hi Hh C).
Qed.

Definition renyi_values (s : N) : found := [(Argument, VNum s); (Divergence, VMinusLnPower (div K one1 s) 1 (k - 1))].
Lemma renyi_values_ok s : (2 <= k)%nat -> 1 <= val s -> is_renyi_argument P k (val s) ->
  forall what q, In (what, q) (renyi_values s) -> value P (RenyiDp k r) what (quantity_of K val q).
Proof.
  intros Hk S1 A what q [Q|[Q|[]]]; inversion Q; subst; simpl; [exact A|]. exists (val s). split; [exact A|].
  rewrite (val_div _ _ V), (val_1 _ _ V) by lra. unfold Rdiv. rewrite !Rmult_1_l, ln_Rinv by lra.
  rewrite minus_INR by lia. simpl (INR 1). ring.
Qed.

Definition check_renyi_yes : option found :=
  if stochastic_b K rows && (2 <=? k)%nat then
    match renyi_most with
    | Some s => match renyi_order s with Some Gt => None | Some _ => Some (renyi_values s) | None => None end
    | None => None
    end
  else None.

Lemma check_renyi_yes_ok values : check_renyi_yes = Some values -> proved (RenyiDp k r) true values.
Proof.
  unfold check_renyi_yes. destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [S Hk]. apply Nat.leb_le in Hk.
  destruct renyi_most as [s|] eqn:M; [|discriminate]. apply (renyi_most_ok s Hk) in M as [M1 [M2 M3]].
  destruct (renyi_order s) as [c|] eqn:O; [|discriminate]. apply (renyi_order_ok s c Hk) in O as [Sp O].
  intros H. assert (Le : ln (val s) / (INR k - 1) <= Q2R r) by (destruct c; [lra|lra|discriminate]).
  assert (Ev : values = renyi_values s) by (destruct c; congruence). subst values. split.
  - split; [exact (stochastic_yes _ _ V p Ht S)|]. intros i h Hn. destruct (M1 i h Hn) as [F L]. split; [exact F|].
    assert (D : 0 < INR k - 1) by (assert (2 <= INR k) by (apply (le_INR 2); auto); lra).
    eapply Rle_trans; [|exact Le]. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; auto|].
    destruct (Rle_lt_dec (renyi_sum P k i h) 0) as [N0|P0].
    + (* ln is 0 where its argument is not positive *)
      assert (Lz : ln (renyi_sum P k i h) = 0) by (apply ln_not_positive; exact N0).
      apply Rle_trans with 0; [apply Req_le; exact Lz|].
      destruct (Req_dec (val s) 1) as [E1|]; [rewrite E1, ln_1; lra|]. rewrite <- ln_1. apply Rlt_le, ln_increasing; lra.
    + destruct (Rle_lt_or_eq_dec _ _ L) as [Lt|Eq]; [apply Rlt_le, ln_increasing; [exact P0|exact Lt]|apply Req_le; f_equal;
      exact Eq].
  - apply renyi_values_ok; auto. split; auto.
Qed.

Definition check_renyi_no (i h : nat) (infinite : option nat) : option found :=
  if (2 <=? k)%nat && existsb (fun e => Nat.eqb (fst e) i && Nat.eqb (snd e) h) (edges_of K p) then
    match infinite with
    | Some o => if (o <? m)%nat && eqn K (nth o (nth h rows []) nil0) nil0 && lt K nil0 (nth o (nth i rows []) nil0)
                then Some [(Argument, VInfinite); (Divergence, VInfinite)] else None
    | None =>
        match renyi_of (i, h), renyi_most with
        | Some s, Some t => match renyi_order s with Some Gt => Some (renyi_values t) | _ => None end
        | _, _ => None
        end
    end
  else None.

Lemma check_renyi_no_ok i h infinite values : check_renyi_no i h infinite = Some values -> proved (RenyiDp k r) false values.
Proof.
  unfold check_renyi_no. destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [Hk E]. apply Nat.leb_le in Hk.
  apply existsb_exists in E as [[i' h'] [I E]]. apply andb_prop in E as [A B]. apply Nat.eqb_eq in A, B. simpl in A, B.
    subst i' h'.
  apply neighbours_edges in I. destruct infinite as [o|].
  - destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
    apply Nat.ltb_lt in E1. apply (val_eq _ _ V) in E2. apply (val_lt _ _ V) in E3. rewrite (val_0 _ _ V) in *.
    assert (Nf : ~ renyi_finite P i h).
    { intros F. specialize (F o E1 E2). change (val (nth o (nth i rows []) nil0) = 0) in F. lra. }
    intros H. inversion H. split.
    + intros [_ F]. destruct (F i h I) as [Ff _]. exact (Nf Ff).
    + intros what q [Q|[Q|[]]]; inversion Q; subst; simpl; eauto.
  - destruct (renyi_of (i, h)) as [s|] eqn:S; [|discriminate]. destruct renyi_most as [t|] eqn:M; [|discriminate].
    destruct (renyi_order s) as [[| |]|] eqn:O; try discriminate. apply (renyi_order_ok s Gt Hk) in O as [_ O].
    assert (I' := I). destruct I' as [Hi [Hh _]]. apply (renyi_of_ok i h s Hk Hi Hh) in S as [_ S].
    intros H. inversion H. split.
    + intros [_ F]. destruct (F i h I) as [_ L]. rewrite S in O. exact (Rlt_not_le _ _ O L).
    + apply (renyi_most_ok t Hk) in M as [M1 [M2 M3]]. apply renyi_values_ok; auto. split; auto.
Qed.
End OfOrder.
End More.
