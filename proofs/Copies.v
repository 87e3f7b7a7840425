(** Products of one mechanism: what is so of it, and what follows of the product ([H] Theorem 6 and Corollary 3). *)

From Coq Require Import Reals List Lra Lia Arith ZArith Bool.
From DP Require Import Spec Sums Problem.
Import ListNotations.
Open Scope R_scope.

(** ** Strings *)

Lemma digit_last b u i : digit b (S u) u i = Nat.modulo i b.
Proof. unfold digit. replace (S u - 1 - u)%nat with O by lia. now rewrite Nat.pow_0_r, Nat.div_1_r. Qed.

Lemma digit_init b u k i : (0 < b)%nat -> (k < u)%nat -> digit b (S u) k i = digit b u k (Nat.div i b).
Proof.
  intros Hb H. unfold digit. replace (S u - 1 - k)%nat with (S (u - 1 - k)) by lia. rewrite Nat.pow_succ_r'. f_equal.
  rewrite Nat.div_div; [reflexivity|lia|]. apply Nat.pow_nonzero. lia.
Qed.

Lemma digit_lt b u k i : (0 < b)%nat -> (digit b u k i < b)%nat.
Proof. intros H. apply Nat.mod_upper_bound. lia. Qed.

Lemma digit_push b u q r : (r < b)%nat -> digit b (S u) u (q * b + r) = r /\
  forall k, (k < u)%nat -> digit b (S u) k (q * b + r) = digit b u k q.
Proof.
  intros H. assert (E : (q * b + r = r + q * b)%nat) by lia. split.
  - rewrite digit_last, E, Nat.mod_add by lia. now apply Nat.mod_small.
  - intros k Hk. rewrite digit_init by lia. rewrite E, Nat.div_add, Nat.div_small by lia. reflexivity.
Qed.

Lemma string_of b u f : (forall k, (k < u)%nat -> (f k < b)%nat) ->
  exists i, (i < b ^ u)%nat /\ forall k, (k < u)%nat -> digit b u k i = f k.
Proof.
  induction u as [|u IH]; intros H; [exists O; split; [simpl; lia|intros; lia]|].
  destruct IH as [q [Hq E]]; [intros; apply H; lia|]. assert (Hr := H u (Nat.lt_succ_diag_r u)).
  destruct (digit_push b u q (f u) Hr) as [D1 D2]. exists (q * b + f u)%nat. split.
  - rewrite Nat.pow_succ_r'. nia.
  - intros k Hk. destruct (Nat.eq_dec k u) as [->|]; [exact D1|]. rewrite D2 by lia. apply E. lia.
Qed.

Lemma digit_eq b u : forall i j, (i < b ^ u)%nat -> (j < b ^ u)%nat ->
  (forall k, (k < u)%nat -> digit b u k i = digit b u k j) -> i = j.
Proof.
  induction u as [|u IH]; intros i j Hi Hj E; [simpl in *; lia|]. rewrite Nat.pow_succ_r' in *.
  assert (Hb : b <> O) by (intros ->; simpl in *; lia).
  assert (L := E u (Nat.lt_succ_diag_r u)). rewrite !digit_last in L.
  assert (Q : Nat.div i b = Nat.div j b).
  { apply IH; try (apply Nat.div_lt_upper_bound; lia). intros k Hk. rewrite <- !digit_init by lia. apply E. lia. }
  rewrite (Nat.div_mod_eq i b), (Nat.div_mod_eq j b), Q, L. reflexivity.
Qed.

(** ** Products of numbers *)

Lemma multiplied_ext n f g : (forall k, (k < n)%nat -> f k = g k) -> multiplied n f = multiplied n g.
Proof. induction n; simpl; intros; auto. rewrite IHn, H; auto. Qed.
Lemma multiplied_nonneg n f : (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= multiplied n f.
Proof. induction n; simpl; intros; [lra|]. apply Rmult_le_pos; auto. Qed.
Lemma multiplied_le n f g : (forall k, (k < n)%nat -> 0 <= f k <= g k) -> multiplied n f <= multiplied n g.
Proof.
  induction n; simpl; intros H; [lra|]. apply Rmult_le_compat; try (apply H; lia); [apply multiplied_nonneg; intros;
    apply H; lia|].
  apply IHn. intros. apply H. lia.
Qed.
Lemma multiplied_const n c : multiplied n (fun _ => c) = c ^ n.
Proof. induction n; simpl; auto. rewrite IHn. ring. Qed.
Lemma multiplied_times n f g : multiplied n (fun k => f k * g k) = multiplied n f * multiplied n g.
Proof. induction n; simpl; [ring|]. rewrite IHn. ring. Qed.

(** One factor and the others. *)
Lemma multiplied_one n k f : (k < n)%nat -> multiplied n f = f k * multiplied n (fun j => if Nat.eqb j k then 1 else f j).
Proof.
  induction n; intros H; [lia|]. simpl. destruct (Nat.eqb_spec n k) as [->|D].
  - rewrite (multiplied_ext k (fun j => if Nat.eqb j k then 1 else f j) f); [ring|].
    intros j Hj. destruct (Nat.eqb_spec j k); [lia|auto].
  - rewrite IHn by lia. ring.
Qed.

Lemma sum_blocks a b f : sum (a * b) f = sum a (fun q => sum b (fun r => f (q * b + r)%nat)).
Proof.
  assert (A : forall k j f, sum (k + j) f = sum k f + sum j (fun r => f (k + r)%nat)).
  { intros k j g. induction j; [rewrite Nat.add_0_r; simpl; ring|]. rewrite Nat.add_succ_r. simpl. rewrite IHj. ring. }
  induction a; simpl; auto. rewrite Nat.add_comm, A, IHa. reflexivity.
Qed.

(** A sum over all strings of products is the product of the sums. *)
Lemma sum_strings m u f : sum (m ^ u) (fun o => multiplied u (fun k => f k (digit m u k o))) =
  multiplied u (fun k => sum m (f k)).
Proof.
  induction u as [|u IH]; [simpl; ring|]. rewrite Nat.pow_succ_r', Nat.mul_comm, sum_blocks. cbn [multiplied]. rewrite <- IH.
  rewrite <- sum_scale_r. apply sum_ext. intros q _. rewrite <- sum_scale. apply sum_ext. intros r Hr.
  destruct (digit_push m u q r Hr) as [D1 D2]. rewrite D1. f_equal. apply multiplied_ext. intros k Hk. now rewrite D2.
Qed.

Lemma largest_strings n u f : (0 < n)%nat -> (forall k x, (k < u)%nat -> (x < n)%nat -> 0 <= f k x) ->
  largest (n ^ u) (fun i => multiplied u (fun k => f k (digit n u k i))) = multiplied u (fun k => largest n (f k)).
Proof.
  intros Hn Hf. assert (Np : (0 < n ^ u)%nat) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia).
  apply largest_unique; [exact Np| |].
  - assert (A : exists a : nat -> nat, forall k, (k < u)%nat -> (a k < n)%nat /\ largest n (f k) = f k (a k)).
    { clear - Hn. induction u as [|u [a Ha]]; [exists (fun _ => O); intros; lia|].
      destruct (largest_spec n (f u) Hn) as [[x [Hx E]] _]. exists (fun k => if Nat.eqb k u then x else a k). intros k Hk.
      destruct (Nat.eqb_spec k u); [subst; auto|]. apply Ha. lia. }
    destruct A as [a Ha]. destruct (string_of n u a) as [i [Hi E]]; [intros; apply Ha; auto|]. exists i. split; auto.
    apply multiplied_ext. intros k Hk. rewrite E by auto. now apply Ha.
  - intros i Hi. apply multiplied_le. intros k Hk. assert (D := digit_lt n u k i Hn). split; [auto|].
    apply (largest_ge n (f k) _ D).
Qed.

(** ** The product *)

Section Copies.
Variables (P : instance) (u : nat) (each : nat -> nat -> nat -> R).
Let n := nodes (the_graph P).
Let m := outputs P.
Let A := copies u each P.
Hypothesis u_pos : (0 < u)%nat.
Hypothesis n_pos : (0 < n)%nat.
Hypothesis x_nonneg : nonnegative n m (X P).
Hypothesis inside : forall i h l, (i < n)%nat -> step (the_graph P) i h l -> (h < n)%nat.

Lemma output_pos o : (o < m ^ u)%nat -> (0 < m)%nat.
Proof. intros H. destruct m; [|lia]. rewrite Nat.pow_0_l in H by lia. lia. Qed.

Lemma copies_nonneg : nonnegative (n ^ u) (m ^ u) (X A).
Proof.
  intros i o Hi Ho. apply multiplied_nonneg. intros k Hk. apply x_nonneg; apply digit_lt; auto. eapply output_pos; eauto.
Qed.

(** The sum of a row. *)
Lemma row_sum i : sum (m ^ u) (X A i) = multiplied u (fun k => sum m (X P (digit n u k i))).
Proof. apply (sum_strings m u (fun k => X P (digit n u k i))). Qed.

Lemma copies_stochastic : stochastic n m (X P) -> stochastic (n ^ u) (m ^ u) (X A).
Proof.
  intros [_ S]. split; [apply copies_nonneg|]. intros i Hi. rewrite row_sum, (multiplied_ext u _ (fun _ => 1)).
  - rewrite multiplied_const. apply pow1.
  - intros k Hk. apply S. now apply digit_lt.
Qed.

Lemma parent_stochastic : stochastic (n ^ u) (m ^ u) (X A) -> stochastic n m (X P).
Proof.
  intros [_ S]. split; [exact x_nonneg|]. intros i Hi. destruct (string_of n u (fun _ => i)) as [s [Hs E]]; auto.
  specialize (S s Hs). change (sum (m ^ u) (X A s) = 1) in S. rewrite row_sum,
    (multiplied_ext u _ (fun _ => sum m (X P i))) in S.
  2:{ intros k Hk. now rewrite E. }
  rewrite multiplied_const in S. set (r := sum m (X P i)) in *.
  assert (0 <= r) by (apply sum_nonneg; intros; apply x_nonneg; auto).
  destruct (Rtotal_order r 1) as [L|[E1|L]]; auto; exfalso.
  - assert (r ^ u < 1) by (apply pow_lt_1_compat; [lra|lia]). lra.
  - assert (1 < r ^ u) by (apply Rlt_pow_R1; [lra|lia]). lra.
Qed.

(** *** Privacy *)

Lemma copies_private a : 0 <= a -> private (the_graph P) a m (X P) -> private (the_graph A) a (m ^ u) (X A).
Proof.
  intros Ha [_ Pr]. split; [exact copies_nonneg|]. intros i h l o Hi Hh [k [Hk [St Same]]] Ho. simpl in Hi, Hh.
  assert (M := output_pos o Ho). simpl. fold n. fold m.
  change (nodes (the_graph P)) with n in St, Same.
  rewrite (multiplied_one u k _ Hk), (multiplied_one u k (fun k0 => X P (digit n u k0 h) (digit m u k0 o)) Hk).
  rewrite <- Rmult_assoc. set (c := multiplied u (fun j => if Nat.eqb j k then 1 else X P (digit n u j i) (digit m u j o))).
  replace (multiplied u (fun j => if Nat.eqb j k then 1 else X P (digit n u j h) (digit m u j o))) with c.
  2:{ apply multiplied_ext. intros j Hj. destruct (Nat.eqb_spec j k); [reflexivity|now rewrite Same]. }
  apply Rmult_le_compat_r.
  - apply multiplied_nonneg. intros j Hj. destruct (Nat.eqb j k); [lra|]. apply x_nonneg; apply digit_lt; auto.
  - apply Pr; auto; apply digit_lt; auto.
Qed.

Lemma parent_private a : private (the_graph A) a (m ^ u) (X A) -> private (the_graph P) a m (X P).
Proof.
  intros [_ Pr]. split; [exact x_nonneg|]. intros i h l o Hi Hh St Ho.
  assert (D : (exists i0 o0, (i0 < n)%nat /\ (o0 < m)%nat /\ 0 < X P i0 o0) \/ X P i o = 0).
  { destruct (Rle_lt_or_eq_dec 0 (X P i o)) as [L|E]; [apply x_nonneg; auto|left|right; auto].
    exists i, o. split; [exact Hi|split; [exact Ho|exact L]]. }
  destruct D as [[i0 [o0 [Hi0 [Ho0 Pos]]]]|Z]; [|rewrite Z, Rmult_0_r; apply x_nonneg; auto].
  destruct (string_of n u (fun k => if Nat.eqb k 0 then i else i0)) as [si [Hsi Ei]]; [intros k _; destruct (Nat.eqb k 0);
    auto|].
  destruct (string_of n u (fun k => if Nat.eqb k 0 then h else i0)) as [sh [Hsh Eh]]; [intros k _; destruct (Nat.eqb k 0);
    auto|].
  destruct (string_of m u (fun k => if Nat.eqb k 0 then o else o0)) as [so [Hso Eo]]; [intros k _; destruct (Nat.eqb k 0);
    auto|].
  assert (S0 : step (the_graph A) si sh l).
  { exists O. split; [auto|split].
    - fold n. rewrite Ei, Eh by auto. exact St.
    - intros k' Hk' D. fold n. rewrite Ei, Eh by auto. destruct (Nat.eqb_spec k' 0); [lia|auto]. }
  specialize (Pr si sh l so Hsi Hsh S0 Hso). simpl in Pr. fold n in Pr. fold m in Pr.
  set (c := multiplied u (fun j => if Nat.eqb j 0 then 1 else X P i0 o0)).
  assert (Cp : 0 < c).
  { unfold c. clear - Pos. induction u; simpl; [lra|]. apply Rmult_lt_0_compat; auto. destruct (Nat.eqb n 0); lra. }
  assert (F : forall s b, (forall k, (k < u)%nat -> digit n u k s = if Nat.eqb k 0 then b else i0) ->
    multiplied u (fun k => X P (digit n u k s) (digit m u k so)) = X P b o * c).
  { intros s b E. rewrite (multiplied_one u 0 _ u_pos), E, Eo by auto. cbn [Nat.eqb]. f_equal. apply multiplied_ext.
    intros j Hj. destruct (Nat.eqb_spec j 0); auto. rewrite E, Eo by auto. destruct (Nat.eqb_spec j 0); [lia|auto]. }
  rewrite (F si i Ei), (F sh h Eh), <- Rmult_assoc in Pr. apply Rmult_le_reg_r in Pr; auto.
Qed.

(** *** (ε, δ) *)

Hypothesis rows : stochastic n m (X P).

Lemma others_one i k f : (k < u)%nat -> (i < n ^ u)%nat ->
  multiplied u (fun j => sum m (fun x => if Nat.eqb j k then f x else X P (digit n u j i) x)) = sum m f.
Proof.
  intros Hk Hi. rewrite (multiplied_one u k _ Hk), Nat.eqb_refl.
  rewrite (multiplied_ext u _ (fun _ => 1)); [rewrite multiplied_const, pow1; exact (Rmult_1_r _)|]. intros j Hj.
  destruct (Nat.eqb_spec j k); auto. apply rows. now apply digit_lt.
Qed.

(** With one factor in the place of another. *)
Lemma one_replaced i k f : (k < u)%nat -> (i < n ^ u)%nat ->
  sum (m ^ u) (fun o => f (digit m u k o) * multiplied u (fun j => if Nat.eqb j k then 1 else X P (digit n u j i)
    (digit m u j o)))
  = sum m f.
Proof.
  intros Hk Hi. rewrite <- (others_one i k f Hk Hi).
  rewrite <- (sum_strings m u (fun j x => if Nat.eqb j k then f x else X P (digit n u j i) x)). apply sum_ext. intros o _.
  rewrite (multiplied_one u k (fun j => if Nat.eqb j k then f (digit m u j o) else X P (digit n u j i) (digit m u j o)) Hk).
  rewrite Nat.eqb_refl. f_equal. apply multiplied_ext. intros j Hj. destruct (Nat.eqb j k); auto.
Qed.

Lemma copies_approximate lam d : approximately_private (the_graph P) lam d m (X P) ->
  approximately_private (the_graph A) lam d (m ^ u) (X A).
Proof.
  intros Pr i h l S Hi Hh [k [Hk [St Same]]]. simpl in Hi, Hh. fold n in Hi, Hh, St, Same.
  set (a := digit n u k i) in *. set (b := digit n u k h) in *.
  assert (Ha : (a < n)%nat) by (apply digit_lt; auto). assert (Hb : (b < n)%nat) by (apply digit_lt; auto).
  set (top := fun x => if Rle_dec (lam * X P b x) (X P a x) then true else false).
  specialize (Pr a b l top Ha Hb St). unfold mass in *.
  set (f := fun x => if top x then X P a x - lam * X P b x else 0).
  assert (E : sum m (fun o => if top o then X P a o else 0) - lam * sum m (fun o => if top o then X P b o else 0) = sum m f).
  { rewrite <- sum_scale, <- sum_minus. apply sum_ext. intros x _. unfold f. destruct (top x); ring. }
  apply Rle_trans with (lam * sum (m ^ u) (fun o => if S o then X A h o else 0) + sum m f); [|lra].
  rewrite <- (one_replaced i k f Hk Hi), <- sum_scale, <- sum_plus. apply sum_le. intros o Ho.
  assert (M := output_pos o Ho). simpl. fold n. fold m.
  set (c := multiplied u (fun j => if Nat.eqb j k then 1 else X P (digit n u j i) (digit m u j o))).
  assert (Cp : 0 <= c).
  { apply multiplied_nonneg. intros j Hj. destruct (Nat.eqb j k); [lra|]. apply x_nonneg; apply digit_lt; auto. }
  rewrite (multiplied_one u k _ Hk), (multiplied_one u k (fun k0 => X P (digit n u k0 h) (digit m u k0 o)) Hk).
  fold c a b.
  replace (multiplied u (fun j => if Nat.eqb j k then 1 else X P (digit n u j h) (digit m u j o))) with c.
  2:{ apply multiplied_ext. intros j Hj. destruct (Nat.eqb_spec j k); [reflexivity|now rewrite Same]. }
  set (x := digit m u k o). unfold f, top. destruct (Rle_dec (lam * X P b x) (X P a x)) as [L|L], (S o); try nra.
Qed.

Lemma parent_approximate lam d : approximately_private (the_graph A) lam d (m ^ u) (X A) ->
  approximately_private (the_graph P) lam d m (X P).
Proof.
  intros Pr i h l S Hi Hh St. assert (Hi' := Hi). assert (Hh' := Hh). fold n in Hi', Hh'.
  destruct (string_of n u (fun k => if Nat.eqb k 0 then i else i)) as [si [Hsi Ei]]; [intros k _; destruct (Nat.eqb k 0);
    auto|].
  destruct (string_of n u (fun k => if Nat.eqb k 0 then h else i)) as [sh [Hsh Eh]]; [intros k _; destruct (Nat.eqb k 0);
    auto|].
  assert (S0 : step (the_graph A) si sh l).
  { exists O. split; [auto|split].
    - fold n. rewrite Ei, Eh by auto. exact St.
    - intros k' Hk' D. fold n. rewrite Ei, Eh by auto. destruct (Nat.eqb_spec k' 0); [lia|auto]. }
  specialize (Pr si sh l (fun o => S (digit m u 0 o)) Hsi Hsh S0). unfold mass in *.
  assert (F : forall s b, (s < n ^ u)%nat -> (forall k, (k < u)%nat -> digit n u k s = if Nat.eqb k 0 then b else i) ->
    sum (m ^ u) (fun o => if S (digit m u 0 o) then X A s o else 0) = sum m (fun x => if S x then X P b x else 0)).
  { intros s b Hs E. rewrite <- (one_replaced s 0 (fun x => if S x then X P b x else 0) u_pos Hs). apply sum_ext. intros o Ho.
    simpl. fold n. fold m. rewrite (multiplied_one u 0 _ u_pos), E by auto. cbn [Nat.eqb].
    destruct (S (digit m u 0 o)); [reflexivity|ring]. }
  rewrite (F si i Hsi) in Pr by (intros k Hk; rewrite Ei by auto; destruct (Nat.eqb k 0); auto). rewrite (F sh h Hsh Eh) in Pr.
  exact Pr.
Qed.

(** *** Neighbours: all outputs but one copy's are as likely *)

Definition rest (i k o : nat) : R := multiplied u (fun j => if Nat.eqb j k then 1 else X P (digit n u j i) (digit m u j o)).

Lemma rest_nonneg i k o : (o < m ^ u)%nat -> 0 <= rest i k o.
Proof.
  intros Ho. assert (M := output_pos o Ho). apply multiplied_nonneg. intros j Hj. destruct (Nat.eqb j k); [lra|].
  apply x_nonneg; apply digit_lt; auto.
Qed.

Lemma but_one i h k o : (k < u)%nat -> (forall j, (j < u)%nat -> j <> k -> digit n u j i = digit n u j h) ->
  X A h o = X P (digit n u k h) (digit m u k o) * rest i k o.
Proof.
  intros Hk Same. simpl. fold n. fold m.
  rewrite (multiplied_one u k (fun k0 => X P (digit n u k0 h) (digit m u k0 o)) Hk). f_equal. apply multiplied_ext.
  intros j Hj. destruct (Nat.eqb_spec j k); [reflexivity|]. now rewrite Same.
Qed.

(** A sum over all outputs of what is homogeneous in two neighbours' probabilities is one copy's. *)
Lemma homogeneous (F : R -> R -> R) i h k : (k < u)%nat -> (i < n ^ u)%nat ->
  (forall j, (j < u)%nat -> j <> k -> digit n u j i = digit n u j h) ->
  (forall x y c, 0 <= x -> 0 <= y -> 0 <= c -> F (x * c) (y * c) = F x y * c) ->
  sum (m ^ u) (fun o => F (X A i o) (X A h o)) =
  sum m (fun o => F (X P (digit n u k i) o) (X P (digit n u k h) o)).
Proof.
  intros Hk Hi Same Hf. rewrite <- (one_replaced i k (fun o => F (X P (digit n u k i) o) (X P (digit n u k h) o)) Hk Hi).
  apply sum_ext. intros o Ho. assert (M := output_pos o Ho).
  rewrite (but_one i i k o Hk (fun _ _ _ => eq_refl)), (but_one i h k o Hk Same).
  apply Hf; [apply x_nonneg; apply digit_lt; auto|apply x_nonneg; apply digit_lt; auto|now apply rest_nonneg].
Qed.

Lemma neighbours_down i h : neighbours A i h -> exists k, (k < u)%nat /\ (i < n ^ u)%nat /\
  neighbours P (digit n u k i) (digit n u k h) /\ forall j, (j < u)%nat -> j <> k -> digit n u j i = digit n u j h.
Proof.
  intros [Hi [Hh [l [k [Hk [St Same]]]]]]. simpl in Hi, Hh. fold n in Hi, Hh, St, Same. exists k.
  split; [exact Hk|split; [exact Hi|split; [|exact Same]]].
  split; [now apply digit_lt|split; [now apply digit_lt|exists l; exact St]].
Qed.

Lemma neighbours_up a b : neighbours P a b -> exists i h, neighbours A i h /\ (i < n ^ u)%nat /\ digit n u 0 i = a /\
  digit n u 0 h = b /\ (forall j, (j < u)%nat -> j <> O -> digit n u j i = digit n u j h) /\
  forall j, (j < u)%nat -> digit n u j i = a.
Proof.
  intros [Ha [Hb [l St]]]. fold n in Ha, Hb. destruct (string_of n u (fun _ => a)) as [i [Hi Ei]]; [intros; auto|].
  destruct (string_of n u (fun k => if Nat.eqb k 0 then b else a)) as [h [Hh Eh]]; [intros k _; destruct (Nat.eqb k 0); auto|].
  assert (Same : forall j, (j < u)%nat -> j <> O -> digit n u j i = digit n u j h).
  { intros j Hj D. rewrite Ei, Eh by auto. destruct (Nat.eqb_spec j 0); [lia|auto]. }
  exists i, h. split; [|split; [exact Hi|split; [now apply Ei|split; [now apply Eh|split; [exact Same|exact Ei]]]]].
  split; [exact Hi|split; [exact Hh|exists l]]. exists O. fold n. rewrite Ei, Eh by auto. auto.
Qed.

Lemma copies_told i h k lambda : (k < u)%nat -> (i < n ^ u)%nat ->
  (forall j, (j < u)%nat -> j <> k -> digit n u j i = digit n u j h) ->
  told (m ^ u) (X A i) (X A h) lambda = told m (X P (digit n u k i)) (X P (digit n u k h)) lambda.
Proof.
  intros Hk Hi Same. apply (homogeneous (fun x y => Rmax 0 (x - lambda * y)) i h k Hk Hi Same). intros x y c _ _ Hc.
  replace (x * c - lambda * (y * c)) with ((x - lambda * y) * c) by ring.
  unfold Rmax. destruct (Rle_dec 0 ((x - lambda * y) * c)), (Rle_dec 0 (x - lambda * y)); nra.
Qed.

Lemma copies_renyi i h k q : (1 <= q)%nat -> (k < u)%nat -> (i < n ^ u)%nat ->
  (forall j, (j < u)%nat -> j <> k -> digit n u j i = digit n u j h) ->
  renyi_sum A q i h = renyi_sum P q (digit n u k i) (digit n u k h).
Proof.
  intros Hq Hk Hi Same. apply (homogeneous (fun x y => x ^ q / y ^ (q - 1)) i h k Hk Hi Same). intros x y c _ _ _.
  destruct q as [|q]; [lia|]. replace (S q - 1)%nat with q by lia. rewrite !Rpow_mult_distr. unfold Rdiv. rewrite Rinv_mult.
  assert (E : c ^ S q * / c ^ q = c).
  { destruct (Req_dec c 0) as [->|D]; [rewrite pow_i by lia; ring|]. simpl. field. now apply pow_nonzero. }
  transitivity (x ^ S q * / y ^ q * (c ^ S q * / c ^ q)); [ring|now rewrite E].
Qed.

Lemma copies_finite i h k : (k < u)%nat -> (forall j, (j < u)%nat -> j <> k -> digit n u j i = digit n u j h) ->
  renyi_finite P (digit n u k i) (digit n u k h) -> renyi_finite A i h.
Proof.
  intros Hk Same F o Ho. assert (M := output_pos o Ho). rewrite (but_one i i k o Hk (fun _ _ _ => eq_refl)),
    (but_one i h k o Hk Same).
  intros E. apply Rmult_integral in E as [E| ->]; [|ring]. rewrite (F (digit m u k o)); [ring|now apply digit_lt|exact E].
Qed.

Lemma parent_finite i h : (i < n ^ u)%nat -> (forall j, (j < u)%nat -> j <> O -> digit n u j i = digit n u j h) ->
  (forall j, (j < u)%nat -> digit n u j i = digit n u 0 i) ->
  renyi_finite A i h -> renyi_finite P (digit n u 0 i) (digit n u 0 h).
Proof.
  intros Hi Same Alike F o Ho E. set (a := digit n u 0 i) in *. fold m in Ho. assert (Ha : (a < n)%nat) by (apply digit_lt;
    auto).
  assert (Pos : exists o1, (o1 < m)%nat /\ 0 < X P a o1).
  { destruct (largest_spec m (X P a) ltac:(lia)) as [[o1 [H1 E1]] Up]. exists o1. split; [exact H1|].
    destruct (Rlt_le_dec 0 (X P a o1)) as [L|L]; [exact L|exfalso]. destruct rows as [_ S]. specialize (S a Ha).
    rewrite (sum_zero m) in S; [lra|]. intros o' Ho'. assert (0 <= X P a o') by (apply x_nonneg; auto).
    assert (Q := largest_ge m (X P a) o' Ho'). lra. }
  destruct Pos as [o1 [H1 Pos]].
  destruct (string_of m u (fun k => if Nat.eqb k 0 then o else o1)) as [s [Hs Es]]; [intros k _; destruct (Nat.eqb k 0); auto|].
  assert (R0 : 0 < rest i 0 s).
  { unfold rest. assert (Q : forall v, (v <= u)%nat -> 0 < multiplied v (fun j => if Nat.eqb j 0 then 1 else
      X P (digit n u j i) (digit m u j s))).
    { induction v as [|v IH]; intros Hv; [simpl; lra|]. cbn [multiplied]. apply Rmult_lt_0_compat; [apply IH; lia|].
      destruct (Nat.eqb_spec v 0) as [|D]; [lra|]. rewrite Alike, Es by lia. destruct (Nat.eqb_spec v 0); [lia|exact Pos]. }
    now apply Q. }
  specialize (F s Hs). rewrite (but_one i i 0 s u_pos (fun _ _ _ => eq_refl)), (but_one i h 0 s u_pos Same), Es in F by auto.
  cbn [Nat.eqb] in F. rewrite E, Rmult_0_l in F. specialize (F eq_refl). fold a in F. nra.
Qed.

(** *** Groups: on a complete graph the distance is how many entries differ *)

Lemma power_differing r i h : multiplied u (fun k => if Nat.eqb (digit n u k i) (digit n u k h) then 1 else r) =
  r ^ differing A i h.
Proof.
  assert (E : forall l, multiplied l (fun k => if Nat.eqb (digit n u k i) (digit n u k h) then 1 else r) =
    r ^ length (filter (fun k => negb (Nat.eqb (digit n u k i) (digit n u k h))) (seq 0 l))).
  { induction l; [reflexivity|]. rewrite seq_S, filter_app, app_length, pow_add. cbn [multiplied]. rewrite IHl. simpl.
    destruct (Nat.eqb _ _); simpl; ring. }
  apply (E u).
Qed.

(** As many as copies at which a ratio is r. *)
Lemma group_least r i h o : 0 <= r -> (i < n ^ u)%nat -> (h < n ^ u)%nat -> (o < m ^ u)%nat ->
  (forall a b o, (a < n)%nat -> (b < n)%nat -> a <> b -> (o < m)%nat -> r * X P a o <= X P b o) ->
  r ^ differing A i h * X A i o <= X A h o.
Proof.
  intros Hr Hi Hh Ho Pr. assert (M := output_pos o Ho). rewrite <- power_differing. simpl. fold n. fold m.
  rewrite <- multiplied_times. apply multiplied_le. intros k Hk.
  assert (Di := digit_lt n u k i n_pos). assert (Dh := digit_lt n u k h n_pos). assert (Do := digit_lt m u k o M).
  assert (0 <= X P (digit n u k i) (digit m u k o)) by (apply x_nonneg; auto).
  destruct (Nat.eqb_spec (digit n u k i) (digit n u k h)) as [E|D]; [rewrite <- E; lra|].
  split; [now apply Rmult_le_pos|now apply Pr].
Qed.

Lemma filter_but_one (f g : nat -> bool) l k : NoDup l -> (forall x, In x l -> x <> k -> f x = g x) ->
  (length (filter f l) <= S (length (filter g l)))%nat.
Proof.
  induction l as [|x l IH]; intros D E; [simpl; lia|]. inversion D as [|? ? Nx D']. subst. simpl.
  destruct (Nat.eq_dec x k) as [->|Dx].
  - rewrite (filter_ext_in f g) by (intros y Iy; apply E; [now right|intros ->; auto]).
    destruct (f k), (g k); simpl; lia.
  - assert (Q : (length (filter f l) <= S (length (filter g l)))%nat) by (apply IH; auto; intros; apply E; auto; now right).
    rewrite (E x) by (auto; now left). destruct (g x); simpl; lia.
Qed.

Hypothesis unit_steps : forall i h l, (i < n)%nat -> step (the_graph P) i h l -> l = 1%nat.

Lemma walk_differs i h L : walk (the_graph A) i h L -> (differing A i h <= L)%nat.
Proof.
  intros W. induction W as [i|i g h l L St W IH].
  - unfold differing. rewrite (filter_ext_in _ (fun _ => false)); [clear; induction (seq 0 _); simpl; auto|].
    intros k _. rewrite Nat.eqb_refl. reflexivity.
  - destruct St as [k [Hk [St Same]]]. fold n in St, Same. rewrite (unit_steps _ _ _ (digit_lt n u k i n_pos) St).
    assert (D : (differing A i h <= S (differing A g h))%nat); [|lia].
    apply (filter_but_one _ _ _ k (seq_NoDup _ _)). intros x Ix D. apply in_seq in Ix. unfold entry. simpl. fold n.
    simpl in Ix. rewrite (Same x) by (auto; lia). reflexivity.
Qed.

Hypothesis complete : forall i h, (i < n)%nat -> (h < n)%nat -> i <> h -> step (the_graph P) i h 1.

(** Entry by entry. *)
Lemma walk_of j : forall i h, (j <= u)%nat -> (i < n ^ u)%nat -> (h < n ^ u)%nat ->
  (forall k, (j <= k < u)%nat -> digit n u k i = digit n u k h) -> exists L, (L <= j)%nat /\ walk (the_graph A) i h L.
Proof.
  induction j as [|j IH]; intros i h Hj Hi Hh Same.
  - exists O. split; [lia|]. rewrite (digit_eq n u i h Hi Hh); [apply stay|]. intros k Hk. apply Same. lia.
  - destruct (string_of n u (fun k => if Nat.eqb k j then digit n u k h else digit n u k i)) as [g [Hg Eg]].
    { intros k _. destruct (Nat.eqb k j); apply digit_lt; auto. }
    destruct (IH g h ltac:(lia) Hg Hh) as [L [HL W]].
    { intros k Hk. rewrite Eg by lia. destruct (Nat.eqb_spec k j); auto. apply Same. lia. }
    destruct (Nat.eq_dec (digit n u j i) (digit n u j h)) as [E|D].
    + exists L. split; [lia|]. rewrite (digit_eq n u i g Hi Hg); [exact W|]. intros k Hk. rewrite Eg by auto.
      destruct (Nat.eqb_spec k j); [subst; auto|reflexivity].
    + exists (1 + L)%nat. split; [lia|]. apply (go _ i g h 1 L); [|exact W]. exists j. fold n.
      split; [lia|split; [rewrite Eg, Nat.eqb_refl by lia; apply complete; auto; apply digit_lt; auto|]].
      intros k Hk Dk. rewrite Eg by auto. destruct (Nat.eqb_spec k j); [lia|reflexivity].
Qed.

Lemma distance_bounds i h d : (i < n ^ u)%nat -> (h < n ^ u)%nat -> distance (the_graph A) i h d ->
  (differing A i h <= d <= u)%nat.
Proof.
  intros Hi Hh [W M]. split; [now apply walk_differs|]. destruct (walk_of u i h (le_n u) Hi Hh) as [L [HL W']]; [intros; lia|].
  specialize (M L W'). lia.
Qed.

(** Two values in j of the copies, and one of them in all others. *)
Lemma group_attained a b o j : (a < n)%nat -> (b < n)%nat -> a <> b -> (o < m)%nat -> (j <= u)%nat -> exists i h s,
  (i < n ^ u)%nat /\ (h < n ^ u)%nat /\ (s < m ^ u)%nat /\ distance (the_graph A) i h j /\ X A i s = X P a o ^ u /\
  X A h s = X P b o ^ j * X P a o ^ (u - j).
Proof.
  intros Ha Hb D Ho Hj. destruct (string_of n u (fun _ => a)) as [i [Hi Ei]]; [intros; auto|].
  destruct (string_of n u (fun k => if Nat.ltb k j then b else a)) as [h [Hh Eh]]; [intros k _; destruct (Nat.ltb k j); auto|].
  destruct (string_of m u (fun _ => o)) as [s [Hs Es]]; [intros; auto|].
  assert (Df : (j <= differing A i h)%nat).
  { unfold differing. simpl. replace u with (j + (u - j))%nat at 1 by lia. rewrite seq_app, filter_app, app_length.
    rewrite (filter_ext_in _ (fun _ => true)).
    - assert (T : forall l : list nat, length (filter (fun _ => true) l) = length l)
        by (intros l; induction l; simpl; auto). rewrite T, seq_length. lia.
    - intros k Ik. apply in_seq in Ik. unfold entry. simpl. fold n. rewrite Ei, Eh by lia.
      destruct (Nat.ltb_spec k j); [|lia]. destruct (Nat.eqb_spec a b); [lia|reflexivity]. }
  exists i, h, s. split; [exact Hi|split; [exact Hh|split; [exact Hs|split; [|split]]]].
  - destruct (walk_of j i h Hj Hi Hh) as [L [HL W]].
    { intros k Hk. rewrite Ei, Eh by lia. destruct (Nat.ltb_spec k j); [lia|reflexivity]. }
    assert (Lj : L = j) by (apply walk_differs in W as Q; lia). subst L. split; [exact W|].
    intros L' W'. apply walk_differs in W'. lia.
  - simpl. fold n. fold m. rewrite (multiplied_ext u _ (fun _ => X P a o)) by (intros k Hk; now rewrite Ei, Es).
    apply multiplied_const.
  - simpl. fold n. fold m. rewrite (multiplied_ext u _ (fun k => if Nat.ltb k j then X P b o else X P a o)).
    2:{ intros k Hk. rewrite Eh, Es by auto. destruct (Nat.ltb k j); reflexivity. }
    clear - Hj. induction u as [|v IH]; [replace j with O by lia; simpl; ring|]. cbn [multiplied].
    destruct (Nat.eq_dec j (S v)) as [->|Dj].
    + rewrite (multiplied_ext v _ (fun _ => X P b o)), multiplied_const.
      2:{ intros k Hk. destruct (Nat.ltb_spec k (S v)); [reflexivity|lia]. }
      destruct (Nat.ltb_spec v (S v)); [|lia]. rewrite Nat.sub_diag. simpl. ring.
    + rewrite IH by lia. destruct (Nat.ltb_spec v j); [lia|]. replace (S v - j)%nat with (S (v - j)) by lia. simpl. ring.
Qed.

(** *** Leakage *)

Lemma copies_guessed w : (forall k x, (k < u)%nat -> (x < n)%nat -> 0 <= w k x) ->
  sum (m ^ u) (fun o => largest (n ^ u) (fun i => multiplied u (fun k => w k (digit n u k i)) * X A i o)) =
  multiplied u (fun k => sum m (fun o => largest n (fun i => w k i * X P i o))).
Proof.
  intros Hw. rewrite <- (sum_strings m u (fun k o => largest n (fun i => w k i * X P i o))). apply sum_ext. intros o Ho.
  assert (M := output_pos o Ho).
  rewrite <- (largest_strings n u (fun k i => w k i * X P i (digit m u k o)) n_pos).
  - apply largest_ext. intros i Hi. simpl. fold n. fold m. rewrite <- multiplied_times. reflexivity.
  - intros k x Hk Hx. apply Rmult_le_pos; auto. apply x_nonneg; auto. now apply digit_lt.
Qed.

Lemma copies_capacity : sum (m ^ u) (fun o => largest (n ^ u) (fun i => X A i o)) =
  sum m (fun o => largest n (fun i => X P i o)) ^ u.
Proof.
  assert (E := copies_guessed (fun _ _ => 1) ltac:(intros; lra)). rewrite <- multiplied_const.
  erewrite sum_ext; [erewrite E|].
  - apply multiplied_ext. intros k Hk. apply sum_ext. intros o Ho. apply largest_ext. intros. ring.
  - intros o Ho. apply largest_ext. intros i Hi. rewrite multiplied_const, pow1. ring.
Qed.

(** What is leaked about an individual is the capacity of one copy. *)
Lemma copies_individual k i : (k < u)%nat -> (i < n ^ u)%nat ->
  is_individual_capacity A k i (sum m (fun o => largest n (fun j => X P j o))).
Proof.
  intros Hk Hi. set (rest := fun o => multiplied u (fun j => if Nat.eqb j k then 1 else X P (digit n u j i) (digit m u j o))).
  exists (fun o => largest n (fun j => X P j (digit m u k o)) * rest o). split.
  2:{ symmetry. apply (one_replaced i k (fun x => largest n (fun j => X P j x)) Hk Hi). }
  intros o Ho. simpl in Ho. fold m in Ho. assert (M := output_pos o Ho).
  assert (Rp : 0 <= rest o).
  { apply multiplied_nonneg. intros j Hj. destruct (Nat.eqb j k); [lra|]. apply x_nonneg; apply digit_lt; auto. }
  assert (F : forall j, same_but A k i j -> X A j o = X P (digit n u k j) (digit m u k o) * rest o).
  { intros j Sj. simpl. fold n. fold m. rewrite (multiplied_one u k _ Hk). f_equal. apply multiplied_ext. intros k' Hk'.
    destruct (Nat.eqb_spec k' k); auto. specialize (Sj k' Hk' n0). unfold entry in Sj. simpl in Sj. fold n in Sj.
    now rewrite Sj. }
  split.
  - destruct (largest_spec n (fun j => X P j (digit m u k o)) n_pos) as [[x [Hx E]] _].
    destruct (string_of n u (fun k' => if Nat.eqb k' k then x else digit n u k' i)) as [j [Hj Ej]].
    { intros k' Hk'. destruct (Nat.eqb k' k); auto. now apply digit_lt. }
    assert (Sj : same_but A k i j).
    { intros k' Hk' D. unfold entry. simpl. fold n. rewrite Ej by auto. destruct (Nat.eqb_spec k' k); [lia|auto]. }
    exists j. split; [exact Hj|split; [exact Sj|]]. rewrite (F j Sj), Ej, Nat.eqb_refl, E by auto. reflexivity.
  - intros x [j [Hj [Sj ->]]]. rewrite (F j Sj). apply Rmult_le_compat_r; auto.
    apply (largest_ge n (fun j => X P j (digit m u k o))). now apply digit_lt.
Qed.

(** *** Error *)

Hypothesis as_many : m = n.

Definition wrong (a b : nat) : R := if Nat.eqb a b then 0 else 1.

Lemma differing_sum i j : INR (differing A i j) = sum u (fun k => wrong (digit n u k i) (digit n u k j)).
Proof.
  assert (E : forall l, INR (length (filter (fun k => negb (Nat.eqb (digit n u k i) (digit n u k j))) (seq 0 l))) =
    sum l (fun k => wrong (digit n u k i) (digit n u k j))).
  { induction l; [reflexivity|]. rewrite seq_S, filter_app, app_length, plus_INR, IHl. simpl. f_equal. unfold wrong.
    destruct (Nat.eqb _ _); reflexivity. }
  apply (E u).
Qed.

Lemma copies_error i : (i < n ^ u)%nat ->
  expected_error_at A i = sum u (fun k => sum m (fun o => X P (digit n u k i) o * wrong (digit n u k i) o)).
Proof.
  intros Hi. unfold expected_error_at. transitivity
    (sum (m ^ u) (fun o => sum u (fun k => X A i o * wrong (digit n u k i) (digit m u k o)))).
  - apply sum_ext. intros o Ho. rewrite differing_sum, <- sum_scale, as_many. reflexivity.
  - rewrite sum_swap. apply sum_ext. intros k Hk.
    rewrite <- (one_replaced i k (fun o => X P (digit n u k i) o * wrong (digit n u k i) o) Hk Hi). apply sum_ext. intros o Ho.
    simpl. fold n. fold m. rewrite (multiplied_one u k _ Hk). ring.
Qed.
End Copies.
