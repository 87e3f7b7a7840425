(** universally-optimal by the priors that decide: for each output a node at which the prior times its probability is largest is
    chosen, which cuts the priors into cones; on each of them X's utility is linear and that of any other mechanism convex, so
    that rays suffice. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors Leakages Cones.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

(** The cones, output by output: for each node its rays, and what follows; at the end the bound for each ray, by its place. *)
Inductive tree (N : Type) := Leaf (which : list nat) | Branch (children : list (list (step_of N) * tree N)).
Arguments Leaf {N}. Arguments Branch {N}.

Section Deciding.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Variable p : problem N.
Hypothesis Hg : good K val p.
Let n := p_nodes p.
Let m := p_outputs p.
Let P := instance_of K val p.
Let G := graph_of n (near_of K p).
Let rows := rows_of K p.
Hypothesis Ht : table_ok K n m rows = true.
Variable phi : list (list N).
Hypothesis Hphi : is_phi K val p phi.

(** π_w c_w − π_i c_i ≥ 0. *)
Definition largest_at (c : list N) (w : nat) : list (list N) :=
  map (fun i => add_at K i (sub K nil0 (nth i c nil0)) (add_at K w (nth w c nil0) (repeat nil0 n))) (seq 0 n).

Definition bounds_of (duals : list (list N * dual N)) : list (list N * option N) :=
  map (fun qd => (fst qd, bound_of K (with_binary K p) (Some phi) (fst qd) (snd qd))) duals.

Definition ray_bounded (bounds : list (list N * option N)) (ell r : list N) (k : nat) : bool :=
  match nth k bounds ([], None) with
  | (q, Some b) => of_length n q && of_length n r && all2 (eqn K) q r && le K b (dot K ell r)
  | _ => false
  end.

Fixpoint tree_ok (bounds : list (list N * option N)) (columns : list (list N)) (R : list (list N)) (ell : list N) (t : tree N)
  : bool :=
  match R with
  | [] => true
  | _ =>
      match columns, t with
      | [], Leaf which => of_length n ell && all2 (ray_bounded bounds ell) R which
      | c :: columns, Branch children =>
          all2 (fun w ch =>
            match narrowed K n (largest_at c w) R (fst ch) with
            | Some R' => tree_ok bounds columns R' (add_at K w (nth w c nil0) ell) (snd ch)
            | None => false
            end) (seq 0 n) children
      | _, _ => false
      end
  end.

Definition worth (columns : list (list N)) (pi : nat -> R) : R :=
  fold_right (fun c s => largest n (fun i => pi i * vec c i) + s) 0 columns.

Lemma binary_add m' (Y : nat -> nat -> R) pi rho c : 0 <= c ->
  binary_utility n m' (fun i => pi i + c * rho i) Y <= binary_utility n m' pi Y + c * binary_utility n m' rho Y.
Proof.
  intros Hc. assert (Np := g_nodes _ _ _ Hg). unfold binary_utility, utility. rewrite <- sum_scale, <- sum_plus. apply sum_le.
  intros o _. apply largest_le; auto. intros w Hw.
  assert (A := largest_ge n (fun w => sum n (fun i => pi i * Y i o * binary w i)) w Hw).
  assert (B := largest_ge n (fun w => sum n (fun i => rho i * Y i o * binary w i)) w Hw). cbv beta in A, B.
  rewrite (sum_ext n _ (fun i => pi i * Y i o * binary w i + c * (rho i * Y i o * binary w i))) by (intros; ring).
  rewrite sum_plus, sum_scale. apply Rplus_le_compat; auto. apply Rmult_le_compat_l; auto.
Qed.

Lemma binary_ext m' (Y : nat -> nat -> R) pi rho : (forall i, (i < n)%nat -> pi i = rho i) ->
  binary_utility n m' pi Y = binary_utility n m' rho Y.
Proof.
  intros E. unfold binary_utility, utility. apply sum_ext. intros o _. apply largest_ext. intros w _. apply sum_ext.
  intros i Hi. now rewrite E.
Qed.

Lemma binary_none m' (Y : nat -> nat -> R) pi : (forall i, (i < n)%nat -> pi i = 0) -> binary_utility n m' pi Y = 0.
Proof.
  intros Z. assert (Np := g_nodes _ _ _ Hg). apply sum_zero. intros o _. apply largest_unique; auto.
  - exists O. split; auto. symmetry. apply sum_zero. intros i Hi. rewrite Z by auto. ring.
  - intros w Hw. apply Req_le. apply sum_zero. intros i Hi. rewrite Z by auto. ring.
Qed.

Lemma ray_bounded_ok duals ell r k m' Y : length ell = n -> ray_bounded (bounds_of duals) ell r k = true ->
  private_mechanism P m' Y -> binary_utility n m' (vec r) Y <= along n (vec ell) (vec r).
Proof.
  intros Le H HY. unfold ray_bounded in H. destruct (nth k (bounds_of duals) ([], None)) as [q [b|]] eqn:E; [|discriminate].
  apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1, H2.
  apply (val_le _ _ V) in H4. rewrite (dot_val _ _ V) in H4 by lia. rewrite Le in H4.
  assert (B : exists d, bound_of K (with_binary K p) (Some phi) q d = Some b).
  { destruct (lt_dec k (length (bounds_of duals))) as [L|L]; [|rewrite nth_overflow in E by lia; discriminate].
    unfold bounds_of in *. rewrite map_length in L.
    set (f := fun qd : list N * dual N => (fst qd, bound_of K (with_binary K p) (Some phi) (fst qd) (snd qd))) in *.
    rewrite (nth_indep _ _ (f ([], Cover []))) in E by (rewrite map_length; auto). rewrite map_nth in E. unfold f in E.
    inversion E. subst. eauto. }
  destruct B as [d B].
  assert (Q := bound_ok K val V (with_binary K p) (with_binary_good K val p Hg) (Some phi) q d b).
  eapply Rle_trans; [|exact H4]. rewrite (binary_ext m' Y (vec r) (vec q)).
  - apply (Q ltac:(intros f F; assert (Ff : f = phi) by congruence; rewrite Ff; apply with_binary_phi; auto) H1 B m' Y HY).
  - intros i Hi. symmetry. apply (all_eq _ _ V); auto. lia.
Qed.

Lemma tree_ok_ok duals columns : forall R ell t pi m' Y, tree_ok (bounds_of duals) columns R ell t = true -> length ell = n ->
  spans K val n R pi -> (forall i, (i < n)%nat -> 0 <= pi i) -> private_mechanism P m' Y ->
  forallb (of_length n) columns = true ->
  binary_utility n m' pi Y <= along n (vec ell) pi + worth columns pi.
Proof.
  assert (Np := g_nodes _ _ _ Hg). fold n in Np.
  induction columns as [|c columns IH]; intros R ell t pi m' Y H Le S Hp HY Lc.
  - destruct R as [|r0 R0] eqn:ER.
    + assert (Z : forall i, (i < n)%nat -> pi i = 0).
      { inversion S; subst; auto. destruct H0. }
      rewrite binary_none by exact Z. apply Req_le. simpl. unfold along. rewrite sum_zero;
        [ring|]. intros i Hi. rewrite Z by auto.
      ring.
    + rewrite <- ER in *. clear ER r0 R0. destruct t as [which|]; [|destruct R; [|discriminate]].
      2:{ assert (Z : forall i, (i < n)%nat -> pi i = 0) by (inversion S; subst; auto; destruct H0).
          rewrite binary_none by exact Z. apply Req_le. simpl. unfold along. rewrite sum_zero; [ring|]. intros i Hi.
          rewrite Z by auto. ring. }
      simpl worth. rewrite Rplus_0_r.
      assert (B : forall r, In r R -> binary_utility n m' (vec r) Y <= along n (vec ell) (vec r)).
      { intros r I. assert (H' : (of_length n ell && all2 (ray_bounded (bounds_of duals) ell) R which)%bool = true)
          by (destruct R; [destruct I|exact H]).
        apply andb_prop in H' as [_ H']. apply (In_nth _ _ []) in I as [k [Hk <-]].
        apply (ray_bounded_ok duals ell _ (nth k which O) m' Y Le (all2_nth _ _ _ k [] O H' Hk) HY). }
      clear H Hp Lc. induction S as [pi Z|pi s r x I C S IH E].
      * rewrite binary_none by exact Z. apply Req_le. symmetry. unfold along. apply sum_zero. intros i Hi. rewrite Z by
        auto. ring.
      * rewrite (binary_ext m' Y pi (fun i => s i + x * vec r i)) by exact E.
        rewrite (along_ext n (vec ell) pi (fun i => s i + x * vec r i)) by exact E. rewrite along_add, along_scale.
        eapply Rle_trans; [apply binary_add; exact C|]. apply Rplus_le_compat; [exact IH|]. apply Rmult_le_compat_l; auto.
  - destruct R as [|r0 R0] eqn:ER.
    + assert (Z : forall i, (i < n)%nat -> pi i = 0) by (inversion S; subst; auto; destruct H0).
      rewrite binary_none by exact Z. apply Req_le. unfold along. rewrite sum_zero by (intros i Hi; rewrite Z by auto; ring).
      assert (W : forall l, worth l pi = 0).
      { clear - Z Np. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite IH. replace (largest n _) with 0; [ring|].
        symmetry. apply largest_unique; auto; [exists O; split; auto; rewrite Z by auto; ring|].
        intros i Hi. rewrite Z by auto. lra. }
      rewrite W. ring.
    + destruct t as [|children]; [discriminate|]. cbn [tree_ok] in H. rewrite <- ER in *. clear ER r0 R0.
      simpl in Lc. apply andb_prop in Lc as [Lc0 Lc]. apply Nat.eqb_eq in Lc0.
      destruct (largest_spec n (fun i => pi i * vec c i) Np) as [[w [Hw Ew]] Mw].
      assert (Q := all2_nth _ _ _ w O ([], Leaf []) H). rewrite seq_length in Q. specialize (Q Hw). cbv beta in Q.
      rewrite seq_nth in Q by exact Hw. simpl plus in Q.
      destruct (narrowed K n (largest_at c w) R _) as [R'|] eqn:En; [|discriminate].
      assert (S' : spans K val n R' pi).
      { apply (narrowed_ok K val V n _ _ _ _ pi En S). intros a I. unfold largest_at in I. apply in_map_iff in I as [i [<- Ii]].
        apply in_seq in Ii. assert (Hi : (i < n)%nat) by lia. unfold along.
        set (base := add_at K w (nth w c nil0) (repeat nil0 n)).
        assert (Lb : length base = n) by (unfold base; rewrite add_at_length; apply repeat_length).
        rewrite (add_at_dot K val V i _ base pi n Hi Lb). unfold base.
        rewrite (add_at_dot K val V w _ (repeat nil0 n) pi n Hw (repeat_length _ _)).
        rewrite (sum_zero n (fun j => vec (repeat nil0 n) j * pi j)) by (intros j _; rewrite (zeros_vec K val V); ring).
        rewrite (val_sub _ _ V), (val_0 _ _ V). specialize (Mw i Hi). rewrite Ew in Mw. cbv beta in Mw.
        change (val (nth w c nil0)) with (vec c w). change (val (nth i c nil0)) with (vec c i). lra. }
      eapply Rle_trans; [apply (IH R' _ _ pi m' Y Q)|]; auto; [rewrite add_at_length; exact Le|].
      apply Req_le. simpl worth. rewrite Ew. unfold along. rewrite (add_at_dot K val V w _ ell pi n Hw Le).
      change (val (nth w c nil0)) with (vec c w). ring.
Qed.

Definition check_deciding (duals : list (list N * dual N)) (t : tree N) : bool :=
  stochastic_b K rows && private_b K p (p_alpha p) rows &&
  tree_ok (bounds_of duals) (transpose m rows) (units K n) (repeat nil0 n) t.

Lemma check_deciding_ok duals t : check_deciding duals t = true -> proved K val p UniversallyOptimal true [].
Proof.
  unfold check_deciding. intros H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  apply (stochastic_yes _ _ V p Ht) in H1. apply (private_ok _ _ V p _ m rows Ht) in H2.
  split; [|intros ? ? []]. split; [exact H1|split; [exact H2|]]. intros pi Pn _ m' Y HY.
  assert (Np := g_nodes _ _ _ Hg). fold n in Np. destruct (columns_ok K val p _ _ Ht) as [Lc [Lo Em]]. fold n in Lc, Lo, Em.
  assert (F : forallb (of_length n) (transpose m rows) = true).
  { apply forallb_forall. intros c I. apply (In_nth _ _ []) in I as [o [Ho <-]]. apply Nat.eqb_eq. apply Lo. lia. }
  assert (Q := tree_ok_ok duals (transpose m rows) (units K n) (repeat nil0 n) t pi m' Y H3 (repeat_length _ _)
    (units_span K val V n pi Pn) Pn HY F).
  change (binary_utility n m' pi Y <= binary_utility n m pi (X P)). eapply Rle_trans; [exact Q|].
  replace (along n (vec (repeat nil0 n)) pi) with 0.
  2:{ symmetry. unfold along. apply sum_zero. intros i _. rewrite (zeros_vec K val V). ring. }
  rewrite Rplus_0_l, binary_is_guessed by exact Np. apply Req_le.
  assert (W : forall l, worth l pi = sum (length l) (fun o => largest n (fun i => pi i * mat l o i))).
  { induction l as [|c l IH]; [reflexivity|]. change (length (c :: l)) with (S (length l)). rewrite sum_first. simpl worth.
    rewrite IH. reflexivity. }
  rewrite W, Lc. apply sum_ext. intros o Ho. apply largest_ext. intros i Hi. rewrite Em by auto. reflexivity.
Qed.
End Deciding.
