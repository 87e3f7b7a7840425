(* Certificates as `certify` writes them, made into the witnesses that the proved checker takes. Nothing here is trusted: what
   comes out wrong is refused. *)
open Proved
module Z = Big
module Q = Number

exception Refused of string
exception Uncovered = Number.Uncovered
exception Malformed of string

let refuse what = raise (Refused what)
let malformed what = raise (Malformed what)

type facts = {
  p : num problem;
  n : int;
  alpha : Q.t;
  rows : Q.t array array;
  dist : int option array array Lazy.t;
  phi : Q.t array array Lazy.t;
  json : Json.t;
}

let to_num = Q.to_num
let of_num = Q.of_num
let over d x : num = if Q.is_rational () then Obj.repr { qnum = x; qden = Positive.checked d } else to_num (Q.make x d)

(* A row over its common denominator, so that sums need no other. *)
let row_nums (r : Q.t array) =
  if not (Q.is_rational ()) then Array.to_list (Array.map to_num r) else
  let d = Array.fold_left (fun d (x : Q.t) -> Z.lcm d (Q.den x)) Z.one r in
  Array.to_list (Array.map (fun (x : Q.t) -> over d (Z.mul (Q.num x) (Z.divexact d (Q.den x)))) r)

(* Shortest paths by length, from each node. *)
let distances_in_steps n near =
  Array.init n (fun from ->
      let d = Array.make n None and queue = Array.make n from and last = ref 1 and next = ref 0 in
      d.(from) <- Some 0;
      while !next < !last && !last < n do
        let i = queue.(!next) in
        incr next;
        let far = 1 + Option.get d.(i) in
        List.iter (fun (h, _) -> if d.(h) = None then (d.(h) <- Some far; queue.(!last) <- h; incr last)) near.(i)
      done;
      d)

let distances n near =
  let near = Array.of_list near in
  if Array.for_all (List.for_all (fun (_, l) -> l = 1)) near then distances_in_steps n near else
  Array.init n (fun from ->
      let d = Array.make n None in
      let module H = Set.Make (struct type t = int * int let compare = compare end) in
      let queue = ref (H.singleton (0, from)) in
      d.(from) <- Some 0;
      while not (H.is_empty !queue) do
        let ((far, i) as first) = H.min_elt !queue in
        queue := H.remove first !queue;
        if d.(i) = Some far then
          List.iter (fun (h, l) ->
              match d.(h) with
              | Some old when old <= far + l -> ()
              | _ -> d.(h) <- Some (far + l); queue := H.add (far + l, h) !queue)
            near.(i)
      done;
      d)

let power = Q.power

let facts_of p json dist =
  let alpha = of_num p.p_alpha in
  let rows = match p.p_table with Some l -> Array.of_list (List.map (fun r -> Array.of_list (List.map of_num r)) l) | None ->
    [||] in
  let phi = lazy (Array.map (Array.map (function Some d -> power alpha d | None -> Q.zero)) (Lazy.force dist)) in
  { p; n = p.p_nodes; alpha; rows; dist; phi; json }

(* ---- Parts of witnesses ---- *)

let rec integer = function
  | Json.String s when Json.is_integer s -> Z.of_string s
  | Json.String _ | Json.Number _ | Json.Null | Json.Bool _ | Json.Object _ -> malformed "an integer"
  | Json.Array l ->
      let l = List.map (function Json.String s when Json.is_integer s -> Z.of_string s | _ -> malformed "an integer") l in
      let rec trimmed = function z :: l when Z.sign z = 0 -> trimmed l | l -> l in
      (match trimmed (List.rev l) with [] -> Z.zero | [ z ] -> z | _ -> refuse "a polynomial where all is rational")

let index = function Json.Number s when Json.is_index s -> int_of_string s | _ -> malformed "an index"
let array = function Json.Array l -> l | _ -> malformed "a list"
let only_keys known j = List.iter (fun k -> if not (List.mem k known) then malformed ("key " ^ k)) (Json.keys j)
let need key j = match Json.get key j with Some v -> v | None -> malformed ("no " ^ key)
(* A part of a witness itself: one that is missing is refused. *)
let part key w = match Json.get key w with Some v -> v | None -> refuse ("no " ^ key)

(* An integer, or a polynomial in t. *)
let number j =
  let whole = function Json.String s when Json.is_integer s -> Z.of_string s | _ -> malformed "an integer" in
  let poly l = if Q.is_rational () && List.length l > 1 then refuse "a polynomial where all is rational" else Q.of_poly l in
  match j with
  | Json.Array l ->
      let rec trimmed = function z :: l when Z.sign z = 0 -> trimmed l | l -> List.rev l in
      poly (trimmed (List.rev_map whole l))
  | Json.Object [ ("terms", Json.Array l) ] when not (Q.is_rational ()) ->
      let term = function Json.Array [ e; c ] -> (whole e, whole c) | _ -> raise (Uncovered "a number in such terms") in
      let l = List.map term l in
      let rec dense from = function
        | [] -> []
        | (e, c) :: l ->
            if Z.gt e (Z.of_int 4096) then raise (Uncovered "so high a power of t");
            let e = Z.to_int e in
            if e < from then malformed "terms";
            List.init (e - from) (fun _ -> Z.zero) @ (c :: dense (e + 1) l) in
      poly (dense 0 l)
  | j -> Q.of_z (integer j)

(* A vector: its denominator and numerators. *)
let vector j =
  (match j with Json.Object _ -> () | _ -> malformed "a vector");
  only_keys [ "denominator"; "numerators"; "cells" ] j;
  let d = number (need "denominator" j) in
  let one x = try Some (number x) with Refused _ -> None in
  let used = function Some x -> x | None -> refuse "a polynomial where all is rational" in
  let numerators = Array.of_list (List.map one (array (need "numerators" j))) in
  if Q.sign d <= 0 then refuse "a denominator that is not positive";
  let entries = match Json.get "cells" j with
    | None -> Array.map used numerators
    | Some cells ->
        Array.of_list (List.map (fun c ->
            let k = index c in
            if k < Array.length numerators then used numerators.(k) else refuse "a cell") (array cells)) in
  (d, entries)

let nums (d, entries) =
  let entries = Array.to_list entries in
  if Q.is_rational () then List.map (fun x -> over (Q.num d) (Q.num x)) entries
  else let by_it = Q.inv d in List.map (fun x -> to_num (Q.mul x by_it)) entries
let qs (d, entries) = let by_it = Q.inv d in Array.map (fun x -> Q.mul x by_it) entries
let given key w = vector (need key w)
let own key w = vector (part key w)
let sized n v = if Array.length (snd v) <> n then refuse "a length" else v

(* ---- What is computed for the checker ---- *)

let near f i = List.nth f.p.p_near i

(* An edge and an output where X is not private. *)
let find_violation f =
  let found = ref None in
  let m = f.p.p_outputs in
  (try
     for i = 0 to f.n - 1 do
       for o = 0 to m - 1 do
         if Q.sign f.rows.(i).(o) < 0 then (found := Some (Negative (i, o)); raise Exit)
       done
     done;
     List.iteri (fun i l ->
         List.iter (fun (h, l) ->
             let a = power f.alpha l in
             for o = 0 to m - 1 do
               if Q.lt f.rows.(h).(o) (Q.mul a f.rows.(i).(o)) then (found := Some (Exceeds (i, h, l, o)); raise Exit)
             done) l) f.p.p_near
   with Exit -> ());
  !found

let is_negative f = Array.exists (Array.exists (fun x -> Q.sign x < 0)) f.rows
let has_lengths f = f.p.p_unit <> 1 || List.exists (List.exists (fun (_, l) -> l <> 1)) f.p.p_near

(* The edge and output with the least ratio, below 1; where edges have lengths with the least power of it. *)
let least_ratio f =
  let best = ref (Q.one, 1) and place = ref AtOne and lengths = has_lengths f in
  List.iteri (fun i l ->
      List.iter (fun (h, d) ->
          Array.iteri (fun o x ->
              let y = f.rows.(h).(o) in
              let b, e = !best in
              if Q.sign y > 0 && Q.lt x y && (Q.equal b Q.one || Q.lt (power (Q.div x y) e) (power b d)) then begin
                best := (Q.div x y, d);
                place := if not lengths then At (i, h, o) else if Q.sign x = 0 then Unnamed else AtLength (i, h, o, d)
              end) f.rows.(i)) l)
    f.p.p_near;
  !place

(* Where edges have lengths: that no edge has a lower ratio for a unit of length than the one that is named. *)
let attains f i h o =
  let dist = Lazy.force f.dist and m = f.p.p_outputs in
  if i >= f.n || h >= f.n || o >= m || not (List.mem_assoc h (near f i)) then refuse "a pair";
  let x = f.rows.(i).(o) and y = f.rows.(h).(o) and d = Option.get dist.(i).(h) in
  if Q.sign y <= 0 || Q.gt x y then refuse "a pair that does not have the least ratio";
  List.iteri (fun a l ->
      List.iter (fun (b, _) ->
          let e = Option.get dist.(a).(b) in
          Array.iteri (fun k v ->
              let w = f.rows.(b).(k) in
              if Q.sign w > 0 && Q.lt (power (Q.div v w) d) (power (Q.div x y) e)
                then refuse "a pair that does not have the least ratio")
            f.rows.(a)) l) f.p.p_near

(* Of a table with a rounding above 0, a printed row that does not sum to 1: no statement about sets of outputs is proved then. *)
let rounded_row f =
  let sums_to_one r = Q.equal (Array.fold_left Q.add Q.zero r) Q.one in
  match Json.get "rounding" f.json with
  | None | Some (Json.String "0") -> false
  | Some _ -> not (Array.for_all sums_to_one f.rows)

let bad_row f =
  let is_bad r = Array.exists (fun x -> Q.sign x < 0) r || not (Q.equal (Array.fold_left Q.add Q.zero r) Q.one) in
  let rec go i = if i >= Array.length f.rows then None else if is_bad f.rows.(i) then Some i else go (i + 1) in
  go 0

(* Rows l with l·Φ = e_k on the columns of the support, by elimination of the rows and columns of the support alone; none where
   these are singular, or too many. *)
let most_support = 64

let left_inverse f support =
  let s = Array.of_list (List.filter (fun i -> support.(i)) (List.init f.n Fun.id)) in
  let k = Array.length s in
  if k > most_support then None
  else begin
    let phi = Lazy.force f.phi in
    let m = Array.init k (fun i -> Array.init (2 * k) (fun c -> if c < k then phi.(s.(i)).(s.(c)) else if c - k = i then Q.one
      else Q.zero)) in
    try
      for c = 0 to k - 1 do
        let r = ref c in
        while !r < k && Q.equal m.(!r).(c) Q.zero do incr r done;
        if !r >= k then raise Exit;
        let t = m.(c) in m.(c) <- m.(!r); m.(!r) <- t;
        let inv = Q.inv m.(c).(c) in
        m.(c) <- Array.map (fun x -> Q.mul inv x) m.(c);
        for i = 0 to k - 1 do
          let a = m.(i).(c) in
          if i <> c && not (Q.equal a Q.zero) then
            m.(i) <- Array.mapi (fun j x -> if Q.equal m.(c).(j) Q.zero then x else Q.sub x (Q.mul a m.(c).(j))) m.(i)
        done
      done;
      let row = Array.make f.n [] in
      Array.iteri (fun c node ->
          let l = Array.make f.n Q.zero in
          Array.iteri (fun j other -> l.(other) <- m.(c).(k + j)) s;
          row.(node) <- row_nums l) s;
      Some (Array.to_list row)
    with Exit -> None
  end

(* Invertible modulo m, as FORMAT.md has it: what `verify` refuses is not taken here either. *)
let independent f columns modulus =
  let m = Z.of_int modulus in
  let dist = Lazy.force f.dist in
  let top = Array.fold_left (Array.fold_left (fun a -> function Some d -> max a d | None -> a)) 0 dist in
  let p = Q.num f.alpha and q = Q.den f.alpha in
  let entry = Array.init (top + 1) (fun d -> Z.to_int (Z.erem (Z.mul (Z.powm p (Z.of_int d) m) (Z.powm q (Z.of_int (top - d))
    m)) m)) in
  let a = Array.init f.n (fun i -> Array.map (fun j -> match dist.(i).(j) with Some d -> entry.(d) mod modulus | None ->
    0) columns) in
  let inverse x = match Z.invert (Z.of_int x) m with v -> Some (Z.to_int v) | exception Division_by_zero -> None in
  try
    for c = 0 to Array.length columns - 1 do
      let r = ref c and inv = ref None in
      while !inv = None do
        if !r >= f.n then raise Exit;
        inv := (if a.(!r).(c) = 0 then None else inverse a.(!r).(c));
        if !inv = None then incr r
      done;
      let t = a.(c) in a.(c) <- a.(!r); a.(!r) <- t;
      let iv = Option.get !inv in
      for i = c + 1 to f.n - 1 do
        let x = a.(i).(c) * iv mod modulus in
        if x <> 0 then
          for j = c to Array.length columns - 1 do
            a.(i).(j) <- ((a.(i).(j) - (x * a.(c).(j) mod modulus)) mod modulus + modulus) mod modulus
          done
      done
    done;
    true
  with Exit -> false

let modulus_of j =
  let m = integer j in
  if Z.lt m (Z.of_int 2) || Z.gt m (Z.of_int (1 lsl 28)) then refuse "a modulus" else Z.to_int m

let family f = match Json.get "graph" f.json with Some g -> Json.get "family" g | None -> None

(* That what says that Φ is invertible does. *)
let invertible f j =
  match Json.keys j with
  | [ "modulus" ] -> if not (independent f (Array.init f.n Fun.id) (modulus_of (need "modulus" j))) then refuse
    "a modulus that does not show it"
  | [ "inverse" ] ->
      let rows = List.map (fun v -> sized f.n (vector v)) (array (need "inverse" j)) in
      if List.length rows <> f.n then refuse "an inverse";
      let phi = Lazy.force f.phi in
      List.iteri (fun k v ->
          let v = qs v in
          Array.iteri (fun i r ->
              let x = ref Q.zero in
              Array.iteri (fun j a -> x := Q.add !x (Q.mul a v.(j))) r;
              if not (Q.equal !x (if i = k then Q.one else Q.zero)) then refuse "an inverse") phi) rows
  | keys when List.mem "structure" keys -> (
      match (need "structure" j, family f) with
      | Json.String "hamming", Some (Json.String ("hamming" | "complete")) when keys = [ "structure" ] ->
          if Q.equal f.alpha Q.one && f.n > 1 then refuse "Φ is singular at α = 1"
      | Json.String "sum", Some (Json.String ("sum" | "line")) when List.sort compare keys = [ "modulus"; "structure" ] ->
          if not (independent f (Array.init f.n Fun.id) (modulus_of (need "modulus" j))) then refuse
            "a modulus that does not show it"
      | _ -> refuse "a structure")
  | _ -> refuse "what makes Φ invertible"

(* Some columns of q^D·Φ by a prime as L·U, rows in the order of the pivots. *)
let most_by_residues = 1100

let by_residues f support =
  let n = f.n and dist = Lazy.force f.dist in
  let columns = Array.of_list (List.filter (fun j -> support.(j)) (List.init n Fun.id)) in
  let size = Array.length columns in
  let top = Array.fold_left (Array.fold_left (fun a -> function Some d -> max a d | None -> a)) 0 dist in
  let p = Q.num f.alpha and q = Q.den f.alpha in
  let triangles modulus =
    let m = Z.of_int modulus in
    let power x k = Z.to_int (Z.powm x (Z.of_int k) m) in
    let entry = Array.init (top + 1) (fun d -> power p d * power q (top - d) mod modulus) in
    let a = Array.init n (fun i -> Array.map (fun j -> match dist.(i).(j) with Some d -> entry.(d) | None -> 0) columns) in
    let rows = Array.init n Fun.id and inverses = Array.make size 0 in
    (* Below the diagonal stands L, and from it on U. *)
    for c = 0 to size - 1 do
      let r = ref c in
      while !r < n && a.(!r).(c) = 0 do incr r done;
      if !r = n then raise Not_found;
      let swap x = let t = x.(c) in x.(c) <- x.(!r); x.(!r) <- t in
      swap rows; swap a;
      let row = a.(c) in
      let inverse = Z.to_int (Z.invert (Z.of_int row.(c)) m) in
      inverses.(c) <- inverse;
      for i = c + 1 to n - 1 do
        let r = a.(i) in
        let y = r.(c) * inverse mod modulus in
        r.(c) <- y;
        if y <> 0 then
          let y = modulus - y in
          for j = c + 1 to size - 1 do r.(j) <- (r.(j) + (y * row.(j))) mod modulus done
      done
    done;
    { r_top = p; r_bottom = Positive.checked q; r_modulus = m; r_support = Array.to_list support;
      r_rows = Array.to_list (Array.sub rows 0 size);
      r_lower = List.init size (fun i -> List.init (i + 1) (fun k -> if k = i then Z.one else Z.of_int a.(i).(k)));
      r_upper = List.init size (fun j -> List.init (j + 1) (fun k -> Z.of_int a.(k).(j)));
      r_inverses = Array.to_list (Array.map Z.of_int inverses) } in
  let rec go = function
    | [] -> None
    | m :: rest -> (try Some (triangles m) with Not_found | Division_by_zero -> go rest) in
  if size > most_by_residues then None else go [ 33554393; 33554383; 33554371 ]

let all_of f = Array.make f.n true

let zeros f = List.init f.n (fun _ -> to_num Q.zero)

let shown f support w =
  match left_inverse f support with
  | Some left -> Some { o_w = w; o_support = Array.to_list support; o_left = left }
  | None -> None

let exists_at f w z =
  let numbers = nums z in
  let show support u = match shown f support u with
    | Some x -> Weighting (numbers, Shown x)
    | None -> (match by_residues f support with Some r -> WithResidues (numbers, u, r) | None -> Weighting (numbers, Open)) in
  match List.filter (fun k -> k <> "z") (Json.keys w) with
  | [] -> Weighting (numbers, Open)
  | [ "invertible" ] -> invertible f (need "invertible" w); show (all_of f) (zeros f)
  | [ "only" ] ->
      let only = need "only" w in
      if List.sort compare (Json.keys only) <> [ "modulus"; "w" ] then malformed "only";
      let u = nums (sized f.n (given "w" only)) in
      let support = Array.map (fun x -> Q.sign x > 0) (snd z) in
      let columns = Array.of_list (List.filter (fun i -> support.(i)) (List.init f.n Fun.id)) in
      if not (independent f columns (modulus_of (need "modulus" only))) then refuse "a modulus that does not show it";
      show support u
  | [ "second" ] -> Weighting (numbers, Second (nums (sized f.n (own "second" w))))
  | _ -> refuse "the parts of the witness"

(* ---- Bounds and other mechanisms ---- *)

let gain_rows f =
  match f.p.p_gain with
  | Binary -> None
  | Rows (rows, _) -> Some (List.map (fun r -> Array.of_list (List.map of_num r)) rows)

let weights f ~binary prior =
  match gain_rows f with
  | Some rows when not binary -> List.map (Array.mapi (fun i g -> Q.mul prior.(i) g)) rows
  | _ -> List.init f.n (fun w -> Array.init f.n (fun i -> if i = w then prior.(i) else Q.zero))

(* The nodes of a forest, parents before children, with their parents; none of a graph with a cycle. *)
let forest f =
  let parent = Array.make f.n None and seen = Array.make f.n false and order = ref [] in
  let near = Array.of_list f.p.p_near in
  try
    for root = 0 to f.n - 1 do
      if not seen.(root) then begin
        let stack = ref [ (root, None) ] in
        seen.(root) <- true;
        while !stack <> [] do
          let i, from = List.hd !stack in
          stack := List.tl !stack;
          order := i :: !order;
          parent.(i) <- from;
          List.iter (fun (h, l) ->
              if Some h <> Option.map fst from then
                if seen.(h) then raise Exit else (seen.(h) <- true; stack := (h, Some (i, l)) :: !stack)) near.(i)
        done
      end
    done;
    Some (parent, !order)
  with Exit -> None

(* Multipliers that follow from λ on a forest: what is left at each node is passed to its parent. *)
let on_forest f lambda weights =
  match forest f with
  | None -> refuse "a bound by λ alone, and no forest"
  | Some (parent, from_leaves) ->
      List.map (fun w ->
          let rest = Array.mapi (fun i l -> Q.sub l w.(i)) lambda in
          let mus = ref [] in
          List.iter (fun k ->
              match parent.(k) with
              | None -> if Q.sign rest.(k) < 0 then refuse "λ does not cover a guess"
              | Some (i, l) ->
                  let a = power f.alpha l in
                  if Q.sign rest.(k) > 0 then begin
                    mus := (((i, k), l), to_num rest.(k)) :: !mus;
                    rest.(i) <- Q.add rest.(i) (Q.mul a rest.(k))
                  end else if Q.sign rest.(k) < 0 then begin
                    let x = Q.neg (Q.div rest.(k) a) in
                    mus := (((k, i), l), to_num x) :: !mus;
                    rest.(i) <- Q.sub rest.(i) x
                  end) from_leaves;
          !mus) weights

let bound_keys = [ "lambda"; "multipliers"; "y" ]

let multipliers f j =
  match j with
  | Json.Object [] -> []
  | Json.Object _ ->
      only_keys [ "edges"; "mu" ] j;
      (match (Json.get "edges" j, Json.get "mu" j) with
       | Some edges, Some mu ->
           let edges = List.map (fun e -> match List.map index (array e) with [ i; h ] -> (i, h) | _ ->
             refuse "an edge") (array edges) in
           let mu = nums (sized (List.length edges) (vector mu)) in
           List.map2 (fun (i, h) x ->
               if i >= f.n || h >= f.n then refuse "an edge";
               match List.assoc_opt h (near f i) with Some l -> (((i, h), l), x) | None -> refuse "no edge") edges mu
       | _ -> refuse "edges without mu")
  | _ -> malformed "multipliers"

let dual f ~binary prior j =
  match (Json.get "lambda" j, Json.get "multipliers" j, Json.get "y" j) with
  | None, None, Some y -> Cover (nums (sized f.n (vector y)))
  | Some lambda, Some mus, None -> Multipliers (nums (sized f.n (vector lambda)), List.map (multipliers f) (array mus))
  | Some lambda, None, None ->
      let lambda = sized f.n (vector lambda) in
      Multipliers (nums lambda, on_forest f (qs lambda) (weights f ~binary prior))
  | None, None, None -> malformed "no bound"
  | _ -> refuse "y beside λ"

let has_dual j = List.exists (fun k -> List.mem k bound_keys) (Json.keys j)

let better f j =
  match j with
  | Json.Object [ ("rows", rows) ] ->
      let rows = List.map (fun r -> nums (vector r)) (array rows) in
      if List.length rows <> f.n then refuse "a length" else rows
  | Json.Object [ ("tight", z) ] ->
      let z = qs (sized f.n (vector z)) in
      Array.to_list (Array.map (fun r -> row_nums (Array.mapi (fun j x -> Q.mul x z.(j)) r)) (Lazy.force f.phi))
  | Json.Object [ ("family", Json.String "truncated-geometric") ] when family f = Some (Json.String "line") ->
      let a = f.alpha in
      let over = Q.add Q.one a in
      List.init f.n (fun i ->
          row_nums (Array.init f.n (fun j ->
              if f.n = 1 then Q.one
              else
                let x = Q.div (power a (abs (i - j))) over in
                if j = 0 || j = f.n - 1 then x else Q.mul x (Q.sub Q.one a))))
  | _ -> refuse "another mechanism"

(* On a forest: Φ^-1, and for each root the edges away from it, of which Φ^-1 is the sum of squares. *)
let everywhere f =
  if Q.equal f.alpha Q.one then refuse "a remap at α = 1";
  if forest f = None then refuse "a remap, and no forest";
  let near = Array.of_list f.p.p_near in
  let form w =
    let seen = Array.make f.n false and roots = ref [] and edges = ref [] in
    let rec walk i = List.iter (fun (h, l) -> if not seen.(h) then begin
        seen.(h) <- true; edges := ((i, h), l) :: !edges; walk h end) near.(i) in
    List.iter (fun r -> if not seen.(r) then begin seen.(r) <- true; roots := r :: !roots;
      walk r end) (w :: List.init f.n Fun.id);
    (!roots, !edges) in
  let forms = List.init f.n form in
  let m = Array.make_matrix f.n f.n Q.zero in
  let add i j x = m.(i).(j) <- Q.add m.(i).(j) x in
  (match forms with
   | (roots, edges) :: _ ->
       List.iter (fun r -> add r r Q.one) roots;
       List.iter (fun ((i, h), l) ->
           let a = power f.alpha l in
           let k = Q.inv (Q.sub Q.one (Q.mul a a)) in
           let ka = Q.neg (Q.mul k a) in
           add h h k; add h i ka; add i h ka; add i i (Q.mul k (Q.mul a a))) edges
   | [] -> ());
  (Array.to_list (Array.map row_nums m), forms)

(* ---- Statements ---- *)

let prior_weights f k = Array.of_list (List.map of_num (List.nth f.p.p_priors k))

let parts allowed w =
  List.iter (fun k -> if not (List.mem k allowed) then refuse ("the part " ^ k)) (Json.keys w)

let optimum f prior w =
  Option.map (fun o ->
      only_keys ("better" :: bound_keys) o;
      (better f (need "better" o), dual f ~binary:true prior o)) (Json.get "optimum" w)

let rounding f = match f.p.p_rounding with Some r -> of_num r | None -> refuse "no rounding"

(* A set of outputs that decides the largest α; and that the event that the certificate names needs the most δ. *)
let event f w =
  let m = f.p.p_outputs and delta = of_num f.p.p_delta in
  let edges = List.concat (List.mapi (fun i l -> List.map (fun (h, _) -> (i, h)) l) f.p.p_near) in
  let set lam (i, h) = Array.init m (fun o -> Q.gt f.rows.(i).(o) (Q.mul lam f.rows.(h).(o))) in
  let mass s i = let x = ref Q.zero in Array.iteri (fun o b -> if b then x := Q.add !x f.rows.(i).(o)) s; !x in
  let need lam ((i, h) as e) = let s = set lam e in Q.sub (mass s i) (Q.mul lam (mass s h)) in
  (match (Json.get "pair" w, Json.get "outputs" w) with
   | None, None -> ()
   | Some pair, Some outputs ->
       let lam = Q.inv f.alpha in
       let s = Array.make m false in
       let outputs = List.map index (array outputs) in
       let rec rising = function a :: (b :: _ as l) -> a < b && rising l | _ -> true in
       if outputs = [] || not (rising outputs) || List.exists (fun o -> o >= m) outputs then refuse "the outputs";
       List.iter (fun o -> s.(o) <- true) outputs;
       (match List.map index (array pair) with
        | [ i; h ] when List.mem (i, h) edges ->
            let worst = List.fold_left (fun a e -> Q.max a (need lam e)) Q.zero edges in
            if not (Q.equal worst (Q.sub (mass s i) (Q.mul lam (mass s h)))) then refuse "another event needs more"
        | _ -> refuse "a pair")
   | _ -> refuse "the parts of the witness");
  let list s = Array.to_list s in
  let rec go lam last =
    match List.find_opt (fun e -> Q.gt (need lam e) delta) edges with
    | None -> (match last with None -> EvenAtOne | Some ((i, h), s) -> Event (to_num (Q.inv lam), i, h, list s))
    | Some ((i, h) as e) ->
        let s = set lam e in
        if Q.sign (mass s h) = 0 then Never (i, h, list s)
        else go (Q.div (Q.sub (mass s i) delta) (mass s h)) (Some (e, s)) in
  go Q.one None

(* Nodes at a distance with the least ratio, and where it is below α^k. *)
let group f w yes k nearer =
  let dist = Lazy.force f.dist in
  let k = k * f.p.p_unit in
  let far = function Some d -> d = k || (nearer && d <= k) | None -> false in
  let best = ref Q.one and place = ref AtOne and wrong = ref None in
  let a = power f.alpha k in
  let negative = is_negative f in
  for i = 0 to f.n - 1 do
    for h = 0 to f.n - 1 do
      if i <> h && far dist.(i).(h) then
        Array.iteri (fun o x ->
            let y = f.rows.(h).(o) in
            if Q.sign y > 0 && Q.lt x (Q.mul !best y) then (best := Q.div x y; place := At (i, h, o));
            if !wrong = None && Q.lt y (Q.mul a x) then wrong := Some (GPair (i, h, o))) f.rows.(i)
    done
  done;
  let hint = match (Json.get "pair" w, Json.get "output" w, Json.get "row" w) with
    | None, None, None -> if negative then Unnamed else !place
    | Some pair, Some o, None when not negative ->
        (match List.map index (array pair) with [ i; h ] -> At (i, h, index o) | _ -> refuse "a pair")
    | None, Some _, Some _ when negative -> Unnamed
    | _ -> refuse "the parts of the witness" in
  let violation = match (Json.get "row" w, Json.get "output" w) with
    | Some i, Some o -> GNegative (index i, index o)
    | _ ->
        if yes then GNegative (0, 0)
        else if negative then (match find_violation f with Some (Negative (i, o)) -> GNegative (i, o) | _ ->
          refuse "X is private")
        else (match !wrong with Some v -> v | None -> refuse "X is private") in
  OfGroups (hint, violation)

let rec tensor = function
  | [] -> (Q.one, [| Q.one |])
  | (d, v) :: rest ->
      let e, u = tensor rest in
      (Q.mul d e, Array.concat (Array.to_list (Array.map (fun x -> Array.map (Q.mul x) u) v)))

(* The tensor products of a Hamming graph's factors, under each name. *)
let factors f j names =
  if f.p.p_values = 0 then refuse "factors, and no Hamming graph";
  let each = array j in
  if List.length each <> f.p.p_individuals then refuse "a length";
  List.map (fun name ->
      tensor (List.map (fun x ->
          only_keys names x;
          sized f.p.p_values (given name x)) each)) names

let about_mechanism = function
  | Stochastic | ApproximateDp | AdaptiveApproximateDp | TightConstraints | Utility _ | Optimal _ | Derivable _ |
    Leakage _ | GLeakage _ | Capacity
  | IndividualLeakage | ExpectedError | UniversallyOptimal | GCapacity | RenyiDp _ | TradeOff _ -> true
  | _ -> false

let row_sum f = Q.add Q.one (Q.mul (Q.of_int (f.p.p_values - 1)) f.alpha)

(* What is covered of a product that is not written out. *)
let of_product f = function
  | Stochastic | Dp | ApproximateDp | Utility _ | Leakage _ | Capacity | IndividualLeakage | ExpectedError | GroupPrivacy _
  | RenyiDp _ | TradeOff _ -> ()
  | c when about_mechanism c && bad_row f <> None -> ()
  | _ -> raise (Uncovered "another claim about a product that is not written out")

(* What is covered of a composition: what `verify` decides. None of it has a witness. *)
let of_composition w = function
  | Stochastic | Dp | ApproximateDp | AdaptiveDp | AdaptiveApproximateDp | GroupPrivacy _ | RenyiDp _ | Utility _ | Leakage _
  | GLeakage _ | GCapacity | Capacity -> parts [] w
  | TightConstraintsExist | Regular _ | UtilityBound _ | LeakageBound _ | JointlyOptimal _ -> ()
  | _ -> raise (Uncovered "another claim about a composition")

(* Of each use a pair of neighbours and an output with the least ratio. *)
let in_turn f =
  let uses = match f.p.p_uses with [] -> [ f.rows ] | l ->
    List.map (fun (_, rows) -> Array.of_list (List.map (fun r -> Array.of_list (List.map of_num r)) rows)) l in
  List.map (fun rows ->
      let best = ref None in
      List.iteri (fun i l ->
          List.iter (fun (h, _) ->
              Array.iteri (fun o x ->
                  let y = rows.(h).(o) in
                  if Q.sign y > 0 then
                    let r = Q.div x y in
                    match !best with Some (b, _) when Q.leq b r -> () | _ -> best := Some (r, ((i, h), o))) rows.(i)) l)
        f.p.p_near;
      match !best with Some (_, at) -> at | None -> raise (Uncovered "an adaptive adversary without neighbours")) uses

(* The best of another mechanism's tests, line by line as λ rises, and where X's tests exceed it most. *)
let tests f k two =
  let (n', near), (m', y) = match List.nth f.p.p_rivals k with Some x -> x | None -> refuse "no table" in
  let y = Array.of_list (List.map (fun r -> Array.of_list (List.map of_num r)) y) in
  let is_distribution r = Array.for_all (fun x -> Q.sign x >= 0) r && Q.equal (Array.fold_left Q.add Q.zero r) Q.one in
  let pairs = match two with
    | Some (i, h) -> if i < n' && h < n' then [ (i, h) ] else refuse "a pair"
    | None -> List.concat (List.mapi (fun i l -> List.map (fun (h, _) -> (i, h)) l) near) in
  if List.exists (fun (i, h) -> not (is_distribution y.(i) && is_distribution y.(h))) pairs then refuse "rows that are none";
  (* the sets of the outputs with the largest ratios: v, u, and the set *)
  let lines_of (i, h) =
    let order = Array.init m' Fun.id in
    let above a b = compare 0 (Q.compare (Q.mul y.(i).(a) y.(h).(b)) (Q.mul y.(i).(b) y.(h).(a))) in
    Array.stable_sort above order;
    let set = Array.make m' false and v = ref Q.zero and u = ref Q.zero in
    Array.to_list (Array.map (fun o ->
        set.(o) <- true; v := Q.add !v y.(i).(o); u := Q.add !u y.(h).(o);
        (!v, !u, OfSet (i, h, Array.to_list (Array.copy set)))) order) in
  let lines = (Q.one, Q.one, First) :: (Q.zero, Q.zero, Second_) :: List.concat_map lines_of pairs in
  let best lam =
    List.fold_left (fun ((v, u, _) as a) ((v', u', _) as b) ->
        let c = Q.compare (Q.sub v (Q.mul lam u)) (Q.sub v' (Q.mul lam u')) in
        if c < 0 || (c = 0 && Q.lt u' u) then b else a) (List.hd lines) lines in
  let rec pieces lam =
    let v, u, t = best lam in
    (lam, t) ::
    (if Q.sign u = 0 then []
     else
       let next = List.fold_left (fun a (v', u', _) ->
           if Q.lt u' u then let x = Q.div (Q.sub v v') (Q.sub u u') in match a with Some b when Q.leq b x -> a | _ -> Some x
           else a) None lines in
       pieces (Option.get next)) in
  let pieces = pieces Q.zero in
  let worst = ref (Q.zero, None) in
  List.iter (fun (lam, _) ->
      let v, u, _ = best lam in
      let g = Q.sub v (Q.mul lam u) in
      List.iteri (fun i l ->
          List.iter (fun (h, _) ->
              let x = ref Q.zero in
              Array.iteri (fun o a -> x := Q.add !x (Q.max Q.zero (Q.sub a (Q.mul lam f.rows.(h).(o))))) f.rows.(i);
              let x = Q.sub !x g in
              if Q.gt x (fst !worst) then worst := (x, Some ((i, h), to_num lam))) l) f.p.p_near) pieces;
  Lines (List.map (fun (lam, t) -> (to_num lam, t)) pieces, snd !worst)

(* The rays of a cone, by adding one inequality after the other to π ≥ 0: what is kept each time, and what each candidate is the
   sum of. *)
let most_rays = 20_000

let along a r = let s = ref Q.zero in Array.iteri (fun i x -> s := Q.add !s (Q.mul x r.(i))) a; !s

let narrow n (start, used) inequalities =
  let used = ref used in
  let zeros r =
    List.filter (fun i -> Q.sign r.(i) = 0) (List.init n Fun.id)
    @ List.concat (List.mapi (fun k a -> if Q.sign (along a r) = 0 then [ n + k ] else []) (List.rev !used)) in
  let rec within a b = match a, b with
    | [], _ -> true | _, [] -> false
    | x :: a', y :: b' -> if x = y then within a' b' else if x > y then within a b' else false in
  let normal r = let s = Array.fold_left Q.add Q.zero r in Array.map (fun x -> Q.div x s) r in
  let step r a =
    let value = List.map (fun x -> (x, along a x)) r in
    let sign s = List.filter (fun (_, v) -> Q.sign v = s) value in
    let minus = sign (-1) in
    let pairs = List.concat_map (fun (x, v) -> List.map (fun (y, u) ->
        Array.map2 (fun x y -> Q.add (Q.mul (Q.neg u) x) (Q.mul v y)) x y) minus) (sign 1) in
    let candidates = List.map fst (sign 1) @ List.map fst (sign 0) @ pairs in
    if List.length candidates > most_rays then raise (Uncovered "a cone of so many rays");
    used := a :: !used;
    let all = List.sort_uniq compare (List.map (fun c -> let c = normal c in (zeros c, c)) candidates) in
    let kept = List.filter (fun (z, c) -> not (List.exists (fun (z', c') -> c <> c' && within z z') all)) all in
    let rec decomposed c =
      if Array.for_all (fun x -> Q.sign x = 0) c then []
      else begin
        let z = zeros c in
        let rec first k = function
          | (z', r) :: rest -> if within z z' then (k, r) else first (k + 1) rest
          | [] -> refuse "a ray that is no sum of others" in
        let k, r = first 0 kept in
        let least = ref None in
        let limit x y = if Q.sign y > 0 then let t = Q.div x y in match !least with Some l when Q.leq l t -> () | _ -> least :=
          Some t in
        Array.iteri (fun i x -> limit c.(i) x) r;
        List.iter (fun a -> limit (along a c) (along a r)) !used;
        let t = Option.get !least in
        (k, to_num t) :: decomposed (Array.map2 (fun x y -> Q.sub x (Q.mul t y)) c r)
      end in
    let rows = List.map snd kept in
    (rows, (List.map row_nums rows, List.map decomposed candidates)) in
  let r, steps = List.fold_left (fun (r, steps) a -> let r, s = step r a in (r, s :: steps)) (start, []) inequalities in
  (r, !used, List.rev steps)

let unit_vectors n = List.init n (fun k -> Array.init n (fun i -> if i = k then Q.one else Q.zero))
let rays n inequalities = let r, _, steps = narrow n (unit_vectors n, []) inequalities in (r, steps)

let g_capacity f =
  let gains = match gain_rows f with
    | Some rows -> rows
    | None -> unit_vectors f.n in
  if f.n + List.length gains > 128 then raise (Uncovered "g-capacity of more than 128 nodes and guesses");
  let cones = List.map (fun g -> rays f.n (List.map (fun h -> Array.map2 Q.sub g h) gains)) gains in
  let top l = List.fold_left Q.max (List.hd l) l in
  let at pi =
    let v = top (List.map (along pi) gains) in
    let u = ref Q.zero in
    for o = 0 to f.p.p_outputs - 1 do
      u := Q.add !u (top (List.map (fun g -> along (Array.mapi (fun i x -> Q.mul x f.rows.(i).(o)) pi) g) gains))
    done;
    (!u, v) in
  let all = List.map (fun r -> (r, at r)) (List.concat_map fst cones) in
  let best better = function [] -> None | x :: l -> Some (List.fold_left (fun a b -> if better (snd a) (snd b)
    then b else a) x l) in
  let additive = Option.get (best (fun (u, v) (u', v') -> Q.lt (Q.sub u v) (Q.sub u' v')) all) in
  let ratio =
    if List.exists (Array.exists (fun x -> Q.sign x < 0)) gains then None
    else best (fun (u, v) (u', v') -> Q.lt (Q.mul u v') (Q.mul u' v)) (List.filter (fun (_, (_, v)) -> Q.sign v > 0) all) in
  Rays (row_nums (fst additive), Option.map (fun x -> row_nums (fst x)) ratio, List.map snd cones)

(* The priors that decide, as FORMAT.md lists them: grown from single nodes by ties. *)
let priors_that_decide f =
  let n = f.n and m = f.p.p_outputs in
  let seen = Hashtbl.create 64 and queue = Queue.create () and found = ref [] in
  let top q o = let t = ref Q.zero in Array.iteri (fun i x -> t := Q.max !t (Q.mul x f.rows.(i).(o))) q; !t in
  let attain q = List.init m (fun o ->
      let t = top q o in
      if Q.sign t = 0 then []
      else List.filter (fun i -> Q.sign q.(i) > 0 && Q.equal (Q.mul q.(i) f.rows.(i).(o)) t) (List.init n Fun.id)) in
  let connected q sets =
    let support = List.filter (fun i -> Q.sign q.(i) > 0) (List.init n Fun.id) in
    let rec grow got =
      let more = List.sort_uniq compare (got @ List.concat (List.filter (List.exists (fun i -> List.mem i got)) sets)) in
      if more = got then got else grow more in
    grow [ List.hd support ] = support in
  let keep single q =
    let sets = attain q in
    if (single || connected q sets) && not (Hashtbl.mem seen sets) then begin
      Hashtbl.add seen sets ();
      Queue.add q queue;
      if Hashtbl.length seen > most_rays then raise (Uncovered "so many priors that decide");
      if not single then begin
        let s = Array.fold_left Q.add Q.zero q in
        found := Array.map (fun x -> Q.div x s) q :: !found
      end
    end in
  List.iter (keep true) (unit_vectors n);
  while not (Queue.is_empty queue) do
    let q = Queue.pop queue in
    let least = let rec go i = if Q.sign q.(i) > 0 then i else go (i + 1) in go 0 in
    for o = 0 to m - 1 do
      let t = top q o in
      if Q.sign t > 0 then
        for j = least + 1 to n - 1 do
          if Q.sign q.(j) = 0 && Q.sign f.rows.(j).(o) > 0 then begin
            let r = Array.copy q in
            r.(j) <- Q.div t f.rows.(j).(o);
            keep false r
          end
        done
    done
  done;
  List.rev !found

(* The cones on which X's utility is linear, and for each of their rays the bound that the certificate has for it. *)
let most_cones = 4096

let deciding f bounds =
  let n = f.n in
  let priors = priors_that_decide f in
  if List.length priors <> List.length bounds then refuse "a bound for each prior that decides";
  let phi = Some (List.map row_nums (Array.to_list (Lazy.force f.phi))) in
  let operations = Q.operations () in
  let binary = with_binary operations f.p in
  let utility q =
    let u = ref Q.zero in
    for o = 0 to f.p.p_outputs - 1 do
      let top = ref Q.zero in
      Array.iteri (fun i x -> top := Q.max !top (Q.mul x f.rows.(i).(o))) q;
      u := Q.add !u !top
    done;
    !u in
  let found = Hashtbl.create 64 in
  let bounded k (q, d) =
    Hashtbl.add found (Array.map Q.to_string q) k;
    (match bound_of operations binary phi (row_nums q) d with
     | Some b when Q.equal (of_num b) (utility q) -> ()
     | _ -> refuse "a prior without its bound");
    (row_nums q, d) in
  let duals = List.mapi bounded
      (List.map2 (fun q j -> only_keys bound_keys j; (q, dual f ~binary:true q j)) priors bounds
       @ List.map (fun q -> (q, Cover (row_nums q))) (unit_vectors n)) in
  let place q = match Hashtbl.find_opt found (Array.map Q.to_string q) with
    | Some k -> k | None -> raise (Uncovered "universally-optimal by other rays") in
  let cones = ref 0 in
  let rec tree o (r, known) =
    if r = [] then Leaf []
    else if o = f.p.p_outputs then Leaf (List.map place r)
    else begin
      let c = Array.init n (fun i -> f.rows.(i).(o)) in
      Branch (List.init n (fun w ->
          incr cones;
          if !cones > most_cones then raise (Uncovered "universally-optimal by so many cones");
          let at i x a = a.(i) <- Q.add a.(i) x in
          let inequalities = List.init n (fun i ->
              let a = Array.make n Q.zero in
              at w c.(w) a; at i (Q.neg c.(i)) a; a) in
          let r, known, steps = narrow n (r, known) inequalities in
          (steps, tree (o + 1) (r, known))))
    end in
  let t = tree 0 (unit_vectors n, []) in
  Cones_ (duals, t)

let rec witness f claim yes (w : Json.t) : witness =
  let n = f.n in
  let answers = Json.get "noise" f.json <> None && family f = Some (Json.String "complete") in
  match claim with
  | TightConstraints when answers && yes -> parts [] w; Remap (List.init n Fun.id)
  | (Dp | ApproximateDp | GroupPrivacy _ | RenyiDp _) when answers ->
      let pair = pair_of (Number.operations ()) f.p in
      let dist = lazy [| [| Some 0; Some 1 |]; [| Some 1; Some 0 |] |] in
      OfPair (witness (facts_of pair Json.(Object []) dist) claim yes w)
  | _ ->
  if f.p.p_uses <> [] then of_composition w claim;
  if f.p.p_copies <> None then of_product f claim;
  match claim with
  | TightConstraintsExist when Json.get "enclosed" w <> None -> raise (Uncovered "a solution that is enclosed")
  | (ApproximateDp | AdaptiveApproximateDp) when rounded_row f -> refuse "sets of outputs of a rounded table"
  | c when about_mechanism c && bad_row f <> None ->
      if yes then refuse "X is no mechanism";
      parts [ "row" ] w;
      (match Json.get "row" w with Some r -> BadRow (index r) | None -> BadRow (Option.get (bad_row f)))
  | Stochastic | Utility _ | Leakage _ | Capacity -> parts [] w; Nothing
  | Dp ->
      let negative = is_negative f in
      let hint = match (Json.get "pair" w, Json.get "output" w, Json.get "row" w) with
        | None, None, None -> if negative then Unnamed else least_ratio f
        | Some pair, Some o, None when not negative ->
            (match List.map index (array pair) with
             | [ i; h ] -> if has_lengths f then (attains f i h (index o); least_ratio f) else At (i, h, index o)
             | _ -> refuse "a pair")
        | None, Some _, Some _ when negative -> Unnamed
        | _ -> refuse "the parts of the witness" in
      parts [ "pair"; "output"; "row" ] w;
      let violation = match (Json.get "row" w, Json.get "output" w) with
        | Some i, Some o -> Negative (index i, index o)
        | _ -> if yes then Negative (0, 0) else (match find_violation f with Some v -> v | None -> refuse "X is private") in
      OfDp (hint, violation)
  | TightConstraintsExist when yes ->
      parts [ "z"; "invertible"; "only"; "second" ] w;
      exists_at f w (sized n (own "z" w))
  | TightConstraintsExist ->
      parts [ "w"; "z"; "invertible" ] w;
      let u = nums (sized n (own "w" w)) in
      (match (Json.get "z" w, Json.get "invertible" w) with
       | None, None -> Separating (u, None)
       | Some z, Some i ->
           let z = nums (sized n (vector z)) in
           invertible f i;
           (match shown f (all_of f) (zeros f) with
            | Some x -> Separating (u, Some (z, x))
            | None -> (match by_residues f (all_of f) with Some r -> NoneByResidues (u, z, r) | None -> Separating (u, None)))
       | _ -> refuse "z without what makes it the only one")
  | TightConstraints when yes -> parts [ "remap" ] w; Remap (List.map index (array (part "remap" w)))
  | TightConstraints -> parts [] w; NotTight (find_violation f)
  | Regular _ when yes ->
      (match Json.get "factors" w with
       | Some j ->
           parts [ "factors" ] w;
           let y = List.hd (factors f j [ "y" ]) in
           let v = Q.inv (power (row_sum f) f.p.p_individuals) in
           Representation (nums y, List.init n (fun _ -> to_num v))
       | None -> parts [ "y"; "v" ] w; Representation (nums (sized n (own "y" w)), nums (sized n (own "v" w))))
  | Regular _ ->
      (match Json.get "factors" w with
       | Some j -> parts [ "factors" ] w; Separating (nums (List.hd (factors f j [ "w" ])), None)
       | None -> parts [ "w" ] w; Separating (nums (sized n (own "w" w)), None))
  | UtilityBound k ->
      let y, v = match Json.get "factors" w with
        | Some j -> parts [ "factors"; "optimum"; "solution" ] w;
            (match factors f j [ "y"; "v" ] with [ y; v ] -> (y, v) | _ -> refuse "factors")
        | None -> parts [ "y"; "v"; "optimum"; "solution" ] w; (sized n (own "y" w), sized n (own "v" w)) in
      let prior = prior_weights f k in
      let best = optimum f prior w in
      (match Json.get "solution" w with
       | None -> ()
       | Some s ->
           if best = None then refuse "a solution alone";
           only_keys [ "y"; "v" ] s;
           let phi = Lazy.force f.phi in
           let solves v b =
             Array.iteri (fun i r ->
                 let x = ref Q.zero in
                 Array.iteri (fun j a -> x := Q.add !x (Q.mul a v.(j))) r;
                 if not (Q.equal !x (b i)) then refuse "a solution that is none") phi in
           solves (qs (sized n (given "y" s))) (fun i -> prior.(i));
           solves (qs (sized n (given "v" s))) (fun _ -> Q.one));
      Covering (nums y, nums v, best)
  | Optimal (k, within) ->
      parts ("better" :: bound_keys) w;
      let prior = prior_weights f k in
      let bound () = dual f ~binary:false prior w in
      let with_better () = better f (part "better" w) in
      (match (Json.get "better" w, has_dual w, yes) with
       | None, true, true -> Optimality (ByBound (bound ()))
       | Some _, true, true -> ignore within; Optimality (ByBetter (with_better (), Some (bound ())))
       | Some _, dual, false ->
           (match find_violation f with
            | Some v ->
                let other = with_better () in
                if dual then Optimality (ByViolation (v, Some (other, bound ())))
                else Optimality (ByViolation (v, None))
            | None -> Optimality (ByBetter (with_better (), if dual then Some (bound ()) else None)))
       | None, false, false ->
           (match find_violation f with Some v -> Optimality (ByViolation (v, None)) | None -> refuse "X is private")
       | _ -> refuse "the parts of the witness")
  | GCapacity -> parts [] w; g_capacity f
  | GLeakage _ | IndividualLeakage | ExpectedError -> parts [] w; Nothing
  | StochasticWithinRounding ->
      parts [] w;
      let r = rounding f in
      let low x = Q.max Q.zero (Q.sub x r) and high x = Q.add x r in
      let sum g row = Array.fold_left (fun a x -> Q.add a (g x)) Q.zero row in
      let is_far row = Array.exists (fun x -> Q.sign (high x) < 0) row || Q.gt (sum low row) Q.one || Q.lt (sum high row) Q.one
        in
      if yes then
        Near (Array.to_list (Array.map (fun row ->
            let l = sum low row and h = sum high row in
            let s = if Q.equal l h then Q.zero else Q.div (Q.sub Q.one l) (Q.sub h l) in
            Array.to_list (Array.map (fun x -> to_num (Q.add (Q.mul (Q.sub Q.one s) (low x)) (Q.mul s (high x)))) row)) f.rows))
      else (match List.find_opt (fun i -> is_far f.rows.(i)) (List.init n Fun.id) with
            | Some i -> NoRow i | None -> refuse "each row has one near")
  | DpWithinRounding when yes ->
      parts [ "rows" ] w;
      let rows = List.map (fun v -> nums (sized f.p.p_outputs (vector v))) (array (part "rows" w)) in
      Near rows
  | DpWithinRounding ->
      parts [ "row"; "output"; "lambda"; "multipliers" ] w;
      (match (Json.get "row" w, Json.get "output" w, Json.get "lambda" w, Json.get "multipliers" w) with
       | Some i, Some o, None, None -> FarFrom (Below (index i, index o))
       | None, None, Some l, Some mus -> FarFrom (Farkas (nums (sized n (vector l)), List.map (multipliers f) (array mus)))
       | _ -> refuse "the parts of the witness")
  | ApproximateDp -> parts [ "pair"; "outputs" ] w; OfEvents (event f w)
  | AdaptiveDp ->
      if bad_row f <> None then raise (Uncovered "adaptive dp of a table that is no mechanism");
      parts [] w;
      InTurn (in_turn f)
  | AdaptiveApproximateDp -> parts [] w; InTurn []
  | GroupPrivacy _ when f.p.p_copies <> None ->
      parts [] w;
      let least = ref (Q.one, None) in
      List.iteri (fun i l ->
          List.iter (fun (h, _) ->
              Array.iteri (fun o x ->
                  let y = f.rows.(h).(o) in
                  if Q.sign x > 0 && Q.lt (Q.div y x) (fst !least) then least := (Q.div y x, Some ((i, h), o))) f.rows.(i)) l)
        f.p.p_near;
      OfEach (to_num (fst !least), snd !least)
  | GroupPrivacy (k, nearer) -> parts [ "pair"; "output"; "row" ] w; group f w yes k nearer
  | Oblivious when yes -> parts [] w; Nothing
  | Oblivious ->
      parts [ "pair"; "output" ] w;
      (match (Json.get "pair" w, Json.get "output" w) with
       | Some pair, Some o -> (match List.map index (array pair) with [ i; h ] -> Differ (i, h, index o) | _ -> refuse "a pair")
       | None, None ->
           let answers = Array.of_list (Option.value f.p.p_answers ~default:[]) in
           let found = ref None in
           Array.iteri (fun i a ->
               Array.iteri (fun h b ->
                   if a = b && !found = None then
                     Array.iteri (fun o x -> if !found = None && not (Q.equal x f.rows.(h).(o)) then found := Some (Differ (i,
                       h, o))) f.rows.(i))
                 answers) answers;
           (match !found with Some x -> x | None -> refuse "equal answers have equal rows")
       | _ -> refuse "the parts of the witness")
  | Derivable k ->
      parts [ "remap"; "w"; "nu"; "sha256" ] w;
      let other = match Json.get "others" f.json with Some (Json.Array l) -> List.nth l k | _ -> Json.Null in
      if Json.get "sha256" other <> Json.get "sha256" w then refuse "another file's hash";
      let m = f.p.p_outputs in
      let q = match List.nth f.p.p_others k with Some (q, _) -> q | None -> refuse "no table" in
      let table rows v =
        let v = Array.of_list (nums (sized (rows * m) (vector v))) in
        List.init rows (fun i -> List.init m (fun o -> v.((i * m) + o))) in
      (match (Json.get "remap" w, Json.get "w" w, Json.get "nu" w, yes) with
       | Some r, None, None, true ->
           (match r with Json.Object _ -> () | _ -> malformed "remap");
           Garbling (table q r)
       | None, Some x, Some nu, false -> NoGarbling (table n x, nums (sized q (vector nu)))
       | _ -> refuse "the parts of the witness")
  | TradeOff (k, two) ->
      parts [ "sha256" ] w;
      let other = match Json.get "others" f.json with Some (Json.Array l) -> List.nth l k | _ -> Json.Null in
      if Json.get "sha256" other <> Json.get "sha256" w then refuse "another file's hash";
      tests f k two
  | LeakageBound (k, _) ->
      let y, v = match Json.get "factors" w with
        | Some j -> parts [ "factors"; "optimum" ] w;
            (match factors f j [ "y"; "v" ] with [ y; v ] -> (y, v) | _ -> refuse "factors")
        | None -> parts [ "y"; "v"; "optimum" ] w; (sized n (own "y" w), sized n (own "v" w)) in
      Covering (nums y, nums v, optimum f (prior_weights f k) w)
  | UniversallyOptimal when yes ->
      if Json.keys w = [] && Q.equal f.alpha Q.one then
        Components (Array.to_list (Array.map (fun r ->
            let rec first j = if Q.equal r.(j) Q.one then j else first (j + 1) in first 0) (Lazy.force f.phi)))
      else if Json.keys w = [ "bounds" ] then deciding f (array (part "bounds" w))
      else if n > most_support then raise (Uncovered "universally-optimal by a remap of more than 64 nodes")
      else begin
        parts [ "remap" ] w;
        let m, forms = everywhere f in
        Everywhere (List.map index (array (part "remap" w)), m, forms)
      end
  | UniversallyOptimal ->
      parts [ "prior"; "better" ] w;
      (match (Json.get "prior" w, Json.get "better" w, find_violation f) with
       | None, None, Some v -> Violated v
       | Some pi, Some b, None -> Against (nums (sized n (vector pi)), better f b)
       | _ -> refuse "the parts of the witness")
  | JointlyOptimal ks when yes ->
      parts [ "better"; "bounds" ] w;
      let bounds = array (part "bounds" w) in
      if List.length bounds <> List.length ks then refuse "a length";
      let duals = List.map2 (fun k o ->
          only_keys bound_keys o;
          dual f ~binary:false (prior_weights f k) o) ks bounds in
      Together (better f (part "better" w), duals)
  | JointlyOptimal ks ->
      parts [ "joint"; "separate" ] w;
      let joint = part "joint" w in
      only_keys ("better" :: bound_keys) joint;
      let separate = array (part "separate" w) in
      if List.length separate <> List.length ks then refuse "a length";
      let each = List.map2 (fun k o ->
          only_keys ("better" :: bound_keys) o;
          (better f (need "better" o), dual f ~binary:false (prior_weights f k) o)) ks separate in
      let together = better f (need "better" joint) in
      let tuples = List.fold_right (fun k tuples ->
          let ws = weights f ~binary:false (prior_weights f k) in
          List.concat_map (fun t -> List.map (fun w -> Array.map2 Q.add w t) ws) tuples)
          ks [ Array.make n Q.zero ] in
      let lambda, mus = match (Json.get "lambda" joint, Json.get "multipliers" joint, Json.get "y" joint) with
        | Some l, Some mus, None -> (nums (sized n (vector l)), List.map (multipliers f) (array mus))
        | Some l, None, None -> let l = sized n (vector l) in (nums l, on_forest f (qs l) tuples)
        | _ -> refuse "a bound" in
      Apart (together, lambda, mus, each)
  | RenyiDp _ when yes -> parts [] w; Nothing
  | RenyiDp (k, _) ->
      parts [] w;
      let worst = ref (Q.minus_inf, None) in
      List.iteri (fun i l ->
          List.iter (fun (h, _) ->
              let sum = ref Q.zero and infinite = ref None in
              Array.iteri (fun o x ->
                  let y = f.rows.(h).(o) in
                  if Q.sign y > 0 then sum := Q.add !sum (Q.div (power x k) (power y (k - 1)))
                  else if Q.sign x > 0 then infinite := Some o) f.rows.(i);
              let sum = if !infinite <> None then Q.inf else !sum in
              if Q.gt sum (fst !worst) then worst := (sum, Some (i, h, !infinite))) l) f.p.p_near;
      (match snd !worst with Some (i, h, o) -> Divergent (i, h, o) | None -> refuse "no neighbours")

(* Which claims speak of distances. *)
let needs_phi claim = match claim with
  | TightConstraintsExist | Threshold | TightConstraints | Regular _ | UtilityBound _ | LeakageBound _ | GroupPrivacy _ | Optimal _ |
    JointlyOptimal _ | UniversallyOptimal -> true
  | _ -> false
