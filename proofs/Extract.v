(** The program of [check]: integers are Zarith's, indices are machine integers, strings are OCaml's. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString ZArith QArith List.
From DP Require Import Numbers Graphs Problem Claims Polynomials Places Kinds Priors Responses Thresholds Reading Checker Sorts.

Extraction Language OCaml.

Extract Inductive nat => int [ "0" "Stdlib.succ" ] "(fun fO fS n -> if n = 0 then fO () else fS (n - 1))".
Extract Inlined Constant Coq.Init.Nat.add => "(+)".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.add => "(+)".
Extract Inlined Constant Coq.Init.Nat.mul => "Big.times_int".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.mul => "Big.times_int".
Extract Inlined Constant Coq.Init.Nat.eqb => "Int.equal".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.eqb => "Int.equal".
Extract Inlined Constant Coq.Init.Nat.leb => "((<=) : int -> int -> bool)".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.leb => "((<=) : int -> int -> bool)".
Extract Inlined Constant Coq.Init.Nat.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant Coq.Init.Nat.max => "Int.max".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.max => "Int.max".
Extract Inlined Constant Coq.Init.Nat.sub => "(fun a b -> Int.max 0 (a - b))".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.sub => "(fun a b -> Int.max 0 (a - b))".
Extract Inlined Constant Coq.Init.Nat.div => "(fun a b -> if b = 0 then 0 else a / b)".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.div => "(fun a b -> if b = 0 then 0 else a / b)".
Extract Inlined Constant Coq.Init.Nat.modulo => "(fun a b -> if b = 0 then a else a mod b)".
Extract Inlined Constant Coq.Arith.PeanoNat.Nat.modulo => "(fun a b -> if b = 0 then a else a mod b)".
Extract Constant Coq.Init.Nat.pow => "Big.pow_int".
Extract Constant Coq.Arith.PeanoNat.Nat.pow => "Big.pow_int".
Extract Constant seq => "Big.seq".

Extract Inductive positive => "Positive.t" [ "Positive.doubled_plus_one" "Positive.doubled" "Positive.one" ]
  "Positive.cases".
Extract Inductive Z => "Big.t" [ "Big.zero" "Positive.whole" "Positive.minus" ]
  "(fun f0 fp fn z -> let s = Big.sign z in if s = 0 then f0 () else if s > 0 then fp (Positive.checked z) else fn (Positive.checked (Big.neg z)))".
Extract Inlined Constant Pos.add => "Positive.add".
Extract Inlined Constant Pos.mul => "Positive.mul".
Extract Inlined Constant Pos.eqb => "Positive.equal".
Extract Inlined Constant Pos.pow => "Positive.pow".
Extract Inlined Constant Pos.to_nat => "Positive.to_int".
Extract Inlined Constant Z.add => "Big.add".
Extract Inlined Constant Z.sub => "Big.sub".
Extract Inlined Constant Z.mul => "Big.mul".
Extract Inlined Constant Z.opp => "Big.neg".
Extract Inlined Constant Z.abs => "Big.abs".
Extract Inlined Constant Z.eqb => "Big.equal".
Extract Inlined Constant Z.leb => "Big.leq".
Extract Inlined Constant Z.ltb => "Big.lt".
Extract Inlined Constant Z.modulo => "Big.modulo".
Extract Inlined Constant Z.pow => "Big.pow".
Extract Inlined Constant Z.div => "Big.div_floor".
Extract Inlined Constant Z.log2 => "Big.log2_floor".
Extract Inlined Constant Z.gcd => "Big.gcd".
Extract Inlined Constant Z.of_nat => "Big.of_int".
Extract Inlined Constant Z.ggcd => "Big.ggcd".
Extract Inlined Constant Z.compare => "(fun a b -> let c = Big.compare a b in if c = 0 then Eq else if c < 0 then Lt else Gt)".

Extraction "build/proved.ml" check rationals problem_in lengths_or_graph_in fraction knows_lengths claim_in has bound_of with_binary pair_of kind_in
  sort_in check_parts at_alpha check_piece spread ops_of place_of at_t above at_fraction pscale trim n_sign n_frac n_poly n_mul n_div.
