(** Lists of numbers as vectors and tables, and what is computed of them. *)

From Coq Require Import Reals List Lra Lia Arith ZArith Bool.
From DP Require Import Spec Sums Numbers.
Import ListNotations.
Open Scope R_scope.

(** ** Lists *)

Section Lists.
Context {A B C : Type}.

Fixpoint map2 (f : A -> B -> C) (u : list A) (v : list B) : list C :=
  match u, v with x :: u, y :: v => f x y :: map2 f u v | _, _ => [] end.

Fixpoint all2 (f : A -> B -> bool) (u : list A) (v : list B) : bool :=
  match u, v with [], [] => true | x :: u, y :: v => f x y && all2 f u v | _, _ => false end.

Lemma map2_length f u v : length u = length v -> length (map2 f u v) = length u.
Proof. revert v; induction u; destruct v; simpl; intros; try discriminate; auto. Qed.

Lemma map2_nth f u v i a b c : length u = length v -> (i < length u)%nat ->
  nth i (map2 f u v) c = f (nth i u a) (nth i v b).
Proof.
  revert v i; induction u; destruct v; simpl; intros i H Hi; try discriminate; try lia.
  destruct i; auto. apply IHu; auto; lia.
Qed.

Lemma all2_length f u v : all2 f u v = true -> length u = length v.
Proof.
  revert v; induction u; destruct v; simpl; intros H; try discriminate; auto.
  apply andb_prop in H as [_ H]. f_equal. auto.
Qed.

Lemma all2_nth f u v i a b : all2 f u v = true -> (i < length u)%nat -> f (nth i u a) (nth i v b) = true.
Proof.
  revert v i; induction u; destruct v; simpl; intros i H Hi; try discriminate; try lia.
  apply andb_prop in H as [Hf H]. destruct i; auto. apply IHu; auto; lia.
Qed.
End Lists.

Lemma forallb_nth {A} (f : A -> bool) l i d : forallb f l = true -> (i < length l)%nat -> f (nth i l d) = true.
Proof. intros H Hi. rewrite forallb_forall in H. apply H, nth_In, Hi. Qed.

Lemma forallb_seq (f : nat -> bool) n i : forallb f (seq 0 n) = true -> (i < n)%nat -> f i = true.
Proof. intros H Hi. rewrite forallb_forall in H. apply H, in_seq. lia. Qed.

Lemma existsb_nth {A} (f : A -> bool) l d : existsb f l = true -> exists i, (i < length l)%nat /\ f (nth i l d) = true.
Proof.
  induction l; simpl; [discriminate|]. intros H. apply orb_prop in H as [H|H].
  - exists O. split; [lia|auto].
  - destruct (IHl H) as [i [Hi Hf]]. exists (S i). split; [lia|auto].
Qed.

Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | None :: _ => None
  | Some x :: l => match all_some l with Some l => Some (x :: l) | None => None end
  end.

Lemma all_some_spec {A} (l : list (option A)) r : all_some l = Some r -> l = map Some r.
Proof.
  revert r; induction l as [|[x|] l IH]; simpl; intros r H; try discriminate; [inversion H; auto|].
  destruct (all_some l); [|discriminate]. inversion H. simpl. f_equal. auto.
Qed.

Fixpoint transpose {A} (m : nat) (rows : list (list A)) : list (list A) :=
  match rows with [] => repeat [] m | r :: rows => map2 cons r (transpose m rows) end.

Definition of_length {A} (m : nat) (l : list A) : bool := Nat.eqb (length l) m.

Lemma transpose_length {A} m (rows : list (list A)) : forallb (of_length m) rows = true -> length (transpose m rows) = m.
Proof.
  induction rows; simpl; intros H; [apply repeat_length|].
  apply andb_prop in H as [Ha H]. apply Nat.eqb_eq in Ha. rewrite map2_length; auto. rewrite IHrows; auto.
Qed.

Lemma transpose_nth {A} m (rows : list (list A)) o i (d : A) : forallb (of_length m) rows = true -> (o < m)%nat ->
  nth i (nth o (transpose m rows) []) d = nth o (nth i rows []) d.
Proof.
  revert i; induction rows; intros i H Ho.
  - simpl. rewrite nth_repeat. destruct i; simpl; destruct o; reflexivity.
  - simpl in H. apply andb_prop in H as [Ha H]. apply Nat.eqb_eq in Ha.
    assert (L := transpose_length m rows H). cbn [transpose].
    rewrite (map2_nth cons a (transpose m rows) o d [] []) by lia.
    destruct i; simpl; auto.
Qed.

Lemma transpose_row {A} m (rows : list (list A)) o : forallb (of_length m) rows = true -> (o < m)%nat ->
  length (nth o (transpose m rows) []) = length rows.
Proof.
  induction rows; intros H Ho.
  - simpl. now rewrite nth_repeat.
  - simpl in H. apply andb_prop in H as [Ha H]. apply Nat.eqb_eq in Ha.
    assert (L := transpose_length m rows H). cbn [transpose]. destruct a as [|x a]; [simpl in Ha; lia|].
    rewrite (map2_nth cons _ _ o x [] []) by (simpl in *; lia). simpl. rewrite IHrows; auto.
Qed.

(** ** Vectors *)

Section Vectors.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).

Definition nil0 : N := of_frac K 0 1.
Definition one1 : N := of_frac K 1 1.
Definition lsum (l : list N) : N := fold_left (add K) l nil0.
Definition dot (u v : list N) : N := products K u v.

Definition vec (v : list N) (i : nat) : R := val (nth i v nil0).
Definition mat (M : list (list N)) (i j : nat) : R := vec (nth i M []) j.

Lemma val_0 : val nil0 = 0.
Proof. unfold nil0. rewrite (val_frac _ _ V). unfold Rdiv. simpl. lra. Qed.
Lemma val_1 : val one1 = 1.
Proof. unfold one1. rewrite (val_frac _ _ V). unfold Rdiv. simpl. lra. Qed.

Lemma vec_out v i : (length v <= i)%nat -> vec v i = 0.
Proof. intros H. unfold vec. rewrite nth_overflow by auto. apply val_0. Qed.

Lemma lsum_from l a : val (fold_left (add K) l a) = val a + sum (length l) (vec l).
Proof.
  revert a; induction l; intros b; [simpl; lra|].
  cbn [fold_left]. rewrite IHl, (val_add _ _ V). cbn [length]. rewrite sum_first. unfold vec at 2. simpl.
  replace (sum (length l) (fun i => vec (a :: l) (S i))) with (sum (length l) (vec l)); [lra|].
  apply sum_ext. reflexivity.
Qed.

Lemma lsum_val l : val (lsum l) = sum (length l) (vec l).
Proof. unfold lsum. rewrite lsum_from, val_0. lra. Qed.

Lemma dot_val u v : length u = length v -> val (dot u v) = sum (length u) (fun i => vec u i * vec v i).
Proof. intros H. apply (val_products _ _ V); auto. Qed.

(** The largest entry, if tests show that it is. *)
Definition best (l : list N) : option N :=
  match l with
  | [] => None
  | x :: r => let c := fold_left (fun c y => if lt K c y then y else c) r x in
              if forallb (fun y => le K y c) l then Some c else None
  end.

Lemma pick_in {A} (f : A -> A -> bool) r x : In (fold_left (fun c y => if f c y then y else c) r x) (x :: r).
Proof.
  revert x; induction r as [|y r IH]; intros x; simpl; auto.
  destruct (f x y); simpl in *; destruct (IH y), (IH x); auto.
Qed.

Lemma best_val l c : best l = Some c -> (0 < length l)%nat /\ val c = largest (length l) (vec l).
Proof.
  destruct l as [|x r]; [discriminate|]. unfold best.
  set (c' := fold_left _ r x). destruct (forallb _ (x :: r)) eqn:F; [|discriminate].
  intros E. inversion E. subst c. clear E. split; [simpl; lia|]. symmetry. apply largest_unique; [simpl; lia| |].
  - assert (I : In c' (x :: r)) by apply pick_in. apply (In_nth _ _ nil0) in I as [k [Hk E]].
    exists k. unfold vec. rewrite E. auto.
  - intros i Hi. apply (val_le _ _ V). exact (forallb_nth _ _ _ nil0 F Hi).
Qed.

(** Entry by entry. *)
Definition nonneg (v : list N) : bool := forallb (le K nil0) v.
Lemma nonneg_val v i : nonneg v = true -> 0 <= vec v i.
Proof.
  intros H. destruct (lt_dec i (length v)) as [Hi|Hi]; [|rewrite vec_out by lia; lra].
  rewrite <- val_0. apply (val_le _ _ V). exact (forallb_nth _ _ _ nil0 H Hi).
Qed.

Definition scale (a : N) (v : list N) : list N := map (mul K a) v.
Lemma scale_vec a v i : vec (scale a v) i = val a * vec v i.
Proof.
  unfold vec, scale. destruct (lt_dec i (length v)) as [Hi|Hi].
  - rewrite (nth_indep _ nil0 (mul K a nil0)) by now rewrite map_length. rewrite map_nth. apply (val_mul _ _ V).
  - rewrite !nth_overflow by (try rewrite map_length; lia). rewrite val_0. lra.
Qed.

(** x added at a place. *)
Fixpoint add_at (i : nat) (x : N) (v : list N) : list N :=
  match v, i with
  | [], _ => []
  | y :: v, O => add K y x :: v
  | y :: v, S i => y :: add_at i x v
  end.

Lemma add_at_length i x v : length (add_at i x v) = length v.
Proof. revert i; induction v; destruct i; simpl; auto. Qed.

Lemma add_at_vec i x v k : (i < length v)%nat -> vec (add_at i x v) k = vec v k + (if Nat.eqb k i then val x else 0).
Proof.
  revert i k; induction v; simpl; intros i k Hi; [lia|].
  destruct i, k; simpl; unfold vec; simpl.
  - apply (val_add _ _ V).
  - lra.
  - lra.
  - apply IHv. lia.
Qed.

Lemma add_at_dot i x v c n : (i < n)%nat -> length v = n ->
  sum n (fun k => vec (add_at i x v) k * c k) = sum n (fun k => vec v k * c k) + val x * c i.
Proof.
  intros Hi L.
  rewrite <- (sum_pick n i (fun k => val x * c k) Hi), <- sum_plus. apply sum_ext. intros k Hk.
  rewrite add_at_vec by lia. destruct (Nat.eqb k i); lra.
Qed.

(** Utility: the best guess at each output. [weights]: π_i·g(w, i), a row for each guess. *)
Definition best_guess (weights : list (list N)) (column : list N) : option N :=
  best (map (fun w => dot w column) weights).
Definition summed (l : list (option N)) : option N :=
  match all_some l with Some l => Some (lsum l) | None => None end.
Definition gained_by (weights columns : list (list N)) : option N := summed (map (best_guess weights) columns).
Definition guessed_by (prior : list N) (columns : list (list N)) : option N :=
  summed (map (fun c => best (map2 (mul K) prior c)) columns).

Lemma summed_val {A} (f : A -> option N) (l : list A) (d : A) u m (F : nat -> R) : summed (map f l) = Some u -> length l = m ->
  (forall o c, (o < m)%nat -> f (nth o l d) = Some c -> val c = F o) -> val u = sum m F.
Proof.
  unfold summed. intros H L HF. destruct (all_some (map f l)) as [r|] eqn:E; [|discriminate].
  inversion H. subst u. clear H. apply all_some_spec in E.
  assert (Lr : length r = m) by (rewrite <- (map_length Some r), <- E, map_length; auto).
  rewrite lsum_val, Lr. apply sum_ext. intros o Ho. unfold vec. apply HF; auto.
  assert (Q : nth o (map f l) None = nth o (map Some r) None) by now rewrite E.
  rewrite (nth_indep _ None (f d)) in Q by (rewrite map_length; lia). rewrite map_nth in Q.
  rewrite (nth_indep _ None (Some nil0)) in Q by (rewrite map_length; lia). rewrite map_nth in Q. auto.
Qed.

Lemma summed_each {A} (f : A -> option N) (l : list A) (d : A) u i : summed (map f l) = Some u -> (i < length l)%nat ->
  exists c, f (nth i l d) = Some c.
Proof.
  unfold summed. intros H Hi. destruct (all_some (map f l)) as [r|] eqn:E; [|discriminate]. apply all_some_spec in E.
  assert (L : length r = length l) by (rewrite <- (map_length Some r), <- E, map_length; auto).
  assert (Q : nth i (map f l) None = nth i (map Some r) None) by now rewrite E.
  rewrite (nth_indep _ None (f d)) in Q by (rewrite map_length; lia). rewrite map_nth in Q.
  rewrite (nth_indep _ None (Some nil0)) in Q by (rewrite map_length; lia). rewrite map_nth in Q. eauto.
Qed.

Lemma gained_val n k weights columns X g prior u :
  length weights = k -> (forall w, (w < k)%nat -> length (nth w weights []) = n) ->
  (forall w i, (w < k)%nat -> (i < n)%nat -> mat weights w i = prior i * g w i) ->
  (forall o, (o < length columns)%nat -> length (nth o columns []) = n) ->
  (forall i o, (i < n)%nat -> (o < length columns)%nat -> mat columns o i = X i o) ->
  gained_by weights columns = Some u -> val u = utility n (length columns) k g prior X.
Proof.
  intros Lw Lr Hw Lc Hc H. unfold gained_by in H.
  apply (summed_val _ _ [] _ (length columns) _ H eq_refl). intros o c Ho Hb.
  unfold best_guess in Hb. apply best_val in Hb as [Hp ->]. rewrite map_length in Hp. rewrite map_length, Lw.
  apply largest_ext. intros w Hw'. unfold vec.
  rewrite (nth_indep _ nil0 ((fun w => dot w (nth o columns [])) [])) by (rewrite map_length; lia).
  rewrite (map_nth (fun w => dot w (nth o columns []))), dot_val by (rewrite Lr, Lc; auto). rewrite Lr by auto.
  apply sum_ext. intros i Hi. fold (mat weights w i). fold (mat columns o i). rewrite Hw, Hc by auto. ring.
Qed.

Lemma guessed_val n columns X p prior u :
  length p = n -> (forall i, (i < n)%nat -> vec p i = prior i) ->
  (forall o, (o < length columns)%nat -> length (nth o columns []) = n) ->
  (forall i o, (i < n)%nat -> (o < length columns)%nat -> mat columns o i = X i o) ->
  guessed_by p columns = Some u ->
  val u = sum (length columns) (fun o => largest n (fun i => prior i * X i o)).
Proof.
  intros Lp Hp Lc Hc H. unfold guessed_by in H.
  apply (summed_val _ _ [] _ (length columns) _ H eq_refl). intros o c Ho Hb.
  apply best_val in Hb as [_ ->]. rewrite map2_length by (rewrite Lp, Lc; auto). rewrite Lp.
  apply largest_ext. intros i Hi. unfold vec. rewrite (map2_nth _ _ _ i nil0 nil0) by (try rewrite Lp, ?Lc; auto; lia).
  rewrite (val_mul _ _ V). fold (vec p i). fold (vec (nth o columns []) i). fold (mat columns o i). rewrite Hp, Hc by auto.
    ring.
Qed.

Lemma best_length l c : best l = Some c -> (0 < length l)%nat.
Proof. intros H. apply best_val in H. tauto. Qed.

End Vectors.

Lemma binary_is_guessed n m prior X : (0 < n)%nat ->
  binary_utility n m prior X = sum m (fun o => largest n (fun i => prior i * X i o)).
Proof.
  intros Hn. unfold binary_utility, utility. apply sum_ext. intros o _. apply largest_ext. intros w Hw.
  rewrite <- (sum_pick n w (fun i => prior i * X i o) Hw). apply sum_ext. intros i Hi. unfold binary.
  rewrite (Nat.eqb_sym w i). destruct (Nat.eqb i w); ring.
Qed.
