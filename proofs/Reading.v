(** What a [dp-problem/1] says: from the tree of its JSON to numbers. This function is what the words of certificates/FORMAT.md,
    "The problem", come to here, and [instance_of] (in Problem.v) makes the instance of it that claims are about.

    A string that is an integer as FORMAT.md writes them is a [Whole], one that is "a/b" of such, b > 0, a [Ratio]. *)

From Coq Require Import List Arith ZArith QArith Bool String.
From DP Require Kinds.
From DP Require Import Spec Expected Numbers Vectors Graphs Problem.
Import ListNotations.
Open Scope list_scope.
Open Scope string_scope.

Inductive json :=
| Null | Truth (b : bool) | Index (n : nat) | Whole (z : Z) | Ratio (a : Z) (b : positive) | Text (s : string)
| Array (l : list json) | Object (l : list (string * json)).

(** What is read; or that it is not of the form; or that this checker does not know what it speaks of. *)
Inductive reading (A : Type) := Read (x : A) | Malformed (what : string) | NotCovered (what : string).
Arguments Read {A}. Arguments Malformed {A}. Arguments NotCovered {A}.

Definition bind {A B} (x : reading A) (f : A -> reading B) : reading B :=
  match x with Read a => f a | Malformed w => Malformed w | NotCovered w => NotCovered w end.
Notation "'let*' x ':=' a 'in' b" := (bind a (fun x => b)) (at level 200, x pattern, a at level 100, b at level 200).

Fixpoint each {A B} (f : A -> reading B) (l : list A) : reading (list B) :=
  match l with
  | [] => Read []
  | x :: l => match f x with
              | Read y => match each f l with Read r => Read (y :: r) | Malformed w => Malformed w | NotCovered w => NotCovered
                w end
              | Malformed w => Malformed w
              | NotCovered w => NotCovered w
              end
  end.

Fixpoint find (key : string) (l : list (string * json)) : option json :=
  match l with [] => None | (k, v) :: l => if String.eqb k key then Some v else find key l end.
Definition get (key : string) (j : json) : option json := match j with Object l => find key l | _ => None end.
Definition need (key : string) (j : json) : reading json :=
  match get key j with Some v => Read v | None => Malformed key end.

Definition index (j : json) : reading nat := match j with Index n => Read n | _ => Malformed "index" end.
Definition list_of (j : json) : reading (list json) := match j with Array l => Read l | _ => Malformed "list" end.
Definition text (j : json) : reading string := match j with Text s => Read s | _ => Malformed "text" end.

(** A number without t: an integer, or a fraction. *)
Definition rational (j : json) : reading Q :=
  match j with
  | Whole z => Read (Qmake z 1)
  | Ratio a b => Read (Qred (Qmake a b))
  | Array _ | Object _ => NotCovered "a number in t"
  | _ => Malformed "number"
  end.

(** A claim that is declared, with all that is expected; or one that is not covered, by its name. *)
Inductive declared (N : Type) := Declared (c : claim) (expects : list (expectation N)) | Other (what : string).
Arguments Declared {N}. Arguments Other {N}.

Section Reading.
Context (K : ops).
Local Notation N := (num K).

(** A polynomial in t: its coefficients from the constant up, or its terms [e, c] for c·t^e. *)
Definition whole (j : json) : reading Z := match j with Whole z => Read z | _ => Malformed "integer" end.
Definition term (j : json) : reading (nat * Z) :=
  match j with
  | Array [Whole e; Whole c] =>
      if (e <? 0)%Z then Malformed "terms" else if (e <=? 4096)%Z then Read (Z.to_nat e, c) else NotCovered
        "so high a power of t"
  | _ => NotCovered "a number in such terms"
  end.
Fixpoint of_terms (from : nat) (l : list (nat * Z)) : list Z :=
  match l with [] => [] | (e, c) :: l => repeat 0%Z (e - from) ++ c :: of_terms (S e) l end.
Fixpoint rising (from : nat) (l : list (nat * Z)) : bool :=
  match l with [] => true | (e, _) :: l => (from <=? e)%nat && rising (S e) l end.
Definition coefficients (j : json) : reading (list Z) :=
  match j with
  | Array l =>
      let* p := each whole l in
      if (2 <=? List.length p)%nat && negb (List.last p 0 =? 0)%Z then Read p else Malformed "number"
  | Object _ =>
      let* l := need "terms" j in
      let* l := list_of l in
      let* l := each term l in
      if rising 0 l then Read (of_terms 0 l) else Malformed "terms"
  | _ => Malformed "number"
  end.

(** An integer, or a polynomial in t. *)
Definition number (j : json) : reading N :=
  match j, polynomial K with
  | Whole z, _ => Read (of_frac K z 1)
  | Array _, Some f | Object _, Some f => let* p := coefficients j in Read (f p)
  | Array _, None | Object _, None => NotCovered "a number in t"
  | _, _ => Malformed "integer"
  end.
Definition above_0 (j : json) : reading N :=
  let* d := number j in if lt K (nil0 K) d then Read d else Malformed "denominator".

(** A rational, or a quotient of two such numbers. *)
Definition quotient (j : json) : reading N :=
  let* a := need "numerator" j in let* a := number a in
  let* d := need "denominator" j in let* d := above_0 d in
  Read (div K a d).
Definition fraction (j : json) : reading N :=
  match j with Object _ => quotient j | _ => let* q := rational j in Read (of_frac K (Qnum q) (Qden q)) end.

Definition over (d : positive) (j : json) : reading N :=
  match j with
  | Whole z => Read (of_frac K z d)
  | _ => let* x := number j in Read (mul K x (of_frac K 1 d))
  end.

Definition vector (j : json) : reading (list N) :=
  let* d := need "denominator" j in
  let* l := need "numerators" j in
  let* l := list_of l in
  match d with
  | Whole (Zpos d) => each (over d) l
  | Array _ | Object _ =>
      let* d := above_0 d in
      let by_it := div K (one1 K) d in
      each (fun x => let* x := number x in Read (mul K x by_it)) l
  | _ => Malformed "denominator"
  end.
Definition vectors (j : json) : reading (list (list N)) := let* l := list_of j in each vector l.

(** ** Graphs: the neighbours of each node, and how far they are *)

Definition where_ (n : nat) (adjacent : nat -> nat -> bool) : list (list (nat * nat)) :=
  map (fun i => map (fun h => (h, 1%nat)) (filter (adjacent i) (seq 0 n))) (seq 0 n).
Definition next (i h : nat) : bool := (h =? S i)%nat || (i =? S h)%nat.

(** Strings over 0..v−1 of u entries that differ in one: for each place, of the value w = v^k, every other entry. *)
Definition hamming (v u : nat) : list (list (nat * nat)) :=
  map (fun i => flat_map (fun k => let w := (v ^ k)%nat in let e := ((i / w) mod v)%nat in
                                   map (fun x => ((i - e * w + x * w)%nat,
                                     1%nat)) (filter (fun x => negb (x =? e)%nat) (seq 0 v)))
                         (seq 0 u))
      (seq 0 (v ^ u)).

(** All entries of the strings over 0..v−1 differ by at most 1, and some do. *)
Definition close (v u i h : nat) : bool :=
  negb (i =? h)%nat &&
  forallb (fun k => let a := ((i / v ^ k) mod v)%nat in let b := ((h / v ^ k) mod v)%nat in (a =? b)%nat || next a b) (seq 0 u).

Definition edge (j : json) : reading (nat * nat * nat) :=
  match j with
  | Array [Index i; Index h] => Read (i, h, 1%nat)
  | Array [Index i; Index h; Index l] => Read (i, h, l)
  | _ => Malformed "edge"
  end.
Definition listed (n : nat) (edges : list (nat * nat * nat)) : list (list (nat * nat)) :=
  map (fun i => flat_map (fun e => match e with (a, b, l) =>
                  if (a =? i)%nat then [(b, l)] else if (b =? i)%nat then [(a, l)] else [] end) edges) (seq 0 n).

(** Nodes, neighbours, the unit of length, and of a Hamming graph its values and individuals. *)
Definition graph_in (j : json) : reading (nat * list (list (nat * nat)) * nat * (nat * nat)) :=
  let nodes := let* n := need "nodes" j in index n in
  match get "family" j with
  | None =>
      let* n := nodes in
      let* l := need "edges" j in
      let* l := list_of l in
      let* l := each edge l in
      let* u := match get "unit" j with Some u => index u | None => Read 1%nat end in
      Read (n, listed n l, u, (0, 0)%nat)
  | Some f =>
      let* f := text f in
      if f =? "line" then let* n := nodes in Read (n, where_ n next, 1%nat, (0, 0)%nat)
      else if f =? "cycle" then let* n := nodes in
        Read (n, where_ n (fun i h => next i h || (i =? 0)%nat && (S h =? n)%nat || (h =? 0)%nat && (S i =? n)%nat), 1%nat, (0,
          0)%nat)
      else if f =? "complete" then let* n := nodes in Read (n, where_ n (fun i h => negb (i =? h)%nat), 1%nat, (0, 0)%nat)
      else if f =? "star" then let* n := nodes in
        Read (n, where_ n (fun i h => negb (i =? h)%nat && ((i =? 0)%nat || (h =? 0)%nat)), 1%nat, (0, 0)%nat)
      else if f =? "hamming" then
        let* v := need "values" j in let* v := index v in
        let* u := need "individuals" j in let* u := index u in
        Read ((v ^ u)%nat, hamming v u, 1%nat, (v, u))
      else if f =? "sum" then
        let* n := nodes in
        let* most := need "max" j in let* most := index most in
        Read (n, where_ n (fun i h => negb (i =? h)%nat && (i <=? h + most)%nat && (h <=? i + most)%nat), 1%nat, (0, 0)%nat)
      else if f =? "counts" then
        let* u := need "individuals" j in let* u := index u in
        let* q := need "queries" j in let* q := index q in
        let n := (S u ^ q)%nat in
        Read (n, where_ n (close (S u) q), 1%nat, (0, 0)%nat)
      else NotCovered "a graph of this family"
  end.

(** ** What guesses are worth *)

Definition by_numbers (n : nat) (worth : Z -> Z) : list (list N) :=
  map (fun w => map (fun i => of_frac K (worth (Z.of_nat w - Z.of_nat i)%Z) 1) (seq 0 n)) (seq 0 n).

(** D − d(w, x) by a table of distances, D the largest, over the unit of length; on a connected graph. *)
Definition by_distance (n unit : nat) (offered : option (list (list (option nat)))) : reading (gains N) :=
  match offered, unit with
  | Some dm, S _ =>
      if forallb (forallb (fun e => match e with Some _ => true | None => false end)) dm then
        let far := longest dm in
        Read (Rows (map (map (fun e => match e with
                                       | Some d => of_frac K (Z.of_nat far - Z.of_nat d) (Pos.of_nat unit)
                                       | None => nil0 K end)) dm) false)
      else Malformed "gain"
  | _, _ => NotCovered "this gain without distances"
  end.

Definition gain_in (n unit : nat) (offered : option (list (list (option nat)))) (j : json) : reading (gains N) :=
  match j with
  | Text s =>
      if s =? "binary" then Read Binary
      else if s =? "binary-loss" then Read (Rows (by_numbers n (fun d => if (d =? 0)%Z then 0%Z else (-1)%Z)) true)
      else if s =? "absolute-loss" then Read (Rows (by_numbers n (fun d => (- Z.abs d)%Z)) true)
      else if s =? "squared-loss" then Read (Rows (by_numbers n (fun d => (- (d * d))%Z)) true)
      else if s =? "distance" then by_distance n unit offered
      else NotCovered "this gain"
  | Object _ =>
      let* rows := need "rows" j in
      let* rows := vectors rows in
      Read (Rows rows (match get "loss" j with Some (Truth b) => b | _ => false end))
  | _ => Malformed "gain"
  end.

(** ** Claims *)

(** Two leaves are the same. *)
Definition same (a b : json) : bool :=
  match a, b with
  | Text s, Text s' => s =? s'
  | Whole z, Whole z' => (z =? z')%Z
  | Ratio a b, Ratio a' b' => (a =? a')%Z && (b =? b')%positive
  | _, _ => false
  end.
Fixpoint place (j : json) (l : list json) (k : nat) : option nat :=
  match l with [] => None | x :: l => if same j x then Some k else place j l (S k) end.

Definition claim_in (priors others : list json) (j : json) : reading claim :=
  let* c := need "claim" j in
  let* c := text c in
  let prior := let* x := need "prior" j in match place x priors 0 with Some k => Read k | None => Malformed "prior" end in
  let in_turn := match get "adaptive" j with Some (Truth true) => true | _ => false end in
  if c =? "stochastic" then Read Stochastic
  else if c =? "stochastic-within-rounding" then Read StochasticWithinRounding
  else if c =? "dp" then Read (if in_turn then AdaptiveDp else Dp)
  else if c =? "approximate-dp" then Read (if in_turn then AdaptiveApproximateDp else ApproximateDp)
  else if c =? "group-privacy" then
    let* k := need "distance" j in let* k := index k in
    Read (GroupPrivacy k (match get "at_most" j with Some (Truth true) => true | _ => false end))
  else if c =? "dp-within-rounding" then Read DpWithinRounding
  else if c =? "tight-constraints-exist" then Read TightConstraintsExist
  else if c =? "threshold" then Read Threshold
  else if c =? "tight-constraints" then Read TightConstraints
  else if c =? "regular" then let* k := prior in Read (Regular k)
  else if c =? "utility" then let* k := prior in Read (Utility k)
  else if c =? "utility-bound" then let* k := prior in Read (UtilityBound k)
  else if c =? "optimal" then
    let* k := prior in
    let* within := match get "within" j with Some q => rational q | None => Read 0%Q end in
    Read (Optimal k within)
  else if c =? "jointly-optimal" then
    let* l := need "priors" j in
    let* l := list_of l in
    let* l := each (fun x => match place x priors 0 with Some k => Read k | None => Malformed "prior" end) l in
    Read (JointlyOptimal l)
  else if c =? "derivable" then
    let* x := need "from" j in
    match place x others 0 with Some k => Read (Derivable k) | None => Malformed "from" end
  else if c =? "trade-off" then
    let* x := need "from" j in
    let* two := match get "pair" j with
                | Some (Array [Index i; Index h]) => Read (Some (i, h))
                | Some _ => Malformed "pair"
                | None => Read None
                end in
    match place x others 0 with Some k => Read (TradeOff k two) | None => Malformed "from" end
  else if c =? "leakage" then let* k := prior in Read (Leakage k)
  else if c =? "g-leakage" then let* k := prior in Read (GLeakage k)
  else if c =? "g-capacity" then Read GCapacity
  else if c =? "capacity" then Read Capacity
  else if c =? "universally-optimal" then Read UniversallyOptimal
  else if c =? "leakage-bound" then
    let* k := prior in
    let* r := match get "outputs" j with Some r => let* r := index r in Read (Some r) | None => Read None end in
    Read (LeakageBound k r)
  else if c =? "renyi-dp" then
    let* k := need "order" j in let* k := index k in
    let* r := need "bound" j in let* r := rational r in
    Read (RenyiDp k r)
  else if c =? "individual-leakage" then Read IndividualLeakage
  else if c =? "expected-error" then Read ExpectedError
  else if c =? "oblivious" then Read Oblivious
  else NotCovered ("the claim " ++ c).

Definition verdict_in (j : json) : reading bool :=
  let* v := need "verdict" j in
  let* v := text v in
  if v =? "holds" then Read true else if v =? "fails" then Read false else Malformed "verdict".

(** Of a set of numbers a part, by its two ends, each rational or {"root_of": p, "between": [low, high]}. *)
Definition between_in (j : json) : reading (Q * Q) :=
  let* l := need "between" j in
  match l with
  | Array [Object _; _] | Array [_; Object _] => NotCovered "an interval with an end that is irrational"
  | Array [a; b] => let* a := rational a in let* b := rational b in
      if Qle_bool b a then Malformed "between" else Read (a, b)
  | _ => Malformed "between"
  end.
Definition end_in (j : json) : reading Kinds.kind :=
  match j with
  | Object _ =>
      let* p := need "root_of" j in let* p := list_of p in let* p := each whole p in
      let* (low, high) := between_in j in Read (Kinds.Root p low high)
  | _ => let* x := rational j in Read (Kinds.Point x)
  end.
Definition part_of_set (j : json) : reading (Kinds.kind * Kinds.kind) :=
  match j with
  | Array [a; b] => let* a := end_in a in let* b := end_in b in Read (a, b)
  | _ => Malformed "a part of a set"
  end.

Definition bound_in (j : json) : reading (bound N) :=
  let* v := need "value" j in
  let* v := text v in
  let what :=
    if v =? "alpha_max" then Read AlphaMax else if v =? "epsilon_min" then Read EpsilonMin
    else if v =? "delta_min" then Read DeltaMin else if v =? "sum" then Read Sum else if v =? "unique" then Read Unique
    else if v =? "least" then Read Least else if v =? "utility" then Read TheUtility else if v =? "loss" then Read Loss
    else if v =? "bound" then Read Bound else if v =? "optimum" then Read Optimum else if v =? "least_loss" then Read LeastLoss
    else if v =? "multiplicative" then Read Multiplicative else if v =? "additive" then Read Additive
    else if v =? "bits" then Read Bits else if v =? "maximum" then Read Maximum else if v =? "error" then Read Error
    else if v =? "joint" then Read Joint else if v =? "separate" then Read Separate
    else if v =? "argument" then Read Argument else if v =? "divergence" then Read Divergence
    else if v =? "excess" then Read Excess
    else if v =? "set" then Read TheSet else if v =? "alpha_star" then Read AlphaStar
    else NotCovered ("the value " ++ v) in
  let* what := what in
  let expected j := match j with
    | Truth b => Read (XFlag b)
    | Object _ => let* x := quotient j in Read (XOf x)
    | Array l => match what with TheSet => let* l := each part_of_set l in Read (XSet l) | _ => NotCovered "a number in t" end
    | _ => let* q := rational j in Read (XNumber q)
    end in
  match get "equals" j, get "at_least" j, get "at_most" j with
  | Some x, None, None => let* x := expected x in Read (what, Equals, x)
  | None, Some x, None => let* x := expected x in Read (what, AtLeast, x)
  | None, None, Some x => let* x := expected x in Read (what, AtMost, x)
  | _, _, _ => Malformed "bound"
  end.

Definition expect_in (j : json) : reading (expectation N) :=
  let* v := verdict_in j in
  let* l := match get "bounds" j with Some l => list_of l | None => Read [] end in
  let* l := each bound_in l in
  Read (v, l).

Definition declared_in (priors others : list json) (j : json) : reading (declared N) :=
  let found :=
    let* c := claim_in priors others j in
    let* l := match get "expect" j with Some l => list_of l | None => Read [] end in
    let* l := each expect_in l in
    Read (Declared c l) in
  match found with NotCovered w => Read (Other w) | found => found end.

(** ** The whole *)

Definition other_in (n : nat) (j : json) : reading (option (nat * list (list N))) :=
  match get "table" j with
  | Some t => let* rows := vectors t in Read (if (Nat.eqb (List.length rows) n) then Some (List.length (nth 0 rows []),
    rows) else None)
  | None => Read None
  end.

Fixpoint fits (size : nat) (l : list (nat * list (list N))) : bool :=
  match l with [] => true | mr :: l => let s := (size * fst mr)%nat in (s <=? 2 ^ 20)%nat && fits s l end.

(** Its table with its own graph, or with this one, or with that of so many copies of it. *)
Definition rival_in (here : nat * list (list (nat * nat))) (copied : option nat) (j : json) :
  reading (option (nat * list (list (nat * nat)) * (nat * list (list N)))) :=
  match get "table" j with
  | Some t =>
      let* rows := vectors t in
      let m := List.length (nth 0 rows []) in
      match get "graph" j with
      | Some g => let* g := graph_in g in let '(n, near, _, _) := g in Read (Some (n, near, (m, rows)))
      | None =>
          let of_copies := match copied with
                           | Some k => if fits 1 (repeat (fst here, []) k) then (fst here ^ k, hamming (fst here) k)%nat
                             else (O, [])
                           | None => here
                           end in
          Read (Some (if (List.length rows =? fst of_copies)%nat then of_copies else (List.length rows, []), (m, rows)))
      end
  | None => Read None
  end.

Definition absent (key : string) (j : json) (what : string) : reading unit :=
  match get key j with None => Read tt | Some _ => NotCovered what end.

(** Tables used one after the other, and the table of all uses together: an output of it is one of each use,
    those of the last one
    counting fastest. *)
Definition part_in (n : nat) (j : json) : reading (list (nat * list (list N))) :=
  let* k := need "times" j in
  let* k := index k in
  let* rows := need "table" j in
  let* rows := vectors rows in
  if (64 <? k)%nat then NotCovered "a composition of this size"
  else if negb (List.length rows =? n)%nat then Malformed "part"
  else if stochastic_b K rows then Read (repeat (List.length (nth 0 rows []), rows) k)
  else NotCovered "a composition of what is no mechanism".
Definition composed (n : nat) (l : list (nat * list (list N))) : list (list N) :=
  map (fun i => fold_right (fun mr r => flat_map (fun x => map (mul K x) r) (nth i (snd mr) [])) [one1 K] l) (seq 0 n).

(** Randomised response: with probability r one of all n answers, else the true one; 1 − r + r/n on the diagonal, r/n off it. *)
Definition response (n : nat) (r : Q) : list (list N) :=
  let d := (Qden r * Pos.of_nat n)%positive in
  let true_one := of_frac K ((Zpos (Qden r) - Qnum r) * Z.of_nat n + Qnum r)%Z d in
  let other := of_frac K (Qnum r) d in
  map (fun i => map (fun o => if (i =? o)%nat then true_one else other) (seq 0 n)) (seq 0 n).
Definition noise_ok (n : nat) (r : Q) (j : json) : reading unit :=
  let complete := match get "graph" j with
                  | Some g => match get "family" g with Some (Text f) => f =? "complete" | _ => false end
                  | None => false
                  end in
  let alone := forallb (fun k => match get k j with None => true | Some _ => false end) ["table"; "product"; "parts";
    "rounding"] in
  if (2 <=? n)%nat && (0 <=? Qnum r)%Z && (Qnum r <=? Zpos (Qden r))%Z && alone && (complete || (Qnum r =? Zpos (Qden r))%Z)
  then Read tt else Malformed "noise".

(** [offered]: the distances of the graph, which [check] looks at. *)
Definition problem_in (offered : option (list (list (option nat)))) (j : json) : reading (problem N * list json * list json *
  list (declared N)) :=
  let* f := need "format" j in
  let* f := text f in
  if negb (f =? "dp-problem/1") then Malformed "format" else
  let* _ := match polynomial K with Some _ => Read tt | None => absent "t" j
    "α or another number that is irrational, or an interval" end in
  let* g := need "graph" j in
  let* (n, near, unit, (v, u)) := graph_in g in
  let* copied := match get "table" j, get "product" j with
                 | None, Some x =>
                     let* k := need "individuals" x in let* k := index k in
                     let* rows := need "parent" x in let* rows := vectors rows in
                     if (u =? 1)%nat then Read (Some (k, rows)) else Malformed "product"
                 | _, _ => Read None
                 end in
  let* noise := match get "noise" j with Some r => let* r := rational r in Read (Some r) | None => Read None end in
  let* _ := match noise with Some r => noise_ok n r j | None => Read tt end in
  let* a := need "alpha" j in let* a := fraction a in
  let* delta := match get "delta" j with Some d => fraction d | None => Read (nil0 K) end in
  let* uses := match get "parts" j with
               | Some l => let* l := list_of l in let* l := each (part_in n) l in Read (List.concat l)
               | None => Read []
               end in
  let* _ := if fits n uses then Read tt else NotCovered "a composition of this size" in
  let* rows := match uses, noise with _ :: _, _ => Read (Some (composed n uses)) | [], Some r => Read (Some (response n r)) |
               [], None =>
               match copied, get "table" j with
               | Some (_, rows), _ => Read (Some rows)
               | None, Some t => let* rows := vectors t in Read (Some rows)
               | None, None => Read None
               end end in
  let m := match rows with Some rows => List.length (nth 0 rows []) | None => O end in
  let* rounding := match get "rounding" j with Some r => let* r := fraction r in Read (Some r) | None => Read None end in
  let* priors := need "priors" j in
  let* priors := list_of priors in
  let* names := each (need "name") priors in
  let* weights := each (fun x => let* w := need "weights" x in vector w) priors in
  let* shares := each (fun x => match get "each" x with Some l => vectors l | None => Read [] end) priors in
  let* g := need "gain" j in
  let* g := gain_in n unit offered g in
  let* _ := match copied, g with Some _, Rows _ _ => NotCovered "this gain of a product" | _, _ => Read tt end in
  let* answers := match get "answers" j with
                  | Some l => let* l := list_of l in let* l := each index l in Read (Some l)
                  | None => Read None
                  end in
  let* others := need "others" j in
  let* others := list_of others in
  let* froms := each (need "from") others in
  let* tables := each (other_in n) others in
  let* rivals := each (rival_in (n, near) (option_map fst copied)) others in
  let* claims := need "claims" j in
  let* claims := list_of claims in
  let* claims := each (declared_in names froms) claims in
  Read ({| p_nodes := n; p_near := near; p_unit := unit; p_alpha := a; p_delta := delta; p_outputs := m; p_table := rows;
           p_rounding := rounding; p_priors := weights; p_gain := g; p_answers := answers; p_others := tables; p_rivals :=
             rivals;
           p_values := v; p_individuals := u; p_uses := uses;
           p_copies := match copied with Some (k, _) => Some k | None => None end;
           p_each := shares |}, names, froms, claims).

End Reading.
