(* A statement about an interval that is cut: a witness for each part, made into one for each of the checker's pieces. *)
open Proved
module Z = Big

let refuse = Elaborate.refuse
let malformed = Elaborate.malformed

let has_parts w = List.exists (fun k -> List.mem k [ "cuts"; "parts"; "at" ]) (Json.keys w)

let rational j : q =
  match Form.rational "a cut" j with
  | x -> { qnum = Q.num x; qden = Positive.checked (Q.den x) }
  | exception Form.Malformed what -> malformed what
let q_of (x : q) = Q.make x.qnum (Positive.whole x.qden)

(* A root between two fractions, as one change of sign shows. *)
let cut j =
  match j with
  | Json.Object _ ->
      Elaborate.only_keys [ "root_of"; "between" ] j;
      let p = match Enclose.polynomial (Elaborate.need "root_of" j) with Some p -> p | None -> malformed "a cut" in
      (match Json.get "between" j with
       | Some (Json.Array [ a; b ]) ->
           let a = rational a and b = rational b in
           if not (Q.lt (q_of a) (q_of b)) then refuse "a cut";
           let l = Z.mul a.qnum (Positive.whole b.qden) and u = Z.mul b.qnum (Positive.whole a.qden) and d = Z.mul (Positive.whole a.qden) (Positive.whole b.qden) in
           let signs = List.filter (fun s -> s <> 0) (List.map Z.sign (fst (spread l u d p))) in
           let rec changes = function x :: (y :: _ as r) -> (if x <> y then 1 else 0) + changes r | _ -> 0 in
           let at (x : q) = Z.sign (fst (at_fraction x.qnum (Positive.whole x.qden) p)) in
           if changes signs <> 1 || at a = 0 || at b = 0 then refuse "a cut that is not the only root";
           AtRoot (p, a, b)
       | _ -> malformed "a cut")
  | j -> AtRational (rational j)

let ends = function AtRational x -> (q_of x, q_of x, true) | AtRoot (_, a, b) -> (q_of a, q_of b, false)

(* A bracket within the interval, where the root is. *)
let clipped (low : q) (high : q) = function
  | AtRoot (p, a, b) ->
      let sign (x : q) = Z.sign (fst (at_fraction x.qnum (Positive.whole x.qden) p)) in
      let a = if Q.lt (q_of a) (q_of low) && sign low = sign a then low else a in
      let b = if Q.gt (q_of b) (q_of high) && sign high = sign b then high else b in
      AtRoot (p, a, b)
  | c -> c

(* They rise, and their brackets are apart. *)
let rec rising low low_is_root high = function
  | [] -> ()
  | c :: rest ->
      let a, b, point = ends c in
      let apart = if point && not low_is_root then Q.lt low a else Q.leq low a in
      if not apart || (if point then not (Q.lt b high) else Q.gt b high) then refuse "cuts that do not rise";
      rising b (not point) high rest

(* Brackets that end where what is before or after them does: narrower, so that there is something between. *)
let rec narrowed (low : q) (high : q) = function
  | AtRoot (p, a, b) :: rest ->
      let next = match rest with AtRational x :: _ -> x | AtRoot (_, x, _) :: _ -> x | [] -> high in
      let sign (x : q) = Z.sign (fst (at_fraction x.qnum (Positive.whole x.qden) p)) in
      let half = Q.make Z.one (Z.of_int 2) in
      (* from one end so far towards the other, on the same side of the root *)
      let rec nearer by (x : q) (y : q) =
        let m = Q.add (q_of x) (Q.mul by (Q.sub (q_of y) (q_of x))) in
        let m : q = { qnum = Q.num m; qden = Positive.checked (Q.den m) } in
        if sign m = sign x then m else nearer (Q.mul by half) x y in
      let b' = if Q.equal (q_of b) (q_of next) then nearer half b a else b in
      let a' = if Q.equal (q_of a) (q_of low) then nearer half a b' else a in
      AtRoot (p, a', b') :: narrowed b' high rest
  | (AtRational x as c) :: rest -> c :: narrowed x high rest
  | [] -> []

let rec mentions key = function
  | Json.Object l -> List.exists (fun (k, v) -> k = key || mentions key v) l
  | Json.Array l -> List.exists (mentions key) l
  | _ -> false

(* The cuts, the verdict of each part, and its witness. *)
let read (low, high) w =
  Elaborate.only_keys [ "cuts"; "parts" ] w;
  if mentions "modulus" w then refuse "residues on a part of an interval";
  let cuts = match Json.get "cuts" w with Some l -> List.map (fun c -> clipped low high (cut c)) (Elaborate.array l) | None ->
    [] in
  (* an end of the interval is no cut *)
  rising (q_of low) false (q_of high) cuts;
  let cuts = narrowed low high cuts in
  let parts = Array.of_list (Elaborate.array (Elaborate.need "parts" w)) in
  if Array.length parts <> 2 * List.length cuts + 1 then refuse "the number of parts";
  let verdict j = match Json.get "verdict" j with
    | Some (Json.String "holds") -> true | Some (Json.String "fails") -> false | _ -> malformed "verdict" in
  let verdicts = Array.map verdict parts in
  let rec witness k =
    let j = parts.(k) in
    Elaborate.only_keys [ "verdict"; "witness"; "as" ] j;
    match Json.get "witness" j, Json.get "as" j with
    | Some w, None -> w
    | None, Some i ->
        let i = Elaborate.index i in
        if i >= k then malformed "a part that is not earlier";
        witness i
    | None, None -> Json.Object []
    | _ -> malformed "a part" in
  Array.iteri (fun k _ -> if has_parts (witness k) then refuse "a part that is cut") parts;
  (cuts, verdicts, witness)

(* Hints at a piece, which is where the numbers are from then on. *)
let hints_at json certificate kind =
  let h = Enclose.hints ~factor:false kind json certificate in
  match place_of kind h with
  | None -> raise (Elaborate.Uncovered "a piece of the interval that is not enclosed")
  | Some p -> Enclose.at p; (h, p)

(* The cuts, and what is shown of each piece; [facts_at] has the numbers of the problem at the place that is known. *)
let witnesses json certificate ends facts_at claim yes w =
  if Json.get "at" w <> None then raise (Elaborate.Uncovered "what fails at one number of an interval");
  let cuts, verdicts, witness = read ends w in
  if Array.for_all Fun.id verdicts <> yes then refuse "another verdict than the parts have";
  if Array.exists (fun v -> v <> yes) verdicts then raise (Elaborate.Uncovered "parts of an interval with different verdicts");
  let give kind part =
    let h, _ = hints_at json certificate kind in
    let facts = facts_at () in
    let s = { s_claim = claim; s_yes = yes; s_witness = Elaborate.witness facts claim yes (witness part) } in
    (h, fun _ -> s) in
  (cuts, give)

(* Of a set of numbers in (0, 1) the witness on each piece. *)
let threshold json certificate (facts : Elaborate.facts) yes w =
  if not yes then refuse "a set that is none";
  if facts.p.p_copies <> None then refuse "a product that is not written out";
  if Json.get "at" w <> None then refuse "the parts of the witness";
  let zero : q = { qnum = Z.zero; qden = Positive.one } and one : q = { qnum = Z.one; qden = Positive.one } in
  let cuts, verdicts, witness =
    if has_parts w then read (zero, one) w
    else (if mentions "modulus" w then refuse "residues over an interval"; ([], [| true |], fun _ -> w)) in
  let dist = Array.to_list (Array.map Array.to_list (Lazy.force facts.dist)) in
  let shown kind part (h, place) =
    Enclose.at place;
    let p = at_alpha rationals facts.p place in
    let given = match Elaborate.witness (Elaborate.facts_of p json facts.dist) TightConstraintsExist verdicts.(part) (witness
      part) with
      | Weighting (z, u) -> Exist (z, u)
      | Separating (w, zu) -> ExistNot (w, zu)
      | WithResidues (z, _, _) -> Exist (z, Open)
      | NoneByResidues (w, _, _) -> ExistNot (w, None)
      | _ -> refuse "the parts of the witness" in
    (h, fun _ -> given) in
  (* With the coarsest enclosure of a root where that shows it: what Coq computes by itself is slow. *)
  let of_piece (kind, part) =
    let h, place = hints_at json certificate kind in
    let all () = shown kind part (h, place) in
    match h.h_levels with
    | first :: _ :: _ -> (
        let coarse = { h with h_levels = [ first ] } in
        match Option.map (fun place -> shown kind part (coarse, place)) (place_of kind coarse) with
        | Some given when check_piece rationals facts.p dist verdicts.(part) kind given -> given
        | _ | exception (Elaborate.Uncovered _ | Elaborate.Refused _) -> all ())
    | _ -> all () in
  OnPieces (cuts, Array.to_list verdicts, List.map of_piece (pieces zero cuts one 0))
