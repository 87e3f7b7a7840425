(** What a [dp-problem/1] says: from the tree of its JSON to numbers. This function is what the words of certificates/FORMAT.md,
    "The problem", come to here, and [instance_of] (in Problem.v) makes the instance of it that claims are about.

    A string that is an integer as FORMAT.md writes them is a [Whole], one that is "a/b" of such, b > 0, a [Ratio]; a number of up
    to nine digits and no more is an [Index], one of more digits a [Long]. *)

From Coq Require Import List Arith ZArith QArith Bool String Ascii.
From DP Require Polynomials Kinds.
From DP Require Import Spec Expected Numbers Vectors Graphs Problem.
Import ListNotations.
Open Scope list_scope.
Open Scope string_scope.

Inductive json :=
| Null | Truth (b : bool) | Index (n : nat) | Long (z : Z) | Whole (z : Z) | Ratio (a : Z) (b : positive) | Text (s : string)
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

(** Nothing but these keys, all known. *)
Definition just (keys : list string) (j : json) : reading unit :=
  match j with
  | Object l => if forallb (fun kv => existsb (String.eqb (fst kv)) keys) l then Read tt
                else Malformed "a key that does not belong there"
  | _ => Malformed "object"
  end.
Definition ask (so : bool) (what : string) : reading unit := if so then Read tt else Malformed what.

Definition index (j : json) : reading nat :=
  match j with Index n => Read n | Long _ => NotCovered "a number of more than nine digits" | _ => Malformed "index" end.
Definition list_of (j : json) : reading (list json) := match j with Array l => Read l | _ => Malformed "list" end.
Definition some_of (j : json) : reading (list json) :=
  let* l := list_of j in match l with [] => Malformed "an empty list" | _ => Read l end.
Definition positive_index (j : json) : reading nat := let* n := index j in let* _ := ask (1 <=? n)%nat "a number from 1" in Read n.
Definition a_string (j : json) : reading json :=
  match j with Text _ | Whole _ | Ratio _ _ => Read j | _ => Malformed "a string" end.
Definition text (j : json) : reading string := match j with Text s => Read s | _ => Malformed "text" end.

(** A number without t: an integer, or a fraction. *)
Definition rational (j : json) : reading Q :=
  match j with
  | Whole z => Read (Qmake z 1)
  | Ratio a b => if (b =? 1)%positive then Malformed "number" else Read (Qred (Qmake a b))
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
      if (e <? 0)%Z || (c =? 0)%Z then Malformed "terms" else if (e <=? 4096)%Z then Read (Z.to_nat e, c) else NotCovered
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
      let* _ := just ["terms"] j in
      let* l := need "terms" j in
      let* l := list_of l in
      let* l := each term l in
      if rising 0 l && (1 <=? fst (List.last l (O, 0%Z)))%nat then Read (of_terms 0 l) else Malformed "terms"
  | _ => Malformed "number"
  end.

(** An integer, or a polynomial in t. *)
Definition number (j : json) : reading N :=
  match j, polynomial K with
  | Whole z, _ => Read (of_frac K z 1)
  | Array _, Some f | Object _, Some f => let* p := coefficients j in Read (f p)
  | Array _, None | Object _, None => Malformed "a number in t, and no t"
  | _, _ => Malformed "integer"
  end.
Definition above_0 (j : json) : reading N :=
  let* d := number j in if lt K (nil0 K) d then Read d else Malformed "denominator".

(** A rational, or a quotient of two such numbers. *)
Definition quotient (j : json) : reading N :=
  let* _ := just ["numerator"; "denominator"] j in
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
  let* _ := just ["denominator"; "numerators"] j in
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

(** Rows of one length, one or more; for each of n things, where it is said of how many. *)
Definition table_in (n : option nat) (j : json) : reading (list (list N)) :=
  let* l := some_of j in
  let* rows := each vector l in
  let m := List.length (nth 0 rows []) in
  let* _ := ask (match n with Some n => (List.length rows =? n)%nat | None => true end && (1 <=? m)%nat &&
                 forallb (fun r => (List.length r =? m)%nat) rows) "a table of other rows" in
  Read rows.

(** Numbers and tables that are seen to be other ones. *)
Definition differ (x y : N) : bool := lt K x y || lt K y x.
Fixpoint rows_differ (a b : list (list N)) : bool :=
  match a, b with
  | [], [] => false
  | x :: a, y :: b => negb (List.length x =? List.length y)%nat || existsb (fun xy => differ (fst xy) (snd xy)) (combine x y) ||
                      rows_differ a b
  | _, _ => true
  end.

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

(** A length in its units, and how many of them the length 1 is. *)
Definition length_in (j : json) : reading Z :=
  let* z := match j with Index n => Read (Z.of_nat n) | Long z => Read z | _ => Malformed "a length" end in
  let* _ := ask ((1 <=? z) && (z <? 2 ^ 64))%Z "a length" in
  Read z.
Definition edge (j : json) : reading (nat * nat * Z) :=
  match j with
  | Array [i; h] => let* i := index i in let* h := index h in Read (i, h, 1%Z)
  | Array [i; h; l] => let* i := index i in let* h := index h in let* l := length_in l in Read (i, h, l)
  | _ => Malformed "edge"
  end.
(** Pairs i < j of nodes, rising. *)
Fixpoint edges_rise (n : nat) (last : nat * nat) (l : list (nat * nat * Z)) : bool :=
  match l with
  | [] => true
  | (i, h, _) :: l =>
      let (a, b) := last in
      (i <? h)%nat && (h <? n)%nat && ((a <? i)%nat || (a =? i)%nat && (b <? h)%nat) && edges_rise n (i, h) l
  end.
Definition has_length (j : json) : bool := match j with Array [_; _; _] => true | _ => false end.
Definition edges_in (n : nat) (lengths : bool) (j : json) : reading (list (nat * nat * Z)) :=
  let* l := need "edges" j in
  let* l := list_of l in
  let* _ := ask (forallb (fun e => Bool.eqb (has_length e) lengths) l) "edge" in
  let* l := each edge l in
  let* _ := ask (edges_rise n (0, 0)%nat l) "edges" in
  Read l.

(** Lengths of which one is not 1, and no path is longer than [most]. *)
Definition lengths_ok (n : nat) (u most : Z) (l : list (nat * nat * Z)) : bool :=
  existsb (fun e => negb (snd e =? u)%Z) l && (fold_right (fun e m => Z.max (snd e) m) 0 l * Z.of_nat n <? most)%Z.
Definition listed (n : nat) (edges : list (nat * nat * nat)) : list (list (nat * nat)) :=
  map (fun i => flat_map (fun e => match e with (a, b, l) =>
                  if (a =? i)%nat then [(b, l)] else if (b =? i)%nat then [(a, l)] else [] end) edges) (seq 0 n).
Definition with_lengths (of : Z -> nat) (edges : list (nat * nat * Z)) : list (nat * nat * nat) :=
  map (fun e => match e with (a, b, l) => (a, b, of l) end) edges.

(** Nodes, neighbours, the unit of length, and of a Hamming graph its values and individuals. *)
Definition network := (nat * list (list (nat * nat)) * nat * (nat * nat))%type.

(** Whether lengths are fine too: then there are no lengths in what is read, and nothing is proved of it. *)
Definition lengths_or_graph_in (j : json) : reading (network * bool) :=
  let count key := let* x := need key j in positive_index x in
  let plain := let* _ := just ["family"; "nodes"] j in count "nodes" in
  let unit := let* u := need "unit" j in let* u := length_in u in let* _ := ask (u <=? 10 ^ 9)%Z "unit" in Read u in
  let coarse (x : reading network) := let* g := x in Read (g, false) in
  match get "family" j with
  | None =>
      let* _ := just ["nodes"; "edges"; "unit"] j in
      let* n := count "nodes" in
      match get "unit" j with
      | None => let* l := edges_in n false j in Read (n, listed n (with_lengths Z.to_nat l), 1%nat, (0, 0)%nat, false)
      | Some _ =>
          let* u := unit in
          let* l := edges_in n true j in
          let* _ := ask (lengths_ok n u (2 ^ 32 - 1) l) "lengths" in
          if forallb (fun x => x <? 10 ^ 9)%Z (u :: map snd l)
          then Read (n, listed n (with_lengths Z.to_nat l), Z.to_nat u, (0, 0)%nat, false)
          else NotCovered "lengths of more than nine digits"
      end
  | Some f =>
      let* f := text f in
      if f =? "lengths" then
        let* _ := just ["family"; "nodes"; "edges"; "unit"] j in
        let* n := count "nodes" in
        let* u := unit in
        let* l := edges_in n true j in
        let* _ := ask (lengths_ok n u (2 ^ 64 - 1) l) "lengths" in
        Read (n, listed n (with_lengths (fun _ => 1%nat) l), 1%nat, (0, 0)%nat, true)
      else coarse (
      if f =? "line" then let* n := plain in Read (n, where_ n next, 1%nat, (0, 0)%nat)
      else if f =? "cycle" then let* n := plain in
        let* _ := ask (3 <=? n)%nat "a cycle of less than 3 nodes" in
        Read (n, where_ n (fun i h => next i h || (i =? 0)%nat && (S h =? n)%nat || (h =? 0)%nat && (S i =? n)%nat), 1%nat, (0,
          0)%nat)
      else if f =? "complete" then let* n := plain in Read (n, where_ n (fun i h => negb (i =? h)%nat), 1%nat, (0, 0)%nat)
      else if f =? "star" then let* n := plain in
        Read (n, where_ n (fun i h => negb (i =? h)%nat && ((i =? 0)%nat || (h =? 0)%nat)), 1%nat, (0, 0)%nat)
      else if f =? "hamming" then
        let* _ := just ["family"; "values"; "individuals"] j in
        let* v := count "values" in
        let* u := count "individuals" in
        Read ((v ^ u)%nat, hamming v u, 1%nat, (v, u))
      else if f =? "sum" then
        let* _ := just ["family"; "nodes"; "max"] j in
        let* n := count "nodes" in
        let* most := count "max" in
        let* _ := ask ((2 <=? n)%nat && ((n - 1) mod most =? 0)%nat) "max" in
        Read (n, where_ n (fun i h => negb (i =? h)%nat && (i <=? h + most)%nat && (h <=? i + most)%nat), 1%nat, (0, 0)%nat)
      else if f =? "counts" then
        let* _ := just ["family"; "individuals"; "queries"] j in
        let* u := count "individuals" in
        let* q := count "queries" in
        let n := (S u ^ q)%nat in
        Read (n, where_ n (close (S u) q), 1%nat, (0, 0)%nat)
      else Malformed "a graph of another family")
  end.
Definition fine := "lengths so fine that no power of alpha by one of their units is made".
Definition graph_in (j : json) : reading network :=
  let* (g, is_fine) := lengths_or_graph_in j in if is_fine : bool then NotCovered fine else Read g.

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

Definition gain_in (n unit : nat) (numbered : bool) (offered : option (list (list (option nat)))) (j : json) : reading (gains N) :=
  match j with
  | Text s =>
      if s =? "binary" then Read Binary
      else if s =? "binary-loss" then Read (Rows (by_numbers n (fun d => if (d =? 0)%Z then 0%Z else (-1)%Z)) true)
      else if s =? "absolute-loss" then let* _ := ask numbered "gain" in Read (Rows (by_numbers n (fun d => (- Z.abs d)%Z)) true)
      else if s =? "squared-loss" then let* _ := ask numbered "gain" in Read (Rows (by_numbers n (fun d => (- (d * d))%Z)) true)
      else if s =? "distance" then by_distance n unit offered
      else Malformed "gain"
  | Object _ =>
      let* _ := just ["rows"; "loss"] j in
      let* rows := need "rows" j in
      let* rows := vectors rows in
      let* _ := ask ((1 <=? List.length rows)%nat && forallb (fun r => (List.length r =? n)%nat) rows) "gain" in
      match get "loss" j with Some (Truth b) => Read (Rows rows b) | _ => Malformed "loss" end
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
  let flag key := match get key j with None => Read false | Some (Truth b) => Read b | Some _ => Malformed key end in
  if c =? "stochastic" then Read Stochastic
  else if c =? "stochastic-within-rounding" then Read StochasticWithinRounding
  else if c =? "dp" then let* in_turn := flag "adaptive" in Read (if in_turn then AdaptiveDp else Dp)
  else if c =? "approximate-dp" then
    let* in_turn := flag "adaptive" in Read (if in_turn then AdaptiveApproximateDp else ApproximateDp)
  else if c =? "group-privacy" then
    let* k := need "distance" j in let* k := positive_index k in
    let* nearer := flag "at_most" in
    Read (GroupPrivacy k nearer)
  else if c =? "dp-within-rounding" then Read DpWithinRounding
  else if c =? "tight-constraints-exist" then Read TightConstraintsExist
  else if c =? "threshold" then Read Threshold
  else if c =? "tight-constraints" then Read TightConstraints
  else if c =? "regular" then let* k := prior in Read (Regular k)
  else if c =? "utility" then let* k := prior in Read (Utility k)
  else if c =? "utility-bound" then let* k := prior in Read (UtilityBound k)
  else if c =? "optimal" then
    let* k := prior in
    let* _ := match get "delta" j with Some _ => NotCovered "optimal with a delta" | None => Read tt end in
    let* within := match get "within" j with Some q => rational q | None => Read 0%Q end in
    let* _ := ask (0 <=? Qnum within)%Z "within" in
    Read (Optimal k within)
  else if c =? "jointly-optimal" then
    let* l := need "priors" j in
    let* l := list_of l in
    let* l := each (fun x => match place x priors 0 with Some k => Read k | None => Malformed "prior" end) l in
    let* _ := ask ((2 <=? List.length l)%nat && (List.length (nodup Nat.eq_dec l) =? List.length l)%nat) "priors" in
    Read (JointlyOptimal l)
  else if c =? "derivable" then
    let* x := need "from" j in
    match place x others 0 with Some k => Read (Derivable k) | None => Malformed "from" end
  else if c =? "trade-off" then
    let* x := need "from" j in
    let* two := match get "pair" j with
                | Some (Array [i; h]) =>
                    let* i := index i in let* h := index h in
                    let* _ := ask (negb (i =? h)%nat) "pair" in Read (Some (i, h))
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
    let* r := match get "outputs" j with Some r => let* r := positive_index r in Read (Some r) | None => Read None end in
    Read (LeakageBound k r)
  else if c =? "renyi-dp" then
    let* k := need "order" j in let* k := index k in
    let* r := need "bound" j in let* r := rational r in
    let* _ := ask ((2 <=? k)%nat && (0 <=? Qnum r)%Z) "order or bound" in
    Read (RenyiDp k r)
  else if c =? "individual-leakage" then Read IndividualLeakage
  else if c =? "expected-error" then Read ExpectedError
  else if c =? "oblivious" then Read Oblivious
  else if c =? "bounded-range" then NotCovered "bounded-range"
  else if c =? "zcdp" then NotCovered "zcdp"
  else if c =? "mutual-information" then NotCovered "mutual-information"
  else if c =? "shannon-capacity" then NotCovered "shannon-capacity"
  else if c =? "approximate-dp-within-rounding" then NotCovered "approximate-dp-within-rounding"
  else if c =? "not-refuted" then NotCovered "not-refuted, which is about counts of runs"
  else if c =? "private-by-sample" then NotCovered "private-by-sample, which is about counts of runs"
  else if c =? "sampled-from" then NotCovered "sampled-from, which is about counts of runs"
  else Malformed "a claim's name".

(** The parameters of each claim. *)
Definition parameters (c : claim) : list string :=
  match c with
  | Regular _ | Utility _ | UtilityBound _ | Leakage _ | GLeakage _ => ["prior"]
  | Optimal _ _ => ["prior"; "within"]
  | LeakageBound _ _ => ["prior"; "outputs"]
  | JointlyOptimal _ => ["priors"]
  | Derivable _ => ["from"]
  | TradeOff _ _ => ["from"; "pair"]
  | GroupPrivacy _ _ => ["distance"; "at_most"]
  | RenyiDp _ _ => ["order"; "bound"]
  | Dp | AdaptiveDp | ApproximateDp | AdaptiveApproximateDp => ["adaptive"]
  | Stochastic | StochasticWithinRounding | DpWithinRounding | TightConstraintsExist | TightConstraints | UniversallyOptimal
  | GCapacity | Capacity | IndividualLeakage | ExpectedError | Oblivious | Threshold => []
  end.

(** Those that may be made where edges have lengths, [whole] ones or not. *)
Definition knows_lengths (whole : bool) (c : claim) : bool :=
  match c with
  | Threshold => whole
  | Stochastic | StochasticWithinRounding | Dp | GroupPrivacy _ _ | DpWithinRounding | TightConstraintsExist | TightConstraints
  | Regular _ | Utility _ | UtilityBound _ | Optimal _ _ | UniversallyOptimal | JointlyOptimal _ | Derivable _ | Leakage _
  | GLeakage _ | GCapacity | Capacity | LeakageBound _ _ => true
  | ApproximateDp | AdaptiveDp | AdaptiveApproximateDp | RenyiDp _ _ | TradeOff _ _ | IndividualLeakage | ExpectedError
  | Oblivious => false
  end.

(** The values that it has; losses where the gain is one. *)
Definition values_of (is_loss : bool) (c : claim) : list string :=
  match c with
  | Dp | AdaptiveDp | GroupPrivacy _ _ => ["alpha_max"; "epsilon_min"]
  | ApproximateDp | AdaptiveApproximateDp => ["delta_min"; "alpha_max"; "epsilon_min"]
  | RenyiDp _ _ => ["argument"; "divergence"]
  | TradeOff _ _ => ["excess"]
  | TightConstraintsExist => ["sum"; "unique"; "least"]
  | Regular _ => ["sum"]
  | Utility _ => "utility" :: if is_loss then ["loss"] else []
  | UtilityBound _ => ["bound"; "optimum"]
  | Optimal _ _ => "utility" :: "optimum" :: if is_loss then ["loss"; "least_loss"] else []
  | JointlyOptimal _ => ["joint"; "separate"]
  | Leakage _ | Capacity | IndividualLeakage => ["multiplicative"; "bits"]
  | GLeakage _ | GCapacity => ["additive"; "multiplicative"; "bits"]
  | LeakageBound _ _ => ["multiplicative"; "bits"; "maximum"]
  | ExpectedError => ["error"; "bound"]
  | Threshold => ["set"; "alpha_star"]
  | Stochastic | StochasticWithinRounding | DpWithinRounding | TightConstraints | UniversallyOptimal | Derivable _
  | Oblivious => []
  end.

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
(** The only root of a polynomial between two fractions, as its coefficients in Bernstein form show: they change their sign once,
    and it is not 0 at the ends. *)
Fixpoint changes (last : Z) (l : list Z) : nat :=
  match l with
  | [] => O
  | z :: l => if (z =? 0)%Z then changes last l else (if (last * z <? 0)%Z then 1 else 0)%nat + changes (Z.sgn z) l
  end.
Definition is_one_root (p : list Z) (low high : Q) : bool :=
  let form := fst (Polynomials.spread (Qnum low * Zpos (Qden high)) (Qnum high * Zpos (Qden low)) (Zpos (Qden low * Qden high)) p) in
  (changes 0 form =? 1)%nat && negb (nth 0 form 0 =? 0)%Z && negb (List.last form 0 =? 0)%Z.
Definition root_in (j : json) : reading Kinds.kind :=
  let* _ := just ["root_of"; "between"] j in
  let* p := need "root_of" j in let* p := list_of p in let* p := each whole p in
  let* (low, high) := between_in j in
  let* _ := ask ((2 <=? List.length p)%nat && negb (List.last p 0 =? 0)%Z && is_one_root p low high) "root" in
  Read (Kinds.Root p low high).
Definition end_in (j : json) : reading Kinds.kind :=
  match j with
  | Object _ => root_in j
  | _ => let* x := rational j in Read (Kinds.Point x)
  end.
Definition part_of_set (j : json) : reading (Kinds.kind * Kinds.kind) :=
  match j with
  | Array [a; b] =>
      let* a := end_in a in let* b := end_in b in
      let* _ := ask (match a, b with Kinds.Point x, Kinds.Point y => Qle_bool x y | _, _ => true end) "a part of a set" in
      Read (a, b)
  | _ => Malformed "a part of a set"
  end.

Definition bound_in (known : list string) (j : json) : reading (bound N) :=
  let* v := need "value" j in
  let* v := text v in
  let* _ := ask (existsb (String.eqb v) known) "a value that the claim does not have" in
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
    else Malformed "a value's name" in
  let* what := what in
  let expected j := match j with
    | Object _ => let* x := quotient j in Read (XOf x)
    | Text _ | Whole _ | Ratio _ _ => let* q := rational j in Read (XNumber q)
    | _ => Malformed "what is expected"
    end in
  let equal j := match what, j with
    | Unique, Truth b => Read (XFlag b)
    | TheSet, Array l => let* l := each part_of_set l in Read (XSet l)
    | Unique, _ | TheSet, _ => Malformed "what such a value can't be"
    | _, j => expected j
    end in
  let compared j := match what with Unique | TheSet => Malformed "what such a value can't be" | _ => expected j end in
  let* _ := just ["value"; "equals"; "at_least"; "at_most"] j in
  match get "equals" j, get "at_least" j, get "at_most" j with
  | Some x, None, None => let* x := equal x in Read (what, Equals, x)
  | None, Some x, None => let* x := compared x in Read (what, AtLeast, x)
  | None, None, Some x => let* x := compared x in Read (what, AtMost, x)
  | _, _, _ => Malformed "bound"
  end.

Definition expect_in (known : list string) (j : json) : reading (expectation N) :=
  let* _ := just ["verdict"; "bounds"] j in
  let* v := verdict_in j in
  let* l := match get "bounds" j with Some l => list_of l | None => Read [] end in
  let* l := each (bound_in known) l in
  Read (v, l).

Definition declared_in (is_loss : bool) (priors others : list json) (j : json) : reading (declared N) :=
  let found :=
    let* c := claim_in priors others j in
    let* _ := just ("claim" :: "expect" :: parameters c) j in
    let* _ := match get "within" j with Some q => let* q := rational q in ask (0 <? Qnum q)%Z "within" | None => Read tt end in
    let* l := match get "expect" j with Some l => some_of l | None => Read [] end in
    let* l := each (expect_in (values_of is_loss c)) l in
    Read (Declared c l) in
  match found with NotCovered w => Read (Other w) | found => found end.

(** ** The whole *)

Definition other_in (n : nat) (j : json) : reading (option (nat * list (list N))) :=
  match get "table" j with
  | Some t => let* rows := table_in None t in Read (if (Nat.eqb (List.length rows) n) then Some (List.length (nth 0 rows []),
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
Definition has_key (key : string) (j : json) : bool := match get key j with Some _ => true | None => false end.

(** A SHA-256 in hexadecimal: one of digits alone is a number to whoever read the strings. *)
Fixpoint all_hex (s : string) : bool :=
  match s with
  | EmptyString => true
  | String c s => let k := Ascii.nat_of_ascii c in
                  ((48 <=? k)%nat && (k <=? 57)%nat || (97 <=? k)%nat && (k <=? 102)%nat) && all_hex s
  end.
Definition hash (j : json) : reading unit :=
  ask (match j with
       | Text s => (String.length s =? 64)%nat && all_hex s
       | Whole z => (10 ^ 63 <=? z)%Z && (z <? 10 ^ 64)%Z
       | _ => false
       end) "SHA-256".
Definition hash_at (key : string) (j : json) : reading unit := match get key j with Some h => hash h | None => Read tt end.
Fixpoint distinct_leaves (l : list json) : bool :=
  match l with [] => true | x :: l => negb (existsb (same x) l) && distinct_leaves l end.

(** ** Names that say something of numbers, and which tables were counted *)

(** A text without the blank that it begins with, as Unicode has blanks. *)
Definition past_blank (s : string) : option string :=
  let byte c := Ascii.nat_of_ascii c in
  let one a := (9 <=? a)%nat && (a <=? 13)%nat || (a =? 32)%nat in
  let two a b := (a =? 194)%nat && ((b =? 133)%nat || (b =? 160)%nat) in
  let three a b c :=
    (a =? 225)%nat && (b =? 154)%nat && (c =? 128)%nat || (a =? 227)%nat && (b =? 128)%nat && (c =? 128)%nat ||
    (a =? 226)%nat && ((b =? 129)%nat && (c =? 159)%nat ||
      (b =? 128)%nat && ((128 <=? c)%nat && (c <=? 138)%nat || (c =? 168)%nat || (c =? 169)%nat || (c =? 175)%nat)) in
  match s with
  | String a l =>
      if one (byte a) then Some l else
      match l with
      | String b l =>
          if two (byte a) (byte b) then Some l else
          match l with String c l => if three (byte a) (byte b) (byte c) then Some l else None | EmptyString => None end
      | EmptyString => None
      end
  | EmptyString => None
  end.
Fixpoint past_blanks (most : nat) (s : string) : string :=
  match most with
  | O => s
  | S most => match past_blank s with Some rest => past_blanks most rest | None => s end
  end.
Definition without_blanks (s : string) : string := past_blanks (String.length s) s.
(** The text after a word of small letters, in whichever case. *)
Fixpoint after_word (word s : string) : option string :=
  match word, s with
  | EmptyString, _ => Some s
  | String w word, String c s =>
      let (w, c) := (Ascii.nat_of_ascii w, Ascii.nat_of_ascii c) in
      if (c =? w)%nat || (c + 32 =? w)%nat then after_word word s else None
  | _, _ => None
  end.
Definition is_named_uniform (name : json) : bool :=
  match name with
  | Text s => match after_word "uniform" (without_blanks s) with Some rest => without_blanks rest =? "" | None => false end
  | _ => false
  end.
(** Where a prior's name says so, all weights are the same, and all of each individual. *)
Definition uniform_if_named (of : json * list (list N)) : reading unit :=
  let (name, all) := of in
  let against f w := match w with x :: w => existsb (f x) w | [] => false end in
  if negb (is_named_uniform name) then Read tt
  else if existsb (against differ) all then Malformed "a prior named uniform that is not"
  else if existsb (against (fun x y => negb (eqn K x y))) all then NotCovered "whether a prior named uniform is"
  else Read tt.

(** Of one table the least and the most runs of a row: of X itself, of a part without a file, or of a file that is named. *)
Definition runs_in (j : json) : reading Z :=
  let* z := match j with Index n => Read (Z.of_nat n) | Long z => Read z | _ => Malformed "runs" end in
  let* _ := ask ((1 <=? z) && (z <? 10 ^ 18))%Z "runs" in
  Read z.
Definition table_in_question (what : string) (table : bool) (parts files : list json) (j : json) : reading unit :=
  match get "part" j, get "file" j with
  | None, None => ask table what
  | Some k, None => let* k := index k in
      ask (match nth_error parts k with Some part => negb (has_key "file" part) | None => false end) what
  | None, Some f => ask (existsb (same f) files) what
  | Some _, Some _ => Malformed what
  end.
Definition sample_in (table : bool) (parts files : list json) (j : json) : reading unit :=
  let* _ := just ["part"; "file"; "runs"] j in
  let* r := need "runs" j in
  let* _ := match r with
            | Array [a; b] => let* a := runs_in a in let* b := runs_in b in ask (a <=? b)%Z "runs"
            | _ => Malformed "runs"
            end in
  table_in_question "a sample of no table, or of two" table parts files j.
(** How geometric noise on all whole numbers is told. *)
Definition whole_in (j : json) : reading Z :=
  match j with
  | Whole z => let* _ := ask (Z.abs z <? 10 ^ 18)%Z "a whole number of more than 18 digits" in Read z
  | _ => Malformed "a whole number"
  end.
Definition report_in (j : json) : reading unit :=
  let* _ := just ["at_least"; "clamp"; "modulo"; "round_to"] j in
  match get "at_least" j, get "clamp" j, get "modulo" j, get "round_to" j with
  | Some t, None, None, None => let* _ := whole_in t in Read tt
  | None, Some (Array [a; b]), None, None => let* a := whole_in a in let* b := whole_in b in ask (a <=? b)%Z "clamp"
  | None, None, Some m, None | None, None, None, Some m => let* m := whole_in m in ask (1 <=? m)%Z "report"
  | _, _, _, _ => Malformed "report"
  end.
Definition noise_in (integers rounded table : bool) (parts files : list json) (j : json) : reading unit :=
  let* _ := just ["part"; "file"; "report"] j in
  let* _ := match get "report" j with Some r => report_in r | None => Read tt end in
  let* _ := ask (has_key "file" j || integers) "geometric noise on another graph" in
  let* _ := ask (has_key "file" j || has_key "part" j || negb rounded) "geometric noise beside a rounding" in
  table_in_question "geometric noise of no table, or of two" table parts files j.
(** Of each table of which something is said, what: at a key, by a reading of its own. *)
Definition said_of_tables (key : string) (one : bool -> list json -> list json -> json -> reading unit) (j : json) : reading unit :=
  match get key j with
  | None => Read tt
  | Some l =>
      let items key := match get key j with Some (Array l) => l | _ => [] end in
      let at_key key of := match get key of with Some x => [x] | None => [] end in
      let parts := items "parts" in
      let files := (flat_map (at_key "file") parts ++
                    flat_map (fun other => if has_key "sha256" other then at_key "from" other else []) (items "others"))%list in
      let* l := some_of l in
      let* _ := each (one (has_key "table" j && negb (has_key "product" j)) parts files) l in
      let own := filter (fun of => negb (has_key "part" of || has_key "file" of)) l in
      let places := flat_map (fun of => match get "part" of with Some (Index k) => [k] | _ => [] end) l in
      ask ((List.length own <=? 1)%nat && (List.length (nodup Nat.eq_dec places) =? List.length places)%nat &&
           distinct_leaves (flat_map (at_key "file") l)) "a table twice"
  end.

(** Tables used one after the other, and the table of all uses together: an output of it is one of each use,
    those of the last one
    counting fastest. *)
Definition part_in (n : nat) (j : json) : reading (list (nat * list (list N))) :=
  let* _ := just ["times"; "file"; "sha256"; "table"; "promise"] j in
  let* _ := match get "promise" j with
            | Some p => let* _ := just ["alpha"; "delta"] p in
                        let* _ := need "alpha" p in
                        let* _ := ask (negb (has_key "file" j) && negb (has_key "table" j)) "a promise and a table" in
                        NotCovered "parts by their promises alone"
            | None => Read tt
            end in
  let* _ := ask (Bool.eqb (has_key "file" j) (has_key "sha256" j)) "a file and its hash" in
  let* _ := hash_at "sha256" j in
  let* _ := match get "file" j with Some f => let* _ := a_string f in Read tt | None => Read tt end in
  let* k := need "times" j in
  let* k := positive_index k in
  let* rows := need "table" j in
  let* rows := table_in (Some n) rows in
  if (64 <? k)%nat then NotCovered "a composition of this size"
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
Definition family (j : json) : string :=
  match get "graph" j with Some g => match get "family" g with Some (Text f) => f | _ => "" end | None => "" end.
Definition noise_ok (n : nat) (r : Q) (j : json) : reading unit :=
  let complete := family j =? "complete" in
  let alone := forallb (fun k => negb (has_key k j)) ["table"; "product"; "parts"; "rounding"] in
  if (2 <=? n)%nat && (0 <=? Qnum r)%Z && (Qnum r <=? Zpos (Qden r))%Z && alone && (complete || (Qnum r =? Zpos (Qden r))%Z)
  then Read tt else Malformed "noise".
Definition gaussian_ok (r : Q) (j : json) : reading unit :=
  let alone := forallb (fun k => negb (has_key k j)) ["table"; "counts"; "missing"; "noise"; "product"; "parts"; "rounding"; "samples"] in
  if (0 <? Qnum r)%Z && alone && ((family j =? "line") || (family j =? "sum")) then Read tt else Malformed "gaussian".

(** ** What its parts say of each other *)

Fixpoint mentions (key : string) (j : json) : bool :=
  match j with
  | Array l => existsb (mentions key) l
  | Object l => existsb (fun kv => match kv with (k, v) => (k =? key) || mentions key v end) l
  | _ => false
  end.

(** Every product of an entry of each, the last one's counting fastest. *)
Definition tensor (l : list (list N)) : list N := fold_right (fun r rest => flat_map (fun x => map (mul K x) rest) r) [one1 K] l.
Fixpoint strings (u : nat) (rows : list (list N)) : list (list (list N)) :=
  match u with O => [[]] | S u => flat_map (fun r => map (cons r) (strings u rows)) rows end.

(** Those closed forms that are Φ, each row over its sum, or the like; none where it does not fit the graph. *)
Definition closed_form (f : string) (n v u : nat) (a : N) (name : string) : option (list (list N)) :=
  let scaled d r := map (fun x => div K x d) r in
  let near d := nth d (powers K a (Nat.max n u)) (nil0 K) in
  if name =? "uniform" then Some (repeat (repeat (of_frac K 1 (Pos.of_nat n)) n) n)
  else if (name =? "truncated-geometric") && (f =? "line") then
    Some (if (n =? 1)%nat then [[one1 K]] else
      let d := add K (one1 K) a in
      let inner := sub K (one1 K) a in
      map (fun i => map (fun j => let x := near (Nat.max (i - j) (j - i)) in
        div K (if (j =? 0)%nat || (S j =? n)%nat then x else mul K inner x) d) (seq 0 n)) (seq 0 n))
  else if (name =? "randomised-response") && (f =? "complete") then
    let r i := map (fun j => if (i =? j)%nat then one1 K else a) (seq 0 n) in Some (map (fun i => scaled (lsum K (r i)) (r i)) (seq 0 n))
  else if (name =? "exponential") && (f =? "hamming") then
    let far i j := List.length (filter (fun k => negb (((i / v ^ k) mod v) =? ((j / v ^ k) mod v))%nat) (seq 0 u)) in
    let r i := map (fun j => near (far i j)) (seq 0 n) in Some (map (fun i => scaled (lsum K (r i)) (r i)) (seq 0 n))
  else None.
Definition closed_forms : list string := ["truncated-geometric"; "randomised-response"; "exponential"; "uniform"].
Definition is_closed (j : json) : bool := match j with Text s => existsb (String.eqb s) closed_forms | _ => false end.

(** Each of the other mechanisms has a table or a reason why not, and the hash that a file has. A closed form has its own table;
    large ones have none. *)
Definition other_fits (f : string) (n v u : nat) (a : N) (j : json) : reading unit :=
  let* _ := just ["from"; "sha256"; "table"; "refused"; "graph"] j in
  let* from := need "from" j in
  let* _ := a_string from in
  let* _ := hash_at "sha256" j in
  let* _ := match get "refused" j with Some r => let* _ := a_string r in Read tt | None => Read tt end in
  let refused := has_key "refused" j in
  let tabled := has_key "table" j in
  let hashed := has_key "sha256" j in
  let* _ := ask (match from with Text s => negb (s =? "") | _ => true end && negb (refused && tabled) &&
                 (if is_closed from then negb hashed else hashed || refused) &&
                 (refused || tabled || is_closed from && (2 ^ 16 <? n * n)%nat) &&
                 negb (has_key "graph" j && (is_closed from || negb tabled))) "another mechanism" in
  match from, get "table" j with
  | Text s, Some t =>
      if is_closed from then
        let* rows := table_in (Some n) t in
        match closed_form f n v u a s with
        | Some own => ask (negb (rows_differ rows own)) "a closed form that its table is not"
        | None => Malformed "a closed form on another graph"
        end
      else Read tt
  | _, Some t => let* _ := table_in None t in Read tt
  | _, None => Read tt
  end.

(** Which of the others a claim names, with two of its nodes. *)
Definition names_other (k : nat) (c : claim) : bool := match c with Derivable l | TradeOff l _ => (k =? l)%nat | _ => false end.
Definition names_all_of (k : nat) (c : claim) : bool := match c with TradeOff l None => (k =? l)%nat | _ => false end.
Definition pair_fits (rows k : nat) (c : claim) : bool :=
  match c with TradeOff l (Some (i, h)) => negb (k =? l)%nat || (rows =? 0)%nat || (i <? rows)%nat && (h <? rows)%nat | _ => true end.
Fixpoint others_named (n k : nat) (cs : list claim) (l : list json) : bool :=
  match l with
  | [] => true
  | j :: l =>
      let rows := match get "table" j with Some (Array rows) => List.length rows | _ => if has_key "refused" j then O else n end in
      existsb (names_other k) cs && forallb (pair_fits rows k) cs &&
      (negb (has_key "table" j && has_key "sha256" j) || Bool.eqb (has_key "graph" j) (existsb (names_all_of k) cs)) &&
      others_named n (S k) cs l
  end.

(** What a mechanism implies, which comes first: that it is stochastic or a rounding of what is, and the declared privacy. *)
Definition implied {A} (j : json) (ds : list (declared A)) : bool :=
  let is_stochastic d := match d with Declared Stochastic _ => true | _ => false end in
  let exact := negb (has_key "rounding" j) || existsb is_stochastic ds in
  match ds with
  | first :: second :: _ =>
      match first with Declared Stochastic _ => exact | Declared StochasticWithinRounding _ => negb exact | _ => false end &&
      match second with
      | Declared Dp _ => negb (has_key "delta" j)
      | Declared ApproximateDp _ => has_key "delta" j
      | Other what => has_key "delta" j && (what =? "approximate-dp-within-rounding")
      | _ => false
      end
  | _ => false
  end.

Fixpoint appear (next : nat) (l : list nat) : bool :=
  match l with [] => true | k :: l => (k <=? next)%nat && appear (Nat.max next (S k)) l end.

(** The distributions of a product's individuals: one or as many, of which the weights are the product, or the first. *)
Definition each_fits (u : nat) (written : bool) (weights : list N) (each : list (list N)) : bool :=
  if written then
    negb ((List.length each =? u)%nat || (List.length each =? 1)%nat) ||
    rows_differ [weights] [tensor (match each with [x] => repeat x u | l => l end)]
  else negb ((List.length each =? u)%nat || (List.length each =? 1)%nat) || rows_differ [weights] (firstn 1 each).

(** [offered]: the distances of the graph, which [check] looks at. *)
Definition problem_in (offered : option (list (list (option nat)))) (j : json) : reading (problem N * list json * list json *
  list (declared N)) :=
  let* f := need "format" j in
  let* f := text f in
  if negb (f =? "dp-problem/1") then Malformed "format" else
  let* _ := just ["format"; "sha256"; "name"; "declared"; "samples"; "geometric"; "graph"; "labels"; "databases"; "symbol"; "t"; "alpha";
                  "alpha_point"; "rho"; "delta"; "table"; "rounding"; "counts"; "missing"; "noise"; "gaussian"; "product"; "parts"; "priors"; "gain"; "answers"; "others"; "claims"] j in
  let* h := need "sha256" j in
  let* _ := hash h in
  let* _ := absent "rho" j "rho in the place of alpha" in
  let* _ := ask (match get "t" j with Some t => has_key "exponential" t || negb (mentions "terms" j) | None => true end) "terms" in
  let* _ := match polynomial K with Some _ => Read tt | None => absent "t" j
    "α or another number that is irrational, or an interval" end in
  let* g := need "graph" j in
  let lengths := has_key "unit" g in
  let* (n, near, unit, (v, u), is_fine) := lengths_or_graph_in g in
  let hamming := family j =? "hamming" in
  let* product := match get "product" j with
                  | Some x =>
                      let* _ := just ["individuals"; "parent"] x in
                      let* k := need "individuals" x in let* k := positive_index k in
                      let* rows := need "parent" x in
                      let* _ := ask hamming "product" in
                      let* rows := table_in (Some v) rows in
                      let* _ := ask (negb (existsb (existsb (fun x => lt K x (nil0 K))) rows)) "parent" in
                      Read (Some (k, rows))
                  | None => Read None
                  end in
  let written := has_key "table" j in
  let copied := if written then None else product in
  let* _ := ask (match product with
                 | Some (k, _) => if written then (u =? k)%nat && negb (has_key "rounding" j) else (u =? 1)%nat &&
                                  negb (has_key "answers" j) && match get "gain" j with Some (Text g) => g =? "binary" | _ => false end
                 | None => true
                 end && negb (has_key "parts" j && (written || has_key "product" j || lengths)) &&
                 negb (has_key "counts" j && (written || has_key "product" j || has_key "parts" j || has_key "noise" j || lengths)) &&
                 negb (has_key "missing" j && (negb written || has_key "product" j || has_key "rounding" j || has_key "samples" j || has_key "geometric" j || lengths)) &&
                 negb (has_key "rounding" j && negb written) && negb (has_key "delta" j && lengths)) "parts that do not belong beside each other" in
  let* noise := match get "noise" j with Some r => let* r := rational r in Read (Some r) | None => Read None end in
  let* _ := match noise with Some r => noise_ok n r j | None => Read tt end in
  let* _ := match get "gaussian" j with Some r => let* r := rational r in gaussian_ok r j | None => Read tt end in
  let* a := need "alpha" j in let* a := fraction a in
  let by_terms := match get "alpha" j with Some x => match get "numerator" x with Some n => has_key "terms" n | None => false end | None => false end in
  let* _ := if lt K (nil0 K) a && le K a (one1 K) then Read tt
            else if by_terms then NotCovered "an alpha of far powers, whose signs do not show" else Malformed "alpha" in
  let rational_at key := match get key j with Some x => let* q := rational x in Read (Some q) | None => Read None end in
  let number_of (q : Q) := of_frac K (Qnum q) (Qden q) in
  let* delta := rational_at "delta" in
  let* _ := ask (match delta with Some d => (0 <=? Qnum d)%Z && (Qnum d <? Zpos (Qden d))%Z | None => true end) "delta" in
  let delta := match delta with Some d => number_of d | None => nil0 K end in
  let* uses := match get "parts" j with
               | Some l => let* l := some_of l in let* l := each (part_in n) l in Read (List.concat l)
               | None => Read []
               end in
  let* _ := if fits n uses then Read tt else NotCovered "a composition of this size" in
  let* rows := match uses, noise with _ :: _, _ => Read (Some (composed n uses)) | [], Some r => Read (Some (response n r)) |
               [], None =>
               match copied, get "table" j with
               | Some (_, rows), _ => Read (Some rows)
               | None, Some t => let* rows := table_in (Some n) t in Read (Some rows)
               | None, None => Read None
               end end in
  let* _ := match get "missing" j, rows with
            | Some x, Some rows =>
                let* _ := just ["further_outputs"] x in
                let* y := need "further_outputs" x in
                let* _ := ask (match y with Truth _ => true | _ => false end) "further_outputs" in
                ask (forallb (fun row => negb (existsb (fun x => lt K x (nil0 K)) row) && le K (lsum K row) (one1 K)) rows)
                  "a negative entry, or a row above 1, where mass is missing"
            | _, _ => Read tt
            end in
  (* No value of a claim about what is missing is read. *)
  let* _ := absent "missing" j "a table of which mass is missing" in
  let* _ := absent "gaussian" j "discrete Gaussian noise" in
  let m := match rows with Some rows => List.length (nth 0 rows []) | None => O end in
  let* rounding := rational_at "rounding" in
  let* _ := ask (match rounding with Some r => (0 <=? Qnum r)%Z | None => true end) "rounding" in
  let rounding := option_map number_of rounding in
  let* _ := ask (match product, rows with
                 | Some (k, parent), Some rows => negb written || negb (rows_differ rows (map tensor (strings k parent)))
                 | _, _ => true
                 end) "a table that is not the product beside it" in
  let* priors := need "priors" j in
  let* priors := list_of priors in
  let* _ := each (just ["name"; "weights"; "each"]) priors in
  let* names := each (fun x => let* n := need "name" x in a_string n) priors in
  let* _ := ask (distinct_leaves names) "two priors of one name" in
  let* weights := each (fun x => let* w := need "weights" x in vector w) priors in
  let* _ := ask (forallb (fun w => (List.length w =? n)%nat && negb (existsb (fun x => lt K x (nil0 K)) w) &&
                                   negb (differ (lsum K w) (one1 K))) weights) "a prior that is no distribution" in
  let* shares := each (fun x => match get "each" x with Some l => let* l := some_of l in vectors (Array l) | None => Read [] end) priors in
  let* _ := ask (forallb (fun ws => match product, snd ws with
                                    | None, [] => true
                                    | None, _ => false
                                    | Some _, [] => written
                                    | Some (k, _), each => negb (each_fits k written (fst ws) each) &&
                                        forallb (fun w => (List.length w =? v)%nat && negb (existsb (fun x => lt K x (nil0 K)) w) &&
                                                          negb (differ (lsum K w) (one1 K))) each
                                    end) (combine weights shares)) "the distributions of individuals" in
  let* _ := each uniform_if_named (combine names (map (fun ws => fst ws :: snd ws) (combine weights shares))) in
  let* g := need "gain" j in
  let* g := gain_in n unit ((family j =? "line") || (family j =? "sum")) offered g in
  let is_loss := match get "gain" j with Some (Text s) => negb (s =? "binary") && negb (s =? "distance")
                 | Some g => match get "loss" g with Some (Truth b) => b | _ => false end | None => false end in
  let* _ := match copied, g with Some _, Rows _ _ => NotCovered "this gain of a product" | _, _ => Read tt end in
  let* answers := match get "answers" j with
                  | Some l => let* l := list_of l in let* l := each index l in Read (Some l)
                  | None => Read None
                  end in
  let* _ := ask (match answers with
                 | Some l => hamming && (List.length l =? n)%nat && appear 0 l && match get "labels" j with Some x =>
                     has_key "answers" x | None => false end
                 | None => true
                 end) "answers" in
  let* others := need "others" j in
  let* others := list_of others in
  let* _ := each (other_fits (family j) n v u a) others in
  let* froms := each (need "from") others in
  let* _ := ask (distinct_leaves froms) "another mechanism twice" in
  let* _ := said_of_tables "samples" sample_in j in
  let* _ := said_of_tables "geometric" (noise_in ((family j =? "line") || (family j =? "sum")) (has_key "rounding" j)) j in
  let* tables := each (other_in n) others in
  let* rivals := each (rival_in (n, near) (option_map fst copied)) others in
  let* claims := need "claims" j in
  let* claims := list_of claims in
  let* claims := each (declared_in is_loss names froms) claims in
  let stated := flat_map (fun d => match d with Declared c _ => [c] | Other _ => [] end) claims in
  (* No claim about counts of runs is read, which may name some. *)
  let* _ := ask (has_key "counts" j || others_named n 0 stated others) "other mechanisms, and no claims about them" in
  let* _ := ask (match rows with Some _ => implied j claims | None => true end) "the claims that a mechanism implies" in
  let* _ := ask (negb lengths || forallb (knows_lengths ((unit =? 1)%nat && negb is_fine)) stated) "a claim about edges without lengths" in
  let* _ := if is_fine : bool then NotCovered fine else Read tt in
  let* _ := absent "counts" j "counts of runs in the place of a table" in
  Read ({| p_nodes := n; p_near := near; p_unit := unit; p_alpha := a; p_delta := delta; p_outputs := m; p_table := rows;
           p_rounding := rounding; p_priors := weights; p_gain := g; p_answers := answers; p_others := tables; p_rivals :=
             rivals;
           p_values := v; p_individuals := u; p_uses := uses;
           p_copies := match copied with Some (k, _) => Some k | None => None end;
           p_each := shares |}, names, froms, claims).

End Reading.
