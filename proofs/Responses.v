(** Randomised response: any two of its rows are those of a pair, where outputs at which they are alike are taken for one. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors Events Tests Values Renyi.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

(** What is the same at outputs of one ratio that are put together. *)
Definition homogeneous (F : R -> R -> R) : Prop :=
  forall x y c, 0 <= x -> 0 <= y -> 0 <= c -> F (x * c) (y * c) = F x y * c.

(** All nodes are neighbours, and any two have the rows a, b and b, a at two outputs, and are alike elsewhere, s·b in all. *)
Record alike (Q : instance) (a b s : R) : Prop := {
  al_unit : unit_length Q = 1%nat;
  al_two : (2 <= nodes (the_graph Q))%nat;
  al_step : forall i h l, (i < nodes (the_graph Q))%nat -> step (the_graph Q) i h l -> i <> h /\ l = 1%nat;
  al_all : forall i h, (i < nodes (the_graph Q))%nat -> (h < nodes (the_graph Q))%nat -> i <> h -> step (the_graph Q) i h 1;
  al_mechanism : stochastic (nodes (the_graph Q)) (outputs Q) (X Q);
  al_each : forall i h o, (i < nodes (the_graph Q))%nat -> (h < nodes (the_graph Q))%nat -> i <> h -> (o < outputs Q)%nat ->
    X Q i o = a /\ X Q h o = b \/ X Q i o = b /\ X Q h o = a \/ X Q i o = X Q h o;
  al_some : forall i h, (i < nodes (the_graph Q))%nat -> (h < nodes (the_graph Q))%nat -> i <> h ->
    exists o, (o < outputs Q)%nat /\ X Q i o = a /\ X Q h o = b;
  al_sum : forall i h F, (i < nodes (the_graph Q))%nat -> (h < nodes (the_graph Q))%nat -> i <> h -> homogeneous F ->
    sum (outputs Q) (fun o => F (X Q i o) (X Q h o)) = F a b + F b a + F b b * s
}.

Section Alike.
Variables (Q : instance) (a b s : R).
Hypothesis H : alike Q a b s.
Let G := the_graph Q.
Let n := nodes G.

Lemma alike_neighbours i h : neighbours Q i h <-> (i < n)%nat /\ (h < n)%nat /\ i <> h.
Proof.
  split.
  - intros [Hi [Hh [l St]]]. split; [exact Hi|split; [exact Hh|]]. apply (al_step _ _ _ _ H i h l Hi St).
  - intros [Hi [Hh D]]. split; [exact Hi|split; [exact Hh|]]. exists 1%nat. now apply (al_all _ _ _ _ H).
Qed.

Lemma alike_pair : neighbours Q 0 1.
Proof. assert (T := al_two _ _ _ _ H). apply alike_neighbours. unfold n, G. lia. Qed.

Lemma alike_distance i h d : (i < n)%nat -> (h < n)%nat -> i <> h -> (distance G i h d <-> d = 1%nat).
Proof.
  intros Hi Hh D. assert (W1 : walk G i h 1).
  { change 1%nat with (1 + 0)%nat. apply (go G i h h 1 0); [now apply (al_all _ _ _ _ H)|apply stay]. }
  assert (Lw : forall L, walk G i h L -> (1 <= L)%nat).
  { intros L W. inversion W; subst; [lia|]. destruct (al_step _ _ _ _ H i h0 l Hi H0) as [_ ->]. lia. }
  split.
  - intros [W M]. specialize (M 1%nat W1). specialize (Lw d W). lia.
  - intros ->. split; [exact W1|exact Lw].
Qed.

Lemma alike_group k nearer i h : at_group_distance Q k nearer i h <->
  (i < n)%nat /\ (h < n)%nat /\ i <> h /\ (k = 1%nat \/ nearer = true /\ (1 <= k)%nat).
Proof.
  unfold at_group_distance. rewrite (al_unit _ _ _ _ H), Nat.mul_1_r. split.
  - intros [Hi [Hh [D [d [Dd Hd]]]]]. apply alike_distance in Dd; auto. subst d. repeat split; auto.
    destruct Hd as [E|[E L]]; [left; auto|right; auto].
  - intros [Hi [Hh [D E]]]. repeat split; auto. exists 1%nat. split; [apply alike_distance; auto|].
    destruct E as [->|[E L]]; auto.
Qed.

Lemma alike_nonneg i o : (i < n)%nat -> (o < outputs Q)%nat -> 0 <= X Q i o.
Proof. destruct (al_mechanism _ _ _ _ H) as [N _]. apply N. Qed.

(** One ratio bounds all. *)
Definition within (x : R) : Prop := x * a <= b /\ x * b <= a.
Lemma alike_within x : 0 <= x <= 1 -> (within x <->
  forall i h o, (i < n)%nat -> (h < n)%nat -> i <> h -> (o < outputs Q)%nat -> x * X Q i o <= X Q h o).
Proof.
  intros Hx. split.
  - intros [A B] i h o Hi Hh D Ho. destruct (al_each _ _ _ _ H i h o Hi Hh D Ho) as [[-> ->]|[[-> ->]|E]]; auto.
    assert (0 <= X Q h o) by (apply alike_nonneg; auto). rewrite E. nra.
  - intros A. assert (T := alike_pair). apply alike_neighbours in T as [H0 [H1 D]].
    destruct (al_some _ _ _ _ H 0 1 H0 H1 D) as [o [Ho [E0 E1]]]. destruct (al_some _ _ _ _ H 1 0 H1 H0 ltac:(lia)) as [o'
      [Ho' [F1 F0]]].
    split; [rewrite <- E0, <- E1|rewrite <- F0, <- F1]; apply A; auto.
Qed.

Lemma alike_private x : 0 <= x <= 1 -> (private G x (outputs Q) (X Q) <-> within x).
Proof.
  intros Hx. rewrite alike_within by auto. split.
  - intros [_ P] i h o Hi Hh D Ho. specialize (P i h 1%nat o Hi Hh (al_all _ _ _ _ H i h Hi Hh D) Ho). now rewrite pow_1 in P.
  - intros A. split; [exact alike_nonneg|]. intros i h l o Hi Hh St Ho. destruct (al_step _ _ _ _ H i h l Hi St) as [D ->].
    rewrite pow_1. now apply A.
Qed.

Lemma alike_told i h lambda : neighbours Q i h -> told (outputs Q) (X Q i) (X Q h) lambda =
  Rmax 0 (a - lambda * b) + Rmax 0 (b - lambda * a) + Rmax 0 (b - lambda * b) * s.
Proof.
  intros Nb. apply alike_neighbours in Nb as [Hi [Hh D]].
  apply (al_sum _ _ _ _ H i h (fun x y => Rmax 0 (x - lambda * y)) Hi Hh D). intros x y c _ _ Hc.
  replace (x * c - lambda * (y * c)) with ((x - lambda * y) * c) by ring.
  unfold Rmax. destruct (Rle_dec 0 ((x - lambda * y) * c)), (Rle_dec 0 (x - lambda * y)); nra.
Qed.

Lemma alike_approximate lambda d : approximately_private G lambda d (outputs Q) (X Q) <->
  Rmax 0 (a - lambda * b) + Rmax 0 (b - lambda * a) + Rmax 0 (b - lambda * b) * s <= d.
Proof.
  split.
  - intros Pr. rewrite <- (alike_told 0 1 lambda alike_pair). destruct alike_pair as [H0 [H1 [l St]]].
    set (S := fun o => if Rle_dec 0 (X Q 0 o - lambda * X Q 1 o) then true else false).
    specialize (Pr 0%nat 1%nat l S H0 H1 St). unfold mass in Pr. unfold told.
    apply Rle_trans with (sum (outputs Q) (fun o => if S o then X Q 0 o else 0) - lambda *
      sum (outputs Q) (fun o => if S o then X Q 1 o else 0)); [|lra].
    rewrite <- sum_scale, <- sum_minus. apply Req_le, sum_ext. intros o _. unfold S, Rmax.
    destruct (Rle_dec 0 (X Q 0 o - lambda * X Q 1 o)); ring.
  - intros L i h l S Hi Hh St. assert (Nb : neighbours Q i h) by (split; [exact Hi|split; [exact Hh|now exists l]]).
    rewrite <- (alike_told i h lambda Nb) in L. assert (T := told_set (outputs Q) (X Q i) (X Q h) lambda S). lra.
Qed.

Lemma alike_renyi k i h : (1 <= k)%nat -> neighbours Q i h ->
  renyi_sum Q k i h = a ^ k / b ^ (k - 1) + b ^ k / a ^ (k - 1) + b ^ k / b ^ (k - 1) * s.
Proof.
  intros Hk Nb. apply alike_neighbours in Nb as [Hi [Hh D]].
  apply (al_sum _ _ _ _ H i h (fun x y => x ^ k / y ^ (k - 1)) Hi Hh D). intros x y c _ _ _.
  destruct k as [|q]; [lia|]. replace (S q - 1)%nat with q by lia. rewrite !Rpow_mult_distr. unfold Rdiv. rewrite Rinv_mult.
  assert (E : c ^ S q * / c ^ q = c).
  { destruct (Req_dec c 0) as [->|Dc]; [rewrite pow_i by lia; ring|]. simpl. field. now apply pow_nonzero. }
  transitivity (x ^ S q * / y ^ q * (c ^ S q * / c ^ q)); [ring|now rewrite E].
Qed.

Lemma alike_finite i h : neighbours Q i h -> (renyi_finite Q i h <-> (b = 0 -> a = 0) /\ (a = 0 -> b = 0)).
Proof.
  intros Nb. apply alike_neighbours in Nb as [Hi [Hh D]]. split.
  - intros F. split.
    + destruct (al_some _ _ _ _ H i h Hi Hh D) as [o [Ho [<- <-]]]. now apply F.
    + destruct (al_some _ _ _ _ H h i Hh Hi ltac:(auto)) as [o [Ho [<- <-]]]. now apply F.
  - intros [A B] o Ho E. destruct (al_each _ _ _ _ H i h o Hi Hh D Ho) as [[-> E']|[[-> E']|E']]; [ | |now rewrite E'];
      rewrite E' in E; auto.
Qed.
End Alike.

(** ** What is so of one is so of another *)

Section Two.
Variables (P Q : instance) (a b s : R).
Hypothesis HP : alike P a b s.
Hypothesis HQ : alike Q a b s.
Hypothesis same_alpha : alpha P = alpha Q.
Hypothesis same_delta : delta P = delta Q.
Hypothesis alpha_range : 0 < alpha P <= 1.

Lemma same_greatest (S T : R -> Prop) v : (forall x, S x <-> T x) -> is_greatest S v -> is_greatest T v.
Proof. intros E [A M]. split; [now apply E|]. intros x Hx. apply M. now apply E. Qed.
Lemma same_least (S T : R -> Prop) v : (forall x, S x <-> T x) -> is_least S v -> is_least T v.
Proof. intros E [A M]. split; [now apply E|]. intros x Hx. apply M. now apply E. Qed.

Lemma same_private x : 0 <= x <= 1 -> (private (the_graph P) x (outputs P) (X P) <-> private (the_graph Q) x (outputs Q) (X Q)).
Proof. intros Hx. rewrite (alike_private P a b s HP x Hx), (alike_private Q a b s HQ x Hx). reflexivity. Qed.

Lemma same_alpha_max v : is_alpha_max P v -> is_alpha_max Q v.
Proof.
  intros [c [C ->]]. exists c. split; [|now rewrite (al_unit _ _ _ _ HP), (al_unit _ _ _ _ HQ)].
  revert C. apply same_greatest. intros x. split; (intros [Hx Px]; split; [exact Hx|now apply same_private]).
Qed.

Lemma same_approximate l d : approximately_private (the_graph P) l d (outputs P) (X P) <->
  approximately_private (the_graph Q) l d (outputs Q) (X Q).
Proof. rewrite (alike_approximate P a b s HP), (alike_approximate Q a b s HQ). reflexivity. Qed.

Lemma same_approximate_alpha v : is_approximate_alpha P v -> is_approximate_alpha Q v.
Proof.
  apply same_greatest. intros x. rewrite <- same_delta.
  split; (intros [->|[Hx Px]]; [now left|right; split; [exact Hx|now apply same_approximate]]).
Qed.

Definition group_at (k : nat) (nearer : bool) (x : R) : Prop := (k = 1%nat \/ nearer = true /\ (1 <= k)%nat) -> within a b x.
Lemma group_within R0 (HR : alike R0 a b s) k nearer x : 0 <= x <= 1 -> (group_at k nearer x <->
  forall i h o, at_group_distance R0 k nearer i h -> (o < outputs R0)%nat -> x * X R0 i o <= X R0 h o).
Proof.
  intros Hx. unfold group_at. split.
  - intros W i h o D Ho. apply (alike_group R0 a b s HR) in D as [Hi [Hh [D E]]].
    now apply (alike_within R0 a b s HR x Hx) with (i := i) (h := h) (o := o); auto.
  - intros A E. apply (alike_within R0 a b s HR x Hx). intros i h o Hi Hh D Ho. apply A; auto.
    apply (alike_group R0 a b s HR). auto.
Qed.

Lemma same_group_alpha k nearer v : is_group_alpha P k nearer v -> is_group_alpha Q k nearer v.
Proof.
  apply same_greatest. intros x. split; (intros [Hx A]; split; [exact Hx|]).
  - apply (group_within Q HQ k nearer x Hx). now apply (group_within P HP k nearer x Hx).
  - apply (group_within P HP k nearer x Hx). now apply (group_within Q HQ k nearer x Hx).
Qed.

Lemma same_renyi k i h j l : (1 <= k)%nat -> neighbours P i h -> neighbours Q j l ->
  renyi_sum P k i h = renyi_sum Q k j l /\ (renyi_finite P i h <-> renyi_finite Q j l).
Proof.
  intros Hk NP NQ. rewrite (alike_renyi P a b s HP k i h Hk NP), (alike_renyi Q a b s HQ k j l Hk NQ).
  rewrite (alike_finite P a b s HP i h NP), (alike_finite Q a b s HQ j l NQ). split; reflexivity.
Qed.

Lemma same_argument k v : (1 <= k)%nat -> is_renyi_argument P k v -> is_renyi_argument Q k v.
Proof.
  intros Hk [U At]. assert (N0 := alike_pair P a b s HP). assert (N1 := alike_pair Q a b s HQ). split.
  - intros i h Nb. destruct (same_renyi k 0 1 i h Hk N0 Nb) as [<- F]. destruct (U 0%nat 1%nat N0) as [F' L]. split; [now
    apply F|exact L].
  - destruct At as [->|[i [h [Nb ->]]]]; [now left|right]. exists 0%nat, 1%nat. split; [exact N1|].
    apply (same_renyi k i h 0 1 Hk Nb N1).
Qed.

Definition by_pair (c : claim) : bool :=
  match c with Dp | ApproximateDp | GroupPrivacy _ _ => true | RenyiDp k _ => (1 <=? k)%nat | _ => false end.

Lemma same_holds c : by_pair c = true -> holds P c -> holds Q c.
Proof.
  intros C. assert (A1 : 0 <= alpha P <= 1) by lra. destruct c; try discriminate; simpl; rewrite <- ?same_alpha, <- ?same_delta.
  - now apply same_private.
  - intros [_ Pr]. split; [apply (al_mechanism _ _ _ _ HQ)|now apply same_approximate].
  - intros [_ Pr]. split; [exact (alike_nonneg Q a b s HQ)|].
    rewrite (al_unit _ _ _ _ HP) in Pr. rewrite (al_unit _ _ _ _ HQ). rewrite Nat.mul_1_r in *.
    assert (Ax : 0 <= alpha P ^ distance <= 1).
    { split; [apply pow_le; lra|]. rewrite <- (pow1 distance). apply pow_incr. lra. }
    intros i h o D Ho. apply (group_within Q HQ distance nearer _ Ax); auto. now apply (group_within P HP distance nearer _ Ax).
  - intros [_ Pr]. split; [apply (al_mechanism _ _ _ _ HQ)|]. apply Nat.leb_le in C. intros i h Nb.
    assert (N0 := alike_pair P a b s HP). destruct (same_renyi order 0 1 i h C N0 Nb) as [<- F].
    destruct (Pr 0%nat 1%nat N0) as [F' L]. split; [now apply F|exact L].
Qed.

Lemma same_value c what q : by_pair c = true -> value P c what q -> value Q c what q.
Proof.
  intros C. destruct c; try discriminate; destruct what, q; simpl; try contradiction; rewrite <- ?same_alpha, <-
    ?same_delta; auto.
  all: try apply same_alpha_max. all: try apply same_approximate_alpha. all: try apply same_group_alpha.
  all: try (intros [x [Hx [W E]]]; exists x; split; [exact Hx|split; [|exact E]];
    first [now apply same_alpha_max|now apply same_approximate_alpha|now apply same_group_alpha]).
  - apply same_least. intros x. split; (intros [Hx Px]; split; [exact Hx|now apply same_approximate]).
  - apply Nat.leb_le in C. now apply same_argument.
  - apply Nat.leb_le in C. intros [i [h [Nb F]]]. assert (N1 := alike_pair Q a b s HQ). exists 0%nat, 1%nat. split; [exact N1|].
    intros F'. apply F. now apply (same_renyi order i h 0 1 C Nb N1).
  - apply Nat.leb_le in C. intros [x [W E]]. exists x. split; [now apply same_argument|exact E].
  - apply Nat.leb_le in C. intros [i [h [Nb F]]]. assert (N1 := alike_pair Q a b s HQ). exists 0%nat, 1%nat. split; [exact N1|].
    intros F'. apply F. now apply (same_renyi order i h 0 1 C Nb N1).
Qed.
End Two.

(** ** A problem of this kind, and its pair *)

(** All but two of the terms of a sum are the same. *)
Lemma sum_three n i h f g : (i < n)%nat -> (h < n)%nat -> i <> h -> (forall o, (o < n)%nat -> o <> i -> o <> h -> f o = g) ->
  sum n f = f i + f h + g * INR (n - 2).
Proof.
  intros Hi Hh D E.
  rewrite (sum_ext n f (fun o => (g + (if Nat.eqb o i then f o - g else 0)) + (if Nat.eqb o h then f o - g else 0))).
  - rewrite !sum_plus, (sum_pick n i (fun o => f o - g) Hi), (sum_pick n h (fun o => f o - g) Hh), sum_const.
    rewrite minus_INR by lia. simpl (INR 2). ring.
  - intros o Ho. destruct (Nat.eqb_spec o i), (Nat.eqb_spec o h); subst; [lia|ring|ring|]. rewrite (E o) by auto. ring.
Qed.

Section Pair.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation found := (list (name * nvalue N)).
Variable p : problem N.
Hypothesis Hg : good K val p.
Let n := p_nodes p.
Let rows := rows_of K p.
Let P := instance_of K val p.

Definition own : N := nth 0 (nth 0 rows []) nil0.
Definition others_ : N := nth 1 (nth 0 rows []) nil0.

(** Two nodes, and three outputs: their own ones, and all others. *)
Definition pair_of : problem N :=
  let c := mul K others_ (of_nat K (n - 2)) in {|
  p_nodes := 2; p_near := [[(1, 1)]; [(0, 1)]]%nat; p_unit := 1; p_alpha := p_alpha p; p_delta := p_delta p;
  p_outputs := 3; p_table := Some [[own; others_; c]; [others_; own; c]]; p_rounding := None; p_priors := [];
  p_gain := Binary; p_answers := None; p_others := []; p_rivals := []; p_values := O; p_individuals := O; p_uses := [];
  p_copies := None; p_each := [] |}.

Definition response_ok : bool :=
  (2 <=? n)%nat && (p_outputs p =? n)%nat && (p_unit p =? 1)%nat && table_ok K n n rows && stochastic_b K rows &&
  forallb (fun i => all2 (fun o x => eqn K x (if (i =? o)%nat then own else others_)) (seq 0 n) (nth i rows [])) (seq 0 n) &&
  forallb (fun i => all2 (fun hl h => (fst hl =? h)%nat && (snd hl =? 1)%nat) (near_of K p i)
    (filter (fun h => negb (i =? h)%nat) (seq 0 n))) (seq 0 n).
Hypothesis ok : response_ok = true.

Lemma response_parts : (2 <= n)%nat /\ p_outputs p = n /\ p_unit p = 1%nat /\ stochastic n n (mat rows) /\
  (forall i o, (i < n)%nat -> (o < n)%nat -> mat rows i o = if Nat.eqb i o then val own else val others_) /\
  (forall i h l, (i < n)%nat -> In (h, l) (near_of K p i) <-> (h < n)%nat /\ i <> h /\ l = 1%nat).
Proof.
  unfold response_ok in ok.
  apply andb_prop in ok as [E E7]. apply andb_prop in E as [E E6]. apply andb_prop in E as [E E5].
  apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
  apply Nat.leb_le in E1. apply Nat.eqb_eq in E2, E3.
  split; [auto|split; [auto|split; [auto|split; [|split]]]].
  - apply (stochastic_ok K val V n n rows E4 E5).
  - intros i o Hi Ho. destruct (table_shape K _ _ _ E4) as [_ Lr]. assert (Q := forallb_seq _ _ _ E6 Hi). cbv beta in Q.
    assert (Q' := all2_nth _ _ _ o O nil0 Q). rewrite seq_length in Q'. specialize (Q' Ho). cbv beta in Q'.
    rewrite seq_nth in Q' by auto. apply (val_eq _ _ V) in Q'. simpl plus in Q'.
    change (mat rows i o) with (val (nth o (nth i rows []) nil0)). rewrite Q'. destruct (Nat.eqb i o); reflexivity.
  - intros i h l Hi. assert (Q := forallb_seq _ _ _ E7 Hi). cbv beta in Q.
    assert (Eq : forall (u : list (nat * nat)) v, all2 (fun hl h => (fst hl =? h)%nat && (snd hl =? 1)%nat) u v = true ->
      u = map (fun h => (h, 1%nat)) v).
    { induction u as [|[x y] u IH]; intros [|z v] T; try discriminate; auto. simpl in T. apply andb_prop in T as [T T2].
      apply andb_prop in T as [T0 T1]. apply Nat.eqb_eq in T0, T1. subst. simpl. f_equal. now apply IH. }
    rewrite (Eq _ _ Q). rewrite in_map_iff. split.
    + intros [x [T I]]. inversion T. subst. apply filter_In in I as [I D]. apply in_seq in I. apply negb_true_iff in D.
      apply Nat.eqb_neq in D. repeat split; auto. lia.
    + intros [Hh [D ->]]. exists h. split; [reflexivity|]. apply filter_In. split; [apply in_seq; lia|].
      apply negb_true_iff. now apply Nat.eqb_neq.
Qed.

Lemma entries_nonneg : 0 <= val own /\ 0 <= val others_ /\ val own + val others_ + val others_ * INR (n - 2) = 1.
Proof.
  destruct response_parts as [T [_ [_ [[Nn Su] [Ent _]]]]]. assert (A := Ent 0%nat 0%nat ltac:(lia) ltac:(lia)).
  assert (B := Ent 0%nat 1%nat ltac:(lia) ltac:(lia)). cbn [Nat.eqb] in A, B.
  assert (Sm := Su 0%nat ltac:(lia)). rewrite (sum_three n 0 1 (mat rows 0) (val others_)), A, B in Sm; try lia.
  - split; [rewrite <- A|split; [rewrite <- B|exact Sm]]; apply Nn; lia.
  - intros o Ho D0 D1. rewrite Ent by lia. destruct (Nat.eqb_spec 0 o); [lia|reflexivity].
Qed.

Lemma alike_problem : alike P (val own) (val others_) (INR (n - 2)).
Proof.
  destruct response_parts as [T [M [U [S [Ent Near]]]]].
  assert (Xe : forall i o, (i < n)%nat -> (o < n)%nat -> X P i o = if Nat.eqb i o then val own else val others_) by exact Ent.
  constructor; change (nodes (the_graph P)) with n; change (outputs P) with (p_outputs p); rewrite ?M.
  - exact U.
  - exact T.
  - intros i h l Hi St. apply (Near i h l Hi) in St. tauto.
  - intros i h Hi Hh D. apply (Near i h 1%nat Hi). auto.
  - exact S.
  - intros i h o Hi Hh D Ho. rewrite !Xe by auto. destruct (Nat.eqb_spec i o), (Nat.eqb_spec h o); subst; auto; lia.
  - intros i h Hi Hh D. exists i. rewrite !Xe, Nat.eqb_refl by auto. destruct (Nat.eqb_spec h i); [lia|auto].
  - intros i h F Hi Hh D HF. rewrite (sum_three n i h _ (F (val others_) (val others_)) Hi Hh D).
    + rewrite !Xe, !Nat.eqb_refl by auto. destruct (Nat.eqb_spec h i), (Nat.eqb_spec i h); try lia. reflexivity.
    + intros o Ho Di Dh. rewrite !Xe by auto. destruct (Nat.eqb_spec i o), (Nat.eqb_spec h o); try lia. reflexivity.
Qed.

Lemma pair_good : good K val pair_of.
Proof.
  constructor; simpl; try (intros; discriminate).
  - lia.
  - intros i h l Hi I. destruct i as [|[|i]]; [| |lia]; destruct I as [I|[]]; inversion I; lia.
  - apply (g_alpha0 _ _ _ Hg).
  - apply (g_alpha1 _ _ _ Hg).
  - intros r E. inversion E. reflexivity.
  - intros k Hk. lia.
  - intros k m r E. destruct k; discriminate.
Qed.

Lemma alike_pair_of : alike (instance_of K val pair_of) (val own) (val others_) (INR (n - 2)).
Proof.
  destruct entries_nonneg as [A0 [B0 Su]]. set (s := INR (n - 2)) in *. assert (S0 : 0 <= s) by apply pos_INR.
  set (Y := X (instance_of K val pair_of)).
  assert (Ec : val (mul K others_ (of_nat K (n - 2))) = val others_ * s) by (rewrite (val_mul _ _ V), (of_nat_val _ _ V); auto).
  assert (Y00 : Y 0%nat 0%nat = val own) by reflexivity. assert (Y01 : Y 0%nat 1%nat = val others_) by reflexivity.
  assert (Y10 : Y 1%nat 0%nat = val others_) by reflexivity. assert (Y11 : Y 1%nat 1%nat = val own) by reflexivity.
  assert (Y02 : Y 0%nat 2%nat = val others_ * s) by exact Ec. assert (Y12 : Y 1%nat 2%nat = val others_ * s) by exact Ec.
  assert (Two : forall (C : nat -> nat -> Prop), C 0%nat 1%nat -> C 1%nat 0%nat -> forall i h, (i < 2)%nat -> (h < 2)%nat
    -> i <> h -> C i h).
  { intros C C1 C2 [|[|i]] [|[|h]] Hi Hh D; auto; lia. }
  constructor; change (nodes (the_graph (instance_of K val pair_of))) with 2%nat;
    change (outputs (instance_of K val pair_of)) with 3%nat; fold Y.
  - reflexivity.
  - lia.
  - intros i h l Hi St. destruct i as [|[|i]]; [| |lia]; destruct St as [St|[]]; inversion St; split; auto; lia.
  - apply Two; simpl; auto.
  - split.
    + intros i o Hi Ho. assert (0 <= val others_ * s) by now apply Rmult_le_pos.
      destruct i as [|[|i]]; [| |lia]; destruct o as [|[|[|o]]]; try lia; rewrite ?Y00, ?Y01, ?Y02, ?Y10, ?Y11, ?Y12; auto.
    + intros i Hi. destruct i as [|[|i]]; [| |lia]; cbn [sum]; rewrite ?Y00, ?Y01, ?Y02, ?Y10, ?Y11, ?Y12; lra.
  - intros i h o Hi Hh D Ho. revert i h Hi Hh D. destruct o as [|[|[|o]]]; [| | |lia]; apply Two;
      rewrite ?Y00, ?Y01, ?Y02, ?Y10, ?Y11, ?Y12; auto.
  - apply Two; [exists 0%nat|exists 1%nat]; rewrite ?Y00, ?Y01, ?Y10, ?Y11; split; auto; lia.
  - intros i h F Hi Hh D HF. revert i h Hi Hh D.
    assert (Fc : F (val others_ * s) (val others_ * s) = F (val others_) (val others_) * s) by now apply HF.
    apply Two; cbn [sum]; rewrite ?Y00, ?Y01, ?Y02, ?Y10, ?Y11, ?Y12, Fc; ring.
Qed.

Lemma pair_proves c yes values : by_pair c = true -> proved K val pair_of c yes values -> proved K val p c yes values.
Proof.
  intros C [Hh W]. assert (A0 := g_alpha0 _ _ _ Hg). assert (A1 := g_alpha1 _ _ _ Hg). split.
  - destruct yes.
    + apply (same_holds (instance_of K val pair_of) P _ _ _ alike_pair_of alike_problem); auto; split; auto.
    + intros F. apply Hh. apply (same_holds P (instance_of K val pair_of) _ _ _ alike_problem alike_pair_of); auto; split; auto.
  - intros what q I. apply (same_value (instance_of K val pair_of) P _ _ _ alike_pair_of alike_problem); auto.
Qed.
End Pair.
