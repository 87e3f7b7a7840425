(** Leakage of any gain, bounds on leakage, several priors at once, all priors. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors Hamming.
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

Section OfPrior.
Variable k : nat.
Hypothesis Hk : (k < length (p_priors p))%nat.
Let pr := prior_of K p k.

Lemma length_of_prior : length pr = n.
Proof. apply (g_prior _ _ _ Hg k Hk). Qed.

(** ** g-leakage *)

Section OfTable.
Hypothesis Ht : table_ok K n m rows = true.

Definition blind_of : option N := best K (map (lsum K) (weights K p pr)).

Lemma blind_ok v : blind_of = Some v -> val v = blind n (guesses P) (gain P) (prior P k).
Proof.
  intros H. apply (best_val _ _ V) in H as [_ ->]. destruct (weights_ok K val V p Hg pr length_of_prior) as [W1 [W2 W3]].
  rewrite map_length, W1. apply largest_ext. intros w Hw. unfold Vectors.vec.
  rewrite (nth_indep _ nil0 (lsum K [])) by (rewrite map_length, W1; auto). rewrite map_nth, (lsum_val _ _ V), W2 by auto.
  apply sum_ext. intros i Hi. apply (W3 w i Hw Hi).
Qed.

Definition all_gains_nonneg : bool := match p_gain p with Binary => true | Rows r _ => forallb (nonneg K) r end.
Lemma gains_nonneg_ok : all_gains_nonneg = true -> forall w i, (w < guesses P)%nat -> (i < n)%nat -> 0 <= gain P w i.
Proof.
  unfold all_gains_nonneg, P. simpl. destruct (p_gain p) as [|r l]; intros H w i Hw Hi.
  - unfold binary. destruct (Nat.eqb w i); lra.
  - apply (nonneg_val _ _ V). apply (forallb_nth _ _ _ [] H); auto.
Qed.

Definition check_g_leakage : option found :=
  if stochastic_b K rows then
    match util K p pr m rows, blind_of with
    | Some u, Some b =>
        Some ((Additive, VNum (sub K u b)) ::
              (if all_gains_nonneg && lt K nil0 b then [(Multiplicative, VNum (div K u b)); (Bits, VLog2 (div K u b))] else []))
    | _, _ => None
    end
  else None.

Lemma check_g_leakage_ok values : check_g_leakage = Some values -> proved (GLeakage k) true values.
Proof.
  unfold check_g_leakage. destruct (stochastic_b K rows) eqn:S; [|discriminate].
  destruct (util K p pr m rows) as [u|] eqn:U; [|discriminate]. destruct blind_of as [b|] eqn:B; [|discriminate].
  intros H. inversion H. subst. split; [exact (stochastic_yes _ _ V p Ht S)|]. apply blind_ok in B.
  apply (util_ok _ _ V p Hg pr m rows u length_of_prior Ht) in U. change (val u = gained P k m (X P)) in U.
  intros what q [Q|Q].
  - inversion Q. subst. simpl. rewrite (val_sub _ _ V), U, B. reflexivity.
  - destruct (_ && _)%bool eqn:E; [|destruct Q]. apply andb_prop in E as [E1 E2]. apply (val_lt _ _ V) in E2.
    rewrite (val_0 _ _ V) in E2.
    assert (Gn := gains_nonneg_ok E1).
    assert (D : val (div K u b) = gained P k m (X P) / blind n (guesses P) (gain P) (prior P k)) by (rewrite (val_div _ _ V) by
      lra; rewrite U, B; reflexivity).
    destruct Q as [Q|[Q|[]]]; inversion Q; subst; simpl; (split; [exact Gn|split; [rewrite B in E2; exact E2|]]).
    + exact D.
    + exists (val (div K u b)). split; [exact D|reflexivity].
Qed.
End OfTable.

(** ** leakage-bound *)

Section OfPhi.
Variable phi : list (list N).
Hypothesis Hphi : is_phi K val p phi.

Definition from_nat (k : nat) : N := of_frac K (Z.of_nat k) 1.
Lemma from_nat_val j : val (from_nat j) = INR j.
Proof. unfold from_nat. rewrite (val_frac _ _ V), INR_IZR_INZ. field. Qed.

(** (vE/(v−1+E))^u for E = 1/α. *)
Definition hamming_bound : N :=
  to_the K (div K (from_nat (p_values p)) (add K (mul K (p_alpha p) (sub K (from_nat (p_values p)) one1)) one1)) (p_individuals
    p).

(** r, or on a Hamming graph what follows from r, whichever is less. *)
Definition by_count (r : nat) : option N :=
  match p_values p with
  | O => Some (from_nat r)
  | S _ => if hamming_ok K p then
             let x := few_bound K p r in
             if le K (from_nat r) x then Some (from_nat r) else if le K x (from_nat r) then Some x else None
           else None
  end.

Definition check_leakage_bound (r : option nat) (y v : list N) (other : option (list (list N) * dual N)) : option found :=
  match cover_of K p phi k y v, best K pr with
  | Some b, Some top =>
      let ub := div K b top in
      let count := match r with Some r => if (1 <=? r)%nat then by_count r else None | None => Some ub end in
      match count with
      | None => None
      | Some c =>
          let least := if lt K c ub then c else ub in
          let below := match p_values p with O => true | S _ =>
            lt K nil0 (add K (mul K (p_alpha p) (sub K (from_nat (p_values p)) one1)) one1) && le K least hamming_bound end in
          if lt K nil0 top && below && le K least ub && le K least c then
            let said := [(Multiplicative, VNum least); (Bits, VLog2 least)] in
            match other with
            | None => Some said
            | Some (rows', d) =>
                match optimum_of K (with_binary K p) (Some phi) pr rows' d with
                | Some u => Some (said ++ [(Maximum, VNum (div K u top))])
                | None => None
                end
            end
          else None
      end
  | _, _ => None
  end.

Lemma leak_by_outputs m' Y top : (forall i, (i < n)%nat -> prior P k i <= top) -> 0 < top -> top = largest n (prior P k) ->
  private_mechanism P m' Y -> (forall i, (i < n)%nat -> 0 <= prior P k i) -> leakage n m' (prior P k) Y <= INR m'.
Proof.
  intros Ht Hp Et [[Yp Ys] _] Pn. unfold leakage. rewrite <- Et. apply Rmult_le_reg_r with top; auto.
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. rewrite <- sum_const. apply sum_le. intros o Ho.
  apply largest_le; [apply Hg|]. intros i Hi. specialize (Ht i Hi). specialize (Pn i Hi).
  assert (Y i o <= 1) by (rewrite <- (Ys i Hi); apply (sum_term m' o (Y i)); auto; intros; apply Yp; auto).
  assert (0 <= Y i o) by (apply Yp; auto). nra.
Qed.

(** [c] is one of the bounds that the number of outputs gives, the least of them, and it is one. *)
Lemma by_count_ok r c : (1 <= r)%nat -> by_count r = Some c ->
  let few x := (0 < p_values p)%nat /\ x = (/ val (p_alpha p)) ^ p_individuals p / sum (S (p_individuals p)) (fun t =>
    C (p_individuals p) t * (/ val (p_alpha p) - 1) ^ t / Rmin (INR r) (INR (p_values p) ^ t)) in
  (val c = INR r \/ few (val c)) /\ val c <= INR r /\ (forall x, few x -> val c <= x) /\
  (forall top m' Y, (forall i, (i < n)%nat -> prior P k i <= top) -> 0 < top -> top = largest n (prior P k) ->
    private_mechanism P m' Y -> (forall i, (i < n)%nat -> 0 <= prior P k i) -> (m' <= r)%nat ->
    leakage n m' (prior P k) Y <= val c).
Proof.
  intros Hr H few. assert (ByR : forall top m' Y, (forall i, (i < n)%nat -> prior P k i <= top) -> 0 < top ->
    top = largest n (prior P k) -> private_mechanism P m' Y -> (forall i, (i < n)%nat -> 0 <= prior P k i) -> (m' <= r)%nat ->
    leakage n m' (prior P k) Y <= INR r).
  { intros top m' Y A B E HY Pn Hm. apply Rle_trans with (INR m'); [|apply le_INR;
    auto]. now apply (leak_by_outputs m' Y top). }
  unfold by_count in H. destruct (p_values p) as [|v'] eqn:Ev.
  - inversion H. subst. rewrite from_nat_val. split; [auto|split; [lra|split; [|exact ByR]]]. intros x [Z _]. lia.
  - destruct (hamming_ok K p) eqn:Ho; [|discriminate]. destruct (few_bound_ok K val V p Hg Ho r Hr) as [Fe Fl].
    rewrite Ev in Fe. destruct (le K (from_nat r) (few_bound K p r)) eqn:L1.
    + apply (val_le _ _ V) in L1. inversion H. subst. rewrite from_nat_val in *.
      split; [auto|split; [lra|split; [|exact ByR]]]. intros x [_ ->]. rewrite <- Fe. exact L1.
    + destruct (le K (few_bound K p r) (from_nat r)) eqn:L2; [|discriminate]. apply (val_le _ _ V) in L2.
      rewrite from_nat_val in L2. inversion H. subst.
      split; [right; split; [lia|exact Fe]|split; [exact L2|split]].
      * intros x [_ ->]. rewrite <- Fe. lra.
      * intros top m' Y A B E HY Pn Hm. eapply Rle_trans; [|apply (Fl m' Y Hm HY)].
        apply (leaks_no_more K val p Hg); auto. fold n. rewrite <- E. exact B.
Qed.

Lemma check_leakage_bound_ok r y v other values : check_leakage_bound r y v other = Some values ->
  proved (LeakageBound k r) true values.
Proof.
  unfold check_leakage_bound. destruct (cover_of K p phi k y v) as [b|] eqn:C0; [|discriminate].
  apply (cover_of_ok _ _ V p Hg phi Hphi k Hk) in C0 as [C1 C2]. destruct (best K pr) as [top|] eqn:B; [|discriminate].
  assert (Bv := B). apply (best_val _ _ V) in Bv as [_ Bv]. rewrite length_of_prior in Bv.
  set (ub := div K b top).
  destruct (match r with Some r => _ | None => Some ub end) as [c|] eqn:Ec; [|discriminate].
  set (least := if lt K c ub then c else ub).
  destruct (_ && _ && _ && _)%bool eqn:E; [|discriminate].
  apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
  apply (val_lt _ _ V) in E1. rewrite (val_0 _ _ V) in E1. apply (val_le _ _ V) in E3, E4.
  assert (Top : val top = largest n (prior P k)) by exact Bv.
  assert (Ub : val ub = val b / val top) by (unfold ub; rewrite (val_div _ _ V) by lra; reflexivity).
  assert (Pn : forall i, (i < n)%nat -> 0 <= prior P k i).
  { intros i Hi. destruct (g_prior _ _ _ Hg k Hk) as [_ D]. unfold is_distribution in D. apply andb_prop in D as [D _].
    apply (nonneg_val _ _ V _ _ D). }
  assert (ByUb : forall m' Y, private_mechanism P m' Y -> leakage n m' (prior P k) Y <= val ub).
  { intros m' Y HY. specialize (C2 m' Y HY). unfold guessed in C2. rewrite binary_is_guessed in C2 by apply Hg.
    rewrite Ub, Top. unfold leakage. apply Rmult_le_compat_r; [|exact C2]. rewrite <- Top.
      apply Rlt_le, Rinv_0_lt_compat; auto. }
  assert (Rc : r = None /\ c = ub \/ exists r', r = Some r' /\ (1 <= r')%nat /\ by_count r' = Some c).
  { destruct r as [r'|]; [|left; split; congruence]. right. exists r'. destruct (Nat.leb_spec 1 r'); [auto|discriminate]. }
  assert (L : leaks_at_most P k r (val least)).
  { intros m' Y HY Hr. unfold least. destruct (lt K c ub); [|now apply ByUb].
    destruct Rc as [[_ ->]|[r' [-> [R1 Rb]]]]; [now apply ByUb|].
    destruct (by_count_ok r' c R1 Rb) as [_ [_ [_ Q]]]. apply (Q (val top)); auto.
    intros i Hi. rewrite Top. apply (largest_ge n (prior P k)); auto. }
  assert (Le : of_similarity P (fun Phi => is_least (bound_on_leakage P Phi k r) (val least))).
  { apply (with_similarity _ _ p phi Hphi).
    assert (A0 := g_alpha0 _ _ _ Hg). split.
    - assert (U : bound_on_leakage P (mat phi) k r (val ub))
        by (left; exists (val b); split; [exact C1|]; rewrite Ub, Top; reflexivity).
      unfold least. destruct (lt K c ub); [|exact U]. destruct Rc as [[_ ->]|[r' [-> [R1 Rb]]]]; [exact U|].
      destruct (by_count_ok r' c R1 Rb) as [Q _]. right. right. exists r'. split; [reflexivity|exact Q].
    - intros x [[b' [Hb ->]]|[[Hv ->]|[r' [-> Hx]]]].
      + destruct C1 as [C11 C12]. destruct Hb as [Hb1 Hb2]. rewrite (Rle_antisym b' (val b)) by auto.
        eapply Rle_trans; [exact E3|]. apply Req_le. rewrite Ub, Top. reflexivity.
      + assert (Hv' : (0 < p_values p)%nat) by exact Hv. destruct (p_values p) as [|v'] eqn:Ev; [lia|]. rewrite <- Ev in *.
        apply andb_prop in E2 as [E20 E2]. apply (val_le _ _ V) in E2. apply (val_lt _ _ V) in E20.
        rewrite (val_0 _ _ V), (val_add _ _ V), (val_mul _ _ V), (val_sub _ _ V), (val_1 _ _ V), from_nat_val in E20.
        eapply Rle_trans; [exact E2|]. apply Req_le. unfold hamming_bound.
        rewrite (to_the_val K val V), (val_div _ _ V) by (rewrite (val_add _ _ V), (val_mul _ _ V), (val_sub _ _ V),
          (val_1 _ _ V),
          from_nat_val; lra).
        rewrite (val_add _ _ V), (val_mul _ _ V), (val_sub _ _ V), (val_1 _ _ V), from_nat_val.
        change (individuals P) with (p_individuals p). f_equal. change (Spec.values P) with (p_values p).
        change (alpha P) with (val (p_alpha p)). set (s := INR (p_values p)) in *. set (a := val (p_alpha p)) in *.
        assert (D : s - 1 + / a = (a * (s - 1) + 1) / a) by (field; lra). rewrite D. field. lra.
      + destruct Rc as [[Rn _]|[r'' [Rs [R1 Rb]]]]; [discriminate|]. injection Rs as <-.
        destruct (by_count_ok r' c R1 Rb) as [_ [Q1 [Q2 _]]]. eapply Rle_trans; [exact E4|].
        destruct Hx as [->|[Hv ->]]; [exact Q1|]. apply Q2. split; [exact Hv|reflexivity]. }
  assert (Said : forall what q, In (what, q) [(Multiplicative, VNum least); (Bits, VLog2 least)] ->
    value P (LeakageBound k r) what (quantity_of q)).
  { intros what q [Q|[Q|[]]]; inversion Q; subst; simpl; [auto|]. exists (val least). auto. }
  intros H. split; [exists (val least); exact L|]. destruct other as [[rows' d]|].
  - destruct (optimum_of _ _ _ _ rows' d) as [u|] eqn:U; [|discriminate]. inversion H. intros what q Q.
    destruct Q as [Q|[Q|[Q|[]]]]; [apply Said; left; exact Q|apply Said; right; left; exact Q|].
    inversion Q. subst. simpl. exists (val u). split; [|rewrite (val_div _ _ V), Top by lra; reflexivity].
    apply (optimum_ok K val V (with_binary K p) (with_binary_good _ _ p Hg) (Some phi) pr rows' d u); auto.
    + intros f F. assert (Ff : f = phi) by congruence. rewrite Ff. apply with_binary_phi; auto.
    + apply length_of_prior.
  - inversion H. exact Said.
Qed.
End OfPhi.
End OfPrior.

(** ** universally-optimal, refuted *)

Definition check_not_universal (pi : list N) (other : list (list N)) : bool :=
  stochastic_b K rows && of_length n pi && is_distribution K pi && mechanism_b K p other &&
  match guessed_by K pi (transpose m rows), guessed_by K pi (transpose (length (nth 0 other [])) other) with
  | Some u, Some v => lt K u v
  | _, _ => false
  end.

Lemma check_not_universal_ok pi other : table_ok K n m rows = true -> check_not_universal pi other = true ->
  proved UniversallyOptimal false [].
Proof.
  intros Ht. unfold check_not_universal. intros H. apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4].
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H2.
  destruct (guessed_by K pi (transpose m rows)) as [u|] eqn:U; [|discriminate].
  destruct (guessed_by K pi (transpose _ other)) as [v|] eqn:W; [|discriminate]. apply (val_lt _ _ V) in H5.
  apply (mechanism_ok _ _ V p) in H4 as [T M]. split; [|intros ? ? []]. intros [_ [_ F]].
  destruct (distribution_ok _ _ V pi n H3 H2) as [D1 D2].
  specialize (F (vec pi) (fun i _ => D1 i) D2 _ _ M). rewrite !binary_is_guessed in F by apply Hg.
  rewrite (guessed_ok _ _ V p pi m rows u H2 Ht U), (guessed_ok _ _ V p pi _ other v H2 T W) in H5.
  apply (Rlt_not_le _ _ H5). exact F.
Qed.

Definition check_not_universal_private (v : violation) : bool := not_private K p (p_alpha p) m rows v.
Lemma check_not_universal_private_ok v : check_not_universal_private v = true -> proved UniversallyOptimal false [].
Proof. intros H. split; [|intros ? ? []]. intros [_ [Pr _]]. exact (not_private_ok _ _ V p _ m rows v H Pr). Qed.

(** ** jointly-optimal *)

Section Joint.
Variable phi : option (list (list N)).
Hypothesis Hphi : forall f, phi = Some f -> is_phi K val p f.

(** Each prior's utility of a mechanism, where a bound for it is no more. *)
Fixpoint each_optimal (other : list (list N)) (ks : list nat) (duals : list (dual N)) : option (list N) :=
  match ks, duals with
  | [], [] => Some []
  | k :: ks, d :: duals =>
      match util K p (prior_of K p k) (length (nth 0 other [])) other, bound_of K p phi (prior_of K p k) d,
        each_optimal other ks duals with
      | Some u, Some b, Some l => if le K b u then Some (u :: l) else None
      | _, _, _ => None
      end
  | _, _ => None
  end.

Lemma each_optimal_ok other ks duals l : mechanism_b K p other = true -> (forall k, In k ks -> (k < length (p_priors p))%nat) ->
  each_optimal other ks duals = Some l ->
  Forall2 (fun k u => val u = gained P k (length (nth 0 other [])) (mat other) /\
                      forall m' Y, private_mechanism P m' Y -> gained P k m' Y <= val u) ks l.
Proof.
  intros M. apply (mechanism_ok _ _ V p) in M as [T _]. revert duals l. induction ks as [|k ks IH]; intros duals l Hk H.
  - destruct duals; [|discriminate]. inversion H. constructor.
  - destruct duals as [|d duals]; [discriminate|]. simpl in H.
    destruct (util K p (prior_of K p k) _ other) as [u|] eqn:U; [|discriminate].
    destruct (bound_of K p phi (prior_of K p k) d) as [b|] eqn:B; [|discriminate].
    destruct (each_optimal other ks duals) as [l'|] eqn:E; [|discriminate].
    destruct (le K b u) eqn:L; [|discriminate]. inversion H. subst l. clear H. apply (val_le _ _ V) in L.
    assert (Lp : length (prior_of K p k) = n) by (apply (g_prior _ _ _ Hg k); apply Hk; simpl; auto).
    constructor; [|apply (IH duals); auto; intros; apply Hk; simpl; auto]. split.
    + apply (util_ok _ _ V p Hg (prior_of K p k) _ other u Lp T U).
    + intros m' Y HY. eapply Rle_trans; [|exact L]. apply (bound_ok _ _ V p Hg phi (prior_of K p k) d b Hphi Lp B m' Y HY).
Qed.

Lemma lsum_fold l : val (lsum K l) = fold_right Rplus 0 (map val l).
Proof.
  rewrite (lsum_val _ _ V). induction l; simpl; auto. rewrite <- IHl. change (length (a :: l)) with (S (length l)).
  rewrite <- (sum_first (length l) (vec (a :: l))) || idtac. unfold sum at 1. fold sum.
  change (sum (S (length l)) (vec (a :: l)) = val a + sum (length l) (vec l)). rewrite sum_first. reflexivity.
Qed.

Definition check_joint (ks : list nat) (other : list (list N)) (duals : list (dual N)) : option found :=
  if mechanism_b K p other && forallb (fun k => k <? length (p_priors p))%nat ks then
    match each_optimal other ks duals with
    | Some l => Some [(Joint, VNum (lsum K l)); (Separate, VNum (lsum K l))]
    | None => None
    end
  else None.

Lemma check_joint_ok ks other duals values : check_joint ks other duals = Some values -> proved (JointlyOptimal ks) true values.
Proof.
  unfold check_joint. destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [M Hk].
  destruct (each_optimal other ks duals) as [l|] eqn:El; [|discriminate]. intros H. inversion H. subst. clear H.
  assert (F := each_optimal_ok other ks duals l M). specialize (F ltac:(intros k Ik; rewrite forallb_forall in Hk;
    apply Nat.ltb_lt; auto) El).
  apply (mechanism_ok _ _ V p) in M as [T Pm].
  assert (All : forall k, In k ks -> forall m'' Z, private_mechanism P m'' Z ->
    gained P k m'' Z <= gained P k (length (nth 0 other [])) (mat other)).
  { clear El Hk. induction F as [|k u ks l [E1 E2] F IH]; simpl; [tauto|]. intros k' [<-|I']; auto. intros m'' Z HZ.
    rewrite <- E1. auto. }
  split; [exists (length (nth 0 other [])), (mat other); auto|].
  intros what q [Q|[Q|[]]]; inversion Q; subst; simpl; rewrite lsum_fold.
  - assert (S : fold_right Rplus 0 (map val l) = fold_right Rplus 0 (map (fun k => gained P k (length (nth 0 other [])) (mat
    other)) ks)).
    { clear El Hk All Q. induction F as [|k u ks l [E1 _] F IH]; simpl; auto. rewrite E1, IH. reflexivity. }
    rewrite S. split.
    + exists (length (nth 0 other [])), (mat other). auto.
    + intros x [m' [Y [HY <-]]]. clear El Hk F S Q. induction ks as [|k ks IH]; simpl; [lra|].
      apply Rplus_le_compat; [apply All; simpl; auto|]. apply IH. intros; apply All; simpl; auto.
  - exists (map val l). split; [|reflexivity]. clear El Hk All Q.
    induction F as [|k u ks l [E1 E2] F IH]; simpl; constructor; auto.
    split; [exists (length (nth 0 other [])), (mat other); split; [exact Pm|symmetry; exact E1]|].
    intros x [m' [Y [HY <-]]]. auto.
Qed.

(** The weights of tuples of guesses, the first prior's counting fastest. *)
Fixpoint tuples (ks : list nat) : list (list N) :=
  match ks with
  | [] => [constant K nil0 n]
  | k :: ks => flat_map (fun t => map (fun w => map2 (add K) w t) (weights K p (prior_of K p k))) (tuples ks)
  end.

Lemma tuples_length ks t : (forall k, In k ks -> (k < length (p_priors p))%nat) -> In t (tuples ks) -> length t = n.
Proof.
  revert t; induction ks as [|k ks IH]; simpl; intros t Hk I.
  - destruct I as [<-|[]]. apply repeat_length.
  - apply in_flat_map in I as [t' [It I]]. apply in_map_iff in I as [w [<- Iw]].
    assert (Lp : length (prior_of K p k) = n) by (apply (g_prior _ _ _ Hg k); auto).
    destruct (weights_ok K val V p Hg _ Lp) as [W1 [W2 _]]. apply (In_nth _ _ []) in Iw as [j [Hj <-]].
    rewrite map2_length; rewrite W2 by (rewrite W1 in Hj; auto); auto. symmetry. apply IH; auto.
Qed.

(** For each column some tuple gains what the best guesses of all priors do. *)
Lemma best_tuple ks (c : nat -> R) : (forall k, In k ks -> (k < length (p_priors p))%nat) ->
  exists t, In t (tuples ks) /\
    fold_right Rplus 0 (map (fun k => largest (guesses P) (fun w => sum n (fun i => prior P k i * c i * gain P w i))) ks) =
    sum n (fun i => vec t i * c i).
Proof.
  induction ks as [|k ks IH]; intros Hk; cbn [map fold_right tuples].
  - exists (constant K nil0 n). split; [left; auto|]. symmetry. apply sum_zero. intros i Hi.
    rewrite (constant_vec K val) by auto.
    rewrite (val_0 _ _ V). ring.
  - destruct IH as [t [It Et]]; [intros; apply Hk; simpl; auto|].
    assert (Lp : length (prior_of K p k) = n) by (apply (g_prior _ _ _ Hg k); apply Hk; simpl; auto).
    destruct (weights_ok K val V p Hg _ Lp) as [W1 [W2 W3]].
    destruct (largest_spec (guesses P) (fun w => sum n (fun i => prior P k i * c i * gain P w i)) (guesses_pos _ _ p Hg)) as
      [[w [Hw Ew]] _].
    assert (Lt : length t = n) by (apply (tuples_length ks); auto; intros; apply Hk; simpl; auto).
    exists (map2 (add K) (nth w (weights K p (prior_of K p k)) []) t). split.
    + apply in_flat_map. exists t. split; auto. apply in_map_iff. exists (nth w (weights K p (prior_of K p k)) []). split; auto.
      apply nth_In. rewrite W1. exact Hw.
    + cbv beta in Ew. rewrite Ew, Et, <- sum_plus. apply sum_ext. intros i Hi.
      assert (S : vec (map2 (add K) (nth w (weights K p (prior_of K p k)) []) t) i = mat (weights K p (prior_of K p k)) w i +
        vec t i).
      { unfold Vectors.mat, Vectors.vec. rewrite (map2_nth _ _ _ i nil0 nil0) by (rewrite W2; auto). apply (val_add _ _ V). }
      rewrite S, W3 by auto. change (vec (prior_of K p k) i) with (prior P k i). fold P. ring.
Qed.

(** A bound on the sum of the utilities. *)
Definition joint_bound (ks : list nat) (lambda : list N) (mus : list (list (nat * nat * nat * N))) : option N :=
  let most := longest_step (p_near p) in
  let pw := powers K (p_alpha p) most in
  if of_length n lambda && forallb (fun k => k <? length (p_priors p))%nat ks && forallb (edges_ok K p most) mus &&
     all2 (fun w ms => all2 (le K) (map2 (add K) w (drawn K p pw ms)) lambda) (tuples ks) mus
  then Some (lsum K lambda) else None.

Lemma joint_bound_ok ks lambda mus b : joint_bound ks lambda mus = Some b -> forall m' Y, private_mechanism P m' Y ->
  fold_right Rplus 0 (map (fun k => gained P k m' Y) ks) <= val b.
Proof.
  unfold joint_bound. destruct (_ && _)%bool eqn:E; [|discriminate]. intros H. inversion H. subst b. clear H.
  apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1.
  assert (Hk : forall k, In k ks -> (k < length (p_priors p))%nat) by (intros k Ik; rewrite forallb_forall in E2;
    apply Nat.ltb_lt; auto).
  intros m' Y [[Yp Ys] Pr]. rewrite (lsum_val _ _ V), E1.
  assert (Sw : fold_right Rplus 0 (map (fun k => gained P k m' Y) ks) =
    sum m' (fun o => fold_right Rplus 0 (map (fun k => largest (guesses P) (fun w => sum n (fun i => prior P k i * Y i o * gain
      P w i))) ks))).
  { clear. induction ks as [|k ks IH]; cbn [map fold_right]; [symmetry; apply sum_zero; auto|]. rewrite sum_plus, <- IH.
    reflexivity. }
  rewrite Sw. apply Rle_trans with (sum m' (fun o => sum n (fun i => vec lambda i * Y i o))).
  - apply sum_le. intros o Ho. destruct (best_tuple ks (fun i => Y i o) Hk) as [t [It Et]]. rewrite Et.
    apply (In_nth _ _ []) in It as [j [Hj Ej]].
    assert (Lt : length t = n) by (apply (tuples_length ks); auto; rewrite <- Ej; apply nth_In; auto).
    assert (A := all2_nth _ _ _ j [] [] E4 Hj). cbv beta in A. rewrite Ej in A.
    assert (Lm := all2_length _ _ _ E4). assert (B := forallb_nth _ mus j [] E3). rewrite <- Lm in B. specialize (B Hj).
    assert (C : cone G (val (p_alpha p)) (fun i => Y i o)) by (apply (private_column G _ m' Y o Pr Ho)).
    assert (D := drawn_ok K val V p _ _ _ B C). set (nu := drawn K p _ (nth j mus [])) in *.
    assert (Ln : length nu = n) by apply drawn_length.
    assert (Q : forall i, (i < n)%nat -> vec t i + vec nu i <= vec lambda i).
    { intros i Hi. assert (Q := all_le _ _ V _ _ i A). rewrite map2_length in Q by lia. rewrite Lt in Q. specialize (Q Hi).
      unfold Vectors.vec at 1 in Q. rewrite (map2_nth _ _ _ i nil0 nil0) in Q by lia. rewrite (val_add _ _ V) in Q. exact Q. }
    apply Rle_trans with (sum n (fun i => vec t i * Y i o) + sum n (fun i => vec nu i * Y i o)).
    + change (p_nodes p) with n in D. lra.
    + rewrite <- sum_plus. apply sum_le. intros i Hi. specialize (Q i Hi). assert (0 <= Y i o) by (apply Yp; auto). nra.
  - rewrite sum_swap. apply Req_le. apply sum_ext. intros i Hi. rewrite sum_scale. rewrite (Ys i Hi). ring.
Qed.

(** The optimum of each prior. *)
Fixpoint separate_optima (ks : list nat) (l : list (list (list N) * dual N)) : option (list N) :=
  match ks, l with
  | [], [] => Some []
  | k :: ks, (other, d) :: l =>
      match optimum_of K p phi (prior_of K p k) other d, separate_optima ks l with
      | Some u, Some r => Some (u :: r)
      | _, _ => None
      end
  | _, _ => None
  end.

Lemma separate_optima_ok ks l r : (forall k, In k ks -> (k < length (p_priors p))%nat) -> separate_optima ks l = Some r ->
  Forall2 (fun k u => is_optimum P (gained P k) (val u)) ks r.
Proof.
  revert l r. induction ks as [|k ks IH]; intros l r Hk H.
  - destruct l; [|discriminate]. inversion H. constructor.
  - destruct l as [|[other d] l]; [discriminate|]. simpl in H.
    destruct (optimum_of K p phi (prior_of K p k) other d) as [u|] eqn:U; [|discriminate].
    destruct (separate_optima ks l) as [r'|] eqn:E; [|discriminate]. inversion H. constructor.
    + apply (optimum_ok _ _ V p Hg phi (prior_of K p k) other d u Hphi); auto. apply (g_prior _ _ _ Hg k). apply Hk. simpl.
      auto.
    + apply (IH l); auto. intros; apply Hk; simpl; auto.
Qed.

Definition check_not_joint (ks : list nat) (other : list (list N)) (lambda : list N) (mus : list (list (nat * nat * nat * N)))
    (l : list (list (list N) * dual N)) : option found :=
  match joint_bound ks lambda mus, separate_optima ks l,
        all_some (map (fun k => util K p (prior_of K p k) (length (nth 0 other [])) other) ks) with
  | Some b, Some r, Some us =>
      if mechanism_b K p other && le K b (lsum K us) && lt K b (lsum K r) then Some [(Joint, VNum (lsum K us));
        (Separate, VNum (lsum K r))] else None
  | _, _, _ => None
  end.

Lemma check_not_joint_ok ks other lambda mus l values : check_not_joint ks other lambda mus l = Some values ->
  proved (JointlyOptimal ks) false values.
Proof.
  unfold check_not_joint. destruct (joint_bound ks lambda mus) as [b|] eqn:B; [|discriminate].
  assert (Hk : forall k, In k ks -> (k < length (p_priors p))%nat).
  { unfold joint_bound in B. destruct (_ && _)%bool eqn:E in B; [|discriminate]. apply andb_prop in E as [E _].
    apply andb_prop in E as [E _].
    apply andb_prop in E as [_ E]. intros k Ik. rewrite forallb_forall in E. apply Nat.ltb_lt; auto. }
  destruct (separate_optima ks l) as [r|] eqn:S; [|discriminate]. apply separate_optima_ok in S; auto.
  destruct (all_some _) as [us|] eqn:U; [|discriminate]. apply all_some_spec in U.
  destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
  apply (mechanism_ok _ _ V p) in E1 as [T M]. apply (val_le _ _ V) in E2. apply (val_lt _ _ V) in E3.
    rewrite lsum_fold in E2, E3.
  assert (Jb := joint_bound_ok ks lambda mus b B).
  assert (Us : fold_right Rplus 0 (map val us) = fold_right Rplus 0 (map (fun k => gained P k (length (nth 0 other [])) (mat
    other)) ks)).
  { clear - V Hg T U Hk. revert us U. induction ks as [|k ks IH]; intros us U; destruct us as [|u us]; try discriminate; simpl;
    auto.
    simpl in U. injection U. intros U2 U1. rewrite (IH (fun j Hj => Hk j (or_intror Hj)) us U2). f_equal.
    assert (Lp : length (prior_of K p k) = p_nodes p) by (apply (g_prior _ _ _ Hg k); apply Hk; simpl; auto).
    apply (util_ok _ _ V p Hg (prior_of K p k) _ other u Lp T U1). }
  intros H. inversion H. subst. clear H. split.
  - intros [m' [Y [HY F]]]. apply (Rlt_not_le _ _ E3). eapply Rle_trans; [|apply (Jb m' Y HY)].
    clear - S F HY. induction S as [|k u ks r [[m1 [Z [HZ E]]] _] S IH]; simpl; [lra|]. apply Rplus_le_compat.
    + rewrite <- E. apply (F k (or_introl eq_refl) m1 Z HZ).
    + apply IH. intros j Hj. apply F. simpl. auto.
  - intros what q [Q|[Q|[]]]; inversion Q; subst; simpl; rewrite lsum_fold.
    + split.
      * exists (length (nth 0 other [])), (mat other). split; [exact M|]. symmetry. exact Us.
      * intros x [m' [Y [HY <-]]]. eapply Rle_trans; [apply (Jb m' Y HY)|exact E2].
    + exists (map val r). split; [|reflexivity]. clear - S. induction S; simpl; constructor; auto.
Qed.
End Joint.
End More.
