(* The numbers of the elaborator: rational, or, where there is a t, fractions of polynomials in t. Nothing here is trusted. *)
open Proved
module Z = Big
module Rational = Q

exception Uncovered of string

(* Polynomials of rationals, from the constant up, without zeros at the end. *)
module Poly = struct
  type t = Rational.t array
  let zero : t = [||]
  let trim (p : t) = let n = ref (Array.length p) in
    while !n > 0 && Rational.sign p.(!n - 1) = 0 do decr n done;
    if !n = Array.length p then p else Array.sub p 0 !n
  let constant x : t = if Rational.sign x = 0 then zero else [| x |]
  let degree p = Array.length p - 1
  let at (p : t) i = if i < Array.length p then p.(i) else Rational.zero
  let map2 f p q = trim (Array.init (max (Array.length p) (Array.length q)) (fun i -> f (at p i) (at q i)))
  let add = map2 Rational.add
  let sub = map2 Rational.sub
  let scale x p = if Rational.sign x = 0 then zero else Array.map (Rational.mul x) p
  let mul (p : t) (q : t) =
    if p = zero || q = zero then zero
    else begin
      let r = Array.make (Array.length p + Array.length q - 1) Rational.zero in
      Array.iteri (fun i x -> if Rational.sign x <> 0 then
        Array.iteri (fun j y -> if Rational.sign y <> 0 then r.(i + j) <- Rational.add r.(i + j) (Rational.mul x y)) q) p;
      trim r
    end
  let lead p = p.(Array.length p - 1)
  (* quotient and remainder *)
  let divide p q =
    let r = Array.copy p and d = degree q in
    let n = degree p - d in
    if n < 0 then (zero, p)
    else begin
      let c = Array.make (n + 1) Rational.zero in
      for i = n downto 0 do
        let x = Rational.div r.(i + d) (lead q) in
        c.(i) <- x;
        if Rational.sign x <> 0 then Array.iteri (fun j y -> r.(i + j) <- Rational.sub r.(i + j) (Rational.mul x y)) q
      done;
      (trim c, trim r)
    end
  let monic p = if p = zero then p else scale (Rational.inv (lead p)) p
  let rec gcd p q = if q = zero then monic p else gcd q (monic (snd (divide p q)))
  let equal (p : t) (q : t) = Array.length p = Array.length q && Array.for_all2 Rational.equal p q
  (* Integers over one. *)
  let integers (p : t) =
    let d = Array.fold_left (fun d x -> Z.lcm d (Rational.den x)) Z.one p in
    (Array.to_list (Array.map (fun x -> Z.mul (Rational.num x) (Z.divexact d (Rational.den x))) p), d)
  let of_integers l : t = trim (Array.of_list (List.map Rational.of_bigint l))
end

(* Numerator and denominator, which has 1 as its highest coefficient, without a common factor. *)
type t = R of Rational.t | F of Poly.t * Poly.t

(* Where there is a t: what is known of it, and its polynomial. *)
let place : place option ref = ref None
let modulus : Poly.t option ref = ref None

let is_rational () = !place = None
let operations () = match !place with None -> rationals | Some pl -> at_t pl

let unknown () = raise (Uncovered "a sign at an irrational number, or on an interval, that does not show")

let sign_at pl (p : Poly.t) =
  if Array.length p = 0 then 0
  else if Array.length p = 1 then Rational.sign p.(0)
  else
    let ints, _ = Poly.integers p in
    if above pl ints then 1 else if above pl (pscale Z.minus_one ints) then -1 else unknown ()

let get_place () = match !place with Some pl -> pl | None -> raise (Uncovered "a number in t")

let one_poly : Poly.t = [| Rational.one |]
let is_constant p = Array.length p <= 1

(* a·inverse = 1 modulo the polynomial of t *)
let inverse_modulo m a =
  let rec go (r0, s0) (r1, s1) =
    if r1 = Poly.zero then (r0, s0)
    else
      let q, r = Poly.divide r0 r1 in
      go (r1, s1) (r, Poly.sub s0 (Poly.mul q s1)) in
  let g, s = go (m, Poly.zero) (a, one_poly) in
  if Poly.degree g <> 0 then raise (Uncovered "a polynomial of t that has factors");
  Poly.scale (Rational.inv (Poly.lead g)) (snd (Poly.divide s m))

let normal a b =
  match !modulus with
  | Some m ->
      let a = snd (Poly.divide a m) in
      let a = if is_constant b then Poly.scale (Rational.inv b.(0)) a
        else snd (Poly.divide (Poly.mul a (inverse_modulo m (snd (Poly.divide b m)))) m) in
      if is_constant a then R (Poly.at a 0) else F (a, one_poly)
  | None ->
      if a = Poly.zero then R Rational.zero
      else begin
        let g = if is_constant a || is_constant b then one_poly else Poly.gcd a b in
        let a, b = if is_constant g then (a, b) else (fst (Poly.divide a g), fst (Poly.divide b g)) in
        let x = Rational.inv (Poly.lead b) in
        let a = Poly.scale x a and b = Poly.scale x b in
        if is_constant a && is_constant b then R a.(0) else F (a, b)
      end

let parts = function R x -> (Poly.constant x, one_poly) | F (a, b) -> (a, b)

let zero = R Rational.zero
let one = R Rational.one
let inf = R Rational.inf
let minus_inf = R Rational.minus_inf
let of_int n = R (Rational.of_int n)
let of_z z = R (Rational.of_bigint z)
let make a b = R (Rational.make a b)
let num = function R x -> Rational.num x | F _ -> raise (Uncovered "an integer of an irrational number")
let den = function R x -> Rational.den x | F _ -> raise (Uncovered "an integer of an irrational number")

let add x y = match x, y with
  | R x, R y -> R (Rational.add x y)
  | _ ->
      let a, b = parts x and c, d = parts y in
      if Poly.equal b d then normal (Poly.add a c) b else normal (Poly.add (Poly.mul a d) (Poly.mul c b)) (Poly.mul b d)
let neg = function R x -> R (Rational.neg x) | F (a, b) -> F (Poly.scale Rational.minus_one a, b)
let sub x y = match x, y with R x, R y -> R (Rational.sub x y) | _ -> add x (neg y)
let mul x y = match x, y with
  | R x, R y -> R (Rational.mul x y)
  | R x, F (a, b) | F (a, b), R x -> if Rational.sign x = 0 then zero else F (Poly.scale x a, b)
  | F (a, b), F (c, d) -> normal (Poly.mul a c) (Poly.mul b d)
let div x y = match x, y with
  | R x, R y -> R (Rational.div x y)
  | F (a, b), R x -> F (Poly.scale (Rational.inv x) a, b)
  | _ -> let a, b = parts x and c, d = parts y in
      if c = Poly.zero then raise Division_by_zero;
      normal (Poly.mul a d) (Poly.mul b c)
let inv x = div one x
let sign = function R x -> Rational.sign x | F (a, b) -> sign_at (get_place ()) a * sign_at (get_place ()) b
let equal x y = match x, y with
  | R x, R y -> Rational.equal x y
  | F (a, b), F (c, d) -> Poly.equal a c && Poly.equal b d
  | _ -> false
let is_infinite x = Z.sign (Rational.den x) = 0
let compare x y = match x, y with
  | R x, R y -> Rational.compare x y
  | R x, _ when is_infinite x -> Rational.sign x
  | _, R y when is_infinite y -> - Rational.sign y
  | _ -> if equal x y then 0 else
      let a, b = parts x and c, d = parts y in
      let pl = get_place () in
      let over p = if is_constant p then Rational.sign p.(0) else sign_at pl p in
      sign_at pl (if Poly.equal b d then Poly.sub a c else Poly.sub (Poly.mul a d) (Poly.mul c b)) *
      (if Poly.equal b d then over b else over b * over d)
let lt x y = compare x y < 0
let gt x y = compare x y > 0
let leq x y = compare x y <= 0
let geq x y = compare x y >= 0
let max x y = if lt x y then y else x
let min x y = if lt y x then y else x

let poly_string p =
  if Array.length p = 0 then "0"
  else
    let terms = List.filter (fun (_, x) -> Rational.sign x <> 0) (Array.to_list (Array.mapi (fun i x -> (i, x)) p)) in
    let term (i, x) =
      let power = if i = 1 then "t" else Printf.sprintf "t^%d" i in
      if i = 0 then Rational.to_string x
      else if Rational.equal x Rational.one then power
      else Rational.to_string x ^ "*" ^ power in
    String.concat " + " (List.map term terms)
let to_string = function
  | R x -> Rational.to_string x
  | F (a, b) ->
      let ints p = let l, d = Poly.integers p in (Poly.of_integers l, d) in
      let a, ca = ints a and b, cb = ints b in
      let x = Rational.make cb ca in
      let a = Poly.scale (Rational.of_bigint (Rational.num x)) a and b = Poly.scale (Rational.of_bigint (Rational.den x)) b in
      if is_constant b && Rational.equal b.(0) Rational.one then poly_string a
      else Printf.sprintf "(%s)/(%s)" (poly_string a) (poly_string b)

(* As the checker has them. *)
let to_num x : Proved.num =
  match !place, x with
  | None, R x -> Obj.repr { qnum = Rational.num x; qden = Positive.checked (Rational.den x) }
  | None, F _ -> raise (Uncovered "a number in t")
  | Some _, R x -> Obj.repr (n_frac (Rational.num x) (Positive.checked (Rational.den x)))
  | Some pl, F (a, b) ->
      let a, ca = Poly.integers a and b, cb = Poly.integers b in
      Obj.repr (n_mul pl (n_frac cb (Positive.checked ca)) (match b with [ z ] -> n_mul pl (n_poly pl a) (n_frac Z.one (Positive.checked z))
        | _ -> n_div pl (n_poly pl a) (n_poly pl b)))

let rec power x k = if k = 0 then one else let h = power x (k / 2) in let h = mul h h in if k mod 2 = 1 then mul h x else h

let of_poly l = normal (Poly.of_integers l) one_poly

let of_num (x : Proved.num) =
  match !place with
  | None -> let { qnum; qden } : q = Obj.obj x in R (Rational.make qnum (Positive.whole qden))
  | Some pl ->
      let rec dens ds e = match ds, e with
        | d :: ds, n :: e ->
            let d = Poly.of_integers d in
            Poly.mul (Array.fold_left (fun r _ -> Poly.mul r d) one_poly (Array.make n ())) (dens ds e)
        | _ -> one_poly in
      let base (Base (a, c, e)) = normal (Poly.of_integers a) (Poly.scale (Rational.of_bigint (Positive.whole c)) (dens pl.dens e)) in
      let rec value = function
        | Quot (a, b) -> div (base a) (base b)
        | Plus (x, y) -> add (value x) (value y)
        | Minus (x, y) -> sub (value x) (value y)
        | Times (x, y) -> mul (value x) (value y)
        | Over (x, y) -> div (value x) (value y) in
      value (Obj.obj x)
