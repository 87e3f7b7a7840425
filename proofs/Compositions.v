(** What is released one after the other: the table of a composition, and adversaries who choose their neighbours as they go. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors Events.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Section Compositions.
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
Let P := instance_of K val p.
Let G := graph_of n (near_of K p).
Local Notation proved := (proved K val p).
Hypothesis Hp : plain K p = true.

Lemma lengths_one i h l : (i < n)%nat -> In (h, l) (near_of K p i) -> l = 1%nat.
Proof.
  intros Hi H. unfold plain in Hp. apply andb_prop in Hp as [_ F]. unfold near_of in H.
  assert (I : (i < length (p_near p))%nat).
  { destruct (lt_dec i (length (p_near p))) as [L|L]; auto. rewrite nth_overflow in H by lia. destruct H. }
  assert (Q := forallb_nth _ _ _ [] F I). cbv beta in Q. rewrite forallb_forall in Q. specialize (Q _ H). now apply
    Nat.eqb_eq in Q.
Qed.

Definition of_uses (l : list (nat * list (list N))) : list (nat * (nat -> nat -> R)) := map (fun mr => (fst mr,
  mat (snd mr))) l.
Definition use_ok (mr : nat * list (list N)) : bool := table_ok K n (fst mr) (snd mr) && stochastic_b K (snd mr).

Lemma use_stochastic mr : use_ok mr = true -> stochastic n (fst mr) (mat (snd mr)).
Proof. intros H. apply andb_prop in H as [T S]. apply (stochastic_ok _ _ V); auto. Qed.

Lemma seen_nonneg l : forallb use_ok l = true -> forall choose first S,
  (forall past, neighbours P (fst (choose past)) (snd (choose past))) -> 0 <= seen (of_uses l) choose first S.
Proof.
  induction l as [|mr l IH]; intros F choose first S Hc; simpl; [destruct (S []); lra|].
  simpl in F. apply andb_prop in F as [F0 F]. apply use_stochastic in F0 as [Yp _].
  apply sum_nonneg. intros o Ho. apply Rmult_le_pos; [|apply IH; auto].
  destruct (Hc []) as [A [B _]]. destruct first; apply Yp; auto.
Qed.

(** ** One α for each use *)

(** A use is private at a number, and where a pair and an output are named that is their ratio. *)
Definition use_alpha (mr : nat * list (list N)) (at_ : nat * nat * nat) : option N :=
  match at_ with (i, h, o) =>
    let x := nth o (nth i (snd mr) []) nil0 in
    let y := nth o (nth h (snd mr) []) nil0 in
    let v := div K x y in
    if use_ok mr && (i <? n)%nat && (h <? n)%nat && (o <? fst mr)%nat && has_edge K p h i 1 && lt K nil0 y && le K nil0 v &&
       le K v one1 && private_b K p v (snd mr) then Some v else None
  end.

Fixpoint uses_alpha (l : list (nat * list (list N))) (ats : list (nat * nat * nat)) : option N :=
  match l, ats with
  | [], [] => Some one1
  | mr :: l, at_ :: ats =>
      match use_alpha mr at_, uses_alpha l ats with Some a, Some b => Some (mul K a b) | _, _ => None end
  | _, _ => None
  end.

Lemma use_alpha_ok mr i h o v : use_alpha mr (i, h, o) = Some v ->
  use_ok mr = true /\ (i < n)%nat /\ (h < n)%nat /\ (o < fst mr)%nat /\ In (i, 1%nat) (near_of K p h) /\
  0 < mat (snd mr) h o /\ val v * mat (snd mr) h o = mat (snd mr) i o /\ 0 <= val v <= 1 /\
  private G (val v) (fst mr) (mat (snd mr)).
Proof.
  unfold use_alpha. destruct (_ && _)%bool eqn:E; [|discriminate]. intros H. inversion H. subst v. clear H.
  apply andb_prop in E as [E E9]. apply andb_prop in E as [E E8]. apply andb_prop in E as [E E7]. apply andb_prop in E as [E
    E6].
  apply andb_prop in E as [E E5]. apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as
    [E1 E2].
  apply Nat.ltb_lt in E2, E3, E4. apply has_edge_in in E5. apply (val_lt _ _ V) in E6. apply (val_le _ _ V) in E7, E8.
  rewrite (val_0 _ _ V) in E6, E7. rewrite (val_1 _ _ V) in E8.
  change (val (nth o (nth h (snd mr) []) nil0)) with (mat (snd mr) h o) in E6.
  assert (T : table_ok K n (fst mr) (snd mr) = true) by (unfold use_ok in E1; now apply andb_prop in E1 as [E1 _]).
  apply (private_ok _ _ V p _ (fst mr) (snd mr) T) in E9.
  refine (conj E1 (conj E2 (conj E3 (conj E4 (conj E5 (conj E6 (conj _ (conj (conj E7 E8) E9)))))))).
  rewrite (val_div _ _ V).
  - change (mat (snd mr) i o / mat (snd mr) h o * mat (snd mr) h o = mat (snd mr) i o). field. lra.
  - change (mat (snd mr) h o <> 0). lra.
Qed.

Lemma uses_alpha_ok l : forall ats A, uses_alpha l ats = Some A ->
  forallb use_ok l = true /\ 0 <= val A <= 1 /\
  (forall choose S, (forall past, neighbours P (fst (choose past)) (snd (choose past))) ->
    val A * seen (of_uses l) choose true S <= seen (of_uses l) choose false S) /\
  (l <> [] -> exists choose S, (forall past, neighbours P (fst (choose past)) (snd (choose past))) /\
    0 < seen (of_uses l) choose true S /\ val A * seen (of_uses l) choose true S = seen (of_uses l) choose false S).
Proof.
  induction l as [|mr l IH]; intros [|[[i h] o] ats] A H; try discriminate; cbn [uses_alpha] in H.
  - inversion H. rewrite (val_1 _ _ V). split; [reflexivity|split; [lra|split; [|congruence]]]. intros choose S _. simpl. lra.
  - destruct (use_alpha mr (i, h, o)) as [a|] eqn:Ua; [|discriminate]. destruct (uses_alpha l ats) as [b|] eqn:Ub;
    [|discriminate].
    inversion H. subst A. clear H. rewrite (val_mul _ _ V).
    apply use_alpha_ok in Ua as [Uo [Hi [Hh [Ho [He [Yp [Ye [A01 Pr]]]]]]]].
    destruct (IH ats b Ub) as [Fo [B01 [Le At]]].
    assert (St := use_stochastic mr Uo). destruct St as [Ynn _].
    split; [simpl; now rewrite Uo, Fo|]. split; [nra|]. split.
    + intros choose S Hc. simpl. rewrite <- sum_scale. apply sum_le. intros x Hx.
      destruct (Hc []) as [Ha [Hb [l0 Hl]]]. set (i0 := fst (choose [])) in *. set (h0 := snd (choose [])) in *.
      destruct Pr as [_ Pr]. specialize (Pr i0 h0 l0 x Ha Hb Hl Hx). rewrite (lengths_one i0 h0 l0 Ha Hl), pow_1 in Pr.
      specialize (Le (fun past => choose (x :: past)) (fun past => S (x :: past)) (fun past => Hc (x :: past))).
      assert (N1 := seen_nonneg l Fo (fun past => choose (x :: past)) true (fun past => S (x :: past))
        (fun past => Hc (x :: past))).
      specialize (Ynn i0 x Ha Hx).
      apply Rle_trans with ((val a * mat (snd mr) i0 x) *
        (val b * seen (of_uses l) (fun past => choose (x :: past)) true (fun past => S (x :: past)))); [apply Req_le; ring|].
      apply Rmult_le_compat; auto; apply Rmult_le_pos; lra.
    + intros _. assert (Nb : neighbours P h i) by (split; [exact Hh|split; [exact Hi|exists 1%nat; exact He]]).
      assert (Sub : exists choose S, (forall past, neighbours P (fst (choose past)) (snd (choose past))) /\
        0 < seen (of_uses l) choose true S /\ val b * seen (of_uses l) choose true S = seen (of_uses l) choose false S).
      { destruct l as [|mr' l']; [|apply At; discriminate]. destruct ats; [|discriminate]. simpl in Ub. inversion Ub. subst b.
        exists (fun _ => (h, i)), (fun _ => true). split; [intros; exact Nb|]. simpl. rewrite (val_1 _ _ V). lra. }
      destruct Sub as [choose [S [Hc [Sp Se]]]].
      exists (fun past => match past with [] => (h, i) | _ :: r => choose r end),
        (fun past => match past with [] => false | x :: r => (Nat.eqb x o && S r)%bool end).
      assert (Z : forall first, seen (of_uses l) choose first (fun _ => false) = 0).
      { clear. generalize choose. induction l as [|mr l IH]; intros c first; [reflexivity|]. simpl. apply sum_zero. intros x _.
        rewrite IH. ring. }
      assert (F : forall first, seen (of_uses (mr :: l)) (fun past => match past with [] => (h, i) | _ ::
        r => choose r end) first
        (fun past => match past with [] => false | x :: r => (Nat.eqb x o && S r)%bool end) =
        mat (snd mr) (if first then h else i) o * seen (of_uses l) choose first S).
      { intros first. simpl. rewrite <- (sum_pick (fst mr) o (fun x => mat (snd mr) (if first then h else i) x *
          seen (of_uses l) choose first S) Ho). apply sum_ext. intros x Hx. destruct (Nat.eqb x o).
        - cbn [andb]. f_equal. 
        - cbn [andb]. change (fun past : list nat => choose past) with choose. rewrite Z. ring. }
      rewrite !F. split; [intros [|x r]; [exact Nb|apply Hc]|]. split; [apply Rmult_lt_0_compat; auto|].
      rewrite <- Se. rewrite <- Ye. ring.
Qed.

Definition check_adaptive (yes : bool) (ats : list (nat * nat * nat)) : option found :=
  match uses_alpha (uses_of K p) ats with
  | Some A =>
      if (if yes then le K (p_alpha p) A else lt K A (p_alpha p)) then Some (alpha_values K A) else None
  | None => None
  end.

Lemma uses_is : uses P = of_uses (uses_of K p).
Proof. reflexivity. Qed.
Lemma uses_some : uses_of K p <> [].
Proof. unfold uses_of. destruct (p_uses p); discriminate. Qed.

Lemma check_adaptive_ok yes ats values : check_adaptive yes ats = Some values -> proved AdaptiveDp yes values.
Proof.
  unfold check_adaptive. destruct (uses_alpha _ ats) as [A|] eqn:E; [|discriminate].
  destruct (uses_alpha_ok _ _ _ E) as [Fo [A01 [Le At]]]. specialize (At uses_some).
  destruct (if yes then _ else _) eqn:C; [|discriminate]. intros H. inversion H. subst. clear H.
  assert (A0 := g_alpha0 _ _ _ Hg).
  assert (Nn : forall m' Y, In (m', Y) (uses P) -> nonnegative (nodes (the_graph P)) m' Y).
  { intros m' Y I. rewrite uses_is in I. unfold of_uses in I. apply in_map_iff in I as [mr [Em I]]. inversion Em. subst.
    rewrite forallb_forall in Fo. apply (use_stochastic mr (Fo mr I)). }
  assert (Iff : forall a, 0 < a -> (adaptively_private P (/ a) 0 <-> a <= val A)).
  { intros a Ha. split.
    - intros [_ F]. destruct At as [choose [S [Hc [Sp Se]]]]. specialize (F choose S Hc). rewrite uses_is, <- Se in F.
      rewrite Rplus_0_r in F. apply Rmult_le_reg_r with (seen (of_uses (uses_of K p)) choose true S); auto.
      apply Rle_trans with (a * (/ a * (val A * seen (of_uses (uses_of K p)) choose true S))).
      + apply Rmult_le_compat_l; lra.
      + apply Req_le. field. lra.
    - intros L. split; [exact Nn|]. intros choose S Hc. specialize (Le choose S Hc). rewrite uses_is, Rplus_0_r.
      assert (Q := seen_nonneg _ Fo choose true S Hc).
      apply Rmult_le_reg_l with a; auto. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. nra. }
  split.
  - destruct yes.
    + apply (val_le _ _ V) in C. simpl. apply Iff; [exact A0|exact C].
    + apply (val_lt _ _ V) in C. intros F. apply Iff in F; [|exact A0]. simpl in F. lra.
  - assert (Al : is_adaptive_alpha P 0 (val A)).
    { split.
      - destruct (Req_dec (val A) 0) as [Z|Z]; [left; auto|right]. split; [lra|]. apply Iff; lra.
      - intros a [->|[Ha F]]; [lra|]. apply Iff in F; lra. }
    apply (alpha_values_ok _ _ V); auto.
    + intros Hv. exists (val A). auto.
    + intros Hv. simpl. rewrite Hv in Al. exact Al.
Qed.

(** ** The most δ *)

Fixpoint worst (lam : N) (l : list (nat * list (list N))) (a b : N) : option N :=
  match l with
  | [] => positive_part K (sub K a (mul K lam b))
  | mr :: l =>
      most K (Some nil0) (fun ih => summed K (map (fun xy => worst lam l (mul K a (fst xy)) (mul K b (snd xy)))
        (map2 pair (nth (fst ih) (snd mr) []) (nth (snd ih) (snd mr) [])))) (edges_of K p)
  end.

Lemma worst_ok lam l : forallb use_ok l = true -> edges_of K p <> [] -> forall a b w, worst lam l a b = Some w ->
  0 <= val a -> 0 <= val b ->
  0 <= val w /\
  (forall choose S, (forall past, neighbours P (fst (choose past)) (snd (choose past))) ->
    val a * seen (of_uses l) choose true S - val lam * (val b * seen (of_uses l) choose false S) <= val w) /\
  exists choose S, (forall past, neighbours P (fst (choose past)) (snd (choose past))) /\
    val a * seen (of_uses l) choose true S - val lam * (val b * seen (of_uses l) choose false S) = val w.
Proof.
  intros F Ne. assert (Some_pair : exists i h, neighbours P i h).
  { destruct (edges_of K p) as [|[i h] r] eqn:E; [congruence|]. exists i, h.
    apply (edges_of_ok K val p Hg i h). rewrite E. simpl. auto. }
  destruct Some_pair as [i1 [h1 N1]].
  induction l as [|mr l IH]; intros a b w H Ha Hb; cbn [worst] in H.
  - apply (positive_part_ok _ _ V) in H. rewrite (val_sub _ _ V), (val_mul _ _ V) in H. rewrite H.
    split; [apply Rmax_r|]. split.
    + intros choose S _. simpl. destruct (S []); [eapply Rle_trans; [|apply Rmax_l]; lra|].
      eapply Rle_trans; [|apply Rmax_r]. lra.
    + exists (fun _ => (i1, h1)). destruct (Rle_dec 0 (val a - val lam * val b)) as [L|L].
      * exists (fun _ => true). split; [intros; exact N1|]. simpl. rewrite Rmax_left by lra. ring.
      * exists (fun _ => false). split; [intros; exact N1|]. simpl. rewrite Rmax_right by lra. ring.
  - simpl in F. apply andb_prop in F as [F0 F]. specialize (IH F).
    assert (St := use_stochastic mr F0). destruct St as [Yn _].
    assert (Sh : length (snd mr) = n /\ forall i, (i < n)%nat -> length (nth i (snd mr) []) = fst mr).
    { unfold use_ok in F0. apply andb_prop in F0 as [T _]. apply (table_shape K _ _ _ T). }
    apply (most_ok _ _ V) in H as [Ha1 [Hz Hc]]. specialize (Hz nil0 eq_refl). rewrite (val_0 _ _ V) in Hz.
    (* what one pair comes to *)
    assert (One : forall i h e, (i < n)%nat -> (h < n)%nat ->
      summed K (map (fun xy => worst lam l (mul K a (fst xy)) (mul K b (snd xy)))
        (map2 pair (nth i (snd mr) []) (nth h (snd mr) []))) = Some e ->
      exists f : nat -> R, val e = sum (fst mr) f /\ forall o, (o < fst mr)%nat -> exists w', val w' = f o /\
        worst lam l (mul K a (nth o (nth i (snd mr) []) nil0)) (mul K b (nth o (nth h (snd mr) []) nil0)) = Some w').
    { intros i h e Hi Hh E.
      set (g := fun xy : N * N => worst lam l (mul K a (fst xy)) (mul K b (snd xy))) in *.
      set (prs := map2 pair (nth i (snd mr) []) (nth h (snd mr) [])) in *.
      assert (Lp : length prs = fst mr) by (unfold prs; rewrite map2_length; rewrite !(proj2 Sh); auto).
      exists (fun o => match g (nth o prs (nil0, nil0)) with Some w' => val w' | None => 0 end). split.
      - apply (summed_val K val V g prs (nil0, nil0) e (fst mr) _ E Lp). intros o c Ho Hc'. now rewrite Hc'.
      - intros o Ho. assert (Lo : (o < length prs)%nat) by lia.
        destruct (summed_each K g prs (nil0, nil0) e o E Lo) as [w' Ew]. exists w'. rewrite Ew. split; [reflexivity|].
        unfold g in Ew. unfold prs in Ew. rewrite (map2_nth _ _ _ o nil0 nil0) in Ew by (rewrite !(proj2 Sh); auto).
        exact Ew. }
    split; [exact Hz|]. split.
    + intros choose S Hn. destruct (Hn []) as [Hi [Hh [l0 Hl]]]. set (i := fst (choose [])) in *. set (h :=
      snd (choose [])) in *.
      destruct (Ha1 (i, h)) as [e [Ee Le]]; [apply (edges_of_ok K val p Hg); split; [exact Hi|split; [exact Hh|exists l0;
        exact Hl]]|].
      cbn [fst snd] in Ee. destruct (One i h e Hi Hh Ee) as [f [Ef Ff]]. eapply Rle_trans; [|exact Le]. rewrite Ef. simpl.
      fold i h. rewrite <- !sum_scale, <- sum_minus. apply sum_le. intros o Ho. destruct (Ff o Ho) as [w' [<- Ew]].
      assert (Pa : 0 <= val (mul K a (nth o (nth i (snd mr) []) nil0))).
      { rewrite (val_mul _ _ V). apply Rmult_le_pos; auto. exact (Yn i o Hi Ho). }
      assert (Pb : 0 <= val (mul K b (nth o (nth h (snd mr) []) nil0))).
      { rewrite (val_mul _ _ V). apply Rmult_le_pos; auto. exact (Yn h o Hh Ho). }
      destruct (IH _ _ _ Ew Pa Pb) as [_ [Q _]].
      specialize (Q (fun past => choose (o :: past)) (fun past => S (o :: past)) (fun past => Hn (o :: past))).
      rewrite !(val_mul _ _ V) in Q. eapply Rle_trans; [|exact Q]. apply Req_le.
      change (val (nth o (nth i (snd mr) []) nil0)) with (mat (snd mr) i o).
      change (val (nth o (nth h (snd mr) []) nil0)) with (mat (snd mr) h o). ring.
    + destruct Hc as [Hc|[[i h] [I Ee]]].
      * exists (fun _ => (i1, h1)), (fun _ => false). split; [intros; exact N1|]. inversion Hc. subst w. rewrite (val_0 _ _ V).
        assert (Z : forall first, seen (of_uses (mr :: l)) (fun _ => (i1, h1)) first (fun _ => false) = 0).
        { intros first. clear. induction (mr :: l) as [|x r IH]; [reflexivity|]. simpl. apply sum_zero. intros o _.
          rewrite IH. ring. }
        rewrite !Z. ring.
      * cbn [fst snd] in Ee. apply (edges_of_ok K val p Hg) in I. destruct I as [Hi [Hh Hl]].
        destruct (One i h w Hi Hh Ee) as [f [Ef Ff]].
        assert (Sub : forall k, (k <= fst mr)%nat -> exists ch sets, (forall o past, neighbours P (fst (ch o past))
          (snd (ch o past))) /\
          forall o, (o < k)%nat -> val a * (mat (snd mr) i o * seen (of_uses l) (ch o) true (sets o)) -
            val lam * (val b * (mat (snd mr) h o * seen (of_uses l) (ch o) false (sets o))) = f o).
        { induction k as [|k IHk]; intros Hk.
          - exists (fun _ _ => (i1, h1)), (fun _ _ => false). split; [intros; exact N1|intros; lia].
          - destruct IHk as [ch [sets [Hch Hs]]]; [lia|]. destruct (Ff k ltac:(lia)) as [w' [Ew' Ew]].
            assert (Pa : 0 <= val (mul K a (nth k (nth i (snd mr) []) nil0))).
            { rewrite (val_mul _ _ V). apply Rmult_le_pos; auto. apply (Yn i k); auto; lia. }
            assert (Pb : 0 <= val (mul K b (nth k (nth h (snd mr) []) nil0))).
            { rewrite (val_mul _ _ V). apply Rmult_le_pos; auto. apply (Yn h k); auto; lia. }
            destruct (IH _ _ _ Ew Pa Pb) as [_ [_ [c [s [Hc' Hs']]]]].
            exists (fun o => if Nat.eqb o k then c else ch o), (fun o => if Nat.eqb o k then s else sets o). split.
            + intros o past. destruct (Nat.eqb o k); auto.
            + intros o Ho. destruct (Nat.eqb_spec o k) as [->|D]; [|apply Hs; lia]. rewrite <- Ew', <- Hs', !(val_mul _ _ V).
              change (val (nth k (nth i (snd mr) []) nil0)) with (mat (snd mr) i k).
              change (val (nth k (nth h (snd mr) []) nil0)) with (mat (snd mr) h k). ring. }
        destruct (Sub (fst mr) (Nat.le_refl _)) as [ch [sets [Hch Hs]]].
        exists (fun past => match past with [] => (i, h) | o :: r => ch o r end),
          (fun past => match past with [] => false | o :: r => sets o r end). split.
        -- intros [|o r]; [split; [exact Hi|split; [exact Hh|exact Hl]]|apply Hch].
        -- rewrite Ef. simpl. rewrite <- !sum_scale, <- sum_minus. apply sum_ext. intros o Ho. apply (Hs o Ho).
Qed.

Definition adaptive_delta (lam : N) : option N :=
  match edges_of K p with [] => Some nil0 | _ => worst lam (uses_of K p) one1 one1 end.

Definition check_adaptive_approximate (yes : bool) : option found :=
  if stochastic_b K (rows_of K p) && forallb use_ok (uses_of K p) then
    match adaptive_delta (div K one1 (p_alpha p)) with
    | Some D => if (if yes then le K D (p_delta p) else lt K (p_delta p) D) then Some [(DeltaMin, VNum D)] else None
    | None => None
    end
  else None.

Lemma check_adaptive_approximate_ok yes values (Ht : table_ok K n (p_outputs p) (rows_of K p) = true) : 0 <=
  val (p_delta p) -> check_adaptive_approximate yes = Some values ->
  proved AdaptiveApproximateDp yes values.
Proof.
  intros Hd. unfold check_adaptive_approximate. destruct (_ && _)%bool eqn:Fo; [|discriminate].
  apply andb_prop in Fo as [St Fo].
  destruct (adaptive_delta _) as [D|] eqn:E; [|discriminate]. destruct (if yes then _ else _) eqn:C; [|discriminate].
  intros H. inversion H. subst. clear H. assert (A0 := g_alpha0 _ _ _ Hg).
  assert (Nn : forall m' Y, In (m', Y) (uses P) -> nonnegative (nodes (the_graph P)) m' Y).
  { intros m' Y I. rewrite uses_is in I. unfold of_uses in I. apply in_map_iff in I as [mr [Em I]]. inversion Em. subst.
    rewrite forallb_forall in Fo. apply (use_stochastic mr (Fo mr I)). }
  assert (Iff : 0 <= val D /\ forall d, 0 <= d -> (adaptively_private P (/ val (p_alpha p)) d <-> val D <= d)).
  { unfold adaptive_delta in E. assert (Ne : edges_of K p = [] \/ edges_of K p <> []) by (destruct (edges_of K p);
    [auto|right; discriminate]).
    destruct Ne as [Ne|Ne].
    - rewrite Ne in E. inversion E. rewrite (val_0 _ _ V). split; [lra|]. intros d Dp. split; [auto|]. intros _. split;
      [exact Nn|].
      intros choose S Hc. exfalso. destruct (Hc []) as [Hi [Hh Hl]].
      assert (I : In (fst (choose []), snd (choose [])) (edges_of K p)) by (apply (edges_of_ok K val p Hg);
        auto). rewrite Ne in I.
      destruct I.
    - assert (E' : worst (div K one1 (p_alpha p)) (uses_of K p) one1 one1 = Some D) by (destruct (edges_of K p);
      [congruence|exact E]).
      assert (One0 : 0 <= val one1) by (rewrite (val_1 _ _ V); lra).
      destruct (worst_ok _ _ Fo Ne _ _ _ E' One0 One0) as [Dp [Up [choose [S [Hc At]]]]].
      rewrite (val_1 _ _ V), (val_div _ _ V), (val_1 _ _ V) in * by lra. unfold Rdiv in *. rewrite Rmult_1_l in *.
      split; [exact Dp|]. intros d Hd'. split.
      + intros [_ F]. specialize (F choose S Hc). rewrite uses_is in F. rewrite <- At. lra.
      + intros L. split; [exact Nn|]. intros ch S' Hc'. specialize (Up ch S' Hc'). rewrite uses_is. lra. }
  destruct Iff as [Dp Iff]. split.
  - destruct yes.
    + apply (val_le _ _ V) in C. split; [exact (stochastic_yes _ _ V p Ht St)|]. apply Iff; auto.
    + apply (val_lt _ _ V) in C. intros [_ F]. apply Iff in F; [|exact Hd]. simpl in F. lra.
  - intros what q [I|[]]. inversion I. subst. simpl. split; [split; [auto|apply Iff; auto; lra]|].
    intros d [Hd' F]. apply Iff in F; auto.
Qed.
End Compositions.
