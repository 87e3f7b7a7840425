(* verify-proved PROBLEM CERTIFICATE: 0 accepted, 1 refused, 2 unreadable, 3 declined. *)
open Proved
module Z = Big

exception Exit_with of int * string

let read path =
  try
    let c = open_in_bin path in
    let s = really_input_string c (in_channel_length c) in
    close_in c; s
  with Sys_error e -> raise (Exit_with (2, e))

let text key j = match Json.get key j with Some (Json.String s) -> s | _ -> raise (Exit_with (2, "malformed: " ^ key))

let rec show_key : json -> string = function
  | Text s -> s | Whole z -> Big.to_string z | Ratio (a, b) -> Big.to_string a ^ "/" ^ Big.to_string b
  | _ -> "?"

let nth_key l k = match List.nth_opt l k with Some j -> show_key j | None -> "?"

let show_q (q : q) = Q.to_string (Q.make q.qnum q.qden)
let show_num x = Number.to_string (Elaborate.of_num x)

let show_claim priors others = function
  | Stochastic -> "stochastic" | StochasticWithinRounding -> "stochastic-within-rounding" | Dp -> "dp"
  | ApproximateDp -> "approximate-dp" | AdaptiveDp -> "dp, adaptive" | AdaptiveApproximateDp -> "approximate-dp, adaptive"
  | GroupPrivacy (k, near) -> Printf.sprintf "group-privacy at %s%d" (if near then "up to " else "") k
  | DpWithinRounding -> "dp-within-rounding" | TightConstraintsExist -> "tight-constraints-exist"
  | TightConstraints -> "tight-constraints" | Threshold -> "threshold"
  | Regular k -> "regular, prior " ^ nth_key priors k
  | Utility k -> "utility, prior " ^ nth_key priors k
  | UtilityBound k -> "utility-bound, prior " ^ nth_key priors k
  | Optimal (k, w) -> "optimal, prior " ^ nth_key priors k ^ (if Z.sign w.qnum = 0 then "" else ", within " ^ show_q w)
  | JointlyOptimal l -> "jointly-optimal, priors " ^ String.concat ", " (List.map (nth_key priors) l)
  | Derivable k -> "derivable from " ^ nth_key others k
  | UniversallyOptimal -> "universally-optimal"
  | LeakageBound (k, r) -> "leakage-bound, prior " ^ nth_key priors k ^ (match r with Some r ->
    Printf.sprintf ", %d outputs" r | None -> "")
  | TradeOff (k, two) -> "trade-off from " ^ nth_key others k ^ (match two with Some (i, h) ->
    Printf.sprintf ", pair %d, %d" i h
    | None -> "")
  | RenyiDp (k, r) -> Printf.sprintf "renyi-dp of order %d, bound %s" k (show_q r)
  | Leakage k -> "leakage, prior " ^ nth_key priors k
  | GLeakage k -> "g-leakage, prior " ^ nth_key priors k
  | Capacity -> "capacity" | GCapacity -> "g-capacity" | IndividualLeakage -> "individual-leakage" | ExpectedError ->
    "expected-error"
  | Oblivious -> "oblivious"

let show_name = function
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

let show_point : cut -> string = function
  | AtRational x -> show_q x
  | AtRoot (p, a, b) -> Printf.sprintf "{root_of [%s] between %s and %s}" (String.concat ", " (List.map Big.to_string p)) (show_q a) (show_q b)
let show_part (a, b) =
  let low = show_point a and high = show_point b in
  if a = b then "{" ^ low ^ "}"
  else (if low = "0" then "(" else "[") ^ low ^ ", " ^ high ^ (if high = "1" then ")" else "]")

let show_value = function
  | VNum x -> show_num x
  | VMinusLn x -> "-ln(" ^ show_num x ^ ")"
  | VLog2 x -> "log2(" ^ show_num x ^ ")"
  | VPower (x, k, d) -> power_of x k d
  | VMinusLnPower (x, k, d) -> "-ln(" ^ power_of x k d ^ ")"
  | VInfinite -> "inf"
  | VFlag b -> string_of_bool b
  | VPoint x -> show_point x
  | VParts l -> String.concat " and " (List.map show_part l)

(* The parameters of each claim. *)
let parameters = function
  | "regular" | "utility" | "utility-bound" | "leakage" | "g-leakage" -> [ "prior" ]
  | "optimal" -> [ "prior"; "within" ]
  | "leakage-bound" -> [ "prior"; "outputs" ]
  | "jointly-optimal" -> [ "priors" ]
  | "derivable" -> [ "from" ]
  | "trade-off" -> [ "from"; "pair" ]
  | "group-privacy" -> [ "distance"; "at_most" ]
  | "renyi-dp" -> [ "order"; "bound" ]
  | "dp" | "approximate-dp" -> [ "adaptive" ]
  | _ -> []

(* Where the numbers are elsewhere for a while. *)
let elsewhere f =
  let saved = (!Number.place, !Number.modulus) in
  Fun.protect ~finally:(fun () -> Number.place := fst saved; Number.modulus := snd saved) f

type stated = Stated of statement | Left of claim | Unproved of claim * string | Beyond of string | Wrong of string
  | InParts of claim * bool

let statement k in_parts threshold facts priors others j =
  let name = text "claim" j in
  List.iter (fun k -> if not (List.mem k ("claim" :: "verdict" :: "witness" :: "reason" :: parameters name)) then
    raise (Exit_with (2, "malformed: " ^ name ^ ": key " ^ k))) (Json.keys j);
  let yes = match text "verdict" j with
    | "holds" -> Some true | "fails" -> Some false | "undecided" -> None
    | _ -> raise (Exit_with (2, "malformed: verdict")) in
  let w = Option.value (Json.get "witness" j) ~default:(Json.Object []) in
  (match w with Json.Object _ -> () | _ -> raise (Exit_with (2, "malformed: witness")));
  match claim_in priors others (Tree.of_json j) with
  | Malformed what -> raise (Exit_with (2, "malformed: " ^ name ^ ": " ^ what))
  | NotCovered what -> Beyond what
  | Read (Derivable _ | TradeOff _ as claim) when not (has k facts.Elaborate.p claim) ->
      if yes = None then Left claim else Wrong (name ^ ": no table of the other mechanism")
  | Read claim when not (has k facts.Elaborate.p claim) ->
      raise (Exit_with (2, "malformed: " ^ name ^ " does not fit the file"))
  | Read claim -> (
      match yes with
      | None -> ignore (text "reason" j); Left claim
      | Some yes -> (
          match
            if claim = Threshold then Some (threshold yes w)
            else if Parts.has_parts w then None else Some (Elaborate.witness facts claim yes w)
          with
          | None -> (
              match in_parts claim yes w with
              | true -> InParts (claim, yes)
              | false -> Unproved (claim, "an interval whose parts do not show it all")
              | exception Elaborate.Refused why -> Wrong (name ^ ": " ^ why)
              | exception Elaborate.Uncovered what -> Unproved (claim, what)
              | exception Elaborate.Malformed why -> raise (Exit_with (2, "malformed: " ^ name ^ ": " ^ why)))
          | Some witness -> Stated { s_claim = claim; s_yes = yes; s_witness = witness }
          | exception Elaborate.Refused why -> Wrong (name ^ ": " ^ why)
          | exception Elaborate.Uncovered what -> Unproved (claim, what)
          | exception Elaborate.Malformed why -> raise (Exit_with (2, "malformed: " ^ name ^ ": " ^ why))))

let most_nodes = 3000
let most_copies = 100_000
let most_entries = 100_000

let size_of j =
  let int key = match Option.bind (Json.get "graph" j) (Json.get key) with
    | Some (Json.Number s) when Json.is_index s -> int_of_string s | _ -> 0 in
  let n = int "nodes" in
  let power b e = if b <= 1 then 1 else let r = ref 1 in (for _ = 1 to e do if !r <= 1_000_000 then r := !r * b done; !r) in
  max n (max (power (int "values") (int "individuals")) (power (int "individuals" + 1) (int "queries")))

let run ~coq problem_path certificate_path =
  let json = Json.parse (read problem_path) and certificate = Json.parse (read certificate_path) in
  if text "format" certificate <> "dp-certificate/2" then raise (Exit_with (2, "malformed: format"));
  List.iter (fun k -> if not (List.mem k [ "format"; "sha256"; "statements"; "factor";
    "files" ]) then raise (Exit_with (2, "malformed: key " ^ k)))
    (Json.keys certificate);
  if text "sha256" json <> text "sha256" certificate then raise (Exit_with (1, "the certificate is of another file"));
  (* The other files that X is composed of. *)
  let files = match Json.get "parts" json with
    | Some (Json.Array l) ->
        List.sort_uniq compare (List.filter_map (fun x -> Option.map (fun f -> (f, Json.get "sha256" x)) (Json.get "file" x)) l)
    | _ -> [] in
  let bound_to = match Json.get "files" certificate with
    | Some (Json.Object l) -> List.sort compare (List.map (fun (f, h) -> (Json.String f, Some h)) l)
    | None -> []
    | _ -> raise (Exit_with (2, "malformed: files")) in
  if files <> bound_to then raise (Exit_with (1, "the certificate is of other files"));
  let statements = match Json.get "statements" certificate with
    | Some (Json.Array l) -> l | _ -> raise (Exit_with (2, "malformed: statements")) in
  if size_of json > most_nodes then raise (Exit_with (3, Printf.sprintf "more than %d nodes" most_nodes));
  (match Option.bind (Json.get "product" json) (Json.get "individuals") with
   | Some (Json.Number s) when Json.is_index s && int_of_string s <= most_copies -> ()
   | None -> ()
   | _ -> raise (Exit_with (3, Printf.sprintf "more than %d copies" most_copies)));
  let tree = Tree.of_json json in
  let dist = match graph_in (match Json.get "graph" json with Some g -> Tree.of_json g | None -> Null) with
    | Read (((n, near), _), _) -> lazy (Elaborate.distances n near)
    | Malformed what -> raise (Exit_with (2, "malformed problem: " ^ what))
    | NotCovered what -> raise (Exit_with (3, "not covered: " ^ what)) in
  let offer () = Some (Array.to_list (Array.map Array.to_list (Lazy.force dist))) in
  let by_distance = Json.get "gain" json = Some (Json.String "distance") in
  let entries = match Json.get "table" json with
    | Some (Json.Array rows) -> List.fold_left (fun s r -> match Json.get "numerators" r with
        | Some (Json.Array l) -> s + List.length l | _ -> s) 0 rows
    | _ -> if Json.get "noise" json <> None then size_of json * size_of json else 0 in
  if Json.get "t" json <> None && entries > most_entries then
    raise (Exit_with (3, Printf.sprintf "more than %d entries at an irrational number, or over an interval" most_entries));
  let hints = try Enclose.of_problem json certificate with Enclose.Refused what -> raise (Exit_with (1, what)) in
  let sort = match sort_in hints tree with
    | Read s -> s
    | Malformed what -> raise (Exit_with (2, "malformed problem: " ^ what))
    | NotCovered what -> raise (Exit_with (3, "not covered: " ^ what)) in
  (match sort with Unusual (_, p) -> Enclose.at p | Rational -> ());
  if coq && sort <> Rational then raise (Exit_with (3, "no Coq file where t is irrational or an interval"));
  let k = ops_of sort in
  match problem_in k (if by_distance then offer () else None) tree with
  | Malformed what -> raise (Exit_with (2, "malformed problem: " ^ what))
  | NotCovered what -> raise (Exit_with (3, "not covered: " ^ what))
  | Read (((p, priors), others), _) ->
      let facts = Elaborate.facts_of p json dist in
      let in_parts claim yes w =
        let facts_at () = match problem_in (Number.operations ()) (if by_distance then offer () else None) tree with
          | Read (((p, _), _), _) -> Elaborate.facts_of p json dist
          | _ -> raise (Elaborate.Uncovered "a number that is none at a cut") in
        match sort with
        | Unusual (Interval (low, high), _) ->
            elsewhere (fun () ->
                let cuts, give = Parts.witnesses json certificate (low, high) facts_at claim yes w in
                check_parts tree (offer ()) [] claim yes low high cuts give)
        | _ -> Elaborate.refuse "cuts, and no interval" in
      let threshold yes w = elsewhere (fun () -> Parts.threshold json certificate facts yes w) in
      let all = List.map (statement k in_parts threshold facts priors others) statements in
      let parts = List.filter_map (function InParts (c, yes) -> Some (c, yes) | _ -> None) all in
      let stated = List.filter_map (function Stated s -> Some s | _ -> None) all in
      let left = List.filter_map (function Left c | Unproved (c, _) -> Some c | InParts (c, _) -> Some c | _ -> None) all in
      let beyond = List.filter_map (function Beyond w | Unproved (_, w) -> Some w | _ -> None) all in
      let wrong = List.filter_map (function Wrong w -> Some w | _ -> None) all in
      let offered =
        if by_distance || List.exists (fun s -> match s.s_witness with OfPair _ -> false | _ -> Elaborate.needs_phi s.s_claim) stated then offer () else None in
      (match check k tree offered left stated with
       | Unread what -> raise (Exit_with (2, "malformed problem: " ^ what))
       | Beyond what -> raise (Exit_with (3, "not covered: " ^ what))
       | Answer (_, status, results, _, not_covered) ->
           let beyond = List.sort_uniq compare (beyond @ not_covered) in
           let is_proved r = match r with Proved _ -> true | _ -> false in
           let open_ = List.filter (fun c -> not (List.mem_assoc c parts)) left in
           let status = match status with
             | Declined when parts <> [] && open_ = [] && List.for_all (fun (_, r) -> is_proved r) results -> Accepted
             | status -> status in
           let code, word = match (wrong, status, beyond) with
             | _ :: _, _, _ | _, Refused, _ -> (1, "REFUSED")
             | [], Declined, _ | [], _, _ :: _ -> (3, "DECLINED")
             | [], Accepted, [] -> (0, "ACCEPTED") in
           if coq && code = 0 then
             Coq.print tree offered left stated
               (List.map (fun s -> show_claim priors others s.s_claim ^ (if s.s_yes then " holds" else " fails")) stated)
               (List.concat_map (function
                   | _, Proved (values, _) -> List.filter_map (function TheSet, VParts l -> Some l | _ -> None) values
                   | _ -> []) results)
           else begin
           print_endline word;
           List.iter (fun (s, r) ->
               let name = show_claim priors others s.s_claim ^ (if s.s_yes then " holds" else " fails") in
               match r with
               | NotProved why | Undecided why -> Printf.printf "  not proved: %s: %s\n" name why
               | Proved (values, expected) ->
                   let met = match expected with Some true -> ", as expected" | Some false -> ", NOT as expected" | None ->
                     "" in
                   Printf.printf "  proved: %s%s\n" name met;
                   List.iter (fun (what, v) -> Printf.printf "    %s = %s\n" (show_name what) (show_value v)) values) results;
           List.iter (fun (c, yes) -> Printf.printf "  proved: %s%s, on all parts, with all that is expected\n"
               (show_claim priors others c) (if yes then " holds" else " fails")) parts;
           List.iter (Printf.printf "  refused: %s\n") wrong;
           List.iter (Printf.printf "  not covered: %s\n") beyond;
           if code = 1 && wrong = [] && List.for_all (fun (_, r) -> match r with Proved _ -> true | _ -> false) results then
             print_endline "  a declared claim is missing, or one is stated twice";
           if code = 3 && beyond = [] && left <> [] then print_endline "  a declared claim is left undecided"
           end;
           code)

let usage = "Usage: verify-proved [--coq] PROBLEM.json CERTIFICATE.json"

(* What is declined as such, wherever it occurs; README.md says the same. *)
let not_covered =
  "\nWhere alpha and all numbers are rational every claim is covered, of both verdicts. Not covered are, and declined (3):\n"
  ^ String.concat "" (List.map (Printf.sprintf "- %s\n") [
    "solutions that are enclosed";
    "e^-r with another irrational number beside it";
    "powers of t above 4,096, where a number is irrational";
    "an interval of alpha with an irrational end";
    "over an interval: parts with different verdicts, and one number at which a statement fails";
    "unique and least at an irrational alpha on more than 64 nodes";
    Printf.sprintf "more than %d entries at an irrational number, or over an interval" most_entries;
    "a composition of more than 2^20 entries, written out";
    Printf.sprintf "a product of more than %d copies" most_copies;
    "--coq where t is irrational or an interval" ])

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 400 };
  let say code why =
    let word = match code with 1 -> "REFUSED: " | 3 -> "DECLINED: " | _ -> "" in
    (if code = 2 then prerr_endline else print_endline) (word ^ why);
    code in
  let code =
    match Array.to_list Sys.argv with
    | [ _; problem; certificate ] | [ _; "--coq"; problem; certificate ] -> (
        try run ~coq:(Array.length Sys.argv = 4) problem certificate with
        | Exit_with (code, why) -> say code why
        | Json.Malformed why -> say 2 ("no JSON: " ^ why)
        | Elaborate.Malformed why -> say 2 ("malformed: " ^ why)
        | Big.Too_large | Stack_overflow | Out_of_memory -> say 3 "too large")
    | [ _; "--help" ] -> print_string (usage ^ "\n" ^ not_covered); 0
    | _ -> say 2 usage in
  exit code
