(** What [not-refuted], [private-by-sample] and [sampled-from] claim (certificates/FORMAT.md), as probabilities over samples.
    Definitions and statements, on which nothing rests: no checker here speaks of counts of runs, and nothing is proved of them. *)

From Coq Require Import Reals List Arith Bool.
From DP Require Import Spec.
Import ListNotations.
Open Scope R_scope.

(** P(Bin(N, p) = a), the probability of a successes in N independent runs, each with the probability p; [C N a] is the standard
    library's binomial coefficient. *)
Definition binomial (N : nat) (p : R) (a : nat) : R := C N a * p ^ a * (1 - p) ^ (N - a).

(** P(Bin(N, p) <= a), the sum of these for 0, …, a. *)
Definition tail (N : nat) (p : R) (a : nat) : R := sum (S a) (binomial N p).

(** u is the least p from 0 to 1 with P(Bin(N, p) <= a) <= lambda. *)
Definition clopper_pearson (lambda : R) (N a : nat) (u : R) : Prop := is_least (fun p => 0 <= p <= 1 /\ tail N p a <= lambda) u.

(** [bound N a] is no less than that u for every count a below the number N of runs, and 1 for a = N. FORMAT.md's Ū, the next number of
    the grid, is such a bound. *)
Definition is_bound (lambda : R) (bound : nat -> nat -> R) : Prop := forall N,
  (forall a u, (a < N)%nat -> clopper_pearson lambda N a u -> u <= bound N a) /\ bound N N = 1.

Section Samples.
Variable G : graph. Let n := nodes G.  (* the nodes, and who is whose neighbour *)
Variable m : nat.                      (* how many outputs there are *)
Variable runs : nat -> nat.            (* N_i, how often the sampler was run at node i *)
Variable P : nat -> nat -> R.          (* P i o, the probability of output o at node i: the law that nobody knows *)

(** What came at one node in N runs is one of the m^N strings of N outputs, w, as they were recorded; [digit m N k w] came in run k. As the
    runs are independent and of one law, the string has the product of the probabilities of its outputs. (All strings with the same count
    c_o of each output together have the multinomial N!/(c_0! c_1! …) times that product.) *)
Fixpoint product (N : nat) (f : nat -> R) : R := match N with O => 1 | S k => product k f * f k end.
Definition weight (i w : nat) : R := product (runs i) (fun k => P i (digit m (runs i) k w)).

(** A sample s has a string s i for each node i. The expectation of f over all samples: the sum, over the strings of the last of k nodes, of
    their weights times the expectation over those of the nodes before it, the nodes being independent. It starts with [expectation n], and
    of a sample that is being made up the nodes from k on are known. Where f is 1 or 0 it is a probability. *)
Fixpoint expectation (k : nat) (f : (nat -> nat) -> R) (s : nat -> nat) : R :=
  match k with
  | O => f s
  | S i => sum (m ^ runs i) (fun w => weight i w * expectation i f (fun j => if Nat.eqb j i then w else s j))
  end.
Definition probability (f : (nat -> nat) -> R) : R := expectation n f (fun _ => O).

(** ** Events *)

(** An event is a set of outputs. a_i(S), how many of the runs at node i had an output in S. *)
Fixpoint how_many (N : nat) (in_it : nat -> bool) : nat :=
  match N with O => O | S k => if in_it k then S (how_many k in_it) else how_many k in_it end.
Definition count (s : nat -> nat) (i : nat) (S : nat -> bool) : nat := how_many (runs i) (fun k => S (digit m (runs i) k (s i))).
Definition complement (S : nat -> bool) : nat -> bool := fun o => negb (S o).

Variable E : list (nat -> bool).       (* the events, with each its complement *)
Variable c : R.                        (* the confidence *)
Variable bound : nat -> nat -> R.      (* the bound for a count among so many runs *)

(** lambda = (1 − c)/(n·|E|), and U_i(S), L_i(S) of a sample. *)
Definition level : R := (1 - c) / (INR n * INR (length E)).
Definition upper (s : nat -> nat) (i : nat) (S : nat -> bool) : R := bound (runs i) (count s i S).
Definition lower (s : nat -> nat) (i : nat) (S : nat -> bool) : R := 1 - upper s i (complement S).

(** Some P_i(S) is above its U_i(S). *)
Definition some_bound_is_wrong (s : nat -> nat) : Prop := exists i S, (i < n)%nat /\ In S E /\ upper s i S < mass m (P i) S.

(** Where the claim fails: L_i(S) > e^ε·U_h(S) + δ for neighbours i and h, and an event S. [grown] is e^ε. *)
Definition refuted (grown delta : R) (s : nat -> nat) : Prop :=
  exists i h l S, (i < n)%nat /\ (h < n)%nat /\ step G i h l /\ In S E /\ grown * upper s h S + delta < lower s i S.

(** ** What is claimed *)

(** f is 1 for the samples of which that is so, and 0 for all others. *)
Definition tells (f : (nat -> nat) -> R) (of : (nat -> nat) -> Prop) : Prop := forall s, (of s /\ f s = 1) \/ (~ of s /\ f s = 0).

(** What is assumed: the law is one, the confidence is between 0 and 1, there are nodes and events, each event with its complement. *)
Definition assumed : Prop := stochastic n m P /\ 0 < c < 1 /\ (0 < n)%nat /\ E <> [] /\ is_bound level bound /\
  forall S, In S E -> exists T, In T E /\ forall o, (o < m)%nat -> T o = negb (S o).

(** The probability that some bound is wrong is at most 1 − c. *)
Definition bounds_hold_together : Prop := assumed -> forall f, tells f some_bound_is_wrong -> probability f <= 1 - c.

(** So the claim fails of an (ε, δ)-private law, which no bounds that hold refute, with a probability of at most 1 − c. *)
Definition private_laws_are_seldom_refuted : Prop := assumed -> forall grown delta f, 1 <= grown -> 0 <= delta ->
  approximately_private G grown delta m P -> tells f (refuted grown delta) -> probability f <= 1 - c.

Definition inside (s : nat -> nat) (i : nat) (p : nat -> R) : Prop := forall S, In S E -> mass m p S <= upper s i S.

(** Where [private-by-sample] holds: all laws inside the bounds of neighbours need no more than delta', for any set of outputs. *)
Definition private_inside (grown delta' : R) (s : nat -> nat) : Prop := forall Q, stochastic n m Q ->
  (forall i, (i < n)%nat -> inside s i (Q i)) -> approximately_private G grown delta' m Q.

(** That it holds of a law that is not (ε, δ')-private has a probability of at most 1 − c. *)
Definition others_are_seldom_private : Prop := assumed -> forall grown delta' f, 1 <= grown -> 0 <= delta' ->
  ~ approximately_private G grown delta' m P -> tells f (private_inside grown delta') -> probability f <= 1 - c.

(** Where [sampled-from] fails: some row of the table X is outside the bounds. That of samples drawn from X has at most 1 − c. *)
Definition not_from (X : nat -> nat -> R) (s : nat -> nat) : Prop := exists i, (i < n)%nat /\ ~ inside s i (X i).
Definition tables_are_seldom_refuted : Prop := assumed -> forall f, tells f (not_from P) -> probability f <= 1 - c.

End Samples.
