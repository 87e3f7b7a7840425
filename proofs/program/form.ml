(* What of a problem is for people only, and what is said twice: that it has its form and is what it should be. Nothing that is
   proved rests on it; where it is wrong the problem is malformed, as FORMAT.md has it. And numbers as files write them. *)
open Proved
module Z = Big
module Rational = Number.Rational

exception Malformed of string
let need so what = if not so then raise (Malformed what)

(* ---- Numbers as mechanism files write them: FORMAT.md, "Numbers", without a and b ---- *)

let most_digits = 20_000
let too_long () = raise (Number.Uncovered "a number that is too long")

let power x k =
  if abs k > most_digits then too_long ();
  let y = Rational.make (Z.pow (Rational.num x) (Z.of_int (abs k))) (Z.pow (Rational.den x) (Z.of_int (abs k))) in
  if k < 0 then (need (Rational.sign y <> 0) "a denominator that is 0"; Rational.inv y) else y

(* What is written from a place on, and where it ends. *)
let number_at s start =
  let at = ref start and n = String.length s in
  let rec peek () =
    if !at >= n then '\000' else match s.[!at] with ' ' | '\t' | '\n' | '\r' -> incr at; peek () | c -> c in
  let take c = peek () = c && (incr at; true) in
  let is_digit c = c >= '0' && c <= '9' in
  let digits () =
    let from = !at in
    while !at < n && is_digit s.[!at] do incr at done;
    need (!at > from) "no number";
    String.sub s from (!at - from) in
  let small () = let d = digits () in if String.length d > 6 then too_long (); int_of_string d in
  let plain () =
    need (is_digit (peek ())) "no number";
    let whole = digits () in
    need (String.length whole = 1 || whole.[0] <> '0') "a number with leading zeros";
    let rest = if !at < n && s.[!at] = '.' then (incr at; digits ()) else "" in
    let e = if !at < n && (s.[!at] = 'e' || s.[!at] = 'E') then begin
        incr at;
        let sign = if !at < n && (s.[!at] = '+' || s.[!at] = '-') then (incr at; if s.[!at - 1] = '-' then -1 else 1) else 1 in
        sign * small () end else 0 in
    Rational.mul (Rational.of_bigint (Z.of_string (whole ^ rest))) (power (Rational.of_int 10) (e - String.length rest)) in
  let rec sum () =
    let first = if take '-' then Rational.neg (product ()) else product () in
    let rec go x = if take '+' then go (Rational.add x (product ())) else if take '-' then go (Rational.sub x (product ())) else x in
    go first
  and product () =
    let rec go x =
      if take '*' then go (Rational.mul x (raised ()))
      else if peek () = '/' then begin
        incr at;
        let y = raised () in
        need (Rational.sign y <> 0) "a denominator that is 0"; go (Rational.div x y) end
      else x in
    go (raised ())
  and raised () =
    let x = atom () in
    if take '^' then begin
      let signed () = if take '-' then - (ignore (peek ()); small ()) else (ignore (peek ()); small ()) in
      let k = if take '(' then (let k = signed () in need (take ')') "no )"; k) else signed () in
      need (k >= 0 || Rational.sign x <> 0) "a denominator that is 0";
      if k = 0 then Rational.one else power x k end
    else x
  and atom () = if take '(' then (let x = sum () in need (take ')') "no )"; x) else plain () in
  (sum, product, raised, take, peek, at)

let number s =
  let sum, _, _, _, peek, at = number_at s 0 in
  let x = sum () in
  ignore (peek ());
  need (!at = String.length s) "something after a number";
  x

(* The same of a claim in a certificate, or of a cut: a number of JSON, or a string. *)
let rational what = function
  | Json.String s | Json.Number s -> number s
  | Json.Null | Json.Bool _ | Json.Array _ | Json.Object _ -> raise (Malformed what)

(* ε: a rational, or q·ln(m), a product with one logarithm. *)
type epsilon = Whole of Rational.t | Logarithm of Rational.t * Rational.t
let epsilon s =
  let rec find k = if k + 2 > String.length s then None else if String.sub s k 2 = "ln" then Some k else find (k + 1) in
  match find 0 with
  | None -> Whole (number s)
  | Some k ->
      let sum, _, _, take, peek, at = number_at s (k + 2) in
      need (take '(') "ln without its number";
      let m = sum () in
      need (take ')') "no )";
      ignore (peek ());
      let before = String.trim (String.sub s 0 k) and after = String.sub s !at (String.length s - !at) in
      let q =
        if before = "" then number ("1" ^ after) else if before = "-" then number ("-1" ^ after)
        else begin
          let last = String.length before - 1 in
          need (before.[last] = '*') "an epsilon that is no product";
          number (String.sub before 0 last ^ after) end in
      need (after = "" || after.[0] = '*' || after.[0] = '/') "an epsilon that is no product";
      Logarithm (q, m)

(* ---- The forms ---- *)

let only keys j = List.iter (fun k -> need (List.mem k keys) ("key " ^ k)) (Json.keys j)
let string what = function Json.String s -> s | _ -> raise (Malformed what)
let items what = function Json.Array l -> l | _ -> raise (Malformed what)
let optional key f j = match Json.get key j with Some x -> f x | None -> ()
let has key j = Json.get key j <> None
let needed key j = match Json.get key j with Some x -> x | None -> raise (Malformed ("no " ^ key))
let count key j = match needed key j with
  | Json.Number s when Json.is_index s && s <> "0" -> int_of_string s | _ -> raise (Malformed key)

let labels json =
  let width = match Json.get "table" json with
    | Some (Json.Array (row :: _)) -> (match Json.get "numerators" row with Some (Json.Array l) -> Some (List.length l) | _ -> None)
    | _ -> None in
  let graph = needed "graph" json in
  let rec power b e = if e = 0 || b = 1 then 1 else if b > 1_000_000_000 then b else b * power b (e - 1) in
  let nodes () = match Json.get "family" graph with
    | Some (Json.String "hamming") -> power (count "values" graph) (count "individuals" graph)
    | Some (Json.String "counts") -> power (count "individuals" graph + 1) (count "queries" graph)
    | _ -> count "nodes" graph in
  let width = if has "noise" json then Some (nodes ()) else width in
  let width = match Option.bind (Json.get "counts" json) (Json.get "rows") with
    | Some (Json.Array (Json.Array row :: _)) -> Some (List.length row) | _ -> width in
  let answers = match Json.get "answers" json with
    | Some (Json.Array l) ->
        let place = function Json.Number s when Json.is_index s -> int_of_string s | _ -> raise (Malformed "answers") in
        Some (List.fold_left (fun most x -> max most (place x + 1)) 0 l)
    | _ -> None in
  optional "labels" (fun l ->
      (match l with Json.Object _ -> () | _ -> raise (Malformed "labels"));
      only [ "nodes"; "outputs"; "answers" ] l;
      let all key n = optional key (fun x ->
          let names = List.map (string "a label") (items "labels" x) in
          need (n = Some (List.length names)) "labels of other things";
          need (List.length (List.sort_uniq compare names) = List.length names) "two labels that are the same") l in
      all "nodes" (Some (nodes ())); all "outputs" width; all "answers" answers) json;
  need (answers = None || (match Json.get "labels" json with Some l -> has "answers" l | None -> false)) "answers without labels"

let databases json = optional "databases" (fun d ->
    only [ "values"; "individuals" ] d;
    ignore (count "values" d); ignore (count "individuals" d);
    let graph = needed "graph" json in
    need (not (has "family" graph || has "unit" graph)) "databases of a graph that is none of answers") json

let powers j =
  only [ "a"; "b" ] j;
  let power key =
    let s = string "a power" (needed key j) in
    need (Json.is_integer s && String.length s < 40 && s.[0] <> '-' && Z.gt (Z.of_string s) Z.one) "a power of t above 1";
    Z.of_string s in
  let a = power "a" and b = power "b" in
  need (Z.equal (Z.gcd a b) Z.one) "powers with a common divisor";
  a

let problem json =
  (match json with Json.Object _ -> () | _ -> raise (Malformed "a problem"));
  optional "name" (fun x -> ignore (string "name" x)) json;
  labels json; databases json;
  need (has "symbol" json = has "t" json) "symbol and t belong together";
  optional "symbol" (function
      | Json.String ("a" | "b") -> () | Json.Object _ as j -> ignore (powers j) | _ -> raise (Malformed "symbol")) json;
  let words = needed "declared" json in
  let keys = List.sort compare (Json.keys words) in
  need (List.mem keys [ [ "alpha" ]; [ "epsilon" ]; [ "between"; "root_of" ]; [ "symbolic" ]; [ "rho" ] ]) "declared";
  let hash h =
    let h = string "sha256" h in
    need (String.length h = 64 && String.for_all (fun c -> c >= '0' && c <= '9' || c >= 'a' && c <= 'f') h) "sha256" in
  hash (needed "sha256" json);
  optional "parts" (fun l -> List.iter (fun part ->
      need (has "file" part = has "sha256" part) "a file without its hash";
      optional "sha256" hash part)
      (items "parts" l)) json

(* Whether a claim's other mechanism has a reason why there is no table. *)
let is_refused json = function
  | Derivable k | TradeOff (k, _) -> (match Json.get "others" json with
      | Some (Json.Array l) -> (match List.nth_opt l k with Some j -> has "refused" j | None -> true) | _ -> true)
  | _ -> true

(* ---- α as it is declared, and as it is ---- *)

let between = function
  | Some (Json.Array [ a; b ]) ->
      let a = number (string "between" a) and b = number (string "between" b) in
      need (Rational.sign a >= 0 && Rational.lt a b && Rational.leq b Rational.one) "between";
      (a, b)
  | _ -> raise (Malformed "between")

let differs () = raise (Malformed "declared is another number than alpha")
let same so = if not so then differs ()

(* That c + … + c_n·x^n is 0, for a polynomial of rationals and a number. *)
let vanishes p x = Number.equal (List.fold_right (fun c sum -> Number.add (Number.R c) (Number.mul x sum)) p Number.zero) Number.zero

let most_compared = Z.of_int 20_000
let within_limits k = Z.leq (Z.of_int k) most_compared

(* a^e = x^s, for a number x > 0 and e ≥ 1. With e and s divided by what they have in common it says that a is c^s and x is c^e for
   some rational c: unless that is 1, neither exponent is over the bits of the other's base. *)
let powers_are_equal a e x s =
  let bits y = Z.of_int (Z.numbits (Rational.num y) + Z.numbits (Rational.den y)) in
  let is_one y = Rational.equal y Rational.one in
  if Rational.sign a <= 0 then false
  else if is_one x || Z.sign s = 0 || is_one a then is_one a && (is_one x || Z.sign s = 0)
  else
    let g = Z.gcd e s in
    let e = Z.divexact e g and s = Z.divexact s g in
    Z.leq (Z.abs s) (bits a) && Z.leq e (bits x) && Rational.equal (power a (Z.to_int e)) (power x (Z.to_int s))

let declared sort json (alpha : num) =
  (* how many of what alpha is of make up the length 1; where lengths are fine it is that of the length 1 *)
  let graph = needed "graph" json in
  let unit = match Json.get "unit" graph, Json.get "family" graph with
    | Some (Json.Number s), None when Json.is_index s -> int_of_string s
    | Some _, None -> raise (Number.Uncovered "so many units")
    | _ -> 1 in
  let words = needed "declared" json in
  let of_unit = Elaborate.of_num alpha in
  let of_kind = match sort with Unusual (k, _) -> Some k | Rational -> None in
  let t_power = match of_kind with
    | None -> None
    | Some _ ->
        (* by the JSON: what is reduced modulo a polynomial is no power any more *)
        (match Json.get "alpha" json with
         | Some (Json.Object _ as a) -> (match Json.get "numerator" a, Json.get "denominator" a with
             | Some (Json.Array l), Some (Json.String "1") ->
                 let l = List.map (function Json.String s -> s | _ -> raise (Malformed "alpha")) l in
                 let k = List.length l - 1 in
                 if List.for_all2 ( = ) l (List.init (k + 1) (fun i -> if i = k then "1" else "0")) then Some k else None
             | Some (Json.Object _), _ -> raise (Number.Uncovered "terms")
             | _ -> None)
         | _ -> None) in
  let symbol = Json.get "symbol" json in
  need (symbol <> Some (Json.String "a") || t_power = Some 1) "alpha is not the t of its symbol";
  (match symbol with
   | Some (Json.Object _ as j) -> need (t_power <> None && Z.equal (powers j) (Z.of_int (Option.get t_power))) "alpha is another power of t"
   | _ -> ());
  need (unit = 1 || of_kind = None || (t_power = Some 1 && symbol = Some (Json.String "b"))) "alpha of a unit of length is t, written b";
  need (has "alpha_point" json = (t_power <> None && symbol <> Some (Json.String "a") && unit = 1)) "alpha_point";
  let k = Option.map (fun k -> k * unit) t_power in
  (* α is e^-s. *)
  let exponential s = match of_kind, k with
    | Some (Exponential r), Some k -> same (Rational.equal s (Rational.mul (Rational.of_int k) (Rational.make r.qnum (Positive.whole r.qden))))
    | _ -> differs () in
  (* α^d = x^s *)
  let power_is d x s = match of_kind, of_unit with
    | Some (Exponential _ | Interval _), _ when k <> None -> differs ()
    | _, Number.R a -> same (powers_are_equal a (Z.mul (Z.of_int unit) d) x s)
    | _, Number.F _ ->
        let e = Z.mul (Z.of_int unit) d in
        if Z.leq e most_compared && Z.leq (Z.abs s) most_compared then
          same (Number.equal (Number.power of_unit (Z.to_int e)) (Number.R (power x (Z.to_int s))))
        else raise (Number.Uncovered "powers so high") in
  let root_is coefficients (a, b) = match of_kind with
    | Some (Exponential _ | Interval _) when k <> None -> differs ()
    | _ -> if within_limits unit then begin
        let alpha = Number.power of_unit unit in
        need (List.length coefficients > 1 && Rational.sign (List.nth coefficients (List.length coefficients - 1)) <> 0) "root_of";
        same (vanishes coefficients alpha && Number.lt (Number.R a) alpha && Number.lt alpha (Number.R b)) end in
  let interval (a, b) = match of_kind, k with
    | Some (Interval (low, high)), Some k ->
        let over (x : q) = power (Rational.make x.qnum (Positive.whole x.qden)) k in
        if within_limits k then same (Rational.equal (over low) a && Rational.equal (over high) b)
    | _ -> differs () in
  optional "alpha" (fun x -> power_is Z.one (number (string "alpha" x)) Z.one) words;
  optional "epsilon" (fun x -> match epsilon (string "epsilon" x) with
      | Whole s -> need (Rational.sign s > 0) "epsilon is not above 0"; exponential s
      | Logarithm (q, m) ->
          need (Rational.sign m > 0 && Rational.sign q * Rational.compare m Rational.one > 0) "epsilon is not above 0";
          power_is (Rational.den q) m (Z.neg (Rational.num q))) words;
  optional "root_of" (fun x ->
      root_is (List.map (fun c -> number (string "root_of" c)) (items "root_of" x)) (between (Json.get "between" words))) words;
  optional "symbolic" (fun x -> interval (between (Some x))) words;
  optional "alpha_point" (fun x -> match kind_in (Tree.of_json x) with
      | Read (Exponential r) -> exponential (Rational.make r.qnum (Positive.whole r.qden))
      | Read (Root (q, a, b)) ->
          root_is (List.map Rational.of_bigint q) (Rational.make a.qnum (Positive.whole a.qden), Rational.make b.qnum (Positive.whole b.qden))
      | Read (Interval (a, b)) -> interval (Rational.make a.qnum (Positive.whole a.qden), Rational.make b.qnum (Positive.whole b.qden))
      | Read _ | NotCovered _ -> ()
      | Proved.Malformed what -> need false ("alpha_point: " ^ what)) json
