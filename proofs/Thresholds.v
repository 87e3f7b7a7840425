(** threshold: at which α in (0, 1) tight constraints exist. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Polynomials Places Kinds Cuts Vectors Graphs Problem Claims Checks Tight.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

(** What is shown on a piece of (0, 1): that they exist, or not. *)
Inductive on_piece (K : ops) := Exist (z : list (num K)) (u : uniqueness K) | ExistNot (w : list (num K)) (zu : option (list
  (num K) * only K)).

Section Thresholds.
Context (K : ops) (val : num K -> R).
Local Notation found := (list (name * nvalue (num K))).
Variable p : problem (num K).
Let P := instance_of K val p.

(** The graph at α = t. *)
Definition at_alpha (k : place) : problem (num (at_t k)) := {|
  p_nodes := p_nodes p; p_near := p_near p; p_unit := p_unit p; p_alpha := n_poly k [0; 1]%Z; p_delta := n_frac 0 1;
  p_outputs := O; p_table := None; p_rounding := None; p_priors := []; p_gain := Binary; p_answers := None; p_others := [];
  p_rivals := []; p_values := O; p_individuals := O; p_uses := []; p_copies := None; p_each := [] |}.

Definition check_piece (dm : list (list (option nat))) (yes : bool) (k : kind) (given : hints * (forall k,
  on_piece (at_t k))) : bool :=
  match place_of k (fst given) with
  | None => false
  | Some pl =>
      match similarity_of (at_t pl) (at_alpha pl) dm with
      | None => false
      | Some phi =>
          match snd given pl, yes with
          | Exist _ z u, true => if check_exist_yes (at_t pl) (at_alpha pl) phi z u then true else false
          | ExistNot _ w zu, false => if check_exist_no (at_t pl) (at_alpha pl) phi w zu then true else false
          | _, _ => false
          end
      end
  end.

Lemma check_piece_ok dm yes k given t : check_piece dm yes k given = true -> is_t k t ->
  if yes then exist_at P t else ~ exist_at P t.
Proof.
  unfold check_piece. destruct (place_of k (fst given)) as [pl|] eqn:E; [|discriminate].
  destruct (similarity_of (at_t pl) (at_alpha pl) dm) as [phi|] eqn:F; [|discriminate]. intros H T.
  assert (A := place_of_ok k (fst given) pl t E T). assert (V := at_t_sound pl t A).
  apply (similarity_of_ok _ _ V) in F. assert (Alpha : nval pl t (p_alpha (at_alpha pl)) = t).
  { cbn [p_alpha at_alpha]. rewrite (n_poly_val pl t A). cbn [eval]. ring. }
  assert (Same : forall b : bool, (if b then holds (instance_of (at_t pl) (nval pl t) (at_alpha pl)) TightConstraintsExist
    else ~ holds (instance_of (at_t pl) (nval pl t) (at_alpha pl)) TightConstraintsExist) ->
      if b then exist_at P t else ~ exist_at P t).
  { intros b. change (holds (instance_of (at_t pl) (nval pl t) (at_alpha pl)) TightConstraintsExist)
      with (exist_at P (nval pl t (p_alpha (at_alpha pl)))). rewrite Alpha. auto. }
  apply Same. destruct (snd given pl) as [z u|w zu], yes; try discriminate.
  - destruct (check_exist_yes _ _ phi z u) as [l|] eqn:C; [|discriminate]. now apply (check_exist_yes_ok _ _ V _ phi F) in C
    as [C _].
  - destruct (check_exist_no _ _ phi w zu) as [l|] eqn:C; [|discriminate]. now apply (check_exist_no_ok _ _ V _ phi F) in C as
    [C _].
Qed.

(** A verdict for each part of (0, 1), and what shows it on each of its pieces. *)
Definition check_threshold (dm : list (list (option nat))) (cuts : list cut) (verdicts : list bool)
  (l : list (hints * (forall k, on_piece (at_t k)))) : option found :=
  if in_order 0 cuts 1 && all2 (fun kn given => check_piece dm (nth (snd kn) verdicts false) (fst kn) given) (pieces 0 cuts 1
    0) l then
    match verdicts with
    | true :: rest =>
        match intervals (Some (AtRational 0)) cuts 1 rest with
        | Some ((s, e) :: parts) => Some [(TheSet, VParts ((s, e) :: parts)); (AlphaStar, VPoint e)]
        | _ => None
        end
    | _ => None
    end
  else None.

Lemma apart_is l high : forall L, apart L l high ->
  Forall (fun x => L < fst x < high /\ L < snd x <= high /\ fst x <= snd x) (map ends l) /\
  ForallOrdPairs (fun x y => snd x < fst y) (map ends l).
Proof.
  induction l as [|[a b] l IH]; intros L A; [split; constructor|]. destruct A as [A1 [A2 [A3 A4]]].
  destruct (IH _ A4) as [F O]. cbn [map ends fst snd] in *. split; constructor; auto.
  - split; [|split]; cbn [fst snd ends]; lra.
  - eapply Forall_impl; [|exact F]. intros x [X1 [X2 X3]]. lra.
  - eapply Forall_impl; [|exact F]. intros x [X1 [X2 X3]]. cbn [fst snd ends]. lra.
Qed.

Lemma check_threshold_ok dm cuts verdicts l values : check_threshold dm cuts verdicts l = Some values ->
  proved K val p Threshold true values.
Proof.
  unfold check_threshold. destruct (_ && _)%bool eqn:C; [|discriminate]. apply andb_prop in C as [Ord A].
  destruct verdicts as [|[|] rest]; try discriminate.
  destruct (intervals (Some (AtRational 0)) cuts 1 rest) as [l0|] eqn:I; [|discriminate].
  assert (Zero : Q2R 0 = 0) by (unfold Q2R; simpl; lra). assert (One : Q2R 1 = 1) by (unfold Q2R; simpl; lra).
  assert (Asc := in_order_ascends cuts 1 0 0 ltac:(lra) Ord).
  assert (Say : forall n t, in_part 0 cuts (Q2R 1) 0 n t ->
    if nth (n - 0) (true :: rest) false then exist_at P t else ~ exist_at P t).
  { intros n t T. rewrite Nat.sub_0_r. assert (T01 : Q2R 0 < t < Q2R 1) by (apply (in_part_between cuts _ _ _ n t Asc) in T;
    lra).
    destruct (pieces_parts cuts 1 t 0 0 O ltac:(lra) Ord T01) as [k [n' [Hin [Kt Pt]]]].
    apply (In_nth _ _ (Point 0, O)) in Hin as [i [Hi Ei]].
    assert (Q := all2_nth _ _ _ i (Point 0, O) (Build_hints [] None [] (xH, 0%Z, 0%Z),
      fun k => ExistNot (at_t k) [] None) A Hi).
    cbv beta in Q. rewrite Ei in Q. cbn [fst snd] in Q. apply (check_piece_ok _ _ _ _ t) in Q; [|exact Kt].
    now rewrite (in_part_one cuts _ _ _ n n' t Asc T Pt). }
  destruct (intervals_ok (exist_at P) 1 cuts (Some (AtRational 0)) rest 0 O l0 Asc I Say) as [e [l' [-> [E1 [E2 E3]]]]].
  intros E. injection E as <-. rewrite One in *. destruct (apart_is l' 1 _ E2) as [F W].
  assert (S : is_set P (map ends ((AtRational 0, e) :: l'))).
  { cbn [map ends fst snd point]. split; [|split].
    - constructor; [unfold ends; cbn [fst snd point]; lra|]. eapply Forall_impl; [|exact F]. intros x X. cbn beta in X. lra.
    - constructor; [|exact W]. eapply Forall_impl; [|exact F]. intros x X. cbn beta in X. unfold ends. cbn [fst snd point]. lra.
    - intros t T. specialize (E3 t T). change (exist_at P t <-> covered ((AtRational 0, e) :: l') t). rewrite covered_first.
      cbn [point]. split; [intros B; apply E3 in B as [B|B]; [left; lra|now right]|].
        intros [B|B]; apply E3; [left; lra|now right]. }
  split; [exists (map ends ((AtRational 0, e) :: l')); exact S|]. intros what v [Q|[Q|[]]]; inversion Q; subst.
  - exact S.
  - exists (map ends l'). cbn [map] in S.
    change (ends (AtRational 0, e)) with (Q2R 0, point e) in S. rewrite Zero in S. exact S.
Qed.
End Thresholds.
