(** What [dp] and [approximate-dp] claim of a table of which mass is missing, and what [bounded-range], [zcdp],
    [mutual-information], [shannon-capacity], [approximate-dp-within-rounding] and [optimal] with a [delta] claim
    (certificates/FORMAT.md has a section on each). Definitions and statements, on which nothing rests: no checker here speaks of these, and
    nothing is proved of them. *)

From Coq Require Import Reals Arith.
From DP Require Import Spec.
Open Scope R_scope.

Section Missing.
Variable G : graph. Let n := nodes G.  (* the nodes, and who is whose neighbour; edges have no lengths *)
Variable m : nat.                      (* how many outputs the table has *)
Variable X : nat -> nat -> R.          (* what is known: X i o, at most the probability of output o at node i *)
Variable further : bool.               (* whether outputs are possible that the table has not *)

(** m_i = 1 − Σ_o x_io, what row i lacks. *)
Definition missing (i : nat) : R := 1 - sum m (X i).

(** What a file of such a table gives: no entry is negative, and nothing would have to go. *)
Definition incomplete : Prop := nonnegative n m X /\ forall i, (i < n)%nat -> 0 <= missing i.

(** Y, on m' outputs, completes X: its first m outputs are those of X, where it has no less, and its rows sum to 1. Only where further
    outputs are possible has it more of them; how many is not said. *)
Definition completes (m' : nat) (Y : nat -> nat -> R) : Prop := (m <= m')%nat /\ (further = false -> m' = m) /\
  stochastic n m' Y /\ forall i o, (i < n)%nat -> (o < m)%nat -> X i o <= Y i o.

(** What is so of all completions, and what is so of none. *)
Definition of_every_completion (is_so : nat -> (nat -> nat -> R) -> Prop) : Prop := forall m' Y, completes m' Y -> is_so m' Y.
Definition of_no_completion (is_so : nat -> (nat -> nat -> R) -> Prop) : Prop := forall m' Y, completes m' Y -> ~ is_so m' Y.

(** ** [dp], at this α *)

Definition dp_holds (alpha : R) : Prop := of_every_completion (private G alpha).
Definition dp_fails (alpha : R) : Prop := of_no_completion (private G alpha).

(** [epsilon_at_least], as e^-ε: for no larger α is any completion private. It is what single entries ask for, and 1 at most; that it is the
    least such number is not said. *)
Definition is_alpha_of_some (a : R) : Prop := 0 <= a <= 1 /\ forall alpha, a < alpha <= 1 -> dp_fails alpha.

(** [epsilon_at_most], as e^-ε: the largest α at which all completions are private; 0 where there is none. *)
Definition is_alpha_of_all (a : R) : Prop := 0 <= a <= 1 /\ forall alpha, 0 < alpha <= 1 -> (dp_holds alpha <-> alpha <= a).

(** Multipliers mu i h o ≥ 0 of neighbours that refute every completion, where further outputs are the one column m, at which X counts as 0:
    c i o is what they draw from row i at column o, and u i no less than that at any column. *)
Definition known (i o : nat) : R := if (o <? m)%nat then X i o else 0.
Definition columns : nat := if further then S m else m.
Definition refutes (alpha : R) (mu : nat -> nat -> nat -> R) (u : nat -> R) : Prop :=
  let c i o := sum n (fun h => mu h i o) - alpha * sum n (fun h => mu i h o) in
  (forall i h o, 0 <= mu i h o) /\ (forall i h o, mu i h o <> 0 -> step G i h 1) /\
  (forall i o, (i < n)%nat -> (o < columns)%nat -> c i o <= u i) /\
  sum n (fun i => sum columns (fun o => c i o * known i o) + u i * missing i) < 0.
Definition refutations_are_right : Prop := incomplete -> forall alpha mu u, 0 < alpha <= 1 -> refutes alpha mu u -> dp_fails alpha.

(** ** [approximate-dp], at this λ = e^ε and δ *)

Definition approximate_dp_holds (lambda delta : R) : Prop := of_every_completion (approximately_private G lambda delta).
Definition approximate_dp_fails (lambda delta : R) : Prop := of_no_completion (approximately_private G lambda delta).

(** [delta_at_most] is enough for every completion, and where further outputs are possible some completion needs it; [delta_at_least] is
    needed by each. *)
Definition is_delta_at_most (lambda d : R) : Prop := 0 <= d <= 1 /\ approximate_dp_holds lambda d /\
  (further = true -> forall delta, 0 <= delta < d -> ~ approximate_dp_holds lambda delta).
Definition is_delta_at_least (lambda d : R) : Prop := 0 <= d /\ forall delta, 0 <= delta < d -> approximate_dp_fails lambda delta.

End Missing.

(** ** [bounded-range] and [zcdp], of a stochastic table whose edges have no lengths *)

Section Losses.
Variable G : graph. Let n := nodes G.
Variable m : nat.
Variable X : nat -> nat -> R.

Definition adjacent (i h : nat) : Prop := (i < n)%nat /\ (h < n)%nat /\ step G i h 1.
(** What i has an output for, h has too. *)
Definition absolutely_continuous (i h : nat) : Prop := forall o, (o < m)%nat -> X h o = 0 -> X i o = 0.
(** The privacy loss at an output that both have. *)
Definition loss (i h o : nat) : R := ln (X i o / X h o).

Definition bounded_range (epsilon : R) : Prop := forall i h, adjacent i h -> absolutely_continuous i h /\
  forall o o', (o < m)%nat -> (o' < m)%nat -> 0 < X i o -> 0 < X i o' -> loss i h o - loss i h o' <= epsilon.

(** [alpha_max] of [bounded-range]: e^-ε of the least ε for which it holds. *)
Definition is_alpha_of_range (a : R) : Prop := 0 < a <= 1 /\ forall epsilon, 0 <= epsilon -> (bounded_range epsilon <-> exp (- epsilon) <= a).

(** The divergence of a real order k > 1; outputs that i has not add nothing. *)
Definition renyi_divergence (k : R) (i h : nat) : R :=
  ln (sum m (fun o => if Rle_dec (X i o) 0 then 0 else X i o * exp ((k - 1) * loss i h o))) / (k - 1).
Definition zcdp (rho : R) : Prop := forall i h, adjacent i h -> absolutely_continuous i h /\ forall k, 1 < k -> renyi_divergence k i h <= rho * k.

(** [rho_min] lies between two numbers; it is [inf] where the claim holds for no ρ. *)
Definition is_between_rho (low high : R) : Prop := zcdp high /\ forall rho, rho < low -> ~ zcdp rho.
Definition is_rho_infinite : Prop := forall rho, ~ zcdp rho.

(** [delta_at_most] at ε: the infimum of this over all orders k = 1 + s > 1, whatever X is, lies between two numbers. *)
Definition delta_at (rho epsilon s : R) : R := exp (s * ((1 + s) * rho - epsilon)) / s * Rpower (s / (1 + s)) (1 + s).
Definition is_delta_of_rho (rho epsilon low high : R) : Prop := (forall s, 0 < s -> low <= delta_at rho epsilon s) /\
  forall delta, high < delta -> exists s, 0 < s /\ delta_at rho epsilon s < delta.

End Losses.

(** ** [mutual-information] and [shannon-capacity], of a stochastic table: [bits] lies between two numbers *)

Section Information.
Variable n m : nat.
Variable X : nat -> nat -> R.

(** In bits; outputs that no node with a weight has add nothing. *)
Definition information (pi : nat -> R) : R :=
  let q o := sum n (fun i => pi i * X i o) in
  sum n (fun i => sum m (fun o => if Rle_dec (pi i * X i o) 0 then 0 else pi i * X i o * ln (X i o / q o) / ln 2)).
Definition is_prior (pi : nat -> R) : Prop := (forall i, (i < n)%nat -> 0 <= pi i) /\ sum n pi = 1.

Definition is_between_information (pi : nat -> R) (low high : R) : Prop := low <= information pi <= high.
Definition is_between_capacity (low high : R) : Prop :=
  (exists pi, is_prior pi /\ low <= information pi) /\ forall pi, is_prior pi -> information pi <= high.

End Information.

(** ** [optimal] with a [delta], and [approximate-dp-within-rounding]; [gain k m X] is the utility of the claim's prior *)

Section Slack.
Variable G : graph. Let n := nodes G.
Variables lambda delta : R.

Definition is_one (m : nat) (Y : nat -> nat -> R) : Prop := stochastic n m Y /\ approximately_private G lambda delta m Y.
Definition optimal_at_delta (gain : nat -> (nat -> nat -> R) -> R) (within : R) (m : nat) (X : nat -> nat -> R) : Prop :=
  is_one m X /\ forall m' Y, is_one m' Y -> gain m' Y <= gain m X + within.
Definition near (r : R) (m : nat) (X M : nat -> nat -> R) : Prop := forall i o, (i < n)%nat -> (o < m)%nat -> Rabs (M i o - X i o) <= r.
Definition approximate_dp_within_rounding (r : R) (m : nat) (X : nat -> nat -> R) : Prop := exists M, is_one m M /\ near r m X M.

End Slack.

(** What claims of a composition say of which some parts are known by their promises alone (FORMAT.md, Promises). *)
From Coq Require Import List.
Import ListNotations.

Section Promises.
Variable G : graph. Let n := nodes G.

(** A table with the number of its outputs; and (ε, δ) with α = e^-ε. *)
Definition table : Type := nat * (nat -> nat -> R).
Definition promise : Type := R * R.

(** A mechanism keeps a promise if it is (ε, δ)-private on this graph. *)
Definition keeps (p : promise) (M : table) : Prop :=
  stochastic n (fst M) (snd M) /\ approximately_private G (/ fst p) (snd p) (fst M) (snd M).

(** All uses together: an output is one of each, those of the last use counting fastest. *)
Definition both (M N : table) : table :=
  ((fst M * fst N)%nat, fun i o => snd M i (o / fst N)%nat * snd N i (o mod fst N)%nat).
Definition together (l : list table) : table := fold_right both (1%nat, fun _ _ => 1) l.

(** A claim holds if it is so of all that keep the promises, beside the tables that are known; it fails if it is not so of some. *)
Definition of_all_that_keep (known : list table) (ps : list promise) (is_so : nat -> (nat -> nat -> R) -> Prop) : Prop :=
  forall Ms, Forall2 keeps ps Ms -> is_so (fst (together (known ++ Ms))) (snd (together (known ++ Ms))).
Definition dp_of_promises known ps (alpha : R) : Prop := of_all_that_keep known ps (private G alpha).
Definition approximate_dp_of_promises known ps (lambda delta : R) : Prop :=
  of_all_that_keep known ps (approximately_private G lambda delta).

(** The two rows that are told apart best, and the theorem of Kairouz, Oh and Viswanath that all others are these seen through a channel. *)
Definition worst (p : promise) (flipped : bool) (o : nat) : R :=
  let (a, d) := p in
  nth (if flipped then 3 - o else o) [d; (1 - d) / (1 + a); (1 - d) * a / (1 + a); 0] 0.
Definition all_are_seen_from_the_worst : Prop := forall p m x y, 0 < fst p <= 1 -> 0 <= snd p < 1 ->
  (forall o, (o < m)%nat -> 0 <= x o /\ 0 <= y o) -> sum m x = 1 -> sum m y = 1 ->
  (forall S : nat -> bool, let at_ z := sum m (fun o => if S o then z o else 0) in
    at_ x <= / fst p * at_ y + snd p /\ at_ y <= / fst p * at_ x + snd p) ->
  exists r : nat -> nat -> R, stochastic 4 m r /\
    forall o, (o < m)%nat -> x o = sum 4 (fun k => worst p false k * r k o) /\ y o = sum 4 (fun k => worst p true k * r k o).

End Promises.

(** What is claimed of discrete Gaussian noise, whose outputs are all whole numbers (FORMAT.md, Discrete Gaussian noise). *)
From Coq Require Import ZArith.

Section Gaussian.
Variable G : graph.      (* nodes are the whole numbers from 0 on *)
Variable sigma2 : R.     (* above 0 *)
Variable p : Z -> R.     (* the noise *)

(** The sum of f over all whole numbers is s. *)
Definition all (f : Z -> R) (s : R) : Prop :=
  infinite_sum (fun k => match k with O => f 0%Z | S _ => f (Z.of_nat k) + f (- Z.of_nat k)%Z end) s.
Definition weight (x : Z) : R := exp (- (IZR x * IZR x) / (2 * sigma2)).
Definition is_noise : Prop := exists z, all weight z /\ forall x, p x = weight x / z.

(** The probability of output z at node i. *)
Definition at_node (i : nat) (z : Z) : R := p (z - Z.of_nat i)%Z.

Definition dp_of_noise (alpha : R) : Prop := forall i h z, step G i h 1 -> alpha * at_node i z <= at_node h z.
Definition approximate_dp_of_noise (lambda delta : R) : Prop := forall i h (S : Z -> bool) x y, step G i h 1 ->
  all (fun z => if S z then at_node i z else 0) x -> all (fun z => if S z then at_node h z else 0) y -> x <= lambda * y + delta.
Definition renyi_of_noise (k bound : R) : Prop := forall i h, step G i h 1 ->
  exists s, all (fun z => at_node i z * exp ((k - 1) * ln (at_node i z / at_node h z))) s /\ ln s / (k - 1) <= bound.
Definition zcdp_of_noise (rho : R) : Prop := forall k, 1 < k -> renyi_of_noise k (rho * k).

(** [rho_min], which the kernel states as a number, for neighbours that differ by at most D and of whom two do. *)
Definition is_rho_of_noise (D : nat) : Prop := is_noise -> forall rho,
  zcdp_of_noise rho <-> INR D * INR D / (2 * sigma2) <= rho.

End Gaussian.
