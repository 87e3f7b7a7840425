(** trade-off: no test of neighbours is better than those of another mechanism. On an interval of λ the best of the other's
    tests
    is no less than one of them, which is linear there, while what X's tests come to is convex. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors Events.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Section Tests.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Local Notation found := (list (name * nvalue N)).

Lemma told_convex m p q a b x : a <= x <= b -> a < b ->
  told m p q x <= ((b - x) * told m p q a + (x - a) * told m p q b) / (b - a).
Proof.
  intros Hx Hab. unfold told, Rdiv. rewrite <- !sum_scale, <- sum_plus, <- sum_scale_r. apply sum_le. intros o _.
  apply Rmult_le_reg_r with (b - a); [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  assert (A1 := Rmax_l 0 (p o - a * q o)). assert (A2 := Rmax_r 0 (p o - a * q o)).
  assert (B1 := Rmax_l 0 (p o - b * q o)). assert (B2 := Rmax_r 0 (p o - b * q o)).
  unfold Rmax at 1. destruct (Rle_dec 0 (p o - x * q o)); nra.
Qed.

Lemma told_falls m p q a x : (forall o, (o < m)%nat -> 0 <= q o) -> a <= x -> told m p q x <= told m p q a.
Proof.
  intros Q H. apply sum_le. intros o Ho. specialize (Q o Ho). unfold Rmax.
  destruct (Rle_dec 0 (p o - x * q o)), (Rle_dec 0 (p o - a * q o)); nra.
Qed.

Lemma told_set m p q lambda (S : nat -> bool) : mass m p S - lambda * mass m q S <= told m p q lambda.
Proof.
  unfold mass, told. rewrite <- sum_scale, <- sum_minus. apply sum_le. intros o _.
  assert (A := Rmax_l 0 (p o - lambda * q o)). assert (B := Rmax_r 0 (p o - lambda * q o)). destruct (S o); lra.
Qed.

Variable p : problem N.
Hypothesis Hg : good K val p.
Let n := p_nodes p.
Let m := p_outputs p.
Let P := instance_of K val p.
Let rows := rows_of K p.
Local Notation proved := (proved K val p).
Hypothesis Ht : table_ok K n m rows = true.

Variables (k : nat) (two : option (nat * nat)).
Let n' := fst (rival_graph K p k).
Let near' := snd (rival_graph K p k).
Let m' := fst (other_of K p k).
Let Y := snd (other_of K p k).

(** What a line is from: guessing the first, guessing the second, or a set of outputs of two nodes. *)
Inductive test := First | Second_ | OfSet (i h : nat) (T : list bool).

Definition rival_pairs : list (nat * nat) :=
  match two with
  | Some ih => if (fst ih <? n')%nat && (snd ih <? n')%nat then [ih] else []
  | None => flat_map (fun i => flat_map (fun hl => if (fst hl <? n')%nat then [(i, fst hl)] else []) (nth i near' []))
    (seq 0 n')
  end.

Definition is_rival (i h : nat) : Prop :=
  match two with Some ih => ih = (i, h) | None => exists l, step (other_graph P k) i h l end /\ (i < n')%nat /\ (h < n')%nat.

Lemma rival_pairs_ok i h : In (i, h) rival_pairs <-> is_rival i h.
Proof.
  unfold rival_pairs, is_rival. destruct two as [[a b]|]; cbn [fst snd].
  - destruct (Nat.ltb_spec a n'), (Nat.ltb_spec b n'); simpl; split.
    + intros [E|[]]. inversion E. subst. auto.
    + intros [E _]. inversion E. auto.
    + tauto.
    + intros [E [A B]]. inversion E. subst. lia.
    + tauto.
    + intros [E [A B]]. inversion E. subst. lia.
    + tauto.
    + intros [E [A B]]. inversion E. subst. lia.
  - rewrite in_flat_map. split.
    + intros [j [Hj H]]. apply in_flat_map in H as [[h' l] [Hl H]]. cbn [fst] in H. apply in_seq in Hj.
      destruct (Nat.ltb_spec h' n'); [|destruct H]. destruct H as [H|[]]. inversion H. subst.
      split; [exists l; exact Hl|]. split; [lia|auto].
    + intros [[l Hl] [Hi Hh]]. exists i. split; [apply in_seq; lia|]. apply in_flat_map. exists (h, l). split; [exact Hl|].
      cbn [fst]. apply Nat.ltb_lt in Hh. rewrite Hh. simpl. auto.
Qed.

Definition part_of (T : list bool) (x : list N) : N := lsum K (map2 (fun (b : bool) y => if b then y else nil0) T x).

(** v and u of the line v − λ·u. *)
Definition line (t : test) : option (N * N) :=
  match t with
  | First => Some (one1, one1)
  | Second_ => Some (nil0, nil0)
  | OfSet i h T =>
      if existsb (fun x => (fst x =? i)%nat && (snd x =? h)%nat) rival_pairs && of_length m' T
      then Some (part_of T (nth i Y []), part_of T (nth h Y [])) else None
  end.

Hypothesis Hy : table_ok K n' m' Y = true.

Lemma part_of_ok T i : length T = m' -> (i < n')%nat -> val (part_of T (nth i Y [])) = mass m' (mat Y i)
  (fun o => nth o T false).
Proof.
  intros L Hi. destruct (table_shape K _ _ _ Hy) as [_ Lr]. unfold part_of. rewrite (lsum_val _ _ V), map2_length,
    L by (rewrite Lr;
    auto). apply sum_ext. intros o Ho. unfold Vectors.vec. rewrite (map2_nth _ _ _ o false nil0) by (rewrite ?Lr; auto; lia).
  destruct (nth o T false); [reflexivity|apply (val_0 _ _ V)].
Qed.

Lemma line_ok t v u lambda b : line t = Some (v, u) -> is_best_told P k two lambda b -> val v - lambda * val u <= b.
Proof.
  intros L [_ B]. destruct t as [| |i h T]; simpl in L.
  - inversion L. rewrite (val_1 _ _ V). eapply Rle_trans; [|apply B; left; reflexivity]. eapply Rle_trans; [|apply Rmax_r]. lra.
  - inversion L. rewrite (val_0 _ _ V). eapply Rle_trans; [|apply B; left; reflexivity]. eapply Rle_trans; [|apply Rmax_l]. lra.
  - destruct (_ && _)%bool eqn:E; [|discriminate]. inversion L. subst. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E2.
    apply existsb_exists in E1 as [[i' h'] [I E]]. apply andb_prop in E as [A C]. apply Nat.eqb_eq in A, C. simpl in A,
      C. subst.
    apply rival_pairs_ok in I. destruct I as [R [Hi Hh]].
    rewrite !part_of_ok by auto. eapply Rle_trans; [apply told_set|]. apply B. right. exists i, h. auto.
Qed.

(** ** The pieces *)

Definition told_b (lam : N) (ih : nat * nat) : option N := excess K p lam ih.
Lemma told_b_ok lam i h e : (i < n)%nat -> (h < n)%nat -> told_b lam (i, h) = Some e ->
  val e = told m (X P i) (X P h) (val lam).
Proof.
  intros Hi Hh E. rewrite (excess_ok K val V p Ht lam i h e Hi Hh E). apply sum_ext. intros o _. rewrite Rmax_comm. reflexivity.
Qed.

(** All of X's tests are below the line, but for e. *)
Definition below_line (e lam v u : N) : bool :=
  forallb (fun ih => match told_b lam ih with Some f => le K f (add K (sub K v (mul K lam u)) e) | None => false end)
    (edges_of K p).
Lemma below_line_ok e lam v u i h : below_line e lam v u = true -> neighbours P i h ->
  told m (X P i) (X P h) (val lam) <= val v - val lam * val u + val e.
Proof.
  intros B [Hi [Hh Hl]]. unfold below_line in B. rewrite forallb_forall in B.
  assert (I : In (i, h) (edges_of K p)) by (apply (edges_of_ok K val p Hg); auto). specialize (B _ I). cbv beta in B.
  destruct (told_b lam (i, h)) as [f|] eqn:E; [|discriminate]. apply told_b_ok in E; auto. apply (val_le _ _ V) in B.
  rewrite (val_add _ _ V), (val_sub _ _ V), (val_mul _ _ V), E in B. exact B.
Qed.

Fixpoint pieces_ok (e : N) (l : list (N * test)) : bool :=
  match l with
  | [] => false
  | (a, t) :: r =>
      match line t with
      | None => false
      | Some (v, u) =>
          below_line e a v u &&
          match r with
          | [] => eqn K u nil0
          | (b, _) :: _ => lt K a b && below_line e b v u && pieces_ok e r
          end
      end
  end.

Hypothesis Xp : nonnegative n m (X P).

Lemma pieces_bound e l : pieces_ok e l = true -> forall lambda b i h,
  match l with (a, _) :: _ => val a <= lambda | [] => False end ->
  is_best_told P k two lambda b -> neighbours P i h -> told m (X P i) (X P h) lambda <= b + val e.
Proof.
  induction l as [|[a t] r IH]; intros H lambda b i h Ha B Nb; [destruct Ha|]. cbn [pieces_ok] in H.
  destruct (line t) as [[v u]|] eqn:L; [|discriminate]. apply andb_prop in H as [H0 H].
  assert (A := below_line_ok e a v u i h H0 Nb). assert (Bl := line_ok t v u lambda b L B).
  destruct r as [|[c t'] r].
  - apply (val_eq _ _ V) in H. rewrite (val_0 _ _ V) in H. rewrite H in *.
    assert (F := told_falls m (X P i) (X P h) (val a) lambda (fun o Ho => Xp h o (proj1 (proj2 Nb)) Ho) Ha). lra.
  - apply andb_prop in H as [H Hr]. apply andb_prop in H as [Hac Hc]. apply (val_lt _ _ V) in Hac.
    destruct (Rle_lt_dec (val c) lambda) as [Lc|Lc]; [apply (IH Hr); auto|].
    assert (C := below_line_ok e c v u i h Hc Nb).
    assert (Cv := told_convex m (X P i) (X P h) (val a) (val c) lambda ltac:(lra) Hac).
    eapply Rle_trans; [exact Cv|]. eapply Rle_trans; [|apply Rplus_le_compat_r; exact Bl].
    apply Rmult_le_reg_r with (val c - val a); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with ((val c - lambda) * (val v - val a * val u + val e) + (lambda - val a)
      * (val v - val c * val u + val e)).
    + apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
    + apply Req_le. ring.
Qed.

(** ** The best of the other's tests at a λ *)

Definition rival_told (lam : N) (ih : nat * nat) : option N :=
  summed K (map (fun xy => positive_part K (sub K (fst xy) (mul K lam (snd xy))))
    (map2 pair (nth (fst ih) Y []) (nth (snd ih) Y []))).
Definition best_told (lam : N) : option N :=
  match positive_part K (sub K one1 lam) with Some g => most K (Some g) (rival_told lam) rival_pairs | None => None end.

Lemma best_told_ok lam b : best_told lam = Some b -> is_best_told P k two (val lam) (val b).
Proof.
  unfold best_told. destruct (positive_part K (sub K one1 lam)) as [g|] eqn:G; [|discriminate].
  apply (positive_part_ok _ _ V) in G. rewrite (val_sub _ _ V), (val_1 _ _ V), Rmax_comm in G.
  intros H. apply (most_ok _ _ V) in H as [A [B C]]. specialize (B g eq_refl). destruct (table_shape K _ _ _ Hy) as [_ Lr].
  assert (T : forall i h e, (i < n')%nat -> (h < n')%nat -> rival_told lam (i, h) = Some e ->
    val e = told m' (mat Y i) (mat Y h) (val lam)).
  { intros i h e Hi Hh E. apply (summed_val K val V _ _ (nil0, nil0) e m'
      (fun o => Rmax 0 (mat Y i o - val lam * mat Y h o)) E).
    - rewrite map2_length; cbn [fst snd]; rewrite !Lr; auto.
    - intros o c Ho Hc. cbn [fst snd] in Hc. rewrite (map2_nth _ _ _ o nil0 nil0) in Hc by (rewrite ?Lr; auto).
      cbn [fst snd] in Hc. apply (positive_part_ok _ _ V) in Hc. rewrite Hc, (val_sub _ _ V), (val_mul _ _ V),
        Rmax_comm. reflexivity. }
  split.
  - destruct C as [C|[[i h] [I C]]]; [left; inversion C; subst; exact G|right]. apply rival_pairs_ok in I.
    destruct I as [R [Hi Hh]]. exists i, h. split; [exact R|split; [exact Hi|split; [exact Hh|]]]. apply (T i h b Hi Hh C).
  - intros y [->|[i [h [R [Hi [Hh ->]]]]]]; [rewrite <- G; exact B|].
    destruct (A (i, h)) as [e [E L]]; [apply rival_pairs_ok; split; auto|]. rewrite (T i h e Hi Hh E) in L. exact L.
Qed.

(** ** The check *)

Definition excess_of (at_ : option (nat * nat * N)) : option N :=
  match at_ with
  | None => Some nil0
  | Some (i, h, lam) =>
      if existsb (fun x => (fst x =? i)%nat && (snd x =? h)%nat) (edges_of K p) && le K nil0 lam then
        match told_b lam (i, h), best_told lam with Some f, Some g => Some (sub K f g) | _, _ => None end
      else None
  end.

Definition check_tests (yes : bool) (pieces : list (N * test)) (at_ : option (nat * nat * N)) : option found :=
  match excess_of at_, pieces with
  | Some e, (a, _) :: _ =>
      if stochastic_b K rows && table_ok K n' m' Y && eqn K a nil0 && pieces_ok e pieces &&
         (if yes then eqn K e nil0 else lt K nil0 e)
      then Some [(Excess, VNum e)] else None
  | _, _ => None
  end.
End Tests.

Lemma check_tests_ok K val (V : sound K val) p (Hg : good K val p)
  (Ht : table_ok K (p_nodes p) (p_outputs p) (rows_of K p) = true) k two yes pieces at_ values :
  check_tests K p k two yes pieces at_ = Some values -> proved K val p (TradeOff k two) yes values.
Proof.
  unfold check_tests. destruct (excess_of K p k two at_) as [e|] eqn:E; [|discriminate].
  destruct pieces as [|[a t] r] eqn:Ep; [discriminate|]. rewrite <- Ep in *.
  destruct (_ && _)%bool eqn:C; [|discriminate]. apply andb_prop in C as [C C5]. apply andb_prop in C as [C C4].
  apply andb_prop in C as [C C3]. apply andb_prop in C as [C1 C2]. apply (val_eq _ _ V) in C3. rewrite (val_0 _ _ V) in C3.
  intros H. inversion H. subst values. clear H. assert (S := stochastic_yes _ _ V p Ht C1).
  assert (Up : forall x, told_more (instance_of K val p) k two x -> x <= val e).
  { intros x [i [h [lambda [b [Nb [L0 [B ->]]]]]]].
    assert (Q := pieces_bound K val V p Hg Ht k two C2 (proj1 S) e pieces C4 lambda b i h).
    rewrite Ep in Q. rewrite C3 in Q. specialize (Q L0 B Nb).
    change (told (p_outputs p) (X (instance_of K val p) i) (X (instance_of K val p) h) lambda - b <= val e). lra. }
  assert (At : val e = 0 \/ told_more (instance_of K val p) k two (val e)).
  { destruct at_ as [[[i h] lam]|]; [|left; inversion E; apply (val_0 _ _ V)]. right. simpl in E.
    destruct (_ && _)%bool eqn:F; [|discriminate]. apply andb_prop in F as [F1 F2]. apply (val_le _ _ V) in F2.
    rewrite (val_0 _ _ V) in F2. apply existsb_exists in F1 as [[i' h'] [I F1]]. apply andb_prop in F1 as [A B].
    apply Nat.eqb_eq in A, B. simpl in A, B. subst. apply (edges_of_ok K val p Hg) in I. destruct I as [Hi [Hh Hl]].
    destruct (told_b K p lam (i, h)) as [f|] eqn:Ef; [|discriminate]. destruct (best_told K p k two lam) as [g|] eqn:Eg;
      [|discriminate].
    inversion E. subst e. exists i, h, (val lam), (val g). split; [split; [exact Hi|split; [exact Hh|exact Hl]]|]. split;
      [exact F2|].
    split; [apply (best_told_ok K val V p k two C2 lam g Eg)|]. rewrite (val_sub _ _ V). f_equal.
    apply (told_b_ok K val V p Ht lam i h f Hi Hh Ef). }
  split.
  - destruct yes.
    + apply (val_eq _ _ V) in C5. rewrite (val_0 _ _ V) in C5. split; [exact S|]. intros x Hx. rewrite <- C5. auto.
    + apply (val_lt _ _ V) in C5. rewrite (val_0 _ _ V) in C5. intros [_ F]. destruct At as [Z|At]; [lra|].
      specialize (F _ At). lra.
  - intros what q [I|[]]. inversion I. subst. simpl. split; [exact At|]. intros x [->|Hx]; [|auto].
    destruct yes; [apply (val_eq _ _ V) in C5|apply (val_lt _ _ V) in C5]; rewrite (val_0 _ _ V) in C5; lra.
Qed.
