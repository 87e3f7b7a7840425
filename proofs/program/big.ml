(* The integers of the extracted program: Zarith's, and machine integers for indices. *)
exception Too_large

let times_int a b = if a <> 0 && abs b > max_int / 4 / abs a then raise Too_large else a * b
let rec pow_int a n = if n = 0 then 1 else times_int a (pow_int a (n - 1))
let seq first n = List.init n (fun k -> first + k)

include Z

let doubled x = Z.shift_left x 1
let doubled_plus_one x = Z.succ (Z.shift_left x 1)
let half x = Z.shift_right x 1

(* 0 for a negative exponent, as Coq has it. *)
let pow a b = if Z.sign b < 0 then Z.zero else Z.pow a (Z.to_int b)

(* Rounded down; 0 by 0, as Coq has it. *)
let div_floor a b = if Z.sign b = 0 then Z.zero else Z.fdiv a b

let log2_floor a = if Z.sign a > 0 then Z.of_int (Stdlib.pred (Z.numbits a)) else Z.zero

(* What is left has the sign of the divisor, as Coq has it; of none it is all. *)
let modulo a b =
  let s = Z.sign b in
  if s = 0 then a else if s > 0 then Z.erem a b else Z.neg (Z.erem (Z.neg a) (Z.neg b))

(* The greatest common divisor, and both over it. *)
let ggcd a b =
  let g = Z.gcd a b in
  if Z.sign g = 0 then (g, (Z.zero, Z.zero)) else (g, (Z.divexact a g, Z.divexact b g))
