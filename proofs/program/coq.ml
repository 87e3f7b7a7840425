(* A Coq file whose theorem is what a certificate states of a problem. What it says is for its reader to read. *)
open Proved
module Z = Big

let list f l = "[" ^ String.concat "; " (List.map f l) ^ "]"
let nat = string_of_int
let z x = "(" ^ Z.to_string x ^ ")%Z"
let num (x : num) = let { qnum; qden } : q = Obj.obj x in Printf.sprintf "(Qmake (%s) %s)" (Z.to_string qnum) (Z.to_string (Positive.whole qden))
let nums = list num
let rows = list nums
let bool b = if b then "true" else "false"
let string s = "\"" ^ String.concat "\"\"" (String.split_on_char '"' s) ^ "\"%string"
let option f = function None -> "None" | Some x -> "(Some " ^ f x ^ ")"

let rec tree : json -> string = function
  | Null -> "Null" | Truth b -> "(Truth " ^ bool b ^ ")" | Index n -> "(Index " ^ nat n ^ ")"
  | Long x -> "(Long " ^ z x ^ ")" | Whole x -> "(Whole " ^ z x ^ ")" | Ratio (a, b) -> Printf.sprintf "(Ratio %s %s)" (z a) (Z.to_string (Positive.whole b))
  | Text s -> "(Text " ^ string s ^ ")"
  | Array l -> "(Array " ^ list tree l ^ ")"
  | Object l -> "(Object " ^ list (fun (k, v) -> Printf.sprintf "(%s, %s)" (string k) (tree v)) l ^ ")"

let claim = function
  | Stochastic -> "Stochastic" | StochasticWithinRounding -> "StochasticWithinRounding" | Dp -> "Dp" | ApproximateDp ->
    "ApproximateDp" | AdaptiveDp -> "AdaptiveDp" | AdaptiveApproximateDp -> "AdaptiveApproximateDp"
  | GroupPrivacy (k, b) -> Printf.sprintf "(GroupPrivacy %d %s)" k (bool b)
  | DpWithinRounding -> "DpWithinRounding" | TightConstraintsExist -> "TightConstraintsExist" | TightConstraints ->
    "TightConstraints"
  | Regular k -> Printf.sprintf "(Regular %d)" k | Utility k -> Printf.sprintf "(Utility %d)" k
  | UtilityBound k -> Printf.sprintf "(UtilityBound %d)" k
  | Optimal (k, q) -> Printf.sprintf "(Optimal %d (Qmake (%s) %s))" k (Z.to_string q.qnum) (Z.to_string (Positive.whole q.qden))
  | UniversallyOptimal -> "UniversallyOptimal"
  | JointlyOptimal l -> "(JointlyOptimal " ^ list nat l ^ ")"
  | Derivable k -> Printf.sprintf "(Derivable %d)" k | Leakage k -> Printf.sprintf "(Leakage %d)" k
  | GLeakage k -> Printf.sprintf "(GLeakage %d)" k | Capacity -> "Capacity" | GCapacity -> "GCapacity"
  | LeakageBound (k, r) -> Printf.sprintf "(LeakageBound %d %s)" k (option nat r)
  | IndividualLeakage -> "IndividualLeakage" | ExpectedError -> "ExpectedError" | Oblivious -> "Oblivious"
  | TradeOff (k, two) -> Printf.sprintf "(TradeOff %d %s)" k (option (fun (i, h) -> Printf.sprintf "(%d, %d)" i h) two)
  | Threshold -> "Threshold"
  | RenyiDp (k, q) -> Printf.sprintf "(RenyiDp %d (Qmake (%s) %s))" k (Z.to_string q.qnum) (Z.to_string (Positive.whole q.qden))

let test = function
  | First -> "First" | Second_ -> "Second_"
  | OfSet (i, h, s) -> Printf.sprintf "(OfSet %d %d %s)" i h (list bool s)

let violation = function
  | Negative (i, o) -> Printf.sprintf "(Negative %d %d)" i o
  | Exceeds (i, h, l, o) -> Printf.sprintf "(Exceeds %d %d %d %d)" i h l o
let least = function AtLength (i, h, o, l) -> Printf.sprintf "(AtLength %d %d %d %d)" i h o l | Unnamed -> "Unnamed" |
  AtOne -> "AtOne" | At (i, h, o) -> Printf.sprintf "(At %d %d %d)" i h o
let mus = list (fun (((i, h), l), x) -> Printf.sprintf "(%d, %d, %d, %s)" i h l (num x))
let dual = function
  | Multipliers (l, m) -> Printf.sprintf "(Multipliers %s %s)" (nums l) (list mus m)
  | Cover y -> "(Cover " ^ nums y ^ ")"
let best (m, d) = Printf.sprintf "(%s, %s)" (rows m) (dual d)
let only x = Printf.sprintf "(Build_only rationals %s %s %s)" (nums x.o_w) (list bool x.o_support) (rows x.o_left)

let part (k, x) = Printf.sprintf "(%d, %s)" k (num x)
let step (kept, ds) = Printf.sprintf "(%s, %s)" (rows kept) (list (list part) ds)
let rec tree_of = function
  | Leaf l -> "(Leaf " ^ list nat l ^ ")"
  | Branch l -> "(Branch " ^ list (fun (s, t) -> Printf.sprintf "(%s, %s)" (list step s) (tree_of t)) l ^ ")"

let residues r =
  Printf.sprintf "(Build_residues (%s) (%s) (%s) %s %s %s %s %s)" (z r.r_top) (Z.to_string (Positive.whole r.r_bottom)) (z r.r_modulus)
    (list bool r.r_support) (list nat r.r_rows) (list (list z) r.r_lower) (list (list z) r.r_upper) (list z r.r_inverses)

let make name parts = "(" ^ String.concat " " ((name ^ " rationals") :: parts) ^ ")"

(* Numbers at a place, and what is shown of the pieces of (0, 1) with them. *)
let frac (x : q) = Printf.sprintf "(Qmake (%s) %s)" (Z.to_string x.qnum) (Z.to_string (Positive.whole x.qden))
let poly = list z
let base (Base (a, c, e)) = Printf.sprintf "(Base %s %s %s)" (poly a) (Z.to_string (Positive.whole c)) (list nat e)
let rec number = function
  | Quot (a, b) -> Printf.sprintf "(Quot %s %s)" (base a) (base b)
  | Plus (x, y) -> Printf.sprintf "(Plus %s %s)" (number x) (number y)
  | Minus (x, y) -> Printf.sprintf "(Minus %s %s)" (number x) (number y)
  | Times (x, y) -> Printf.sprintf "(Times %s %s)" (number x) (number y)
  | Over (x, y) -> Printf.sprintf "(Over %s %s)" (number x) (number y)
let numbers = list (fun (x : num) -> number (Obj.obj x))
let only_at x = Printf.sprintf "(Build_only (at_t k) %s %s %s)" (numbers x.o_w) (list bool x.o_support) (list numbers x.o_left)
let on_piece = function
  | Exist (x, u) ->
      Printf.sprintf "(Exist (at_t k) %s %s)" (numbers x) (match u with
        | Open -> "(Open (at_t k))" | Shown x -> "(Shown (at_t k) " ^ only_at x ^ ")"
        | Second l -> "(Second (at_t k) " ^ numbers l ^ ")")
  | ExistNot (w, zu) ->
      Printf.sprintf "(ExistNot (at_t k) %s %s)" (numbers w)
        (option (fun (x, o) -> Printf.sprintf "(%s, %s)" (numbers x) (only_at o)) zu)
let hints h =
  let w, (a, b) = (fst (fst h.h_signs), (snd (fst h.h_signs), snd h.h_signs)) in
  Printf.sprintf "(Build_hints %s %s %s (%s%%positive, %s, %s))"
    (list (fun (((b, k), a), n) -> Printf.sprintf "(%d, %d, %s, %d)" b k (z a) n) h.h_levels)
    (option (fun (f, rest) -> Printf.sprintf "(%s, %s)" (poly f) (poly rest)) h.h_factor) (list poly h.h_dens)
    (Z.to_string (Positive.whole w)) (z a) (z b)
let cut = function
  | AtRational x -> "(AtRational " ^ frac x ^ ")"
  | AtRoot (p, a, b) -> Printf.sprintf "(AtRoot %s %s %s)" (poly p) (frac a) (frac b)

let rec witness = function
  | Nothing -> make "Nothing" [] | BadRow i -> make "BadRow" [ nat i ]
  | OfDp (r, v) -> make "OfDp" [ least r; violation v ]
  | Weighting (x, u) ->
      make "Weighting" [ nums x; (match u with
        | Open -> make "Open" [] | Shown x -> make "Shown" [ only x ] | Second l -> make "Second" [ nums l ]) ]
  | Separating (w, zu) -> make "Separating" [ nums w; option (fun (x, o) -> Printf.sprintf "(%s, %s)" (nums x) (only o)) zu ]
  | Remap l -> make "Remap" [ list nat l ] | NotTight v -> make "NotTight" [ option violation v ]
  | Representation (y, v) -> make "Representation" [ nums y; nums v ]
  | Covering (y, v, b) -> make "Covering" [ nums y; nums v; option best b ]
  | Optimality o ->
      make "Optimality" [ (match o with
        | ByBound d -> make "ByBound" [ dual d ]
        | ByBetter (m, d) -> make "ByBetter" [ rows m; option dual d ]
        | ByViolation (v, b) -> make "ByViolation" [ violation v; option best b ]) ]
  | Near m -> make "Near" [ rows m ] | NoRow i -> make "NoRow" [ nat i ]
  | FarFrom f ->
      make "FarFrom" [ (match f with
        | Below (i, o) -> make "Below" [ nat i; nat o ] | Farkas (l, m) -> make "Farkas" [ nums l; list mus m ]) ]
  | Differ (i, h, o) -> make "Differ" [ nat i; nat h; nat o ]
  | Garbling r -> make "Garbling" [ rows r ] | NoGarbling (w, nu) -> make "NoGarbling" [ rows w; nums nu ]
  | OfEvents e ->
      make "OfEvents" [ (match e with
        | NotNamed -> make "NotNamed" [] | EvenAtOne -> make "EvenAtOne" []
        | Event (v, i, h, s) -> make "Event" [ num v; nat i; nat h; list bool s ]
        | Never (i, h, s) -> make "Never" [ nat i; nat h; list bool s ]) ]
  | Lines (l, at) ->
      make "Lines" [ list (fun (x, t) -> Printf.sprintf "(%s, %s)" (num x) (test t)) l;
        option (fun ((i, h), x) -> Printf.sprintf "(%d, %d, %s)" i h (num x)) at ]
  | InTurn l -> make "InTurn" [ list (fun ((i, h), o) -> Printf.sprintf "(%d, %d, %d)" i h o) l ]
  | OfGroups (r, v) ->
      make "OfGroups" [ least r; (match v with
        | GNegative (i, o) -> Printf.sprintf "(GNegative %d %d)" i o | GPair (i, h, o) ->
          Printf.sprintf "(GPair %d %d %d)" i h o) ]
  | Against (pi, m) -> make "Against" [ nums pi; rows m ]
  | Everywhere (l, m, forms) ->
      let edge ((i, h), l) = Printf.sprintf "(%d, %d, %d)" i h l in
      make "Everywhere" [ list nat l; rows m; list (fun (r, e) -> Printf.sprintf "(%s, %s)" (list nat r) (list edge e)) forms ]
  | Divergent (i, h, o) -> make "Divergent" [ nat i; nat h; option nat o ]
  | WithResidues (x, w, r) -> make "WithResidues" [ nums x; nums w; residues r ]
  | NoneByResidues (w, x, r) -> make "NoneByResidues" [ nums w; nums x; residues r ]
  | Cones_ (duals, t) -> make "Cones_" [ list (fun (q, d) -> Printf.sprintf "(%s, %s)" (nums q) (dual d)) duals; tree_of t ]
  | Rays (at, ratio, cones) ->
      make "Rays" [ nums at; option nums ratio; list (list step) cones ]
  | OfEach (r, at) ->
      make "OfEach" [ num r; option (fun ((i, h), o) -> Printf.sprintf "(%d, %d, %d)" i h o) at ]
  | OnPieces (cuts, verdicts, l) ->
      make "OnPieces" [ list cut cuts; list bool verdicts;
        list (fun (h, give) -> Printf.sprintf "(%s, fun k => %s)" (hints h) (on_piece (give (Obj.magic 0)))) l ]
  | OfPair w -> make "OfPair" [ witness w ]
  | Components f -> make "Components" [ list nat f ]
  | Violated v -> make "Violated" [ violation v ]
  | Divergent (i, h, o) -> make "Divergent" [ nat i; nat h; option nat o ]
  | Together (m, l) -> make "Together" [ rows m; list dual l ]
  | Apart (m, l, ms, sep) -> make "Apart" [ rows m; nums l; list mus ms; list best sep ]

(* ---- Without names ----

   Coq finds strings in comments, and a reader's eye follows what stands in a name; so the file has none. Priors are called by
   their places, and so are other mechanisms that are files; what is for people only is left out, or numbered too. *)

let closed_forms = [ "truncated-geometric"; "randomised-response"; "exponential"; "uniform" ]

let renamed names prefix = function
  | Json.String s as j when not (List.mem s closed_forms && prefix = "file ") ->
      let rec place k = function [] -> j | x :: l -> if x = s then Json.String (prefix ^ string_of_int k) else place (k + 1) l in
      place 0 names
  | j -> j
let names_at key l = List.filter_map (fun j -> match Json.get key j with Some (Json.String s) -> Some s | _ -> None) l
let items key j = match Json.get key j with Some (Json.Array l) -> l | _ -> []
let with_fields f = function Json.Object l -> Json.Object (List.map (fun (k, v) -> (k, f k v)) l) | j -> j
let in_list f = function Json.Array l -> Json.Array (List.map f l) | j -> j

let without_names json =
  let json = match json with Json.Object l -> Json.Object (List.filter (fun (k, _) -> k <> "samples" && k <> "geometric") l) | j -> j in
  let priors = names_at "name" (items "priors" json) and files = names_at "from" (items "others" json) in
  let prior = renamed priors "prior " and from = renamed files "file " in
  let numbered = function Json.Array l -> Json.Array (List.mapi (fun k _ -> Json.String ("label " ^ string_of_int k)) l) | j -> j in
  let of_claim = with_fields (fun k v -> match k with
    | "prior" -> prior v | "priors" -> in_list prior v | "from" -> from v | _ -> v) in
  let said k v = match k with
    | "name" -> Json.String "a mechanism file"
    | "labels" -> with_fields (fun _ l -> numbered l) v
    | "priors" -> in_list (with_fields (fun k v -> if k = "name" then prior v else v)) v
    | "others" -> in_list (with_fields (fun k v -> match k with
        | "from" -> from v | "refused" -> Json.String "no table" | _ -> v)) v
    | "parts" -> in_list (with_fields (fun k v -> if k = "file" then Json.String "a file" else v)) v
    | "claims" -> in_list of_claim v
    | _ -> v in
  with_fields said json

let print j offered open_ statements sets =
  print_string "(* Written by verify-proved --coq. The theorem stands at the end: the problem is the tree, which is the\n   dp-problem/1 with the SHA-256 that stands in it, but that names are places here and that samples are not told: \"prior 0\" is its first prior, and\n   \"file 0\" its first other mechanism. P is its instance, and every claim is one of Spec.v's about P. *)\n";
  print_string "From Coq Require Import List ZArith QArith Qreals String.\n";
  print_string "From DP Require Import Spec Numbers Problem Claims Checks Tight Priors Rounding Events Tests Leakages Cones Deciding Modular Places Kinds Cuts Thresholds Reading Checker Certified.\n";
  print_string "Import ListNotations.\nOpen Scope list_scope.\nOpen Scope nat_scope.\n\n";
  Printf.printf "Definition tree : json :=\n  %s.\n\n" (tree j);
  Printf.printf "Definition offered : option (list (list (option nat))) :=\n  %s.\n\n" (option (list (list (option nat)))
    offered);
  Printf.printf "Definition statements : list (statement rationals) :=\n  %s.\n\n"
    (list (fun s -> Printf.sprintf "Build_statement rationals %s %s %s" (claim s.s_claim) (bool s.s_yes) (witness s.s_witness))
      statements);
  print_string "Theorem certificate : states offered tree (fun P declared =>\n";
  List.iter (fun s -> Printf.printf "  %sholds P %s /\\\n" (if s.s_yes then "" else "~ ") (claim s.s_claim)) statements;
  let sets = List.map (list (fun (a, b) -> Printf.sprintf "(%s, %s)" (cut a) (cut b))) sets in
  List.iter (Printf.printf "  (* the set of the threshold, by the ends of its parts *)\n  has_set P %s /\\\n") sets;
  Printf.printf "  (* and these are all that are declared, findings among them *)\n  forall c, In c declared -> In c %s).\nProof.\n"
    (list (fun s -> claim s.s_claim) statements);
  Printf.printf "  assert (A : (let a := check rationals tree offered %s statements in (is_accepted a, sets a)) =\n    (true, [%s])) by (vm_compute; reflexivity).\n"
    (list claim open_) (String.concat "; " sets);
  print_string "  destruct (accepted tree offered _ statements _ A ltac:(vm_compute; reflexivity)) as [p [declared [R [H [S C]]]]].\n";
  print_string "  exists p, declared. split; [exact R|].\n";
  print_string "  cbn [statements map s_claim s_yes verdicts fold_right fst snd] in H. cbn [fold_right] in S. unfold statements in C.\n";
  print_string "  cbn [map s_claim] in C. tauto.\nQed.\nPrint Assumptions certificate.\n"
