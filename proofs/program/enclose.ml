(* What is shown to the checker of an irrational t, or of an interval: enclosures, and polynomials that are positive there. Not
   trusted: the checker looks at all of it. *)
open Proved
module Z = Big
module Poly = Number.Poly

exception Refused of string

(* Every object, and every polynomial that is written as a list. *)
let rec walk at_object at_list = function
  | Json.Object l as j -> at_object j; List.iter (fun (_, v) -> walk at_object at_list v) l
  | Json.Array l as j -> at_list l; List.iter (walk at_object at_list) l; ignore j
  | _ -> ()

let polynomial = function
  | Json.Array l when List.length l > 1 && List.for_all (function Json.String s -> Json.is_integer s | _ -> false) l ->
      Some (List.map (function Json.String s -> Z.of_string s | _ -> Z.zero) l)
  | _ -> None

(* The numerator over 2^bits below the root. *)
let below_root p (low : q) (high : q) bits =
  let w = Z.shift_left Z.one bits in
  let sign n = Z.sign (fst (at_fraction n w p)) in
  let floor (x : q) = Z.fdiv (Z.mul x.qnum w) (Positive.whole x.qden) in
  let a = ref (floor low) and b = ref (Z.succ (floor high)) in
  let inside n (x : q) c = let d = Z.compare (Z.mul n (Positive.whole x.qden)) (Z.mul x.qnum w) in if c then d > 0 else d < 0 in
  (* the sign beside the upper end *)
  let side = let rec find n = let n = Z.pred n in if not (inside n high false) then find n else
      let s = sign n in if s <> 0 then s else find n in find !b in
  while Z.gt (Z.sub !b !a) Z.one do
    let m = Z.shift_right (Z.add !a !b) 1 in
    if not (inside m low true) then a := m
    else if not (inside m high false) then b := m
    else if sign m = side then b := m else a := m
  done;
  !a

let most = 4096

let primitive (p : Poly.t) = fst (Poly.integers (Poly.monic p))

(* Polynomials without common factors, of which all of these are products. *)
let coprime l =
  let rec insert l p =
    if Poly.degree p < 1 then l
    else match l with
      | [] -> [ p ]
      | q :: rest ->
          let g = Poly.gcd p q in
          if Poly.degree g < 1 then q :: insert rest p
          else
            let over x = fst (Poly.divide x g) in
            List.fold_left insert (insert (insert rest g) (over q)) [ over p ] in
  List.fold_left insert [] l

let hints ?(factor = true) kind problem certificate =
  let degree = ref 1 and denominators = Hashtbl.create 16 in
  let see j =
    walk (fun j -> match Option.bind (Json.get "denominator" j) polynomial with
        | Some p when Hashtbl.length denominators < 64 -> Hashtbl.replace denominators p ()
        | _ -> ())
      (* as long as any list: α to the power of a distance is asked for too, which is below the number of nodes *)
      (fun l -> degree := max !degree (List.length l)) j in
  see problem; see certificate;
  let length bits = min most (max 64 (4 * !degree) * (if bits < 1000 then 2 else 1)) in
  let factor = match (if factor then Json.get "factor" certificate else None), kind with
    | None, _ -> None
    | Some f, Root (p, _, _) -> (
        match polynomial f with
        | None -> raise (Refused "a factor")
        | Some f ->
            let rest, left = Poly.divide (Poly.of_integers p) (Poly.of_integers f) in
            let ints, d = Poly.integers rest in
            if left <> Poly.zero || not (Z.equal d Z.one) then raise (Refused "a factor that does not divide");
            Some (f, ints))
    | Some _, _ -> raise (Refused "a factor, and t is no root") in
  let of_root = match factor, kind with Some (f, _), _ -> f | None, Root (p, _, _) -> p | _ -> [] in
  let levels = match kind with
    | Exponential _ -> List.map (fun (b, k) -> (((b, k), Z.zero), length b)) [ (160, 64); (640, 256); (2400, 1024) ]
    | Root (_, low, high) ->
        List.map (fun b -> (((b, 0), below_root of_root low high b), length b)) [ 64; 256; 1024 ]
    | Interval _ | Point _ | Signed _ -> [] in
  let signs = match kind, levels with
    | Root _, (((b, _), a), _) :: _ -> ((Positive.checked (Z.shift_left Z.one b), a), Z.succ a)
    | _ -> ((Positive.one, Z.zero), Z.zero) in
  let h = { h_levels = levels; h_factor = factor; h_dens = []; h_signs = signs } in
  match place_of kind h with
  | None -> h
  | Some bare ->
      let m = match bare.modulus with
        | Some (low, l) -> Some (Poly.of_integers (low @ [ Positive.whole l ])) | None -> None in
      let known = [ [ Z.zero; Z.one ]; [ Z.one; Z.one ]; [ Z.one; Z.minus_one ] ] in
      let all = known @ Hashtbl.fold (fun p () l -> p :: l) denominators [] in
      let all = List.map Poly.of_integers all in
      let all = match m with Some m -> List.map (fun p -> snd (Poly.divide p m)) all | None -> all in
      let positive p =
        let p = primitive p in
        if above bare p then Some p else
        let p = pscale Z.minus_one p in if above bare p then Some p else None in
      { h with h_dens = List.filter_map positive (coprime (List.filter (fun p -> Poly.degree p > 0) all)) }

let at p =
  Number.place := Some p;
  Number.modulus := (match p.modulus with Some (low, l) -> Some (Poly.of_integers (low @ [ Positive.whole l ])) | None -> None)

(* What is shown of the t of a problem. *)
let nothing = { h_levels = []; h_factor = None; h_dens = []; h_signs = ((Positive.one, Z.zero), Z.zero) }
let of_problem problem certificate =
  match Json.get "t" problem with
  | None -> if Json.get "factor" certificate <> None then raise (Refused "a factor, and no t") else nothing
  | Some t -> (match kind_in (Tree.of_json t) with Read kind -> hints kind problem certificate | _ -> nothing)
