(** g-capacity: the priors at which a guess is best are a cone, which its rays span; what X adds to the gain is convex on it, so
    that it is largest at a ray. The rays are found by adding one inequality after the other (T. Motzkin, H. Raiffa,
      G. Thompson,
    R. Thrall, 1953); what is dropped is shown to be a sum of others. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Priors Leakages.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

(** An inequality's rays that are kept, and of each candidate what it is the sum of. *)
Definition step_of (N : Type) : Type := list (list N) * list (list (nat * N)).

Section Cones.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Local Notation found := (list (name * nvalue N)).

Variable n : nat.

(** Sums of rays. *)
Inductive spans (R : list (list N)) : (nat -> Reals.Rdefinitions.R) -> Prop :=
| spans_none : forall pi, (forall i, (i < n)%nat -> pi i = 0) -> spans R pi
| spans_more : forall pi rho r c, In r R -> 0 <= c -> spans R rho -> (forall i, (i < n)%nat -> pi i = rho i + c * vec r i) ->
    spans R pi.

Lemma spans_ext R pi rho : spans R rho -> (forall i, (i < n)%nat -> pi i = rho i) -> spans R pi.
Proof.
  intros S E. destruct S as [rho Z|rho s r c I C S Er].
  - apply spans_none. intros i Hi. rewrite E; auto.
  - apply (spans_more R pi s r c I C S). intros i Hi. rewrite E; auto.
Qed.

Lemma spans_add R pi rho : spans R pi -> spans R rho -> spans R (fun i => pi i + rho i).
Proof.
  intros S T. induction S as [pi Z|pi s r c I C S IH E].
  - apply (spans_ext R _ rho T). intros i Hi. rewrite Z by auto. ring.
  - apply (spans_more R _ _ r c I C IH). intros i Hi. rewrite E by auto. ring.
Qed.

Lemma spans_scale R pi t : 0 <= t -> spans R pi -> spans R (fun i => t * pi i).
Proof.
  intros Ht S. induction S as [pi Z|pi s r c I C S IH E].
  - apply spans_none. intros i Hi. rewrite Z by auto. ring.
  - apply (spans_more R _ _ r (t * c) I (Rmult_le_pos _ _ Ht C) IH). intros i Hi. rewrite E by auto. ring.
Qed.

Lemma spans_ray R r : In r R -> spans R (vec r).
Proof.
  intros I. apply (spans_more R _ (fun _ => 0) r 1 I); [lra|apply spans_none; auto|]. intros. ring.
Qed.

Lemma spans_trans R S pi : (forall r, In r R -> spans S (vec r)) -> spans R pi -> spans S pi.
Proof.
  intros H T. induction T as [pi Z|pi s r c I C T IH E]; [now apply spans_none|].
  apply (spans_ext S _ (fun i => s i + c * vec r i)); [|exact E]. apply spans_add; auto. apply spans_scale; auto.
Qed.

Lemma spans_incl R S pi : incl R S -> spans R pi -> spans S pi.
Proof. intros H. apply spans_trans. intros r I. apply spans_ray. auto. Qed.

Definition along (a pi : nat -> R) : R := sum n (fun i => a i * pi i).
Lemma along_add a pi rho : along a (fun i => pi i + rho i) = along a pi + along a rho.
Proof. unfold along. rewrite <- sum_plus. apply sum_ext. intros. ring. Qed.
Lemma along_scale a t pi : along a (fun i => t * pi i) = t * along a pi.
Proof. unfold along. rewrite <- sum_scale. apply sum_ext. intros. ring. Qed.
Lemma along_ext a pi rho : (forall i, (i < n)%nat -> pi i = rho i) -> along a pi = along a rho.
Proof. intros H. apply sum_ext. intros i Hi. now rewrite H. Qed.

(** ** One inequality more *)

Variable a : list N.
Definition plus_of (R : list (list N)) := filter (fun r => lt K nil0 (dot K a r)) R.
Definition zero_of (R : list (list N)) := filter (fun r => eqn K (dot K a r) nil0) R.
Definition minus_of (R : list (list N)) := filter (fun r => lt K (dot K a r) nil0) R.
Definition between (r q : list N) : list N :=
  map2 (add K) (scale K (sub K nil0 (dot K a q)) r) (scale K (dot K a r) q).
Definition pairs_of (R : list (list N)) : list (list N) := flat_map (fun r => map (between r) (minus_of R)) (plus_of R).
Definition cut (R : list (list N)) : option (list (list N)) :=
  if of_length n a && forallb (of_length n) R &&
     forallb (fun r => lt K nil0 (dot K a r) || eqn K (dot K a r) nil0 || lt K (dot K a r) nil0) R
  then Some (plus_of R ++ zero_of R ++ pairs_of R) else None.

Section Cut.
Variable R : list (list N).
Hypothesis La : length a = n.
Hypothesis LR : forall r, In r R -> length r = n.

Lemma dot_along r : In r R -> val (dot K a r) = along (vec a) (vec r).
Proof. intros I. rewrite (dot_val _ _ V) by (rewrite (LR r I); exact La). rewrite La. reflexivity. Qed.

Lemma plus_ok r : In r (plus_of R) -> In r R /\ 0 < along (vec a) (vec r).
Proof.
  intros I. apply filter_In in I as [I H]. apply (val_lt _ _ V) in H. rewrite (val_0 _ _ V), dot_along in H by auto. auto.
Qed.
Lemma minus_ok q : In q (minus_of R) -> In q R /\ along (vec a) (vec q) < 0.
Proof.
  intros I. apply filter_In in I as [I H]. apply (val_lt _ _ V) in H. rewrite (val_0 _ _ V), dot_along in H by auto. auto.
Qed.

Lemma between_vec r q i : In r R -> In q R -> (i < n)%nat ->
  vec (between r q) i = - along (vec a) (vec q) * vec r i + along (vec a) (vec r) * vec q i.
Proof.
  intros Ir Iq Hi. unfold between, Vectors.vec at 1. rewrite (map2_nth _ _ _ i nil0 nil0).
  - rewrite (val_add _ _ V). fold (vec (scale K (sub K nil0 (dot K a q)) r) i). fold (vec (scale K (dot K a r) q) i).
    rewrite !(scale_vec _ _ V), (val_sub _ _ V), (val_0 _ _ V), !dot_along by auto. ring.
  - unfold scale. rewrite !map_length, !LR; auto.
  - unfold scale. rewrite map_length, LR; auto.
Qed.

(** P and as much of q as P outweighs. *)
Lemma outweighed q P : In q (minus_of R) -> spans (plus_of R) P -> forall t, 0 <= t ->
  spans (pairs_of R) (fun i => t * P i + t * along (vec a) P / - along (vec a) (vec q) * vec q i).
Proof.
  intros Iq S t Ht. assert (Q := minus_ok q Iq). destruct Q as [Iq' Bq]. set (b := - along (vec a) (vec q)).
  assert (Bp : 0 < b) by (unfold b; lra).
  induction S as [P Z|P s r c I C S IH E].
  - apply spans_none. intros i Hi. rewrite (along_ext _ P (fun _ => 0)) by auto. unfold along.
    rewrite sum_zero by (intros; ring). rewrite Z by auto. unfold Rdiv. ring.
  - assert (Q := plus_ok r I). destruct Q as [Ir Ar]. refine (spans_more _ _ _ (between r q) (t * c / b) _ _ IH _).
    + apply in_flat_map. exists r. split; [exact I|]. apply in_map. exact Iq.
    + apply Rmult_le_pos; [apply Rmult_le_pos; auto|]. apply Rlt_le, Rinv_0_lt_compat. exact Bp.
    + intros i Hi. rewrite (between_vec r q i Ir Iq' Hi). fold b. rewrite (along_ext _ P (fun i => s i + c * vec r i)) by auto.
      rewrite along_add, along_scale, E by auto. field. lra.
Qed.

Lemma balanced M : spans (minus_of R) M -> forall P, spans (plus_of R) P -> 0 <= along (vec a) P + along (vec a) M ->
  exists P' W, spans (plus_of R) P' /\ spans (pairs_of R) W /\ (forall i, (i < n)%nat -> P i + M i = P' i + W i) /\
    along (vec a) P' = along (vec a) P + along (vec a) M.
Proof.
  intros SM. induction SM as [M Z|M s q c I C SM IH E]; intros P SP Le.
  - assert (Z0 : along (vec a) M = 0) by (rewrite (along_ext _ M (fun _ => 0)) by auto; unfold along; apply sum_zero;
    intros; ring).
    exists P, (fun _ => 0). split; [exact SP|split; [apply spans_none; auto|]]. split; [intros i Hi; rewrite Z by auto;
      ring|lra].
  - destruct (minus_ok q I) as [Iq Bq]. assert (Em : along (vec a) M = along (vec a) s + c * along (vec a) (vec q)).
    { rewrite (along_ext _ M (fun i => s i + c * vec q i)) by auto. now rewrite along_add, along_scale. }
    rewrite Em in Le |- *. set (b := - along (vec a) (vec q)). assert (Bp : 0 < b) by (unfold b; lra).
    destruct (IH P SP) as [P' [W [SP' [SW [Eq Al]]]]]; [nra|].
    destruct (Req_dec (along (vec a) P') 0) as [Z|Z].
    + assert (c = 0) by (fold b in Le; unfold b in *; nra). subst c. exists P', W. split; [exact SP'|split; [exact SW|]].
      split; [intros i Hi; rewrite E, <- Eq by auto; ring|]. rewrite Al. ring.
    + set (A := along (vec a) P') in *. assert (Ap : 0 < A) by (unfold b in *; nra). set (t := c * b / A).
      assert (T0 : 0 <= t) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|apply Rlt_le, Rinv_0_lt_compat; lra]).
      assert (T1 : t <= 1).
      { apply Rmult_le_reg_r with A; auto. unfold t, Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
        unfold b. lra. }
      exists (fun i => (1 - t) * P' i), (fun i => W i + (t * P' i + t * A / b * vec q i)). split; [|split; [|split]].
      * apply spans_scale; [lra|exact SP'].
      * apply spans_add; [exact SW|]. apply (outweighed q P' I SP' t T0).
      * intros i Hi. rewrite E by auto. assert (Et : t * A / b = c) by (unfold t; field; lra). rewrite Et.
        specialize (Eq i Hi). nra.
      * rewrite along_scale. fold A. assert (t * A = c * b) by (unfold t; field; lra). unfold b in *. lra.
Qed.

Lemma divided pi : (forall r, In r R -> lt K nil0 (dot K a r) = true \/ eqn K (dot K a r) nil0 = true \/
  lt K (dot K a r) nil0 = true) -> spans R pi ->
  exists P Z M, spans (plus_of R) P /\ spans (zero_of R) Z /\ spans (minus_of R) M /\
    forall i, (i < n)%nat -> pi i = P i + Z i + M i.
Proof.
  intros Cl S. induction S as [pi Z|pi s r c I C S IH E].
  - exists (fun _ => 0), (fun _ => 0), (fun _ => 0). repeat split; try (apply spans_none;
    auto). intros i Hi. rewrite Z by auto. ring.
  - destruct IH as [P [Z [M [SP [SZ [SM Es]]]]]].
    destruct (Cl r I) as [H|[H|H]].
    + exists (fun i => P i + c * vec r i), Z, M. split; [|split; [exact SZ|split; [exact SM|]]].
      * apply (spans_more _ _ P r c); auto. apply filter_In. auto.
      * intros i Hi. rewrite E, Es by auto. ring.
    + exists P, (fun i => Z i + c * vec r i), M. split; [exact SP|split; [|split; [exact SM|]]].
      * apply (spans_more _ _ Z r c); auto. apply filter_In. auto.
      * intros i Hi. rewrite E, Es by auto. ring.
    + exists P, Z, (fun i => M i + c * vec r i). split; [exact SP|split; [exact SZ|split]].
      * apply (spans_more _ _ M r c); auto. apply filter_In. auto.
      * intros i Hi. rewrite E, Es by auto. ring.
Qed.
End Cut.

Lemma cut_ok R R' pi : cut R = Some R' -> spans R pi -> 0 <= along (vec a) pi -> spans R' pi.
Proof.
  unfold cut. destruct (_ && _)%bool eqn:E; [|discriminate]. intros H. inversion H. subst R'. clear H.
  apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1.
  assert (LR : forall r, In r R -> length r = n).
  { intros r I. rewrite forallb_forall in E2. specialize (E2 r I). now apply Nat.eqb_eq in E2. }
  assert (Cl : forall r, In r R -> lt K nil0 (dot K a r) = true \/ eqn K (dot K a r) nil0 = true \/ lt K (dot K a r)
    nil0 = true).
  { intros r I. rewrite forallb_forall in E3. specialize (E3 r I). apply orb_prop in E3 as [E3|E3]; auto.
    apply orb_prop in E3 as [E3|E3]; auto. }
  intros S Le. destruct (divided R pi Cl S) as [P [Z [M [SP [SZ [SM Es]]]]]].
  assert (Az : along (vec a) Z = 0).
  { clear - SZ V E1 LR. induction SZ as [Z H|Z s r c I C S IH E].
    - rewrite (along_ext _ Z (fun _ => 0)) by auto. apply sum_zero. intros. ring.
    - apply filter_In in I as [I Ez]. apply (val_eq _ _ V) in Ez. rewrite (val_0 _ _ V), (dot_along R E1 LR r I) in Ez.
      rewrite (along_ext _ Z (fun i => s i + c * vec r i)) by auto. rewrite along_add, along_scale, IH, Ez. ring. }
  rewrite (along_ext _ pi (fun i => (P i + Z i) + M i)) in Le by auto. rewrite !along_add, Az in Le.
  destruct (balanced R E1 LR M SM P SP) as [P' [W [SP' [SW [Eq _]]]]]; [lra|].
  apply (spans_ext _ _ (fun i => (P' i + Z i) + W i)).
  - apply spans_add; [apply spans_add|].
    + apply (spans_incl (plus_of R)); auto. intros x I. apply in_or_app. auto.
    + apply (spans_incl (zero_of R)); auto. intros x I. apply in_or_app. right. apply in_or_app. auto.
    + apply (spans_incl (pairs_of R)); auto. intros x I. apply in_or_app. right. apply in_or_app. auto.
  - intros i Hi. rewrite Es by auto. specialize (Eq i Hi). lra.
Qed.
End Cones.

(** ** What is dropped is a sum of what is kept *)

Section Kept.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Variable n : nat.

Definition summed_up (kept : list (list N)) (d : list (nat * N)) : list N :=
  fold_right (fun kc s => map2 (add K) (scale K (snd kc) (nth (fst kc) kept [])) s) (repeat nil0 n) d.
Definition shown (kept : list (list N)) (r : list N) (d : list (nat * N)) : bool :=
  forallb (fun kc => (fst kc <? length kept)%nat && le K nil0 (snd kc)) d && all2 (eqn K) (summed_up kept d) r.

Lemma shown_ok kept r d : forallb (of_length n) kept = true -> shown kept r d = true -> spans K val n kept (vec r).
Proof.
  intros L H. unfold shown in H. apply andb_prop in H as [H E].
  assert (S : length (summed_up kept d) = n /\ spans K val n kept (vec (summed_up kept d))).
  { clear E. induction d as [|[k c] d IH]; simpl in *.
    - split; [apply repeat_length|]. apply spans_none. intros i _. unfold Vectors.vec. rewrite nth_repeat. apply (val_0 _ _ V).
    - apply andb_prop in H as [Hk H]. apply andb_prop in Hk as [Hk Hc]. apply Nat.ltb_lt in Hk. apply (val_le _ _ V) in Hc.
      rewrite (val_0 _ _ V) in Hc. destruct (IH H) as [Ls S]. assert (Lk : length (nth k kept []) = n).
      { apply Nat.eqb_eq. apply (forallb_nth _ _ _ [] L Hk). }
      assert (Lz : length (scale K c (nth k kept [])) = n) by (unfold scale; rewrite map_length; exact Lk).
      split; [rewrite map2_length; [exact Lz|rewrite Lz; symmetry; exact Ls]|].
      apply (spans_more K val n kept _ (vec (summed_up kept d)) (nth k kept []) (val c)); auto; [apply nth_In; auto|].
      intros i Hi. unfold Vectors.vec at 1. rewrite (map2_nth _ _ _ i nil0 nil0); [|rewrite Lz; symmetry; exact Ls|lia].
      rewrite (val_add _ _ V). fold (vec (scale K c (nth k kept [])) i). rewrite (scale_vec _ _ V).
      unfold summed_up, Vectors.vec. ring. }
  destruct S as [Ls S]. apply (spans_ext K val n kept _ _ S). intros i Hi. symmetry. apply (all_eq _ _ V); auto. lia.
Qed.

(** The rays of a cone, inequality by inequality: each one with the rays that are kept, and of each candidate what it is the sum
    of. *)
Definition units : list (list N) := map (fun k => set_at k one1 (repeat nil0 n)) (seq 0 n).

Lemma units_span pi : (forall i, (i < n)%nat -> 0 <= pi i) -> spans K val n units pi.
Proof.
  intros Hp. assert (Q : forall k, (k <= n)%nat -> spans K val n units (fun i => if (i <? k)%nat then pi i else 0)).
  { induction k as [|k IH]; intros Hk; [apply spans_none; auto|].
    refine (spans_more K val n units _ (fun i => if (i <? k)%nat then pi i else 0) (set_at k one1 (repeat nil0 n)) (pi k)
      _ _ _ _).
    - apply in_map_iff. exists k. split; auto. apply in_seq. lia.
    - apply Hp. lia.
    - apply IH. lia.
    - intros i Hi. unfold Vectors.vec. rewrite set_at_nth by (rewrite repeat_length; lia).
      destruct (Nat.eqb_spec i k) as [->|D].
      + rewrite Nat.ltb_irrefl, (val_1 _ _ V). destruct (Nat.ltb_spec k (S k)); [ring|lia].
      + rewrite nth_repeat, (val_0 _ _ V). destruct (Nat.ltb_spec i k), (Nat.ltb_spec i (S k)); try lia; ring. }
  apply (spans_ext K val n units _ _ (Q n (Nat.le_refl n))). intros i Hi. destruct (Nat.ltb_spec i n); [auto|lia].
Qed.

Definition step : Type := step_of N.
Fixpoint narrowed (inequalities : list (list N)) (R : list (list N)) (steps : list step) : option (list (list N)) :=
  match inequalities, steps with
  | [], _ => Some R
  | a :: l, (kept, ds) :: steps =>
      match cut K n a R with
      | Some R' => if forallb (of_length n) kept && all2 (shown kept) R' ds then narrowed l kept steps else None
      | None => None
      end
  | _ :: _, [] => None
  end.

Lemma narrowed_ok l : forall R steps R' pi, narrowed l R steps = Some R' -> spans K val n R pi ->
  (forall a, In a l -> 0 <= along n (vec a) pi) -> spans K val n R' pi.
Proof.
  induction l as [|a l IH]; intros R steps R' pi H S A; simpl in H; [inversion H; now subst|].
  destruct steps as [|[kept ds] steps]; [discriminate|]. destruct (cut K n a R) as [C|] eqn:Ec; [|discriminate].
  destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [E1 E2].
  apply (IH kept steps R' pi H); [|intros; apply A; simpl; auto].
  apply (spans_trans K val n C kept pi); [|apply (cut_ok K val V n a R C pi Ec S); apply A; simpl; auto].
  intros r I. apply (In_nth _ _ []) in I as [k [Hk <-]]. apply (shown_ok kept _ (nth k ds []) E1).
  apply (all2_nth _ _ _ k [] [] E2 Hk).
Qed.
End Kept.

(** ** g-capacity *)

Section Capacity.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).
Local Notation found := (list (name * nvalue N)).
Variable p : problem N.
Hypothesis Hg : good K val p.
Let n := p_nodes p.
Let m := p_outputs p.
Let P := instance_of K val p.
Let rows := rows_of K p.
Hypothesis Ht : table_ok K n m rows = true.

Definition gain_rows : list (list N) := match p_gain p with Binary => units K n | Rows r _ => r end.

Lemma gain_rows_ok : length gain_rows = guesses P /\ forall w, (w < guesses P)%nat -> length (nth w gain_rows []) = n /\
  forall i, (i < n)%nat -> vec (nth w gain_rows []) i = gain P w i.
Proof.
  unfold gain_rows, P. simpl. destruct (p_gain p) as [|r l] eqn:E.
  - unfold units. rewrite map_length, seq_length. split; [reflexivity|]. intros w Hw.
    set (f := fun k => set_at k one1 (repeat nil0 n)).
    rewrite (nth_indep _ [] (f O)) by (rewrite map_length, seq_length; auto). rewrite (map_nth f), seq_nth by auto. unfold f.
    split; [rewrite set_at_length; apply repeat_length|]. intros i Hi. unfold Vectors.vec. simpl plus.
    rewrite set_at_nth by (rewrite repeat_length; auto). unfold binary. rewrite (Nat.eqb_sym w i).
    destruct (Nat.eqb i w); [apply (val_1 _ _ V)|]. rewrite nth_repeat. apply (val_0 _ _ V).
  - split; [reflexivity|]. intros w Hw. split; [|reflexivity]. destruct (g_gain _ _ _ Hg _ _ E) as [_ F].
    apply Nat.eqb_eq. apply (forallb_nth _ _ _ [] F Hw).
Qed.

Definition inequalities (w : nat) : list (list N) :=
  map (fun v => map2 (sub K) (nth w gain_rows []) (nth v gain_rows [])) (seq 0 (length gain_rows)).

(** What X adds at a prior, and without X; each number a bound on all rays of the cones. *)
Definition gains_at (pr : list N) : option (N * N) :=
  if of_length n pr then
    match util K p pr m rows, best K (map (lsum K) (weights K p pr)) with Some u, Some v => Some (u, v) | _, _ => None end
  else None.

Definition ray_ok (w : nat) (bound : N -> N -> bool) (r : list N) : bool :=
  of_length n r && match util K p r m rows with Some u => bound u (dot K (nth w gain_rows []) r) | None => false end.

Definition cones_ok (bound : list N -> N -> N -> bool) (cones : list (list (step K))) : bool :=
  all2 (fun w steps =>
    match narrowed K n (inequalities w) (units K n) steps with
    | Some R => forallb (fun r => ray_ok w (bound r) r) R
    | None => false
    end) (seq 0 (length gain_rows)) cones.

Lemma utility_add pi rho c : 0 <= c -> (0 < guesses P)%nat ->
  utility n m (guesses P) (gain P) (fun i => pi i + c * rho i) (X P) <=
  utility n m (guesses P) (gain P) pi (X P) + c * utility n m (guesses P) (gain P) rho (X P).
Proof.
  intros Hc Hp. unfold utility. rewrite <- sum_scale, <- sum_plus. apply sum_le. intros o _.
  apply largest_le; auto. intros w Hw.
  assert (A := largest_ge (guesses P) (fun w => sum n (fun i => pi i * X P i o * gain P w i)) w Hw).
  assert (B := largest_ge (guesses P) (fun w => sum n (fun i => rho i * X P i o * gain P w i)) w Hw). cbv beta in A, B.
  rewrite (sum_ext n _ (fun i => pi i * X P i o * gain P w i + c * (rho i * X P i o * gain P w i))) by (intros; ring).
  rewrite sum_plus, sum_scale. apply Rplus_le_compat; auto. apply Rmult_le_compat_l; auto.
Qed.

Lemma utility_zero pi : (forall i, (i < n)%nat -> pi i = 0) -> (0 < guesses P)%nat ->
  utility n m (guesses P) (gain P) pi (X P) = 0.
Proof.
  intros Z Hp. apply sum_zero. intros o _. apply largest_unique; auto.
  - exists O. split; auto. symmetry. apply sum_zero. intros i Hi. rewrite Z by auto. ring.
  - intros w Hw. apply Req_le. apply sum_zero. intros i Hi. rewrite Z by auto. ring.
Qed.

(** What is linear and no less than the utility of every ray is no less than that of their sums. *)
Lemma bounded_on (f : nat -> R) R pi : (0 < guesses P)%nat -> spans K val n R pi ->
  (forall r, In r R -> utility n m (guesses P) (gain P) (vec r) (X P) <= along n f (vec r)) ->
  utility n m (guesses P) (gain P) pi (X P) <= along n f pi.
Proof.
  intros Hp S B. induction S as [pi Z|pi s r c I C S IH E].
  - rewrite utility_zero, (along_ext n f pi (fun _ => 0)) by auto. apply Req_le. symmetry. apply sum_zero. intros. ring.
  - rewrite (along_ext n f pi (fun i => s i + c * vec r i)), along_add, along_scale by auto.
    assert (U : utility n m (guesses P) (gain P) pi (X P) =
      utility n m (guesses P) (gain P) (fun i => s i + c * vec r i) (X P)).
    { apply sum_ext. intros o _. apply largest_ext. intros w _. apply sum_ext. intros i Hi. now rewrite E. }
    rewrite U. eapply Rle_trans; [apply (utility_add s (vec r) c C Hp)|]. apply Rplus_le_compat; auto.
    apply Rmult_le_compat_l; auto.
Qed.

Lemma best_guess_at pi : exists w, (w < guesses P)%nat /\ without P pi = along n (gain P w) pi /\
  forall v, (v < guesses P)%nat -> along n (gain P v) pi <= along n (gain P w) pi.
Proof.
  assert (Gp := guesses_pos K val p Hg). unfold without, blind.
  destruct (largest_spec (guesses P) (fun w => sum (nodes (the_graph P)) (fun i => pi i * gain P w i)) Gp) as [[w [Hw E]] M].
  exists w. split; [exact Hw|]. assert (A : forall v, sum (nodes (the_graph P)) (fun i => pi i * gain P v i) =
    along n (gain P v) pi)
    by (intros v; apply sum_ext; intros; ring).
  split; [rewrite E; apply A|]. intros v Hv. rewrite <- !A. rewrite <- E. apply (M v Hv).
Qed.

(** λ(w) is the linear function that bounds the utility where w is the best guess. *)
Lemma cones_bound bound cones (lam : nat -> nat -> R) pi : cones_ok bound cones = true ->
  (forall w r u, (w < guesses P)%nat -> length r = n -> val u = utility n m (guesses P) (gain P) (vec r) (X P) ->
    bound r u (dot K (nth w gain_rows []) r) = true -> val u <= along n (lam w) (vec r)) ->
  nonnegative_vector P pi -> exists w, (w < guesses P)%nat /\ without P pi = along n (gain P w) pi /\
    with_X P pi <= along n (lam w) pi.
Proof.
  intros H B Hp. destruct (best_guess_at pi) as [w [Hw [Ew M]]]. exists w. split; [exact Hw|split; [exact Ew|]].
  destruct gain_rows_ok as [Lg Gr]. assert (Q := all2_nth _ _ _ w O [] H). rewrite seq_length, Lg in Q. specialize (Q Hw).
  cbv beta in Q. rewrite seq_nth in Q by (exact Hw). simpl plus in Q.
  destruct (narrowed K n (inequalities w) (units K n) (nth w cones [])) as [R|] eqn:En; [|discriminate].
  assert (S : spans K val n R pi).
  { apply (narrowed_ok K val V n _ _ _ _ pi En); [apply (units_span K val V n pi); exact Hp|].
    intros a I. apply in_map_iff in I as [v [<- Iv]]. apply in_seq in Iv. rewrite Lg in Iv.
    assert (Hv : (v < guesses P)%nat) by lia. specialize (M v Hv). destruct (Gr w Hw) as [Lw Vw], (Gr v Hv) as [Lv Vv].
    assert (Ea : along n (vec (map2 (sub K) (nth w gain_rows []) (nth v gain_rows []))) pi =
      along n (gain P w) pi - along n (gain P v) pi).
    { unfold along. rewrite <- sum_minus. apply sum_ext. intros i Hi. unfold Vectors.vec.
      rewrite (map2_nth _ _ _ i nil0 nil0) by (rewrite ?Lw, ?Lv; auto). rewrite (val_sub _ _ V).
      change (val (nth i (nth w gain_rows []) nil0)) with (vec (nth w gain_rows []) i).
      change (val (nth i (nth v gain_rows []) nil0)) with (vec (nth v gain_rows []) i). rewrite Vw, Vv by auto. ring. }
    rewrite Ea. lra. }
  apply (bounded_on (lam w) R pi (guesses_pos K val p Hg) S). intros r I. rewrite forallb_forall in Q. specialize (Q r I).
  unfold ray_ok in Q. apply andb_prop in Q as [Lr Q]. apply Nat.eqb_eq in Lr.
  destruct (util K p r m rows) as [u|] eqn:U; [|discriminate]. apply (util_ok _ _ V p Hg r m rows u Lr Ht) in U.
  change (val u = utility n m (guesses P) (gain P) (vec r) (X P)) in U. rewrite <- U. apply (B w r u Hw Lr U Q).
Qed.

Lemma gains_at_ok pr u v : gains_at pr = Some (u, v) -> length pr = n /\ val u = with_X P (vec pr) /\ val v =
  without P (vec pr).
Proof.
  unfold gains_at. destruct (of_length n pr) eqn:L; [|discriminate]. apply Nat.eqb_eq in L.
  destruct (util K p pr m rows) as [u'|] eqn:U; [|discriminate].
  destruct (best K (map (lsum K) (weights K p pr))) as [v'|] eqn:B; [|discriminate]. intros H. inversion H. subst.
  split; [exact L|]. split; [apply (util_ok _ _ V p Hg pr m rows u L Ht U)|].
  apply (best_val _ _ V) in B as [_ ->]. destruct (weights_ok K val V p Hg pr L) as [W1 [W2 W3]].
  rewrite map_length, W1. apply largest_ext. intros w Hw. unfold Vectors.vec.
  rewrite (nth_indep _ nil0 (lsum K [])) by (rewrite map_length, W1; auto). rewrite map_nth, (lsum_val _ _ V), W2 by auto.
  apply sum_ext. intros i Hi. apply (W3 w i Hw Hi).
Qed.

(** A prior at which each is attained. *)
Definition check_g_capacity (at_ : list N) (ratio_at : option (list N)) (cones : list (list (step K))) : option found :=
  if stochastic_b K rows && is_distribution K at_ then
    match gains_at at_ with
    | Some (u, v) =>
        let c := sub K u v in
        if cones_ok (fun r u v => le K u (add K v (mul K c (lsum K r)))) cones then
          match ratio_at with
          | None => Some [(Additive, VNum c)]
          | Some q =>
              match gains_at q with
              | Some (u', v') =>
                  let t := div K u' v' in
                  if all_gains_nonneg K p && is_distribution K q && lt K nil0 v' &&
                     cones_ok (fun _ u v => le K u (mul K t v)) cones
                  then Some [(Additive, VNum c); (Multiplicative, VNum t); (Bits, VLog2 t)] else None
              | None => None
              end
          end
        else None
    | None => None
    end
  else None.

Lemma check_g_capacity_ok at_ ratio_at cones values : check_g_capacity at_ ratio_at cones = Some values ->
  proved K val p GCapacity true values.
Proof.
  unfold check_g_capacity. destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [St Da].
  destruct (gains_at at_) as [[u v]|] eqn:Ga; [|discriminate]. apply gains_at_ok in Ga as [La [Eu Ev]].
  set (c := sub K u v). destruct (cones_ok _ cones) eqn:Ca; [|discriminate].
  assert (Ec : val c = with_X P (vec at_) - without P (vec at_)) by (unfold c; rewrite (val_sub _ _ V), Eu, Ev; reflexivity).
  destruct gain_rows_ok as [Lg Gr].
  assert (Dist : forall q, is_distribution K q = true -> length q = n -> distribution P (vec q)).
  { intros q D L. destruct (distribution_ok _ _ V q n D L) as [D1 D2]. split; [intros i _; apply D1|exact D2]. }
  assert (Dot : forall w r, (w < guesses P)%nat -> length r = n -> val (dot K (nth w gain_rows []) r) = along n (gain P w)
    (vec r)).
  { intros w r Hw Lr. destruct (Gr w Hw) as [Lw Vw]. rewrite (dot_val _ _ V) by lia. rewrite Lw. apply sum_ext. intros i Hi.
    now rewrite Vw. }
  assert (Add : value P GCapacity Additive (Number (val c))).
  { split.
    - exists (vec at_). split; [apply Dist; auto|exact Ec].
    - intros x [pi [[Dp Ds] ->]].
      destruct (cones_bound _ cones (fun w i => gain P w i + val c) pi Ca) as [w [Hw [Ew Le]]]; [|exact Dp|].
      + intros w r u' Hw Lr Eu' B. apply (val_le _ _ V) in B.
        rewrite (val_add _ _ V), (val_mul _ _ V), (Dot w r Hw Lr), (lsum_val _ _ V), Lr in B. eapply Rle_trans; [exact B|].
        apply Req_le. unfold along. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros. ring.
      + assert (El : along n (fun i => gain P w i + val c) pi = along n (gain P w) pi + val c * sum n pi).
        { unfold along. rewrite <- sum_scale, <- sum_plus. apply sum_ext. intros. ring. }
        change (sum n pi = 1) in Ds. rewrite El, Ds in Le. rewrite Ew. lra. }
  assert (Here : proved K val p GCapacity true [(Additive, VNum c)]).
  { split; [exact (stochastic_yes _ _ V p Ht St)|]. intros what q [I|[]]. inversion I. subst. exact Add. }
  destruct ratio_at as [q|]; [|intros H; inversion H; subst; exact Here].
  destruct (gains_at q) as [[u' v']|] eqn:Gq; [|discriminate]. apply gains_at_ok in Gq as [Lq [Eu' Ev']].
  set (t := div K u' v'). destruct (_ && _)%bool eqn:F; [|discriminate]. intros H. inversion H. subst values. clear H.
  apply andb_prop in F as [F F4]. apply andb_prop in F as [F F3]. apply andb_prop in F as [F1 F2].
  apply (val_lt _ _ V) in F3. rewrite (val_0 _ _ V) in F3.
  assert (Et : val t = with_X P (vec q) / without P (vec q)).
  { unfold t. rewrite (val_div _ _ V) by lra. now rewrite Eu', Ev'. }
  assert (Gn := gains_nonneg_ok K val V p F1).
  assert (Ratio : is_greatest (fun x => exists pi, distribution P pi /\ 0 < without P pi /\ x =
    with_X P pi / without P pi) (val t)).
  { split.
    - exists (vec q). split; [apply Dist; auto|]. split; [rewrite <- Ev'; exact F3|exact Et].
    - intros x [pi [[Dp Ds] [Pp ->]]].
      destruct (cones_bound _ cones (fun w i => val t * gain P w i) pi F4) as [w [Hw [Ew Le]]]; [|exact Dp|].
      + intros w r u0 Hw Lr Eu0 B. apply (val_le _ _ V) in B. rewrite (val_mul _ _ V), (Dot w r Hw Lr) in B.
        eapply Rle_trans; [exact B|]. apply Req_le. unfold along. rewrite <- sum_scale. apply sum_ext. intros. ring.
      + assert (El : along n (fun i => val t * gain P w i) pi = val t * along n (gain P w) pi).
        { unfold along. rewrite <- sum_scale. apply sum_ext. intros. ring. }
        rewrite El, <- Ew in Le. apply Rmult_le_reg_r with (without P pi); auto. unfold Rdiv.
        rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact Le. }
  split; [exact (stochastic_yes _ _ V p Ht St)|]. intros what x [I|[I|[I|[]]]]; inversion I; subst; [exact Add| |].
  - split; [exact Gn|exact Ratio].
  - split; [exact Gn|]. exists (val t). split; [exact Ratio|reflexivity].
Qed.
End Capacity.
