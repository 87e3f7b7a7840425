(** tight-constraints-exist and tight-constraints. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Section Tight.
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

(** ** tight-constraints-exist *)

Variable phi : list (list N).
Hypothesis Hphi : is_phi K val p phi.

Lemma phi_shape : table_ok K n n phi = true. Proof. apply Hphi. Qed.

Lemma times_is v i : length v = n -> (i < n)%nat -> vec (times K phi v) i = sum n (fun j => mat phi i j * vec v j).
Proof. intros. apply (times_ok _ _ V); auto. apply phi_shape. Qed.

Lemma the_similarity : similarity G (val (p_alpha p)) (mat phi).
Proof. apply (is_similarity G); apply Hphi. Qed.

Lemma with_similarity (statement : (nat -> nat -> R) -> Prop) : statement (mat phi) -> of_similarity P statement.
Proof. intros H. exists (mat phi). split; [apply the_similarity|auto]. Qed.

Lemma any_similarity Psi i j : similarity G (val (p_alpha p)) Psi -> (i < n)%nat -> (j < n)%nat -> Psi i j = mat phi i j.
Proof. intros. apply (similarity_is G (val (p_alpha p)) (mat phi)); auto. apply Hphi. Qed.

Lemma any_product Psi z i : similarity G (val (p_alpha p)) Psi -> (i < n)%nat ->
  sum n (fun j => Psi i j * z j) = sum n (fun j => mat phi i j * z j).
Proof. intros S Hi. apply sum_ext. intros j Hj. now rewrite (any_similarity Psi) by auto. Qed.

Lemma phi_sym i j : (i < n)%nat -> (j < n)%nat -> mat phi i j = mat phi j i.
Proof. apply Hphi. Qed.

(** z ≥ 0 with Φz = b. *)
Definition solution (z b : list N) : bool := of_length n z && nonneg K z && all2 (eqn K) (times K phi z) b.

Lemma times_len v : length (times K phi v) = n.
Proof. rewrite times_length. apply (table_shape K _ _ _ phi_shape). Qed.

Lemma product_is z b : length z = n -> all2 (eqn K) (times K phi z) b = true ->
  forall i, (i < n)%nat -> sum n (fun j => mat phi i j * vec z j) = vec b i.
Proof. intros L E i Hi. rewrite <- times_is by auto. apply (all_eq _ _ V); auto. rewrite times_len. auto. Qed.

Lemma solution_ok z b : solution z b = true ->
  length z = n /\ (forall i, 0 <= vec z i) /\ forall i, (i < n)%nat -> sum n (fun j => mat phi i j * vec z j) = vec b i.
Proof.
  unfold solution. intros H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1.
  split; [|split]; auto.
  - intros i. apply (nonneg_val _ _ V _ _ H2).
  - apply product_is; auto.
Qed.

Definition ones : list N := constant K one1 n.
Lemma ones_vec i : (i < n)%nat -> vec ones i = 1.
Proof. intros. unfold ones. rewrite (constant_vec K val) by auto. apply (val_1 _ _ V). Qed.

Lemma ones_solution z : solution z ones = true -> length z = n /\ nonnegative_vector P (vec z) /\
  solves P (mat phi) one (vec z).
Proof.
  intros H. apply solution_ok in H as [L [H1 H2]]. split; [exact L|split; [intros i _; auto|]].
  intros i Hi. rewrite H2 by auto. apply ones_vec; auto.
Qed.

(** How it is shown that z is the only solution: w with wΦ = 0 on a support and > 0 off it, where z is 0; and for each node of
    the support a row of a left inverse of these columns. *)
Record only := { o_w : list N; o_support : list bool; o_left : list (list N) }.

Definition unit_vector (k : nat) : list N := set_at k one1 (repeat nil0 n).

(** l·Φ is 1 at k and 0 elsewhere on the support. *)
Definition left_row (support : list bool) (k : nat) (l : list N) : bool :=
  of_length n l &&
  all2 (fun (x : N * N) (b : bool) => if b then eqn K (fst x) (snd x) else true)
       (map2 pair (times K phi l) (unit_vector k)) support.

(** wΦ is 0 on the support, and > 0 off it, where z is 0. *)
Definition off_ok (z w : list N) (support : list bool) : bool :=
  of_length n w && of_length n support &&
  all2 (fun (y : N * N) (b : bool) => if b then eqn K (fst y) nil0 else lt K nil0 (fst y) && eqn K (snd y) nil0)
       (map2 pair (times K phi w) z) support.

Definition only_ok (z : list N) (x : only) : bool :=
  off_ok z (o_w x) (o_support x) &&
  all2 (fun (kb : nat * bool) (l : list N) => if snd kb then left_row (o_support x) (fst kb) l else true)
       (map2 pair (seq 0 n) (o_support x)) (o_left x).

Lemma unit_vec k i : (k < n)%nat -> vec (unit_vector k) i = if Nat.eqb i k then 1 else 0.
Proof.
  intros Hk. unfold unit_vector, Vectors.vec. rewrite set_at_nth by (rewrite repeat_length; auto).
  destruct (Nat.eqb i k); [apply (val_1 _ _ V)|]. rewrite nth_repeat. apply (val_0 _ _ V).
Qed.

(** A solution that vanishes off the support is Σ of the left inverse's row. *)
Lemma left_determines support k l z : (k < n)%nat -> length support = n -> left_row support k l = true ->
  (forall i, (i < n)%nat -> nth i support false = false -> z i = 0) ->
  (forall i, (i < n)%nat -> sum n (fun j => mat phi i j * z j) = 1) -> z k = sum n (vec l).
Proof.
  intros Hk Ls H Hz Hs. unfold left_row in H. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1.
  assert (Lu : length (unit_vector k) = n) by (unfold unit_vector; rewrite set_at_length, repeat_length; auto).
  assert (E : forall i, (i < n)%nat -> nth i support false = true -> sum n (fun j => mat phi i j * vec l j) = if Nat.eqb i k
    then 1 else 0).
  { intros i Hi Hb. assert (Q := all2_nth _ _ _ i (nil0, nil0) false H2).
    rewrite map2_length, times_len in Q by (rewrite times_len; auto).
    specialize (Q Hi). rewrite Hb in Q. rewrite (map2_nth _ _ _ i nil0 nil0) in Q by (rewrite ?times_len; auto).
      cbn [fst snd] in Q.
    apply (val_eq _ _ V) in Q. fold (vec (times K phi l) i) in Q. fold (vec (unit_vector k) i) in Q.
    rewrite times_is, unit_vec in Q by auto. exact Q. }
  transitivity (sum n (fun i => vec l i * sum n (fun j => mat phi i j * z j))).
  - etransitivity; [|symmetry; apply (sum_mirror G (mat phi) phi_sym (vec l) z)].
    rewrite <- (sum_pick n k z Hk). apply sum_ext. intros i Hi.
    destruct (nth i support false) eqn:B.
    + rewrite E by auto. destruct (Nat.eqb i k); ring.
    + rewrite Hz by auto. destruct (Nat.eqb i k); ring.
  - apply sum_ext. intros i Hi. rewrite Hs by auto. ring.
Qed.

Lemma off_parts z w support : off_ok z w support = true -> length z = n ->
  length support = n /\
  (forall i, (i < n)%nat -> nth i support false = true -> sum n (fun j => mat phi i j * vec w j) = 0) /\
  (forall i, (i < n)%nat -> nth i support false = false -> 0 < sum n (fun j => mat phi i j * vec w j) /\ vec z i = 0).
Proof.
  unfold off_ok. intros H Lz. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1, H2.
  assert (A : forall i, (i < n)%nat -> (if nth i support false then vec (times K phi w) i = 0 else 0 < vec (times K phi w) i /\
    vec z i = 0)).
  { intros i Hi. assert (Q := all2_nth _ _ _ i (nil0, nil0) false H3).
    rewrite map2_length, times_len in Q by (rewrite times_len; auto).
    specialize (Q Hi). rewrite (map2_nth _ _ _ i nil0 nil0) in Q by (rewrite ?times_len; auto). cbn [fst snd] in Q.
    destruct (nth i support false).
    - apply (val_eq _ _ V) in Q. rewrite (val_0 _ _ V) in Q. exact Q.
    - apply andb_prop in Q as [Q1 Q2]. apply (val_lt _ _ V) in Q1. apply (val_eq _ _ V) in Q2. rewrite (val_0 _ _ V) in *.
      auto. }
  split; [auto|split].
  - intros i Hi B. specialize (A i Hi). rewrite B in A. rewrite times_is in A; auto.
  - intros i Hi B. specialize (A i Hi). rewrite B in A. rewrite times_is in A; auto.
Qed.

Lemma only_parts z x : only_ok z x = true -> length z = n ->
  off_ok z (o_w x) (o_support x) = true /\ length (o_support x) = n /\
  (forall k, (k < n)%nat -> nth k (o_support x) false = true -> exists l, left_row (o_support x) k l = true).
Proof.
  unfold only_ok. intros H Lz. apply andb_prop in H as [H H4]. destruct (off_parts _ _ _ H Lz) as [H2 _].
  split; [auto|split; [auto|]]. intros k Hk B. assert (Q := all2_nth _ _ _ k (O, false) [] H4).
  rewrite map2_length, seq_length in Q by (rewrite seq_length; auto).
  specialize (Q Hk). rewrite (map2_nth _ _ _ k O false) in Q by (rewrite ?seq_length; auto). cbn [fst snd] in Q.
  rewrite B, seq_nth in Q by auto. eauto.
Qed.

(** Where all nodes are in the support Φ is invertible. *)
Definition all_nodes (x : only) : bool := forallb (fun b => b) (o_support x).

(** No solution is more than 0 off the support. *)
Lemma off_vanishes z w support z' : solution z ones = true -> off_ok z w support = true -> nonnegative_vector P z' ->
  solves P (mat phi) one z' -> forall i, (i < n)%nat -> nth i support false = false -> z' i = 0 /\ vec z i = 0.
Proof.
  intros Hz Hx Hn Hs. apply ones_solution in Hz as [Lz [Zn Zs]]. destruct (off_parts z w support Hx Lz) as [Ls [A B]].
  assert (W : forall y, solves P (mat phi) one y -> sum n (fun j => y j * sum n (fun i => mat phi j i * vec w i)) = sum n
    (vec w)).
  { intros y Hy. etransitivity; [symmetry; apply (sum_mirror G (mat phi) phi_sym (vec w) y)|]. apply sum_ext. intros i Hi.
    change (vec w i * sum (nodes (the_graph P)) (fun j => mat phi i j * y j) = vec w i). rewrite (Hy i Hi).
      unfold one. ring. }
  assert (Z0 : sum n (vec w) = 0).
  { rewrite <- (W (vec z) Zs). apply sum_zero. intros j Hj. destruct (nth j support false) eqn:Bj.
    - rewrite A by auto. ring.
    - destruct (B j Hj Bj) as [_ ->]. ring. }
  intros i Hi Bi. destruct (B i Hi Bi) as [Pi Zi]. split; [|exact Zi].
  assert (T : z' i * sum n (fun j => mat phi i j * vec w j) <= 0).
  { rewrite <- Z0, <- (W z' Hs). apply (sum_term n i (fun j => z' j * sum n (fun i => mat phi j i * vec w i))); auto.
    intros j Hj. destruct (nth j support false) eqn:Bj.
    - rewrite A by auto. lra.
    - destruct (B j Hj Bj) as [Pj _]. apply Rmult_le_pos; [apply Hn; auto|lra]. }
  specialize (Hn i Hi). nra.
Qed.

Lemma only_unique z x z' : solution z ones = true -> only_ok z x = true -> nonnegative_vector P z' ->
  solves P (mat phi) one z' ->
  forall i, (i < n)%nat -> z' i = vec z i.
Proof.
  intros Hz Hx Hn Hs. assert (Lz : length z = n) by (apply ones_solution in Hz; tauto).
  destruct (only_parts z x Hx Lz) as [O [Ls C]]. assert (Off := off_vanishes z _ _ z' Hz O Hn Hs).
  apply ones_solution in Hz as [_ [Zn Zs]]. intros k Hk. destruct (nth k (o_support x) false) eqn:Bk.
  - destruct (C k Hk Bk) as [l Hl]. rewrite (left_determines _ k l z' Hk Ls Hl); auto; [|intros; apply Off; auto].
    symmetry. apply (left_determines (o_support x) k l (vec z) Hk Ls Hl); auto. intros; apply Off; auto.
  - destruct (Off k Hk Bk) as [-> ->]. reflexivity.
Qed.

Lemma all_nodes_unique z x z' : length z = n -> only_ok z x = true -> all_nodes x = true ->
  solves P (mat phi) one (vec z) -> solves P (mat phi) one z' -> forall i, (i < n)%nat -> z' i = vec z i.
Proof.
  intros Lz Hx Ha Zs Hs k Hk. destruct (only_parts z x Hx Lz) as [_ [Ls C]].
  assert (D : forall i, (i < n)%nat -> nth i (o_support x) false = true).
  { intros i Hi. apply (forallb_nth (fun b => b) _ i false Ha). lia. }
  destruct (C k Hk (D k Hk)) as [l Hl].
  assert (Off : forall y i, (i < n)%nat -> nth i (o_support x) false = false -> y i = (0 : R)) by (intros y i Hi Bi;
    rewrite D in Bi; [discriminate|auto]).
  rewrite (left_determines _ k l z' Hk Ls Hl (Off z') Hs). symmetry. apply (left_determines _ k l (vec z) Hk Ls Hl); auto.
Qed.

(** The least entry, if tests show that it is. *)
Definition least (l : list N) : option N :=
  match l with
  | [] => None
  | x :: r => let c := fold_left (fun c y => if lt K y c then y else c) r x in
              if forallb (le K c) l then Some c else None
  end.

Lemma least_ok l c k : least l = Some c -> length l = k -> is_least (fun x => exists i, (i < k)%nat /\ x = vec l i) (val c).
Proof.
  destruct l as [|x r]; [discriminate|]. unfold least. set (c' := fold_left _ r x).
    destruct (forallb _ (x :: r)) eqn:F; [|discriminate].
  intros E L. inversion E. subst c. split.
  - assert (I : In c' (x :: r)) by apply (pick_in (fun c y => lt K y c)). apply (In_nth _ _ nil0) in I as [i [Hi Ei]].
    exists i. split; [lia|]. unfold Vectors.vec. now rewrite Ei.
  - intros y [i [Hi ->]]. apply (val_le _ _ V). apply (forallb_nth _ _ _ nil0 F). lia.
Qed.

Inductive uniqueness := Open | Shown (x : only) | Second (z : list N).

Definition exist_values (z : list N) (u : uniqueness) : option found :=
  match u with
  | Open => Some []
  | Shown x =>
      if only_ok z x then
        Some ((Unique, VFlag true) :: (if all_nodes x then match least z with Some c => [(Least,
          VNum c)] | None => [] end else []))
      else None
  | Second z' =>
      if solution z' ones && (existsb (fun x => lt K (fst x) (snd x) || lt K (snd x) (fst x)) (map2 pair z z'))
      then Some [(Unique, VFlag false)] else None
  end.

Definition check_exist_yes (z : list N) (u : uniqueness) : option found :=
  if solution z ones then match exist_values z u with Some l => Some ((Sum, VNum (lsum K z)) :: l) | None => None end else None.

Lemma check_exist_yes_ok z u values : check_exist_yes z u = Some values -> proved TightConstraintsExist true values.
Proof.
  unfold check_exist_yes. destruct (solution z ones) eqn:Z; [|discriminate].
    destruct (exist_values z u) as [l|] eqn:U; [|discriminate].
  intros E. inversion E. subst values. clear E. destruct (ones_solution z Z) as [Lz [Zn Zs]]. split.
  - apply with_similarity. exists (vec z). split; auto.
  - intros what v [Hin|Hin].
    + inversion Hin. subst. simpl. apply with_similarity. split; [exists (vec z); split; auto|].
      * intros z' [Hn Hs]. rewrite (lsum_val _ _ V), Lz. apply (same_sum G (mat phi) phi_sym z' (vec z)); auto.
    + unfold exist_values in U. destruct u as [|x|z2].
      * inversion U. subst. destruct Hin.
      * destruct (only_ok z x) eqn:Hx; [|discriminate]. inversion U. subst l. clear U. destruct Hin as [Hin|Hin].
        -- inversion Hin. subst. simpl. apply with_similarity. split; [exists (vec z); split; auto|].
           intros z1 z2 i [H1 S1] [H2 S2] Hi. rewrite (only_unique z x z1), (only_unique z x z2); auto.
        -- destruct (all_nodes x) eqn:Ha; [|destruct Hin]. destruct (least z) as [c|] eqn:Lc; [|destruct Hin].
           destruct Hin as [Hin|[]]. inversion Hin. subst. simpl. apply with_similarity. exists (vec z).
           split; [exact Zs|split].
           ++ intros z' i S' Hi. apply (all_nodes_unique z x z' Lz Hx Ha Zs S' i Hi).
           ++ apply least_ok; auto.
      * destruct (_ && _)%bool eqn:S2; [|discriminate]. inversion U. subst l. destruct Hin as [Hin|[]]. inversion Hin. subst.
        simpl.
        apply andb_prop in S2 as [S2 D]. destruct (ones_solution z2 S2) as [L2 [Z2n Z2s]].
        apply with_similarity. split; [exists (vec z); split; auto|]. intros F.
        apply (existsb_nth _ _ (nil0, nil0)) in D as [i [Hi D]]. rewrite map2_length, Lz in Hi by lia.
        rewrite (map2_nth _ _ _ i nil0 nil0) in D by lia. cbn [fst snd] in D.
        specialize (F (vec z) (vec z2) i (conj Zn Zs) (conj Z2n Z2s) Hi). unfold Vectors.vec in F.
        apply orb_prop in D as [D|D]; apply (val_lt _ _ V) in D; lra.
Qed.

(** w with Φw ≥ 0 and w·b < 0. *)
Definition separates (w b : list N) : bool :=
  of_length n w && of_length n b && nonneg K (times K phi w) && lt K (dot K w b) nil0.

Lemma separates_no w b z : separates w b = true -> (forall i, (i < n)%nat -> 0 <= z i) ->
  (forall i, (i < n)%nat -> sum n (fun j => mat phi i j * z j) = vec b i) -> False.
Proof.
  unfold separates. intros H Hz Hs. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3].
    apply andb_prop in H as [H1 H2].
  apply Nat.eqb_eq in H1, H2. apply (val_lt _ _ V) in H4. rewrite (dot_val _ _ V), H1, (val_0 _ _ V) in H4 by lia.
  apply (farkas G (mat phi) phi_sym (vec w) (vec b) z); auto.
  intros i Hi. change (nodes G) with n. rewrite <- times_is by auto. apply (nonneg_val _ _ V _ _ H3).
Qed.

Definition check_exist_no (w : list N) (zu : option (list N * only)) : option found :=
  if separates w ones then
    match zu with
    | None => Some []
    | Some (z, x) =>
        if of_length n z && all2 (eqn K) (times K phi z) ones && only_ok z x && all_nodes x
        then match least z with Some c => Some [(Least, VNum c)] | None => None end else None
    end
  else None.

Lemma check_exist_no_ok w zu values : check_exist_no w zu = Some values -> proved TightConstraintsExist false values.
Proof.
  unfold check_exist_no. destruct (separates w ones) eqn:S; [|discriminate]. intros H. split.
  - intros [Psi [Sim [z [Zn Zs]]]]. apply (separates_no w ones z S Zn). intros i Hi.
    rewrite <- (any_product Psi) by auto. rewrite ones_vec by auto. apply (Zs i Hi).
  - destruct zu as [[z x]|]; [|inversion H; intros ? ? []]. destruct (_ && _)%bool eqn:E in H; [|discriminate].
    destruct (least z) as [c|] eqn:Lc; [|discriminate]. inversion H. intros what v [Hin|[]]. inversion Hin. subst. simpl.
    apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1.
    assert (Zs : solves P (mat phi) one (vec z)).
    { intros i Hi. unfold one. rewrite <- (ones_vec i Hi). apply product_is; auto. }
    apply with_similarity. exists (vec z). split; [exact Zs|split].
    + intros z' i S' Hi. apply (all_nodes_unique z x z' E1 E3 E4 Zs S' i Hi).
    + apply least_ok; auto.
Qed.

(** ** tight-constraints *)

(** (XR)_i, R being a map from outputs to nodes. *)
Definition remapped (remap : list nat) (r : list N) : list N :=
  fold_right (fun x acc => add_at K (fst x) (snd x) acc) (repeat nil0 n) (map2 pair remap r).

Definition check_tight_yes (remap : list nat) : bool :=
  stochastic_b K rows && private_b K p (p_alpha p) rows && of_length m remap && forallb (fun w => (w <? n)%nat) remap &&
  let t := map (remapped remap) rows in
  let diagonal := map2 (fun i r => nth i r nil0) (seq 0 n) t in
  all2 (fun r f => all2 (eqn K) r (map2 (mul K) f diagonal)) t phi.

Lemma remapped_length remap r : length (remapped remap r) = n.
Proof.
  unfold remapped. induction (map2 _ remap r) as [|[a b] l IH]; simpl; [apply repeat_length|]. now rewrite add_at_length.
Qed.

Lemma remapped_ok remap r j : length remap = m -> length r = m -> forallb (fun w => (w <? n)%nat) remap = true -> (j < n)%nat ->
  vec (remapped remap r) j = sum m (fun o => vec r o * (if Nat.eqb j (nth o remap O) then 1 else 0)).
Proof.
  intros L1 L2 F Hj. unfold remapped. clear Ht Hphi. revert r L1 L2. generalize m as k.
    induction remap as [|a remap IH]; intros k r L1 L2.
  - destruct r; [|simpl in *; lia]. simpl in L1. subst k. simpl. unfold Vectors.vec. rewrite nth_repeat. apply (val_0 _ _ V).
  - destruct r as [|b r]; [simpl in *; lia|]. simpl in L1, L2. destruct k as [|k]; [lia|]. simpl in F.
    apply andb_prop in F as [Fa F].
    apply Nat.ltb_lt in Fa. cbn [map2 fold_right fst snd]. fold (remapped remap r).
    rewrite (add_at_vec _ _ V) by (rewrite remapped_length; auto). rewrite sum_first. unfold remapped.
      rewrite (IH F k r) by lia.
    cbn [nth]. unfold Vectors.vec at 2. cbn [nth]. rewrite Rplus_comm. f_equal.
    destruct (Nat.eqb j a); ring.
Qed.

Lemma rows_shape : length rows = n /\ forall i, (i < n)%nat -> length (nth i rows []) = m.
Proof. apply (table_shape K _ _ _ Ht). Qed.

Lemma check_tight_yes_ok remap : check_tight_yes remap = true -> proved TightConstraints true [].
Proof.
  unfold check_tight_yes. intros H. apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4].
    apply andb_prop in H as [H H3].
  apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H3. split; [|intros ? ? []]. destruct rows_shape as [Lr Lm].
  split; [exact (stochastic_yes H1)|]. split; [apply (private_ok _ _ V p _ m rows Ht H2)|].
  apply with_similarity. exists (fun o j => if Nat.eqb j (nth o remap O) then 1 else 0). split.
  - split.
    + intros o j _ _. destruct (Nat.eqb j (nth o remap O)); lra.
    + intros o Ho. apply (sum_pick n (nth o remap O) (fun _ => 1)).
      assert (Q := forallb_nth _ remap o O H4). rewrite H3 in Q. specialize (Q Ho). now apply Nat.ltb_lt in Q.
  - set (t := map (remapped remap) rows) in *.
    assert (Lt : length t = n) by (unfold t; rewrite map_length; auto).
    assert (T : forall i j, (i < n)%nat -> (j < n)%nat -> mat t i j =
      product m (X P) (fun o j => if Nat.eqb j (nth o remap O) then 1 else 0) i j).
    { intros i j Hi Hj. unfold Vectors.mat, t. rewrite (nth_indep _ [] (remapped remap [])) by (rewrite map_length; lia).
      rewrite map_nth. rewrite remapped_ok by auto. reflexivity. }
    intros i j Hi Hj. change (p_outputs p) with m. rewrite <- !T by auto.
    assert (Q := all2_nth _ _ _ i [] [] H5). rewrite Lt in Q. specialize (Q Hi).
    assert (Lti : length (nth i t []) = n).
    { unfold t. rewrite (nth_indep _ [] (remapped remap [])) by (rewrite map_length, Lr; exact Hi). rewrite map_nth.
      apply remapped_length. }
    assert (Q' := all_eq _ _ V _ _ j Q). rewrite Lti in Q'. specialize (Q' Hj). unfold Vectors.mat at 1. rewrite Q'.
    destruct (table_shape K _ _ _ phi_shape) as [_ Lp].
    assert (Ld : length (map2 (fun i r => nth i r nil0) (seq 0 n) t) = n) by (rewrite map2_length, seq_length; auto;
      rewrite seq_length; auto).
    unfold Vectors.vec at 1. rewrite (map2_nth _ (nth i phi []) _ j nil0 nil0) by (rewrite Lp, ?Ld; auto).
    rewrite (val_mul _ _ V). rewrite (map2_nth _ _ _ j O []) by (rewrite seq_length; auto). rewrite seq_nth by auto.
      reflexivity.
Qed.

(** No remap of X is tight: U(X, Φ1) < n; or X is not private. *)
Definition check_tight_no (v : option violation) : bool :=
  match v with
  | Some v => not_private K p (p_alpha p) m rows v
  | None => match guessed_by K (times K phi ones) (transpose m rows) with
            | Some u => lt K u (of_frac K (Z.of_nat n) 1)
            | None => false
            end
  end.

Lemma check_tight_no_ok v : check_tight_no v = true -> proved TightConstraints false [].
Proof.
  unfold check_tight_no. intros H. split; [|intros ? ? []]. intros [S [Pr [Psi [Sim [r [R T]]]]]]. destruct v as [v|].
  - exact (not_private_ok _ _ V p (p_alpha p) m rows v H Pr).
  - destruct (guessed_by K (times K phi ones) (transpose m rows)) as [u|] eqn:U; [|discriminate].
    apply (val_lt _ _ V) in H. rewrite (val_frac _ _ V) in H.
    rewrite (guessed_ok _ _ V p _ _ _ _ (times_len ones) Ht U) in H.
    apply (Rlt_not_le _ _ H).
    replace (IZR (Z.of_nat n) / 1) with (INR n) by (rewrite INR_IZR_INZ; field).
    rewrite (sum_ext m _ (fun o => largest n (fun j => sum n (fun i => mat phi j i) * mat rows j o))).
    2:{ intros o Ho. apply largest_ext. intros j Hj. f_equal. change (p_nodes p) with n.
      rewrite times_is by (auto; apply repeat_length).
        apply sum_ext. intros i Hi. rewrite ones_vec by auto. ring. }
    apply (tight_needs G (mat phi) phi_sym m (mat rows) r); auto.
    + apply Hg.
    + intros i j Hi Hj. rewrite <- (any_similarity Psi) by auto. apply (T i j Hi Hj).
Qed.

End Tight.
