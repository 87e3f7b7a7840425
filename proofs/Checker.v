(** The whole: a problem as the tree of its JSON, statements with their witnesses, and what is proved of them. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool String.
From DP Require Kinds Places.
From DP Require Import Spec Expected Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight Thresholds Priors Rounding
  Events Tests
  Compositions Leakages Cones Values Renyi Everywhere Deciding Modular
  Products Responses Reading.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Section Checker.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation found := (list (name * nvalue N)).

Inductive witness :=
| Nothing
| BadRow (i : nat)
| OfDp (r : least_ratio) (v : violation)
| Weighting (z : list N) (u : uniqueness K)
| Separating (w : list N) (zu : option (list N * only K))
| Remap (l : list nat)
| NotTight (v : option violation)
| Representation (y v : list N)
| Covering (y v : list N) (best : option (list (list N) * dual N))
| Optimality (o : optimality K)
| Near (M : list (list N))
| NoRow (i : nat)
| FarFrom (f : far K)
| Differ (i h o : nat)
| Garbling (r : list (list N))
| NoGarbling (w : list (list N)) (nu : list N)
| OfEvents (e : event K)
| InTurn (ats : list (nat * nat * nat))
| Lines (pieces : list (N * test)) (at_ : option (nat * nat * N))
| OfGroups (r : least_ratio) (v : group_violation)
| Against (pi : list N) (other : list (list N))
| Violated (v : violation)
| Everywhere (remap : list nat) (M : list (list N)) (forms : list (list nat * list (nat * nat * nat)))
| Components (f : list nat)
| WithResidues (z w : list N) (r : residues)
| NoneByResidues (w z : list N) (r : residues)
| Cones_ (duals : list (list N * dual N)) (t : tree N)
| Rays (at_ : list N) (ratio_at : option (list N)) (cones : list (list (step K)))
| Divergent (i h : nat) (infinite : option nat)
| OfEach (r : N) (at_ : option (nat * nat * nat))
| OfPair (w : witness)
| Together (other : list (list N)) (duals : list (dual N))
| Apart (other : list (list N)) (lambda : list N) (mus : list (list (nat * nat * nat * N))) (l : list (list (list N) * dual N))
| OnPieces (cuts : list Kinds.cut) (verdicts : list bool) (l : list (Kinds.hints * (forall k, on_piece (Places.at_t k)))).

Definition when (b : bool) : option found := if b then Some [] else None.

(** A statement: what it proves, if it does. *)
Definition check_claim (p : problem N) (dm : option (list (list (option nat)))) (phi : option (list (list N))) (c : claim) (yes
  : bool) (w : witness) : option found :=
  if has K p c then
    match w, yes, c with
    | BadRow i, false, _ => when (check_row K p c i)
    | Nothing, true, Stochastic => when (stochastic_b K (rows_of K p))
    | OfDp r v, _, Dp => check_dp K p yes r v
    | Weighting z u, true, TightConstraintsExist => match phi with Some phi => check_exist_yes K p phi z u | None => None end
    | Separating w zu, false, TightConstraintsExist => match phi with Some phi => check_exist_no K p phi w zu | None => None end
    | Remap l, true, TightConstraints => match phi with Some phi => when (check_tight_yes K p phi l) | None => None end
    | NotTight v, false, TightConstraints => match phi with Some phi => when (check_tight_no K p phi v) | None => None end
    | Representation y v, true, Regular k => match phi with Some phi => check_regular_yes K p phi k y v | None => None end
    | Separating w None, false, Regular k => match phi with Some phi => check_regular_no K p phi k w | None => None end
    | Covering y v best, true, UtilityBound k => match phi with Some phi => check_bound K p phi k y v best | None => None end
    | Nothing, true, Utility k => check_utility K p k
    | Nothing, true, Leakage k => check_leakage K p k
    | Nothing, true, Capacity => check_capacity K p
    | Optimality o, _, Optimal k within => check_optimal K p k phi within yes o
    | Near M, true, StochasticWithinRounding => match p_rounding p with Some r => when (check_near K p r false M) | None =>
      None end
    | Near M, true, DpWithinRounding => match p_rounding p with Some r => when (check_near K p r true M) | None => None end
    | NoRow i, false, StochasticWithinRounding => match p_rounding p with Some r => when (no_row K p r i) | None => None end
    | FarFrom f, false, DpWithinRounding => match p_rounding p with Some r => when (check_far K p r f) | None => None end
    | Nothing, true, Oblivious => match p_answers p with Some l => when (check_oblivious K p l) | None => None end
    | Differ i h o, false, Oblivious => match p_answers p with Some l => when (not_oblivious K p l i h o) | None => None end
    | Garbling r, true, Derivable k => match nth k (p_others p) None with Some (q,
      Y) => when (check_derivable K p q Y r) | None => None end
    | NoGarbling w nu, false, Derivable k => match nth k (p_others p) None with Some (q,
      Y) => when (not_derivable K p q Y w nu) | None => None end
    | OfEvents e, _, ApproximateDp => if le K (nil0 K) (p_delta p) then check_approximate K p yes e else None
    | InTurn ats, _, AdaptiveDp => check_adaptive K p yes ats
    | InTurn _, _, AdaptiveApproximateDp => if le K (nil0 K) (p_delta p) then check_adaptive_approximate K p yes else None
    | Lines pieces at_, _, TradeOff k two => check_tests K p k two yes pieces at_
    | OfGroups r v, _, GroupPrivacy k nearer => match dm with Some dm => check_group K p dm k nearer yes r v | None => None end
    | Nothing, true, IndividualLeakage => check_individual K p
    | Nothing, true, ExpectedError => check_error K p
    | Nothing, true, GLeakage k => check_g_leakage K p k
    | Covering y v other, true, LeakageBound k r => match phi with Some phi => check_leakage_bound K p k phi r y v other | None
      => None end
    | Against pi other, false, UniversallyOptimal => when (check_not_universal K p pi other)
    | Nothing, true, RenyiDp k r => check_renyi_yes K p k r
    | Divergent i h o, false, RenyiDp k r => check_renyi_no K p k r i h o
    | Everywhere l M forms, true, UniversallyOptimal => match phi with Some phi => when (check_universal K p phi l M forms) |
      None => None end
    | Rays at_ ratio_at cones, true, GCapacity => check_g_capacity K p at_ ratio_at cones
    | Cones_ duals t, true, UniversallyOptimal =>
        match phi with Some phi => when (check_deciding K p phi duals t) | None => None end
    | WithResidues z w r, true, TightConstraintsExist =>
        match phi, dm with Some phi, Some dm => check_exist_residues K p phi dm z w r | _, _ => None end
    | NoneByResidues w z r, false, TightConstraintsExist =>
        match phi, dm with Some phi, Some dm => check_none_residues K p phi dm w z r | _, _ => None end
    | Components f, true, UniversallyOptimal => match phi with Some phi => when (check_components K p phi f) | None => None end
    | Violated v, false, UniversallyOptimal => when (check_not_universal_private K p v)
    | Together other duals, true, JointlyOptimal ks => check_joint K p phi ks other duals
    | Apart other lambda mus l, false, JointlyOptimal ks => check_not_joint K p phi ks other lambda mus l
    | OnPieces cuts verdicts l, true, Threshold =>
        match dm with Some dm => check_threshold K p dm cuts verdicts l | None => None end
    | _, _, _ => None
    end
  else None.

Lemma has_prior p c k : has K p c = true -> match c with
  Regular j | UtilityBound j | LeakageBound j _ | Utility j | Optimal j _ | Leakage j | GLeakage j => j = k | _ => False end ->
    (k < List.length (p_priors p))%nat.
Proof.
  intros H E. destruct c; simpl in H; try contradiction; subst; try (apply andb_prop in H as [H _]); now apply Nat.ltb_lt in H.
Qed.

Definition needs_table (c : claim) : bool :=
  match c with TightConstraintsExist | Threshold | JointlyOptimal _ | Regular _ | UtilityBound _ | LeakageBound _ _ => false |
    _ => true
    end.

Lemma has_table_ok p c : good K val p -> has K p c = true -> needs_table c = true ->
  table_ok K (p_nodes p) (p_outputs p) (rows_of K p) = true.
Proof.
  intros G H T. assert (Tb : tabled K p = true).
  { destruct c; simpl in *; try discriminate; auto; apply andb_prop in H as [_ H]; exact H. }
  unfold tabled in Tb. unfold rows_of. destruct (p_table p) as [rows|] eqn:E; [apply (g_rows _ _ _ G); auto|discriminate].
Qed.

Theorem check_claim_ok p dm phi c yes w values : good K val p -> (forall d, dm = Some d ->
  distances_ok (p_nodes p) (near_of K p) d = true) ->
  (forall f, phi = Some f -> is_phi K val p f) ->
  check_claim p dm phi c yes w = Some values -> proved K val p c yes values.
Proof.
  intros G D F. unfold check_claim. destruct (has K p c) eqn:H; [|discriminate].
  assert (T := has_table_ok p c G H). assert (Q := fun k => has_prior p c k H).
  assert (W : forall b l, when b = Some l -> b = true /\ l = []) by (intros [|] l E; inversion E; auto).
  destruct w.
  - (* Nothing *)
    destruct yes; [|discriminate]. destruct c; try discriminate; try specialize (T eq_refl).
    + intros E. apply W in E as [E ->]. split; [|intros ? ? []]. exact (stochastic_yes _ _ V p T E).
    + apply (check_utility_ok _ _ V p G T prior). now apply Q.
    + apply (check_leakage_ok _ _ V p G T prior). now apply Q.
    + apply (check_g_leakage_ok _ _ V p G prior); auto.
    + apply (check_capacity_ok _ _ V p T).
    + apply (check_individual_ok _ _ V p); auto.
    + apply (check_error_ok _ _ V p); auto.
    + destruct (p_answers p) as [l|] eqn:Ea; [|discriminate]. intros E. apply W in E as [E ->].
      apply (check_oblivious_ok _ _ V p T l Ea E).
    + apply (check_renyi_yes_ok _ _ V p G T).
  - (* BadRow *)
    destruct yes; [destruct c; discriminate|].
    intros E. assert (E' : when (check_row K p c i) = Some values) by (destruct c; exact E). apply W in E' as [E' ->].
    apply (check_row_ok _ _ V p) with (i := i); auto. apply T. unfold check_row in E'.
      destruct c; try discriminate; reflexivity.
  - destruct yes, c; try discriminate; apply (check_dp_ok _ _ V p (T eq_refl)).
  - destruct yes, c; try discriminate. destruct phi as [f|]; [|discriminate].
    apply (check_exist_yes_ok _ _ V p f (F f eq_refl)).
  - destruct yes; [destruct zu, c; discriminate|]. destruct c; try (destruct zu; discriminate).
    + destruct phi as [f|]; [|destruct zu; discriminate]. intros E. apply (check_exist_no_ok _ _ V p f (F f eq_refl) w zu).
      destruct zu; exact E.
    + destruct zu; [discriminate|]. destruct phi as [f|]; [|discriminate].
      apply (check_regular_no_ok _ _ V p f (F f eq_refl) prior).
  - destruct yes, c; try discriminate. destruct phi as [f|]; [|discriminate]. intros E. apply W in E as [E ->].
    now apply (check_tight_yes_ok _ _ V p (T eq_refl) f (F f eq_refl) l).
  - destruct yes, c; try discriminate. destruct phi as [f|]; [|discriminate]. intros E. apply W in E as [E ->].
    now apply (check_tight_no_ok _ _ V p G (T eq_refl) f (F f eq_refl) v).
  - destruct yes, c; try discriminate. destruct phi as [f|]; [|discriminate].
    apply (check_regular_yes_ok _ _ V p G f (F f eq_refl) prior). now apply Q.
  - destruct yes, c; try discriminate; (destruct phi as [f|]; [|discriminate]).
    + apply (check_bound_ok _ _ V p G f (F f eq_refl) prior). now apply Q.
    + apply (check_leakage_bound_ok _ _ V p G prior (Q prior eq_refl) f (F f eq_refl)).
  - destruct yes, c; try discriminate; apply (check_optimal_ok _ _ V p G (T eq_refl) prior); auto.
  - destruct yes, c; try discriminate; (destruct (p_rounding p) as [r|] eqn:Er; [|discriminate]); intros E;
    apply W in E as [E ->].
    + apply (check_near_ok _ _ V p r Er false M E).
    + apply (check_near_ok _ _ V p r Er true M E).
  - destruct yes, c; try discriminate. destruct (p_rounding p) as [r|] eqn:Er; [|discriminate]. intros E.
    apply W in E as [E ->].
    apply (no_row_ok _ _ V p (T eq_refl) r Er i E).
  - destruct yes, c; try discriminate. destruct (p_rounding p) as [r|] eqn:Er; [|discriminate]. intros E.
    apply W in E as [E ->].
    apply (check_far_ok _ _ V p (T eq_refl) r Er f E).
  - destruct yes, c; try discriminate. destruct (p_answers p) as [l|] eqn:Ea; [|discriminate]. intros E. apply W in E as [E ->].
    apply (not_oblivious_ok _ _ V p l Ea i h o E).
  - destruct yes, c; try discriminate. destruct (nth other (p_others p) None) as [[q Y]|] eqn:Eo; [|discriminate]. intros E.
    apply W in E as [E ->].
    apply (check_derivable_ok _ _ V p G (T eq_refl) other q Y Eo r E).
  - destruct yes, c; try discriminate. destruct (nth other (p_others p) None) as [[q Y]|] eqn:Eo; [|discriminate]. intros E.
    apply W in E as [E ->].
    apply (not_derivable_ok _ _ V p G (T eq_refl) other q Y Eo w nu E).
  - destruct yes, c; try discriminate; (destruct (le K (nil0 K) (p_delta p)) eqn:Ed; [|discriminate]);
      apply (val_le _ _ V) in Ed; rewrite (val_0 _ _ V) in Ed; apply (check_approximate_ok _ _ V p G (T eq_refl) Ed).
  - assert (Pl : c = AdaptiveDp \/ c = AdaptiveApproximateDp -> plain K p = true).
    { intros [-> | ->]; simpl in H; now apply andb_prop in H as [H _]. }
    destruct yes, c; try discriminate; try apply (check_adaptive_ok K val V p G (Pl (or_introl eq_refl)));
      (destruct (le K (nil0 K) (p_delta p)) eqn:Ed; [|discriminate]);
      apply (val_le _ _ V) in Ed; rewrite (val_0 _ _ V) in Ed; apply (check_adaptive_approximate_ok K val V p G); auto;
        exact (T eq_refl).
  - destruct yes, c; try discriminate; apply (check_tests_ok K val V p G (T eq_refl)).
  - destruct yes, c; try discriminate; (destruct dm as [d|]; [|discriminate]);
      apply (check_group_ok _ _ V p (T eq_refl) d (D d eq_refl)).
  - destruct yes, c; try discriminate. intros E. apply W in E as [E ->].
    apply (check_not_universal_ok _ _ V p G pi other (T eq_refl) E).
  - destruct yes, c; try discriminate. intros E. apply W in E as [E ->]. apply (check_not_universal_private_ok _ _ V p v E).
  - destruct yes, c; try discriminate. destruct phi as [f|]; [|discriminate]. intros E. apply W in E as [E ->].
    apply (check_universal_ok _ _ V p G (T eq_refl) f (F f eq_refl) remap M forms E).
  - destruct yes, c; try discriminate. destruct phi as [g|]; [|discriminate]. intros E. apply W in E as [E ->].
    apply (check_components_ok _ _ V p G (T eq_refl) g (F g eq_refl) f E).
  - destruct yes, c; try discriminate. destruct phi as [g|]; [|discriminate]. destruct dm as [d|]; [|discriminate].
    apply (check_exist_residues_ok K val V p g (F g eq_refl) d (D d eq_refl)).
  - destruct yes, c; try discriminate. destruct phi as [g|]; [|discriminate]. destruct dm as [d|]; [|discriminate].
    apply (check_none_residues_ok K val V p g (F g eq_refl) d (D d eq_refl)).
  - destruct yes, c; try discriminate. destruct phi as [g|]; [|discriminate]. intros E. apply W in E as [E ->].
    apply (check_deciding_ok K val V p G (T eq_refl) g (F g eq_refl) duals t E).
  - destruct yes, c; try discriminate. apply (check_g_capacity_ok K val V p G (T eq_refl)).
  - destruct yes, c; try discriminate. apply (check_renyi_no_ok _ _ V p G (T eq_refl)).
  - destruct yes, c; discriminate.
  - destruct yes, c; discriminate.
  - destruct yes, c; try discriminate. apply (check_joint_ok _ _ V p G phi F).
  - destruct yes, c; try discriminate. apply (check_not_joint_ok _ _ V p G phi F).
  - destruct yes, c; try discriminate. destruct dm as [d|]; [|discriminate]. apply (check_threshold_ok K val p d).
Qed.

(** Of randomised response it is checked of a pair of answers. *)
Definition check_pair (p : problem N) (c : claim) (yes : bool) (w : witness) : option found :=
  if has K p c && response_ok K p && by_pair c
  then check_claim (pair_of K p) (Some [[Some 0; Some 1]; [Some 1; Some 0]]%nat) None c yes w else None.

Theorem check_pair_ok p c yes w values : good K val p -> check_pair p c yes w = Some values -> proved K val p c yes values.
Proof.
  intros G. unfold check_pair. destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [E B].
  apply andb_prop in E as [_ R]. intros C. apply (pair_proves K val V p G R c yes values B).
  apply (check_claim_ok _ _ _ _ _ _ _ (pair_good K val p G)) in C; [exact C| |intros f F; discriminate].
  intros d D. inversion D. reflexivity.
Qed.

(** Of a product of copies it is checked of one. *)
Definition check_product (p : problem N) (u : nat) (c : claim) (yes : bool) (w : witness) : option found :=
  if has K p c && tabled K p && copies_ok K p u then
    match w, yes, c with
    | BadRow i, false, _ => when (check_row K p c i)
    | Nothing, true, Stochastic => when (stochastic_b K (rows_of K p))
    | OfDp r v, _, Dp => check_dp K p yes r v
    | OfEvents e, _, ApproximateDp =>
        if le K (nil0 K) (p_delta p) && stochastic_b K (rows_of K p) then check_approximate K p yes e else None
    | OfEach r at_, _, GroupPrivacy k nearer => product_group K p u k nearer yes r at_
    | Lines pieces at_, _, TradeOff k two => if stochastic_b K (rows_of K p) then check_tests K p k two yes pieces at_ else None
    | Nothing, true, RenyiDp k r =>
        if (2 <=? k)%nat && stochastic_b K (rows_of K p) then check_renyi_yes K p k r else None
    | Divergent i h o, false, RenyiDp k r =>
        if (2 <=? k)%nat && stochastic_b K (rows_of K p) then check_renyi_no K p k r i h o else None
    | Nothing, true, Utility j => product_utility K p u j
    | Nothing, true, Leakage j => product_leakage K p u j
    | Nothing, true, Capacity => product_capacity K p u true
    | Nothing, true, IndividualLeakage => product_capacity K p u false
    | Nothing, true, ExpectedError => product_error K p u
    | _, _, _ => None
    end
  else None.

Theorem check_product_ok p u c yes w values : good K val p -> check_product p u c yes w = Some values ->
  proved_of K val (copies u (fun j k => vec K val (each_of K p j k)) (instance_of K val p)) c yes values.
Proof.
  intros G. unfold check_product. destruct (_ && _)%bool eqn:H; [|discriminate]. apply andb_prop in H as [H O].
  apply andb_prop in H as [_ T]. assert (Tb : table_ok K (p_nodes p) (p_outputs p) (rows_of K p) = true).
  { unfold tabled in T. unfold rows_of. destruct (p_table p) as [rows|] eqn:E; [apply (g_rows _ _ _ G); auto|discriminate]. }
  assert (W : forall b l, when b = Some l -> b = true /\ l = []) by (intros [|] l E; inversion E; auto).
  destruct w; try (destruct yes, c; discriminate).
  - destruct yes, c; try discriminate; intros E.
    + apply W in E as [E ->]. split; [|intros ? ? []]. exact (product_stochastic K val V p G u Tb O E).
    + exact (product_utility_ok K val V p G u Tb O prior values E).
    + exact (product_leakage_ok K val V p G u Tb O prior values E).
    + exact (product_capacity_ok K val V p G u Tb O values E).
    + exact (product_individual_ok K val V p G u Tb O values E).
    + exact (product_error_ok K val V p G u Tb O values E).
    + destruct (_ && _)%bool eqn:F in E; [|discriminate]. apply andb_prop in F as [F S]. apply Nat.leb_le in F.
      apply (product_renyi K val V p G u Tb O S); auto. now apply (check_renyi_yes_ok _ _ V p G Tb) in E.
  - destruct yes; [destruct c; discriminate|]. intros E.
    assert (E' : when (check_row K p c i) = Some values) by (destruct c; exact E). apply W in E' as [E' ->].
    exact (from_parent_row K val V p G u Tb O c i E').
  - destruct yes, c; try discriminate; intros E; apply (product_dp K val V p G u Tb O); now apply (check_dp_ok _ _ V p Tb) in E.
  - destruct yes, c; try discriminate; (destruct (_ && _)%bool eqn:E; [|discriminate]); apply andb_prop in E as [E S];
      apply (val_le _ _ V) in E; rewrite (val_0 _ _ V) in E; intros F;
      apply (product_approximate K val V p G u Tb O _ _ S); now apply (check_approximate_ok _ _ V p G Tb E) in F.
  - destruct yes, c; try discriminate; (destruct (stochastic_b K (rows_of K p)) eqn:S; [|discriminate]); intros E;
      apply (product_tests K val V p G u Tb O S); now apply (check_tests_ok K val V p G Tb) in E.
  - destruct yes, c; try discriminate; intros E. destruct (_ && _)%bool eqn:F in E; [|discriminate].
    apply andb_prop in F as [F S]. apply Nat.leb_le in F. apply (product_renyi K val V p G u Tb O S); auto.
    now apply (check_renyi_no_ok _ _ V p G Tb) in E.
  - destruct yes, c; try discriminate; exact (product_group_ok K val V p G u Tb O _ _ _ r at_ values).
Qed.

(** ** A certificate *)

Record statement := { s_claim : claim; s_yes : bool; s_witness : witness }.

(** What comes of a statement. *)
Inductive result := Proved (values : found) (expected : option bool) | NotProved (why : string) | Undecided (why : string).

Definition claim_eqb (a b : claim) : bool :=
  match a, b with
  | Stochastic, Stochastic | StochasticWithinRounding, StochasticWithinRounding | Dp, Dp | ApproximateDp, ApproximateDp
  | AdaptiveDp, AdaptiveDp | AdaptiveApproximateDp, AdaptiveApproximateDp | DpWithinRounding, DpWithinRounding |
    TightConstraintsExist, TightConstraintsExist | TightConstraints, TightConstraints | Threshold, Threshold
  | Capacity, Capacity | GCapacity, GCapacity | UniversallyOptimal, UniversallyOptimal | IndividualLeakage,
    IndividualLeakage | ExpectedError,
    ExpectedError | Oblivious, Oblivious => true
  | Regular j, Regular k | Utility j, Utility k | UtilityBound j, UtilityBound k | Derivable j, Derivable k
  | Leakage j, Leakage k | GLeakage j, GLeakage k => Nat.eqb j k
  | GroupPrivacy j a, GroupPrivacy k b => Nat.eqb j k && Bool.eqb a b
  | Optimal j q, Optimal k r => Nat.eqb j k && (Qnum q =? Qnum r)%Z && (Qden q =? Qden r)%positive
  | LeakageBound j a, LeakageBound k b => Nat.eqb j k && match a, b with None, None => true | Some a,
    Some b => Nat.eqb a b | _, _ => false end
  | RenyiDp j q, RenyiDp k r => Nat.eqb j k && (Qnum q =? Qnum r)%Z && (Qden q =? Qden r)%positive
  | JointlyOptimal j, JointlyOptimal k => all2 Nat.eqb j k
  | TradeOff j a, TradeOff k b => Nat.eqb j k && match a, b with None, None => true
    | Some (a, b), Some (c, d) => Nat.eqb a c && Nat.eqb b d | _, _ => false end
  | _, _ => false
  end.

Lemma all2_eqb j k : all2 Nat.eqb j k = true <-> j = k.
Proof.
  revert k; induction j; destruct k; simpl; split; intros H; try discriminate; auto.
  - apply andb_prop in H as [A B]. apply Nat.eqb_eq in A. apply IHj in B. now subst.
  - inversion H. subst. rewrite Nat.eqb_refl. simpl. now apply IHj.
Qed.

Lemma claim_eqb_eq a b : claim_eqb a b = true <-> a = b.
Proof.
  split.
  - destruct a, b; simpl; intros H; try discriminate; auto;
      try (apply Nat.eqb_eq in H; now subst).
    + apply andb_prop in H as [A B]. apply Nat.eqb_eq in A. apply eqb_prop in B. now subst.
    + apply andb_prop in H as [H C]. apply andb_prop in H as [A B]. apply Nat.eqb_eq in A. apply Z.eqb_eq in B.
      apply Pos.eqb_eq in C.
      destruct within, within0. simpl in *. now subst.
    + apply all2_eqb in H. now subst.
    + apply andb_prop in H as [A B]. apply Nat.eqb_eq in A. subst.
      destruct outputs as [a|], outputs0 as [b|]; try discriminate; auto. apply Nat.eqb_eq in B. now subst.
    + apply andb_prop in H as [H C]. apply andb_prop in H as [A B]. apply Nat.eqb_eq in A. apply Z.eqb_eq in B.
      apply Pos.eqb_eq in C.
      destruct bound, bound0. simpl in *. now subst.
    + apply andb_prop in H as [A H]. apply Nat.eqb_eq in A. subst.
      destruct two as [[a b]|], two0 as [[c d]|]; try discriminate; auto.
      apply andb_prop in H as [B C]. apply Nat.eqb_eq in B, C. now subst.
  - intros ->. destruct b; simpl; auto; try match goal with o : option nat |- _ => destruct o end;
      try match goal with o : option (nat * nat) |- _ => destruct o as [[? ?]|] end;
      try match goal with b : bool |- _ => destruct b end;
      rewrite ?Nat.eqb_refl, ?Bool.eqb_reflx, ?Z.eqb_refl, ?Pos.eqb_refl; try reflexivity; now apply all2_eqb.
Qed.

(** All expectations of a claim, wherever it is declared; a claim that is declared without any is expected to hold. *)
Definition expected_of (declared : list (declared N)) (c : claim) : list (expectation N) :=
  flat_map (fun d => match d with Declared c' l => if claim_eqb c' c then match l with [] => [(true, [])] | _ => l end else []
                             | Other _ => [] end) declared.
Definition declares (declared : list (declared N)) (c : claim) : bool :=
  existsb (fun d => match d with Declared c' _ => claim_eqb c' c | Other _ => false end) declared.

Definition check_of (p : problem N) (dm : option (list (list (option nat)))) (phi : option (list (list N))) (c : claim)
  (yes : bool) (w : witness) : option found :=
  match p_copies p, w with
  | Some u, _ => check_product p u c yes w
  | None, OfPair w => check_pair p c yes w
  | None, _ => check_claim p dm phi c yes w
  end.

Definition judge_statement (p : problem N) (dm : option (list (list (option nat)))) (phi : option (list (list N))) (declared :
  list (declared N)) (s : statement) : result :=
  match check_of p dm phi (s_claim s) (s_yes s) (s_witness s) with
  | None => NotProved "the witness proves nothing"
  | Some values =>
      match expected_of declared (s_claim s) with
      | [] => Proved values None
      | l => match judge_all K (s_yes s) values l with
             | Some b => Proved values (Some b)
             | None => Undecided "it does not show here whether all is as expected"
             end
      end
  end.

Inductive status := Accepted | Refused | Declined.

(** The answer: what the problem is, what comes of each statement, and on the whole. *)
Inductive answer :=
| Unread (why : string)
| Beyond (what : string)
| Answer (p : problem N) (s : status) (results : list (statement * result)) (missing not_covered : list string).

Definition is_proved (r : result) : bool := match r with Proved _ _ => true | _ => false end.
Definition is_wrong (r : result) : bool := match r with NotProved _ => true | _ => false end.

Fixpoint distinct (l : list claim) : bool :=
  match l with [] => true | c :: l => negb (existsb (claim_eqb c) l) && distinct l end.

(** [open]: claims that the certificate leaves undecided, or of which this checker has no proof; [offered]: distances. *)
Definition check (tree : json) (offered : option (list (list (option nat)))) (open : list claim) (l : list statement) : answer
  :=
  match problem_in K offered tree with
  | Malformed w => Unread w
  | NotCovered w => Beyond w
  | Read (p, _, _, declared) =>
      if well_formed K p && match offered with Some dm => distances_ok (p_nodes p) (near_of K p) dm | None => true end then
        let phi := match offered with Some dm => similarity_of K p dm | None => None end in
        let dm := match phi with Some _ => offered | None => None end in
        let results := map (fun s => (s, judge_statement p dm phi declared s)) l in
        let stated := map s_claim l in
        let not_covered := flat_map (fun d => match d with Other w => [w] | _ => [] end) declared in
        let lacks c := negb (existsb (claim_eqb c) stated) in
        let missing := existsb (fun d => match d with Declared c _ => lacks c &&
          negb (existsb (claim_eqb c) open) | _ => false end) declared in
        let left := existsb (fun d => match d with Declared c _ => lacks c | _ => false end) declared in
        let s := if negb (distinct (stated ++ open)) || missing || existsb (fun r => is_wrong (snd r)) results then Refused
                 else if negb (forallb (fun r => is_proved (snd r)) results) then Declined
                 else match not_covered with [] => if left then Declined else Accepted | _ => Declined end in
        Answer p s results [] not_covered
      else Unread "its parts do not fit each other"
  end.

(** What a result says of the instance. *)
Definition says (p : problem N) (declared : list (declared N)) (s : statement) (r : result) : Prop :=
  match r with
  | NotProved _ | Undecided _ => True
  | Proved values expected =>
      has K p (s_claim s) = true /\
      (if s_yes s then holds (meant K val p) (s_claim s) else ~ holds (meant K val p) (s_claim s)) /\
      (forall what v, In (what, v) values -> value (meant K val p) (s_claim s) what (quantity_of K val v)) /\
      match expected with
      | None => declares declared (s_claim s) = false
      | Some true => met val (meant K val p) (s_claim s) (s_yes s) (expected_of declared (s_claim s))
      | Some false => broken val (meant K val p) (s_claim s) (s_yes s) (expected_of declared (s_claim s))
      end
  end.

Lemma no_expectation declared c : expected_of declared c = [] -> declares declared c = false.
Proof.
  unfold expected_of, declares. induction declared as [|[c' l|w] d IH]; simpl; intros H; auto.
  destruct (claim_eqb c' c); [|auto]. destruct l; discriminate.
Qed.

Lemma judged_ok p dm phi declared s : good K val p ->
  (forall d, dm = Some d -> distances_ok (p_nodes p) (near_of K p) d = true) -> (forall f, phi = Some f -> is_phi K val p f) ->
  says p declared s (judge_statement p dm phi declared s).
Proof.
  intros G D F. unfold judge_statement. destruct (check_of p dm phi _ _ _) as [values|] eqn:C; [|exact I].
  assert (H : has K p (s_claim s) = true).
  { unfold check_of, check_product, check_pair, check_claim in C. destruct (has K p (s_claim s)); auto.
    destruct (p_copies p), (s_witness s); discriminate. }
  assert (Q : proved_of K val (meant K val p) (s_claim s) (s_yes s) values).
  { unfold check_of in C. unfold meant. destruct (p_copies p) as [u|]; [now apply check_product_ok in C|].
    destruct (s_witness s); first [now apply check_pair_ok in C|now apply check_claim_ok in C]. }
  destruct Q as [C1 C2].
  destruct (expected_of declared (s_claim s)) as [|e l] eqn:E.
  - split; [auto|split; [auto|split; [auto|]]]. now apply no_expectation.
  - destruct (judge_all K (s_yes s) values (e :: l)) as [b|] eqn:J; [|exact I].
    apply (judge_all_ok K val V (meant K val p) (s_claim s)) in J; auto.
    split; [auto|split; [auto|split; [auto|]]]. rewrite E. destruct b; exact J.
Qed.

Lemma distinct_NoDup l : distinct l = true -> NoDup l.
Proof.
  induction l as [|c l IH]; simpl; intros H; constructor; apply andb_prop in H as [A B]; auto.
  intros I. destruct (existsb (claim_eqb c) l) eqn:E; [discriminate|].
  assert (X : existsb (claim_eqb c) l = true) by (apply existsb_exists; exists c; split; auto; now apply claim_eqb_eq).
    congruence.
Qed.

(** The problem is the one that the tree says, with the distances of its graph. *)
Definition reads (tree : json) (offered : option (list (list (option nat)))) (p : problem N) (declared : list (declared N)) :
  Prop :=
  (exists names froms, problem_in K offered tree = Read (p, names, froms, declared)) /\
  (forall dm, offered = Some dm -> forall i j, (i < p_nodes p)%nat -> (j < p_nodes p)%nat ->
    match nth j (nth i dm []) None with
    | Some d => distance (the_graph (instance_of K val p)) i j d
    | None => forall L, ~ walk (the_graph (instance_of K val p)) i j L
    end).

(** The problem is that one, and each statement that is proved is so of it. If all is accepted, every statement is proved, none
    is made twice, and every claim that the problem declares is among them. *)
Definition is_so (tree : json) (offered : option (list (list (option nat)))) (l : list statement) (p : problem N) (s : status)
  (results : list (statement * result)) : Prop :=
  exists declared,
    reads tree offered p declared /\
    map fst results = l /\
    (forall st r, In (st, r) results -> says p declared st r) /\
    (s = Accepted ->
      (forall st r, In (st, r) results -> is_proved r = true) /\
      NoDup (map s_claim l) /\
      (forall d, In d declared -> exists c e st, d = Declared c e /\ In st l /\ s_claim st = c)).

(** Whatever is answered is so. *)
Theorem check_sound tree offered open l p s results missing not_covered :
  check tree offered open l = Answer p s results missing not_covered -> is_so tree offered l p s results.
Proof.
  unfold check. destruct (problem_in K offered tree) as [[[[p' names] froms] declared]|w|w] eqn:R; try discriminate.
  destruct (_ && _)%bool eqn:W; [|discriminate]. apply andb_prop in W as [W Wd]. apply (well_formed_good _ _ V) in W.
  set (phi := match offered with Some dm => similarity_of K p' dm | None => None end).
  set (dm := match phi with Some _ => offered | None => None end).
  set (results' := map (fun s => (s, judge_statement p' dm phi declared s)) l).
  intros E. injection E. clear E. intros En Em Er Es Ep. subst p. rewrite <- Er. clear En Em Er.
  assert (F : forall f, phi = Some f -> is_phi K val p' f).
  { unfold phi. destruct offered as [dd|]; [|discriminate]. intros f. apply (similarity_of_ok _ _ V). }
  assert (D : forall d, dm = Some d -> distances_ok (p_nodes p') (near_of K p') d = true).
  { unfold dm, phi. destruct offered as [d|]; [|intros d E; discriminate]. unfold similarity_of.
    destruct (distances_ok (p_nodes p') (near_of K p') d) eqn:E; simpl; [|intros ? X; discriminate].
    intros d' X. assert (d' = d) by (destruct (if symmetric (p_nodes p') d then _ else _); congruence). now subst. }
  exists declared. split.
  { split; [exists names, froms; exact R|]. intros d Ed i j Hi Hj. rewrite Ed in Wd.
    exact (distance_known _ _ d Wd i j Hi Hj). }
  split; [|split].
  - unfold results'. rewrite map_map. apply map_id.
  - intros st r Hin. unfold results' in Hin. apply in_map_iff in Hin as [st' [Heq Hin]]. inversion Heq. subst.
    apply judged_ok; auto.
  - intros A. rewrite A in Es.
    destruct (negb (distinct (map s_claim l ++ open))) eqn:E1; [discriminate|].
    destruct (existsb _ declared) eqn:E2 in Es; [discriminate|].
    destruct (existsb (fun r => is_wrong (snd r)) results'); [discriminate|]. cbn [orb] in Es.
    destruct (negb (forallb (fun r => is_proved (snd r)) results')) eqn:E3; [discriminate|].
    destruct (flat_map _ declared) as [|x rest] eqn:E4 in Es; [|discriminate].
    destruct (existsb _ declared) eqn:E5 in Es; [discriminate|].
    split; [|split].
    + intros st r Hin. apply negb_false_iff in E3. rewrite forallb_forall in E3. exact (E3 _ Hin).
    + apply negb_false_iff in E1. apply distinct_NoDup in E1. revert E1. generalize (map s_claim l) as a.
      induction a as [|x a IH]; simpl; intros E1; [constructor|].
      inversion E1. subst. constructor; auto. intros I. apply H1. apply in_or_app. auto.
    + intros d Hd. destruct d as [c e|w].
      * assert (X : forall b, negb (existsb (claim_eqb c) (map s_claim l)) = b -> b = false).
        { intros b Hb. destruct b; auto. exfalso.
          assert (Y : existsb (fun d => match d with Declared c _ => negb (existsb (claim_eqb c) (map s_claim l)) | Other _ =>
            false end) declared = true)
            by (apply existsb_exists; exists (Declared c e); auto).
          congruence. }
        specialize (X _ eq_refl). apply negb_false_iff in X. apply existsb_exists in X as [c' [Hc' Eq]].
        apply claim_eqb_eq in Eq. subst c'. apply in_map_iff in Hc' as [st [Es' Hst]]. exists c, e, st. auto.
      * exfalso. assert (Y : In w (flat_map (fun d => match d with Other w => [w] | _ => [] end) declared))
          by (apply in_flat_map; exists (Other w); simpl; auto). rewrite E4 in Y. destruct Y.
Qed.
End Checker.
