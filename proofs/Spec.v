(** What every verdict means, over the real numbers, in the papers' words. Definitions only.

    [E]: ElSalamouny, Chatzikokolakis, Palamidessi. [A]: Alvim, Andrés, Chatzikokolakis, Degano, Palamidessi. [G]: Ghosh,
    Roughgarden, Sundararajan. [H]: Holohan, Leith, Mason. Nodes, outputs and guesses are the numbers below a count. *)

From Coq Require Import Reals List QArith Qreals.
Import ListNotations.
Open Scope R_scope.

(** ** Sums and maxima *)

(** f 0 + … + f (n − 1). *)
Fixpoint sum (n : nat) (f : nat -> R) : R := match n with O => 0 | S k => sum k f + f k end.

(** The largest of f 0, …, f (n − 1); 0 of none. *)
Fixpoint largest (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S O => f O | S k => Rmax (largest k f) (f k) end.

(** v is the largest, or the least, number of a set. *)
Definition is_greatest (set : R -> Prop) (v : R) : Prop := set v /\ forall x, set x -> x <= v.
Definition is_least (set : R -> Prop) (v : R) : Prop := set v /\ forall x, set x -> v <= x.

(** Of a string of u numbers below b, the number i: its entry for k, the last one's counting fastest. *)
Definition digit (b u k i : nat) : nat := Nat.modulo (Nat.div i (b ^ (u - 1 - k))) b.

(** ** Graphs ([E] section 2.1, [A] Definitions 2 and 3) *)

(** [step i h l]: i and h are adjacent, by an edge of l units of length, 1 where edges have no lengths. *)
Record graph := { nodes : nat; step : nat -> nat -> nat -> Prop }.

(** A walk from i to j of length L. *)
Inductive walk (G : graph) : nat -> nat -> nat -> Prop :=
| stay : forall i, walk G i i 0
| go : forall i h j l L, step G i h l -> walk G h j L -> walk G i j (l + L).

(** d(i, j), the length of the shortest walk; there is none between nodes without a path. *)
Definition distance (G : graph) (i j d : nat) : Prop := walk G i j d /\ forall L, walk G i j L -> (d <= L)%nat.

(** Φ_ij = α^d(i,j), 0 between nodes without a path ([E] Definition 4). *)
Definition similarity (G : graph) (alpha : R) (Phi : nat -> nat -> R) : Prop :=
  forall i j, (i < nodes G)%nat -> (j < nodes G)%nat ->
    (forall d, distance G i j d -> Phi i j = alpha ^ d) /\ ((forall L, ~ walk G i j L) -> Phi i j = 0).

(** ** Mechanisms *)

(** Rows of numbers ≥ 0, a row for each of n nodes and a column for each of m outputs. *)
Definition nonnegative (n m : nat) (X : nat -> nat -> R) : Prop := forall i o, (i < n)%nat -> (o < m)%nat -> 0 <= X i o.

(** Each row is a distribution. *)
Definition stochastic (n m : nat) (X : nat -> nat -> R) : Prop :=
  nonnegative n m X /\ forall i, (i < n)%nat -> sum m (X i) = 1.

(** α·x_io ≤ x_ho for neighbours i, h and each output o, α^l where the edge has the length l ([E] Definition 1, [A]
    Definition 1, of single outputs: [E] Lemma 1). *)
Definition private (G : graph) (alpha : R) (m : nat) (X : nat -> nat -> R) : Prop := nonnegative (nodes G) m X /\
  forall i h l o, (i < nodes G)%nat -> (h < nodes G)%nat -> step G i h l -> (o < m)%nat -> alpha ^ l * X i o <= X h o.

(** (ε, δ)-privacy with λ = e^ε: x_i(S) ≤ λ·x_h(S) + δ for neighbours i, h and each set S of outputs ([H] Definition 2). *)
Definition mass (m : nat) (x : nat -> R) (S : nat -> bool) : R := sum m (fun o => if S o then x o else 0).
Definition approximately_private (G : graph) (lambda delta : R) (m : nat) (X : nat -> nat -> R) : Prop :=
  forall i h l S, (i < nodes G)%nat -> (h < nodes G)%nat -> step G i h l -> mass m (X i) S <= lambda * mass m (X h) S + delta.

(** ** Utility, leakage *)

(** U(X, π) = Σ_o max_w Σ_i π_i x_io g(w, i), the best of k guesses at each output ([E] section 2.2, [A] section 5). *)
Definition utility (n m k : nat) (g : nat -> nat -> R) (prior : nat -> R) (X : nat -> nat -> R) : R :=
  sum m (fun o => largest k (fun w => sum n (fun i => prior i * X i o * g w i))).

(** The guess is right or it is not. *)
Definition binary (w i : nat) : R := if Nat.eqb w i then 1 else 0.
Definition binary_utility (n m : nat) (prior : nat -> R) (X : nat -> nat -> R) : R := utility n m n binary prior X.

(** Σ_o max_i π_i x_io / max_i π_i = 2^L, L the min-entropy leakage ([A] section 2.2). *)
Definition leakage (n m : nat) (prior : nat -> R) (X : nat -> nat -> R) : R :=
  sum m (fun o => largest n (fun i => prior i * X i o)) / largest n prior.

(** max_w Σ_i π_i g(w, i), what the best guess gains without an output. *)
Definition blind (n k : nat) (g : nat -> nat -> R) (prior : nat -> R) : R :=
  largest k (fun w => sum n (fun i => prior i * g w i)).

Definition log2 (x : R) : R := ln x / ln 2.

(** ** What a file gives *)

Record instance := {
  the_graph : graph;
  unit_length : nat;                    (* 1 unless edges have lengths: so many units are the length 1 *)
  alpha : R;                            (* e^-ε; that of one unit of length *)
  delta : R;                            (* 0 where none is declared *)
  outputs : nat; X : nat -> nat -> R; rounding : R;
  prior : nat -> nat -> R;              (* by its place *)
  guesses : nat; gain : nat -> nat -> R; is_loss : bool; (* g(w, i), a loss being negative *)
  answer : nat -> nat;                  (* of a database, where the nodes are these *)
  other_outputs : nat -> nat;           (* another mechanism, by its place: its outputs *)
  other : nat -> nat -> nat -> R;       (* its table *)
  other_graph : nat -> graph;           (* and its graph *)
  uses : list (nat * (nat -> nat -> R)); (* the tables that X is composed of, in their order, with their outputs *)
  values : nat; individuals : nat       (* where the graph is a Hamming graph: {0..values−1}^individuals, else 0 *)
}.

Inductive claim :=
| Stochastic | StochasticWithinRounding | Dp | ApproximateDp | AdaptiveDp | AdaptiveApproximateDp
| GroupPrivacy (distance : nat) (nearer : bool) | DpWithinRounding | TightConstraintsExist | TightConstraints
| Regular (prior : nat) | Utility (prior : nat) | UtilityBound (prior : nat) | Optimal (prior : nat) (within : Q)
| UniversallyOptimal | JointlyOptimal (priors : list nat) | Derivable (other : nat) | Leakage (prior : nat)
| GLeakage (prior : nat) | Capacity | LeakageBound (prior : nat) (outputs : option nat) | IndividualLeakage | ExpectedError
| Oblivious | RenyiDp (order : nat) (bound : Q) | GCapacity | TradeOff (other : nat) (two : option (nat * nat)) | Threshold.

Section Meaning.
Variable P : instance.
Let G := the_graph P. Let n := nodes G. Let m := outputs P.

(** What is said of Φ at an α, and at that of the file. *)
Definition of_similarity_at (a : R) (statement : (nat -> nat -> R) -> Prop) := exists Phi, similarity G a Phi /\ statement Phi.
Definition of_similarity := of_similarity_at (alpha P).

(** z with Φz = b; z ≥ 0. *)
Definition solves (Phi : nat -> nat -> R) (b z : nat -> R) : Prop :=
  forall i, (i < n)%nat -> sum n (fun j => Phi i j * z j) = b i.
Definition nonnegative_vector (z : nat -> R) : Prop := forall i, (i < n)%nat -> 0 <= z i.
Definition one (i : nat) : R := 1.

(** z ≥ 0 with Φz = 1, by which Φ·diag(z) is a mechanism with tight constraints ([E] Lemma 3); and that at α = a there is one. *)
Definition weighting (Phi : nat -> nat -> R) (z : nat -> R) : Prop := nonnegative_vector z /\ solves Phi one z.
Definition exist_at (a : R) : Prop := of_similarity_at a (fun Phi => exists z, weighting Phi z).

(** The set of these α in (0, 1) has these parts, which rise and are apart; their ends belong to it, but for 0 and 1. *)
Definition is_set (l : list (R * R)) : Prop :=
  Forall (fun x => 0 <= fst x < 1 /\ 0 < snd x <= 1 /\ fst x <= snd x) l /\ ForallOrdPairs (fun x y => snd x < fst y) l /\
  forall a, 0 < a < 1 -> (exist_at a <-> exists x, In x l /\ fst x <= a <= snd x).

(** x_ij = α^d(i,j)·x_jj for all i and j, outputs being nodes ([E] Definition 7). *)
Definition tight (Phi : nat -> nat -> R) (T : nat -> nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n)%nat -> T i j = Phi i j * T j j.

(** (XR)_ij. *)
Definition product (m : nat) (Y r : nat -> nat -> R) (i j : nat) : R := sum m (fun o => Y i o * r o j).

(** A private mechanism with any outputs. *)
Definition private_mechanism (m' : nat) (Y : nat -> nat -> R) : Prop := stochastic n m' Y /\ private G (alpha P) m' Y.

(** A distribution on the nodes; what the file's gain comes to at it, with X and without. *)
Definition distribution (pi : nat -> R) : Prop := nonnegative_vector pi /\ sum n pi = 1.
Definition with_X (pi : nat -> R) : R := utility n m (guesses P) (gain P) pi (X P).
Definition without (pi : nat -> R) : R := blind n (guesses P) (gain P) pi.

(** Utility by the file's gain, and by the binary one. *)
Definition gained (k : nat) (m' : nat) (Y : nat -> nat -> R) : R := utility n m' (guesses P) (gain P) (prior P k) Y.
Definition guessed (k : nat) (m' : nat) (Y : nat -> nat -> R) : R := binary_utility n m' (prior P k) Y.

(** The most utility that a private mechanism has is v. *)
Definition is_optimum (used : nat -> (nat -> nat -> R) -> R) (v : R) : Prop :=
  is_greatest (fun u => exists m' Y, private_mechanism m' Y /\ used m' Y = u) v.

(** The numbers Σy for y ≥ 0 with yΦ = π ([E] Definition 5), or yΦ ≥ π. *)
Definition represents (Phi : nat -> nat -> R) (k : nat) (s : R) : Prop :=
  exists y, nonnegative_vector y /\ solves Phi (prior P k) y /\ sum n y = s.
Definition covers (Phi : nat -> nat -> R) (k : nat) (s : R) : Prop :=
  exists y, nonnegative_vector y /\ (forall i, (i < n)%nat -> prior P k i <= sum n (fun j => Phi i j * y j)) /\ sum n y = s.

(** M is within the rounding of X. *)
Definition near (M : nat -> nat -> R) : Prop :=
  forall i o, (i < n)%nat -> (o < m)%nat -> Rabs (M i o - X P i o) <= rounding P.

(** Node i is a string over {0..v−1}: its entry for individual k; and how many differ. *)
Definition entry (k i : nat) : nat := digit (values P) (individuals P) k i.
Definition differing (i j : nat) : nat :=
  length (filter (fun k => negb (Nat.eqb (entry k i) (entry k j))) (seq 0 (individuals P))).
(** j is i but for individual k's entry. *)
Definition same_but (k i j : nat) : Prop := forall k', (k' < individuals P)%nat -> k' <> k -> entry k' i = entry k' j.

(** No private mechanism leaks more at π; of those with at most r outputs. *)
Definition leaks_at_most (k : nat) (r : option nat) (v : R) : Prop :=
  forall m' Y, private_mechanism m' Y -> (match r with Some r => (m' <= r)%nat | None => True end) ->
    leakage n m' (prior P k) Y <= v.
(** What [E] Proposition 6, [E] Theorem 2 ([A] Theorem 1), the number of outputs, and this number on a Hamming graph ([A]
    Proposition 2, as far as it is true) say of it, E being 1/α. *)
Definition bound_on_leakage (Phi : nat -> nat -> R) (k : nat) (r : option nat) (v : R) : Prop :=
  let E := / alpha P in let s := INR (values P) in let u := individuals P in
  (exists b, is_least (covers Phi k) b /\ v = b / largest n (prior P k)) \/
  ((0 < values P)%nat /\ v = (s * E / (s - 1 + E)) ^ u) \/ (exists r', r = Some r' /\ (v = INR r' \/
    (0 < values P)%nat /\ v = E ^ u / sum (S u) (fun t => C u t * (E - 1) ^ t / Rmin (INR r') (s ^ t)))).

(** Σ_o x_io^k / x_ho^(k−1), whose logarithm over k − 1 is the Rényi divergence of order k; infinite where x_ho = 0 < x_io. *)
Definition renyi_sum (k i h : nat) : R := sum m (fun o => X P i o ^ k / X P h o ^ (k - 1)).
Definition renyi_finite (i h : nat) : Prop := forall o, (o < m)%nat -> X P h o = 0 -> X P i o = 0.
Definition neighbours (i h : nat) : Prop := (i < n)%nat /\ (h < n)%nat /\ exists l, step G i h l.

(** The largest of these sums, 1 without neighbours. *)
Definition is_renyi_argument (k : nat) (v : R) : Prop :=
  (forall i h, neighbours i h -> renyi_finite i h /\ renyi_sum k i h <= v) /\
  (v = 1 \/ exists i h, neighbours i h /\ v = renyi_sum k i h).

(** An adversary names two neighbours before each use, by what has been seen, and gets the answer at the first one each time, or
    at the second one each time: the probability that what is seen is in S. *)
Fixpoint seen (l : list (nat * (nat -> nat -> R))) (choose : list nat -> nat * nat) (first : bool) (S : list nat -> bool) : R :=
  match l with
  | [] => if S [] then 1 else 0
  | (m', Y) :: l => sum m' (fun o => Y (if first then fst (choose []) else snd (choose [])) o *
      seen l (fun past => choose (o :: past)) first (fun past => S (o :: past)))
  end.
Definition adaptively_private (lambda d : R) : Prop := (forall m' Y, In (m', Y) (uses P) -> nonnegative n m' Y) /\
  forall choose S, (forall past, neighbours (fst (choose past)) (snd (choose past))) ->
    seen (uses P) choose true S <= lambda * seen (uses P) choose false S + d.
Definition is_adaptive_alpha (d : R) : R -> Prop := is_greatest (fun a => a = 0 \/ 0 < a <= 1 /\ adaptively_private (/ a) d).

(** What a test that tells p from q comes to, at best: max over sets S of p(S) − λ·q(S), λ ≥ 0 being what an error of the second
    kind costs; and the best of the other mechanism's nodes, or of all its neighbours, where one may also guess. *)
Definition told (m : nat) (p q : nat -> R) (lambda : R) : R := sum m (fun o => Rmax 0 (p o - lambda * q o)).
Definition is_best_told (k : nat) (two : option (nat * nat)) (lambda : R) : R -> Prop := is_greatest (fun y =>
  y = Rmax 0 (1 - lambda) \/ exists i h,
    match two with Some ih => ih = (i, h) | None => exists l, step (other_graph P k) i h l end /\
    (i < nodes (other_graph P k))%nat /\ (h < nodes (other_graph P k))%nat /\
    y = told (other_outputs P k) (other P k i) (other P k h) lambda).
Definition told_more (k : nat) (two : option (nat * nat)) (x : R) : Prop := exists i h lambda b,
  neighbours i h /\ 0 <= lambda /\ is_best_told k two lambda b /\ x = told m (X P i) (X P h) lambda - b.

(** What is expected of the distance between input and output ([H] section 3.3, (16)). *)
Definition expected_error_at (i : nat) : R := sum m (fun o => X P i o * INR (differing i o)).

(** Σ_o max_j x_jo over the nodes j that differ from i in individual k's entry alone. *)
Definition is_individual_capacity (k i : nat) (c : R) : Prop :=
  exists M, (forall o, (o < m)%nat -> is_greatest (fun x => exists j, (j < n)%nat /\ same_but k i j /\ x = X P j o) (M o)) /\
            c = sum m M.

(** Nodes at the distance k, or at most k, in lengths. *)
Definition at_group_distance (k : nat) (nearer : bool) (i h : nat) : Prop :=
  (i < n)%nat /\ (h < n)%nat /\ i <> h /\ exists d, distance G i h d /\
    (d = (k * unit_length P)%nat \/ nearer = true /\ (d <= k * unit_length P)%nat).

(** A claim. Those about X as a mechanism fail where X is none; [UniversallyOptimal] is by the binary gain always. *)
Definition holds (c : claim) : Prop :=
  let mechanism := stochastic n m (X P) in
  match c with
  | Stochastic => mechanism
  | StochasticWithinRounding => exists M, stochastic n m M /\ near M
  | Dp => private G (alpha P) m (X P)
  | ApproximateDp => mechanism /\ approximately_private G (/ alpha P) (delta P) m (X P)
  | AdaptiveDp => adaptively_private (/ alpha P) 0
  | AdaptiveApproximateDp => mechanism /\ adaptively_private (/ alpha P) (delta P)
  | GroupPrivacy k nearer => nonnegative n m (X P) /\
      forall i h o, at_group_distance k nearer i h -> (o < m)%nat -> alpha P ^ (k * unit_length P) * X P i o <= X P h o
  | DpWithinRounding => exists M, private_mechanism m M /\ near M
  | TightConstraintsExist => exist_at (alpha P)
  | Threshold => exists l, is_set l
  | TightConstraints => mechanism /\ private G (alpha P) m (X P) /\
      of_similarity (fun Phi => exists r, stochastic m n r /\ tight Phi (product m (X P) r))
  | Regular k => of_similarity (fun Phi => exists s, represents Phi k s)
  | Utility _ | Leakage _ | GLeakage _ | GCapacity | Capacity | IndividualLeakage | ExpectedError => mechanism
  | UtilityBound k => of_similarity (fun Phi => exists b, is_least (covers Phi k) b /\
      forall m' Y, private_mechanism m' Y -> guessed k m' Y <= b)
  | Optimal k within => mechanism /\ private G (alpha P) m (X P) /\
      forall m' Y, private_mechanism m' Y -> gained k m' Y <= gained k m (X P) + Q2R within
  | UniversallyOptimal => mechanism /\ private G (alpha P) m (X P) /\ forall pi, nonnegative_vector pi -> sum n pi = 1 ->
      forall m' Y, private_mechanism m' Y -> binary_utility n m' pi Y <= binary_utility n m pi (X P)
  | JointlyOptimal ks => exists m' Y, private_mechanism m' Y /\
      forall k, In k ks -> forall m'' Z, private_mechanism m'' Z -> gained k m'' Z <= gained k m' Y
  | Derivable k => mechanism /\
      exists r, stochastic (other_outputs P k) m r /\
        forall i o, (i < n)%nat -> (o < m)%nat -> product (other_outputs P k) (other P k) r i o = X P i o
  | LeakageBound k r => exists v, leaks_at_most k r v
  | RenyiDp k r => mechanism /\ forall i h, neighbours i h -> renyi_finite i h /\ ln (renyi_sum k i h) / (INR k - 1) <= Q2R r
  | TradeOff k two => mechanism /\ forall x, told_more k two x -> x <= 0
  | Oblivious => forall i h o, (i < n)%nat -> (h < n)%nat -> (o < m)%nat -> answer P i = answer P h -> X P i o = X P h o
  end.

(** ** Values *)

Inductive name :=
| AlphaMax | EpsilonMin | DeltaMin | Sum | Unique | Least | TheUtility | Loss | Bound | Optimum | LeastLoss
| Multiplicative | Additive | Bits | Maximum | Error | Joint | Separate | Argument | Divergence | Excess | TheSet | AlphaStar.

Inductive quantity := Number (v : R) | Infinite | Flag (yes : bool) | Parts (l : list (R * R)).

(** The largest α at which X is private: that of one unit of length to the power of the units of the length 1. *)
Definition is_alpha_max (v : R) : Prop :=
  exists b, is_greatest (fun a => 0 <= a <= 1 /\ private G a m (X P)) b /\ v = b ^ unit_length P.

(** The largest a with a·x_io ≤ x_ho for them. *)
Definition is_group_alpha (k : nat) (nearer : bool) : R -> Prop := is_greatest (fun a => 0 <= a <= 1 /\
  forall i h o, at_group_distance k nearer i h -> (o < m)%nat -> a * X P i o <= X P h o).

(** The largest α at which X is (ε, δ)-private, 0 where there is none. *)
Definition is_approximate_alpha : R -> Prop :=
  is_greatest (fun a => a = 0 \/ 0 < a <= 1 /\ approximately_private G (/ a) (delta P) m (X P)).

(** 2^L is v, and L. *)
Definition leaks (is_multiplicative : R -> Prop) (what : name) (v : R) : Prop :=
  match what with Multiplicative => is_multiplicative v | Bits => exists x, is_multiplicative x /\ v = log2 x | _ => False end.

Definition value (c : claim) (what : name) (q : quantity) : Prop :=
  match c, what, q with
  | Dp, AlphaMax, Number v => is_alpha_max v
  | Dp, EpsilonMin, Number v => exists a, 0 < a /\ is_alpha_max a /\ v = - ln a
  | Dp, EpsilonMin, Infinite => is_alpha_max 0
  | GroupPrivacy k nearer, AlphaMax, Number v => is_group_alpha k nearer v
  | GroupPrivacy k nearer, EpsilonMin, Number v => exists a, 0 < a /\ is_group_alpha k nearer a /\ v = - ln a
  | GroupPrivacy k nearer, EpsilonMin, Infinite => is_group_alpha k nearer 0
  | ApproximateDp, AlphaMax, Number v => is_approximate_alpha v
  | ApproximateDp, EpsilonMin, Number v => exists a, 0 < a /\ is_approximate_alpha a /\ v = - ln a
  | ApproximateDp, EpsilonMin, Infinite => is_approximate_alpha 0
  | ApproximateDp, DeltaMin, Number v => is_least (fun d => 0 <= d /\ approximately_private G (/ alpha P) d m (X P)) v
  | AdaptiveDp, AlphaMax, Number v => is_adaptive_alpha 0 v
  | AdaptiveDp, EpsilonMin, Number v => exists a, 0 < a /\ is_adaptive_alpha 0 a /\ v = - ln a
  | AdaptiveDp, EpsilonMin, Infinite => is_adaptive_alpha 0 0
  | AdaptiveApproximateDp, DeltaMin, Number v => is_least (fun d => 0 <= d /\ adaptively_private (/ alpha P) d) v
  | TightConstraintsExist, Sum, Number v => of_similarity (fun Phi =>
      (exists z, weighting Phi z) /\ forall z, weighting Phi z -> sum n z = v)
  | TightConstraintsExist, Unique, Flag yes => of_similarity (fun Phi => (exists z, weighting Phi z) /\
      let unique := forall z z' i, weighting Phi z -> weighting Phi z' -> (i < n)%nat -> z i = z' i in
      if yes then unique else ~ unique)
  | TightConstraintsExist, Least, Number v => of_similarity (fun Phi => exists z, solves Phi one z /\
      (forall z' i, solves Phi one z' -> (i < n)%nat -> z' i = z i) /\ is_least (fun x => exists i, (i < n)%nat /\ x = z i) v)
  | Threshold, TheSet, Parts l => is_set l
  | Threshold, AlphaStar, Number v => exists l, is_set ((0, v) :: l)
  | Regular k, Sum, Number v => of_similarity (fun Phi => is_least (represents Phi k) v)
  | Utility k, TheUtility, Number v | Optimal k _, TheUtility, Number v => v = gained k m (X P)
  | Utility k, Loss, Number v | Optimal k _, Loss, Number v => is_loss P = true /\ v = - gained k m (X P)
  | Optimal k _, Optimum, Number v => is_optimum (gained k) v
  | Optimal k _, LeastLoss, Number v => is_loss P = true /\ is_optimum (gained k) (- v)
  | UtilityBound k, Bound, Number v => of_similarity (fun Phi => is_least (covers Phi k) v)
  | UtilityBound k, Optimum, Number v => is_optimum (guessed k) v
  | Leakage k, _, Number v => leaks (fun x => x = leakage n m (prior P k) (X P)) what v
  | Capacity, _, Number v => leaks (fun x => x = sum m (fun o => largest n (fun i => X P i o))) what v
  | GLeakage k, Additive, Number v => v = gained k m (X P) - blind n (guesses P) (gain P) (prior P k)
  | GLeakage k, _, Number v => let V := blind n (guesses P) (gain P) (prior P k) in
      (forall w i, (w < guesses P)%nat -> (i < n)%nat -> 0 <= gain P w i) /\ 0 < V /\
      leaks (fun x => x = gained k m (X P) / V) what v
  | GCapacity, Additive, Number v => is_greatest (fun x => exists pi, distribution pi /\ x = with_X pi - without pi) v
  | GCapacity, _, Number v => (forall w i, (w < guesses P)%nat -> (i < n)%nat -> 0 <= gain P w i) /\ leaks (is_greatest
      (fun x => exists pi, distribution pi /\ 0 < without pi /\ x = with_X pi / without pi)) what v
  | IndividualLeakage, _, Number v => leaks (is_greatest (fun c => exists k i, (k < individuals P)%nat /\ (i < n)%nat /\
      is_individual_capacity k i c)) what v
  | LeakageBound k _, Maximum, Number v => exists u, is_optimum (guessed k) u /\ v = u / largest n (prior P k)
  | LeakageBound k r, _, Number v => leaks (fun x => leaks_at_most k r x /\
      of_similarity (fun Phi => is_least (bound_on_leakage Phi k r) x)) what v
  | JointlyOptimal ks, Separate, Number v => exists optima, Forall2 (fun k o => is_optimum (gained k) o) ks optima /\
      v = fold_right Rplus 0 optima
  | JointlyOptimal ks, Joint, Number v => is_optimum (fun m' Y => fold_right Rplus 0 (map (fun k => gained k m' Y) ks)) v
  | RenyiDp k _, Argument, Number v => is_renyi_argument k v
  | RenyiDp k _, Divergence, Number v => exists a, is_renyi_argument k a /\ v = ln a / (INR k - 1)
  | RenyiDp k _, Argument, Infinite | RenyiDp k _, Divergence, Infinite => exists i h, neighbours i h /\ ~ renyi_finite i h
  | TradeOff k two, Excess, Number v => is_greatest (fun x => x = 0 \/ told_more k two x) v
  | ExpectedError, Error, Number v => is_greatest (fun e => exists i, (i < n)%nat /\ e = expected_error_at i) v
  | ExpectedError, Bound, Number v =>
      v = INR (individuals P) * (INR (values P) - 1) * (1 - delta P) / (/ alpha P + INR (values P) - 1)
  | _, _, _ => False
  end.

End Meaning.
