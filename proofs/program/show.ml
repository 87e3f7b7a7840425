(* What is read and what is found, for people: names, claims, values, and what the problem is about. Names are strangers' text
   and come escaped, in quotes. *)
open Proved
module Z = Big

let key_text : json -> string = function
  | Text s -> s | Whole z -> Big.to_string z | Ratio (a, b) -> Big.to_string a ^ "/" ^ Big.to_string (Positive.whole b)
  | _ -> "?"
let nth_key l k = match List.nth_opt l k with Some j -> Printable.quoted (key_text j) | None -> "?"

let count n thing = Printf.sprintf "%d %s%s" n thing (if n = 1 then "" else "s")

let q (q : q) = Q.to_string (Q.make q.qnum (Positive.whole q.qden))
let number x = Number.to_string (Elaborate.of_num x)

(* A claim's name and its parameters, as `verify` has them. *)
let claim_parts priors others =
  let prior k = "prior " ^ nth_key priors k and from k = "from " ^ nth_key others k in
  function
  | Stochastic -> "stochastic", [] | StochasticWithinRounding -> "stochastic-within-rounding", [] | Dp -> "dp", []
  | ApproximateDp -> "approximate-dp", [] | AdaptiveDp -> "dp", [ "adaptive" ]
  | AdaptiveApproximateDp -> "approximate-dp", [ "adaptive" ]
  | GroupPrivacy (k, near) -> "group-privacy", [ Printf.sprintf "distance %s%d" (if near then "at most " else "") k ]
  | DpWithinRounding -> "dp-within-rounding", [] | TightConstraintsExist -> "tight-constraints-exist", []
  | TightConstraints -> "tight-constraints", [] | Threshold -> "threshold", []
  | Regular k -> "regular", [ prior k ] | Utility k -> "utility", [ prior k ] | UtilityBound k -> "utility-bound", [ prior k ]
  | Optimal (k, w) -> "optimal", prior k :: (if Z.sign w.qnum = 0 then [] else [ "within " ^ q w ])
  | JointlyOptimal l -> "jointly-optimal", [ "priors " ^ String.concat " and " (List.map (nth_key priors) l) ]
  | Derivable k -> "derivable", [ from k ]
  | UniversallyOptimal -> "universally-optimal", []
  | LeakageBound (k, r) ->
      "leakage-bound", prior k :: (match r with Some r -> [ "at most " ^ count r "output" ] | None -> [])
  | TradeOff (k, two) ->
      "trade-off", from k :: (match two with Some (i, h) -> [ Printf.sprintf "pair %d, %d" i h ] | None -> [])
  | RenyiDp (k, r) -> "renyi-dp", [ Printf.sprintf "order %d, at most %s" k (q r) ]
  | Leakage k -> "leakage", [ prior k ] | GLeakage k -> "g-leakage", [ prior k ]
  | Capacity -> "capacity", [] | GCapacity -> "g-capacity", [] | IndividualLeakage -> "individual-leakage", []
  | ExpectedError -> "expected-error", [] | Oblivious -> "oblivious", []

let claim priors others c =
  match claim_parts priors others c with
  | name, [] -> name
  | name, parameters -> Printf.sprintf "%s (%s)" name (String.concat ", " parameters)

let name = function
  | AlphaMax -> "alpha_max" | EpsilonMin -> "epsilon_min" | DeltaMin -> "delta_min" | Sum -> "sum" | Unique -> "unique"
  | Least -> "least" | TheUtility -> "utility" | Loss -> "loss" | Bound -> "bound" | Optimum -> "optimum"
  | LeastLoss -> "least_loss" | Multiplicative -> "multiplicative" | Additive -> "additive" | Bits -> "bits"
  | Maximum -> "maximum" | Error -> "error"
  | Joint -> "joint" | Separate -> "separate" | Argument -> "argument" | Excess -> "excess" | Divergence -> "divergence"
  | TheSet -> "set" | AlphaStar -> "alpha_star"

(* x^(k/d), without d where it is a number. *)
let power_of x k d =
  let rec gcd a b = if b = 0 then a else gcd b (a mod b) in
  let g = gcd k d in
  let k = k / g and d = d / g in
  match Elaborate.of_num x with
  | Number.F _ as x -> Printf.sprintf "(%s)^(%d/%d)" (Number.to_string x) k d
  | Number.R x ->
  let root z = let r = Big.root z d in if Big.equal (Big.pow r (Big.of_int d)) z then Some r else None in
  match root (Q.num x), root (Q.den x) with
  | Some a, Some b -> Number.to_string (Elaborate.power (Number.make a b) k)
  | _ -> Printf.sprintf "(%s)^(%d/%d)" (Q.to_string x) k d

let root p a b = Printf.sprintf "root_of [%s] between %s and %s" (String.concat ", " (List.map Big.to_string p)) (q a) (q b)
let point : cut -> string = function
  | AtRational x -> q x
  | AtRoot (p, a, b) -> "{" ^ root p a b ^ "}"
let part (a, b) =
  let low = point a and high = point b in
  if a = b then "{" ^ low ^ "}"
  else (if low = "0" then "(" else "[") ^ low ^ ", " ^ high ^ (if high = "1" then ")" else "]")

let value = function
  | VNum x -> number x
  | VMinusLn x -> "-ln(" ^ number x ^ ")"
  | VLog2 x -> "log2(" ^ number x ^ ")"
  | VPower (x, k, d) -> power_of x k d
  | VMinusLnPower (x, k, d) -> "-ln(" ^ power_of x k d ^ ")"
  | VInfinite -> "inf"
  | VFlag b -> string_of_bool b
  | VPoint x -> point x
  | VParts l -> String.concat " and " (List.map part l)

(* ---- What the problem is about ---- *)

let kind = function
  | Exponential r -> Printf.sprintf "t = e^-(%s)" (q r)
  | Root (p, a, b) -> "t = the " ^ root p a b
  | Interval (a, b) -> Printf.sprintf "t: every number between %s and %s" (q a) (q b)
  | Point x -> "t = " ^ q x
  | Signed (p, a, b) -> "t: where it is positive, " ^ root p a b

(* α, δ, and what t is. Where lengths are not whole the problem's number is that of one unit. *)
let privacy sort (p : num problem) =
  let of_unit = if p.p_unit = 1 then "alpha" else Printf.sprintf "alpha^(1/%d)" p.p_unit in
  Printf.sprintf "declared: %s = %s, delta = %s%s" of_unit (number p.p_alpha) (number p.p_delta)
    (match sort with Rational -> "" | Unusual (k, _) -> "; " ^ kind k)

(* The family by its word and its parameters as the problem has them; how many nodes and edges are counted in what was read. *)
let graph json (p : num problem) =
  let g = Option.value (Json.get "graph" json) ~default:Json.Null in
  let int key = match Json.get key g with Some (Json.Number n) -> Printf.sprintf ", %s %s" key n | _ -> "" in
  let family = match Json.get "family" g with Some (Json.String f) -> f | _ -> "by its edges" in
  let edges = List.fold_left (fun s l -> s + List.length l) 0 p.p_near / 2 in
  let lengths = if Json.get "unit" g = None then "" else Printf.sprintf ", lengths in units of 1/%d" p.p_unit in
  Printf.sprintf "graph: %s%s; %s, %s%s" family
    (String.concat "" (List.map int [ "values"; "individuals"; "max"; "queries" ]))
    (count p.p_nodes "node") (count edges "edge") lengths

let mechanism json (p : num problem) =
  let outputs = Printf.sprintf "%s, %s" (count (List.length (Option.value p.p_table ~default:[])) "row") (count p.p_outputs "output") in
  match p.p_table, p.p_copies, p.p_uses with
  | None, _, _ -> "no mechanism"
  | _, Some k, _ -> Printf.sprintf "mechanism: for each of %s a table of %s" (count k "individual") outputs
  | _, None, _ :: _ -> Printf.sprintf "mechanism: a composition of %s; all together: %s" (count (List.length p.p_uses) "use") outputs
  | _ when Json.get "noise" json <> None -> Printf.sprintf "mechanism: randomised response, %s" outputs
  | _ -> Printf.sprintf "mechanism: a table of %s" outputs

let beside json (p : num problem) =
  let gain = match Json.get "gain" json, p.p_gain with
    | Some (Json.String s), _ -> s
    | _, Rows (rows, loss) -> Printf.sprintf "a %s of %s" (if loss then "loss" else "gain") (let n = List.length rows in if n = 1 then "1 guess" else Printf.sprintf "%d guesses" n)
    | _, Binary -> "binary" in
  Printf.sprintf "%s, gain: %s%s" (count (List.length p.p_priors) "prior") gain
    (match p.p_rounding with Some r -> ", rounding " ^ number r | None -> "")

(* Which tables were counted, where there are some: what is read keeps to the form. *)
let sample json =
  let said j =
    let of_ = match Json.get "part" j, Json.get "file" j with
      | Some (Json.Number k), _ -> "part " ^ k
      | _, Some (Json.String path) -> Printable.quoted path
      | _ -> "the table" in
    let runs = match Json.get "runs" j with
      | Some (Json.Array [ Json.Number "1"; Json.Number "1" ]) -> "1 run"
      | Some (Json.Array [ Json.Number least; Json.Number most ]) when least = most -> most ^ " runs"
      | Some (Json.Array [ Json.Number least; Json.Number most ]) -> Printf.sprintf "%s to %s runs" least most
      | _ -> "?" in
    Printf.sprintf "%s comes from a sample, %s a row" of_ runs in
  match Json.get "samples" json with
  | Some (Json.Array l) ->
      [ "sample: " ^ String.concat "; " (List.map said l) ^ ": every verdict is about the sample, and not about the mechanism behind it" ]
  | _ -> []

let noise json =
  let whole = function Some (Json.String z) -> z | _ -> "?" in
  let truncated = ": decided on the truncated table of the answers, whose first and last output stand for all below and above, and which is the same under remaps" in
  let rounded = ": decided on a table whose first and last output stand for all multiples beyond the answers, and which is the same under remaps" in
  let told r = match Json.get "at_least" r, Json.get "clamp" r, Json.get "modulo" r with
    | Some _, _, _ -> Printf.sprintf ", of which only is told whether the number is at least %s" (whole (Json.get "at_least" r))
    | _, Some (Json.Array [ a; b ]), _ -> Printf.sprintf ", clamped to %s..%s" (whole (Some a)) (whole (Some b))
    | _, _, Some _ -> Printf.sprintf ", of which only the remainder by %s is told" (whole (Json.get "modulo" r))
    | _ -> Printf.sprintf ", rounded to multiples of %s%s" (whole (Json.get "round_to" r)) rounded in
  let said j =
    let of_ = match Json.get "part" j, Json.get "file" j with
      | Some (Json.Number k), _ -> "part " ^ k ^ ": "
      | _, Some (Json.String path) -> Printable.quoted path ^ ": "
      | _ -> "" in
    of_ ^ "geometric noise on all whole numbers" ^ (match Json.get "report" j with Some r -> told r | None -> truncated) in
  match Json.get "geometric" json with
  | Some (Json.Array l) -> [ "noise: " ^ String.concat "; " (List.map said l) ]
  | _ -> []

let problem sort json p = [ privacy sort p; graph json p; mechanism json p ] @ noise json @ sample json @ [ beside json p ]
