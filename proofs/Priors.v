(** Of one prior: regular, utility-bound, utility, leakage, optimal; and capacity. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Section Priors.
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
Local Notation stochastic_yes := (stochastic_yes K val V p Ht).

Variable phi : list (list N).
Hypothesis Hphi : is_phi K val p phi.
Local Notation times_is := (times_is K val V p phi Hphi).
Local Notation with_similarity := (with_similarity K val p phi Hphi).
Local Notation any_product := (any_product K val p phi Hphi).
Local Notation phi_sym := (phi_sym K val p phi Hphi).
Local Notation solution := (solution K p phi).
Local Notation solution_ok := (solution_ok K val V p phi Hphi).
Local Notation times_len := (times_len K val p phi Hphi).
Local Notation ones := (ones K p).
Local Notation ones_vec := (ones_vec K val V p).
Local Notation separates := (separates K p phi).
Local Notation separates_no := (separates_no K val V p phi Hphi).

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

End Priors.
