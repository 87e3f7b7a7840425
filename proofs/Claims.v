(** Witnesses, what is checked of them, and that it proves the claim. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem.
From DP Require Kinds Cuts.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

(** A bound on the utility of every private mechanism: λ with multipliers (i, h, l, μ) of edges for each guess, or y. *)
Inductive dual (N : Type) := Multipliers (lambda : list N) (mus : list (list (nat * nat * nat * N))) | Cover (y : list N).
Arguments Multipliers {N}. Arguments Cover {N}.

(** Which α is the largest: 1, that of an edge and an output, or that is left open. *)
Inductive least_ratio := Unnamed | AtOne | At (i h o : nat) | AtLength (i h o l : nat).

(** A value, as it is computed. *)
Inductive nvalue (N : Type) := VNum (x : N) | VMinusLn (x : N) | VLog2 (x : N) | VPower (x : N) (k d : nat)
| VMinusLnPower (x : N) (k d : nat) | VInfinite | VFlag (b : bool)
| VPoint (x : Kinds.cut) | VParts (l : list (Kinds.cut * Kinds.cut)).
Arguments VNum {N}. Arguments VMinusLn {N}. Arguments VLog2 {N}. Arguments VPower {N}. Arguments VMinusLnPower {N}.
  Arguments VInfinite {N}. Arguments VFlag {N}. Arguments VPoint {N}. Arguments VParts {N}.

Section Basics.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Local Notation good := (good K val).
Local Notation instance_of := (instance_of K val).
Local Notation is_phi := (is_phi K val).

Definition quantity_of (v : nvalue N) : quantity :=
  match v with
  | VNum x => Number (val x)
  | VMinusLn x => Number (- ln (val x))
  | VLog2 x => Number (log2 (val x))
  | VPower x k d => Number (Rpower (val x) (INR k / INR d))
  | VMinusLnPower x k d => Number (- (INR k / INR d * ln (val x)))
  | VInfinite => Infinite
  | VFlag b => Flag b
  | VPoint x => Number (Cuts.point x)
  | VParts l => Parts (map Cuts.ends l)
  end.

Section OfProblem.
Variable p : problem N.
Hypothesis Hg : good p.
Let n := p_nodes p.
Let P := instance_of p.
Let G := graph_of n (near_of K p).

Lemma alpha_pos : 0 <= val (p_alpha p).
Proof. destruct Hg. lra. Qed.

Lemma inside : forall i h l, (i < nodes G)%nat -> step G i h l -> (h < nodes G)%nat.
Proof. destruct Hg. simpl. intros; eauto. Qed.

(** ** Utility *)

Lemma columns_ok m rows : table_ok K n m rows = true ->
  length (transpose m rows) = m /\ (forall o, (o < m)%nat -> length (nth o (transpose m rows) []) = n) /\
  (forall i o, (i < n)%nat -> (o < m)%nat -> mat (transpose m rows) o i = mat rows i o).
Proof.
  intros T. destruct (table_shape K _ _ _ T) as [L Lr]. unfold table_ok in T. apply andb_prop in T as [_ T].
  split; [|split].
  - now apply transpose_length.
  - intros o Ho. rewrite transpose_row; auto.
  - intros i o Hi Ho. unfold Vectors.mat, Vectors.vec. now rewrite transpose_nth.
Qed.

Definition weights (pr : list N) : list (list N) :=
  match p_gain p with
  | Binary => map (fun w => add_at K w (nth w pr nil0) (repeat nil0 n)) (seq 0 n)
  | Rows rows _ => map (map2 (mul K) pr) rows
  end.

Lemma zeros_vec k i : vec (repeat nil0 k) i = 0.
Proof. unfold Vectors.vec. rewrite nth_repeat. apply (val_0 _ _ V). Qed.

Lemma weights_ok pr : length pr = n ->
  length (weights pr) = guesses P /\ (forall w, (w < guesses P)%nat -> length (nth w (weights pr) []) = n) /\
  (forall w i, (w < guesses P)%nat -> (i < n)%nat -> mat (weights pr) w i = vec pr i * gain P w i).
Proof.
  intros L. unfold weights, P. simpl. destruct (p_gain p) as [|rows l] eqn:E.
  - split; [|split].
    + now rewrite map_length, seq_length.
    + intros w Hw. rewrite (nth_indep _ [] (add_at K O (nth O pr nil0) (repeat nil0 n))) by (rewrite map_length, seq_length;
      auto).
      rewrite (map_nth (fun w => add_at K w (nth w pr nil0) (repeat nil0 n))), add_at_length, repeat_length. auto.
    + intros w i Hw Hi. unfold Vectors.mat.
      rewrite (nth_indep _ [] (add_at K O (nth O pr nil0) (repeat nil0 n))) by (rewrite map_length, seq_length; auto).
      rewrite (map_nth (fun w => add_at K w (nth w pr nil0) (repeat nil0 n))), seq_nth by auto. simpl plus.
      rewrite (add_at_vec _ _ V), zeros_vec by (rewrite repeat_length; auto). unfold binary. rewrite (Nat.eqb_sym w i).
      destruct (Nat.eqb_spec i w); [subst; unfold Vectors.vec; ring|ring].
  - destruct (g_gain _ _ _ Hg _ _ E) as [Hk F].
    assert (Lr : forall w, (w < length rows)%nat -> length (nth w rows []) = n)
      by (intros w Hw; apply Nat.eqb_eq; apply (forallb_nth _ _ _ [] F); auto).
    assert (Q : forall w, (w < length rows)%nat -> nth w (map (map2 (mul K) pr) rows) [] = map2 (mul K) pr (nth w rows [])).
    { intros w Hw. rewrite (nth_indep _ [] (map2 (mul K) pr [])) by (rewrite map_length; auto). apply map_nth. }
    split; [|split].
    + apply map_length.
    + intros w Hw. rewrite Q by auto. rewrite map2_length; rewrite ?Lr; auto.
    + intros w i Hw Hi. unfold Vectors.mat. rewrite Q by auto. unfold Vectors.vec.
      rewrite (map2_nth _ pr (nth w rows []) i nil0 nil0) by (rewrite ?Lr; auto; lia). apply (val_mul _ _ V).
Qed.

Definition util (pr : list N) (m : nat) (rows : list (list N)) : option N :=
  match p_gain p with
  | Binary => guessed_by K pr (transpose m rows)
  | Rows _ _ => gained_by K (weights pr) (transpose m rows)
  end.

Lemma guessed_ok pr m rows u : length pr = n -> table_ok K n m rows = true -> guessed_by K pr (transpose m rows) = Some u ->
  val u = sum m (fun o => largest n (fun i => vec pr i * mat rows i o)).
Proof.
  intros L T H. destruct (columns_ok _ _ T) as [C1 [C2 C3]].
  assert (Q := guessed_val _ _ V n (transpose m rows) (mat rows) pr (vec pr) u). rewrite C1 in Q. apply Q; auto.
Qed.

Lemma util_ok pr m rows u : length pr = n -> table_ok K n m rows = true -> util pr m rows = Some u ->
  val u = utility n m (guesses P) (gain P) (vec pr) (mat rows).
Proof.
  intros L T. unfold util. destruct (p_gain p) as [|rs l] eqn:E; intros H.
  - rewrite (guessed_ok _ _ _ _ L T H). unfold P; simpl; rewrite E. symmetry. apply binary_is_guessed. apply Hg.
  - destruct (columns_ok _ _ T) as [C1 [C2 C3]]. destruct (weights_ok pr L) as [W1 [W2 W3]].
    assert (Q := gained_val _ _ V n (guesses P) (weights pr) (transpose m rows) (mat rows) (gain P) (vec pr) u).
    rewrite C1 in Q. apply Q; auto.
Qed.

Lemma guesses_pos : (0 < guesses P)%nat.
Proof.
  unfold P; simpl. destruct (p_gain p) as [|rows l] eqn:E; [apply Hg|]. apply (g_gain _ _ _ Hg _ _ E).
Qed.

(** ** Private mechanisms and bounds on them *)

Definition mechanism_b (rows : list (list N)) : bool :=
  table_ok K n (length (nth 0 rows [])) rows && stochastic_b K rows && private_b K p (p_alpha p) rows.

Lemma mechanism_ok rows : mechanism_b rows = true ->
  table_ok K n (length (nth 0 rows [])) rows = true /\ private_mechanism P (length (nth 0 rows [])) (mat rows).
Proof.
  unfold mechanism_b. intros H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  split; auto. split; [now apply (stochastic_ok _ _ V)|now apply (private_ok _ _ V)].
Qed.

(** ν_i = Σ_{h→i} μ_hi − Σ_{i→h} α^l μ_ih. *)
Definition drawn (pw : list N) (mus : list (nat * nat * nat * N)) : list N :=
  fold_right (fun x v => match x with (i, h, l, mu) => add_at K h mu (add_at K i (sub K nil0 (mul K (nth l pw nil0) mu)) v) end)
    (repeat nil0 n) mus.

Definition edges_ok (most : nat) (mus : list (nat * nat * nat * N)) : bool :=
  forallb (fun x => match x with (i, h, l, mu) =>
    (i <? n)%nat && (h <? n)%nat && (l <=? most)%nat && le K nil0 mu && has_edge K p i h l end) mus.

Lemma drawn_length pw mus : length (drawn pw mus) = n.
Proof. induction mus as [|[[[i h] l] mu] mus IH]; simpl; [apply repeat_length|]. now rewrite !add_at_length. Qed.

Lemma drawn_ok most mus c : edges_ok most mus = true -> cone G (val (p_alpha p)) c ->
  0 <= sum n (fun i => vec (drawn (powers K (p_alpha p) most) mus) i * c i).
Proof.
  intros E C. induction mus as [|[[[i h] l] mu] mus IH].
  - simpl. apply sum_nonneg. intros i _. rewrite zeros_vec. lra.
  - simpl in E. apply andb_prop in E as [E E6]. repeat (apply andb_prop in E as [E ?]).
    apply Nat.ltb_lt in E. apply Nat.ltb_lt in H2. apply Nat.leb_le in H1. apply (val_le _ _ V) in H0. apply has_edge_in in H.
    rewrite (val_0 _ _ V) in H0. specialize (IH E6).
    cbn [drawn fold_right]. fold (drawn (powers K (p_alpha p) most) mus).
    assert (Ln := drawn_length (powers K (p_alpha p) most) mus).
    rewrite (add_at_dot _ _ V) by (rewrite ?add_at_length; auto). rewrite (add_at_dot _ _ V) by auto.
    rewrite (val_sub _ _ V), (val_mul _ _ V), (val_0 _ _ V), (val_powers _ _ V) by auto.
    destruct C as [C1 C2]. specialize (C2 i h l E H2 H). nra.
Qed.

Definition bound_of (phi : option (list (list N))) (pr : list N) (d : dual N) : option N :=
  match d with
  | Multipliers lambda mus =>
      let most := longest_step (p_near p) in
      let pw := powers K (p_alpha p) most in
      if of_length n lambda && forallb (edges_ok most) mus &&
         all2 (fun w ms => all2 (le K) (map2 (add K) w (drawn pw ms)) lambda) (weights pr) mus
      then Some (lsum K lambda) else None
  | Cover y =>
      match phi, p_gain p with
      | Some phi, Binary =>
          if of_length n y && nonneg K y && all2 (le K) pr (times K phi y) then Some (lsum K y) else None
      | _, _ => None
      end
  end.

Lemma bound_ok phi pr d b : (forall f, phi = Some f -> is_phi p f) -> length pr = n -> bound_of phi pr d = Some b ->
  forall m' Y, private_mechanism P m' Y -> utility n m' (guesses P) (gain P) (vec pr) Y <= val b.
Proof.
  intros Hphi L H m' Y [Ys Yp]. destruct d as [lambda mus|y].
  - simpl in H. destruct (_ && _ && _)%bool eqn:E in H; [|discriminate]. inversion H. subst b. clear H.
    apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1.
    rewrite (lsum_val _ _ V), E1. destruct (weights_ok pr L) as [W1 [W2 W3]].
    apply (dual_bound G (val (p_alpha p)) (guesses P) (gain P) (vec pr) (vec lambda) m' Y guesses_pos); auto.
    intros w c Hw C.
    assert (A := all2_nth _ _ _ w [] [] E3). rewrite W1 in A. specialize (A Hw). cbv beta in A.
    assert (Lm := all2_length _ _ _ E3). rewrite W1 in Lm.
    assert (B := forallb_nth _ mus w [] E2). rewrite <- Lm in B. specialize (B Hw).
    set (nu := drawn (powers K (p_alpha p) (longest_step (p_near p))) (nth w mus [])) in *.
    apply (covered_by_multipliers n (vec lambda) (vec nu) (vec pr) (gain P w) c).
    + apply C.
    + apply (drawn_ok _ _ _ B C).
    + intros i Hi. rewrite <- W3 by auto.
      assert (Ld : length (nth w (weights pr) []) = length nu) by (unfold nu; rewrite drawn_length, W2; auto).
      assert (Q := all_le _ _ V _ _ i A). rewrite map2_length, W2 in Q by auto. specialize (Q Hi).
      unfold Vectors.vec at 1 in Q. rewrite (map2_nth _ _ _ i nil0 nil0) in Q by (auto; rewrite W2; auto).
      rewrite (val_add _ _ V) in Q. exact Q.
  - simpl in H. destruct phi as [f|]; [|discriminate]. destruct (p_gain p) as [|] eqn:Eg; [|discriminate].
    destruct (_ && _ && _)%bool eqn:E in H; [|discriminate]. inversion H. subst b. clear H.
    apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1.
    rewrite (lsum_val _ _ V), E1. specialize (Hphi f eq_refl).
    apply (dual_bound G (val (p_alpha p)) (guesses P) (gain P) (vec pr) (vec y) m' Y guesses_pos); auto.
    intros w c Hw C. unfold P in *; simpl in *. rewrite Eg in *.
    apply (cover_dual G (val (p_alpha p)) (mat f) alpha_pos inside (f_known _ _ _ _ Hphi) (vec y) (vec pr) w c); auto.
    + intros. apply (nonneg_val _ _ V _ _ E2).
    + intros i Hi. eapply Rle_trans; [|apply Req_le; apply (times_ok _ _ V n f y i (f_shape _ _ _ _ Hphi) E1 Hi)].
      apply (all_le _ _ V); auto. rewrite L. auto.
Qed.

(** A private mechanism whose utility a bound does not exceed. *)
Definition optimum_of (phi : option (list (list N))) (pr : list N) (rows : list (list N)) (d : dual N) : option N :=
  if mechanism_b rows then
    match util pr (length (nth 0 rows [])) rows, bound_of phi pr d with
    | Some u, Some b => if le K b u then Some u else None
    | _, _ => None
    end
  else None.

Lemma optimum_ok phi pr rows d u : (forall f, phi = Some f -> is_phi p f) -> length pr = n ->
  optimum_of phi pr rows d = Some u ->
  is_optimum P (fun m' Y => utility n m' (guesses P) (gain P) (vec pr) Y) (val u).
Proof.
  intros Hphi L. unfold optimum_of. destruct (mechanism_b rows) eqn:M; [|discriminate].
  destruct (util pr _ rows) as [u'|] eqn:U; [|discriminate]. destruct (bound_of phi pr d) as [b|] eqn:B; [|discriminate].
  destruct (le K b u') eqn:Le; [|discriminate]. intros E. inversion E. subst u'.
  apply mechanism_ok in M as [T M]. apply (util_ok _ _ _ _ L T) in U. apply (val_le _ _ V) in Le. split.
  - exists (length (nth 0 rows [])), (mat rows). split; [exact M|symmetry; exact U].
  - intros x [m' [Y [PM <-]]]. eapply Rle_trans; [|exact Le]. eapply bound_ok; eauto.
Qed.

(** ** What is known of the table *)

(** All edges have the length 1. *)
Definition plain : bool := (p_unit p =? 1)%nat && forallb (forallb (fun hl => Nat.eqb (snd hl) 1)) (p_near p).

Definition tabled : bool := match p_table p with Some _ => true | None => false end.
Definition given (k : nat) : bool := (k <? length (p_priors p))%nat.

(** The claim makes sense of this problem. *)
Definition has (c : claim) : bool :=
  match c with
  | TightConstraintsExist => true
  | Threshold => (p_unit p =? 1)%nat
  | JointlyOptimal ks => forallb given ks
  | Regular k | UtilityBound k | LeakageBound k _ => given k
  | Utility k | Optimal k _ | Leakage k | GLeakage k => given k && tabled
  | Derivable k => match nth k (p_others p) None with Some _ => true | None => false end && tabled
  | TradeOff k _ => match nth k (p_rivals p) None with Some _ => true | None => false end && tabled
  | Stochastic | StochasticWithinRounding | Dp | GroupPrivacy _ _ | DpWithinRounding | TightConstraints | Capacity | GCapacity |
    UniversallyOptimal => tabled
  | ApproximateDp | AdaptiveDp | AdaptiveApproximateDp | RenyiDp _ _ | Oblivious => plain && tabled
  | IndividualLeakage => plain && (1 <=? p_values p)%nat && tabled
  | ExpectedError => plain && (1 <=? p_values p)%nat && (p_outputs p =? p_nodes p)%nat && tabled
  end.

End OfProblem.
End Basics.
