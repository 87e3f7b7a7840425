(* verify-proved PROBLEM CERTIFICATE: 0 accepted, 1 refused, 2 unreadable, 3 declined. *)
open Proved

exception Exit_with of int * string

let read path =
  try
    let c = open_in_bin path in
    let s = really_input_string c (in_channel_length c) in
    close_in c; s
  with Sys_error e -> raise (Exit_with (2, e))

let text key j = match Json.get key j with Some (Json.String s) -> s | _ -> raise (Exit_with (2, "malformed: " ^ key))

(* The parameters of each claim. *)
let parameters = function
  | "regular" | "utility" | "utility-bound" | "leakage" | "g-leakage" | "mutual-information" -> [ "prior" ]
  | "optimal" -> [ "prior"; "within"; "delta" ]
  | "leakage-bound" -> [ "prior"; "outputs" ]
  | "jointly-optimal" -> [ "priors" ]
  | "derivable" -> [ "from" ]
  | "trade-off" -> [ "from"; "pair" ]
  | "group-privacy" -> [ "distance"; "at_most" ]
  | "renyi-dp" -> [ "order"; "bound" ]
  | "dp" | "approximate-dp" -> [ "adaptive" ]
  | "bounded-range" -> [ "epsilon" ]
  | "zcdp" -> [ "rho"; "epsilon" ]
  | _ -> []

(* A claim as a certificate may write it, in the words of a problem: numbers by the grammar, and the other spelling of a family. *)
let in_its_words j =
  let word = function
    | ("within" | "delta" | "bound") as key, x -> (key, Json.String (Form.Rational.to_string (Form.rational key x)))
    | "from", Json.String "randomized-response" -> ("from", Json.String "randomised-response")
    | other -> other in
  match j with Json.Object l -> Json.Object (List.map word l) | j -> j

(* Where the numbers are elsewhere for a while. *)
let elsewhere f =
  let saved = (!Number.place, !Number.modulus) in
  Fun.protect ~finally:(fun () -> Number.place := fst saved; Number.modulus := snd saved) f

type stated = Stated of statement | Left of claim | Unproved of claim * string | Beyond of string | Wrong of string
  | InParts of claim * bool

let statement fits knows_lengths in_parts threshold facts priors others j =
  let name = text "claim" j in
  List.iter (fun k -> if not (List.mem k ("claim" :: "verdict" :: "witness" :: "reason" :: parameters name)) then
    raise (Exit_with (2, "malformed: " ^ name ^ ": key " ^ k))) (Json.keys j);
  let yes = match text "verdict" j with
    | "holds" -> Some true | "fails" -> Some false | "undecided" -> None
    | _ -> raise (Exit_with (2, "malformed: verdict")) in
  let w = Option.value (Json.get "witness" j) ~default:(Json.Object []) in
  (match w with Json.Object _ -> () | _ -> raise (Exit_with (2, "malformed: witness")));
  let is_named f = match Json.get "others" facts.Elaborate.json with
    | Some (Json.Array l) -> List.exists (fun other -> Json.get "from" other = Some (Json.String f)) l | _ -> false in
  match
    let j = in_its_words j in
    match Json.get "from" j with
    | Some (Json.String f) when not (is_named f || List.mem f closed_forms) -> Elaborate.refuse "another file that no claim names"
    | _ -> claim_in priors others (Tree.of_json j)
  with
  | exception Elaborate.Refused why -> Wrong (name ^ ": " ^ why)
  | exception Form.Malformed what -> raise (Exit_with (2, "malformed: " ^ name ^ ": " ^ what))
  | exception Number.Uncovered what -> Beyond what
  | Malformed what -> raise (Exit_with (2, "malformed: " ^ name ^ ": " ^ what))
  | NotCovered what -> Beyond what
  | Read claim when not (knows_lengths claim) -> raise (Exit_with (2, "malformed: " ^ name ^ ": edges have lengths"))
  | Read (Derivable _ | TradeOff _ as claim) when not (fits claim) ->
      if yes = None then Left claim
      else if Form.is_refused facts.Elaborate.json claim then Wrong (name ^ ": no table of the other mechanism")
      else Unproved (claim, "a closed form that is not written out")
  | Read claim when not (fits claim) ->
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

let line ~first = Printable.print ~first ~next:"          "

let run ~coq ~holds problem_path certificate_path =
  let json = Json.parse (read problem_path) and certificate = Json.parse (read certificate_path) in
  (try Form.problem json with Form.Malformed what -> raise (Exit_with (2, "malformed problem: " ^ what)));
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
  let dist = match lengths_or_graph_in (match Json.get "graph" json with Some g -> Tree.of_json g | None -> Null) with
    | Read ((((n, near), _), _), _) -> lazy (Elaborate.distances n near)
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
  let wrong_form f = try f () with
    | Form.Malformed what -> raise (Exit_with (2, "malformed problem: " ^ what))
    | Number.Uncovered what -> raise (Exit_with (3, "not covered: whether alpha is as declared: " ^ what)) in
  if coq && sort <> Rational then raise (Exit_with (3, "no Coq file where t is irrational or an interval"));
  let k = ops_of sort in
  let has_lengths = Option.bind (Json.get "graph" json) (Json.get "unit") <> None in
  match problem_in k (if by_distance then offer () else None) tree with
  | Malformed what -> raise (Exit_with (2, "malformed problem: " ^ what))
  | NotCovered what ->
      (match Option.map (fun a -> fraction k (Tree.of_json a)) (Json.get "alpha" json) with
       | Some (Read alpha) -> wrong_form (fun () -> Form.declared sort json alpha)
       | _ -> ());
      raise (Exit_with (3, "not covered: " ^ what))
  | Read (((p, priors), others), declared) ->
      wrong_form (fun () -> Form.declared sort json p.p_alpha);
      let own = List.filter_map (function Declared (c, _) -> Some c | Other _ -> None) declared in
      if List.length (List.sort_uniq compare own) < List.length own then raise (Exit_with (2, "malformed problem: a claim twice"));
      let given key = Json.get key json <> None in
      let lacks c = match c with
        | Derivable _ | TradeOff _ -> p.p_table = None
        | Oblivious -> not (given "answers" && has k p c)
        | DpWithinRounding | StochasticWithinRounding -> not (given "rounding" && has k p c)
        | AdaptiveDp | AdaptiveApproximateDp -> not ((given "table" || given "parts") && has k p c)
        | _ -> not (has k p c) in
      if List.exists lacks own then raise (Exit_with (2, "malformed problem: a claim of what there is not"));
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
      let knows_lengths claim = not has_lengths || knows_lengths (p.p_unit = 1) claim in
      let all = List.map (statement (has k p) knows_lengths in_parts threshold facts priors others) statements in
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
           if coq && code = 0 then begin
             Coq.print (Tree.of_json (Coq.without_names json)) offered left stated
               (List.concat_map (function
                   | _, Proved (values, _) -> List.filter_map (function TheSet, VParts l -> Some l | _ -> None) values
                   | _ -> []) results);
             code
           end
           else begin
             let claim = Show.claim priors others in
             let said c yes = claim c ^ (if yes then " holds" else " fails") in
             let refuted = List.filter_map (function s, Proved (_, Some false) -> Some s.s_claim | _ -> None) results in
             let by_holds = holds && refuted <> [] && code <> 1 in
             print_endline word;
             Printf.printf "sha256 %s\n" (Printable.escaped (text "sha256" json));
             Printf.printf "%s proved\n" (Show.count (List.length (List.filter (fun (_, r) -> is_proved r) results) + List.length parts) "statement");
             List.iter (fun c -> line ~first:"declared and REFUTED: " (claim c)) refuted;
             if by_holds then print_endline "exit status 1: --holds asks that every declared claim holds";
             List.iter (line ~first:"") (Show.problem sort json p);
             List.iter (fun (s, r) ->
                 let said = said s.s_claim s.s_yes in
                 match r with
                 | NotProved why | Undecided why -> line ~first:"  not proved: " (said ^ ": " ^ why)
                 | Proved (values, expected) ->
                     line ~first:"  proved: " (said ^ match expected with
                       | Some true -> ", as expected" | Some false -> ", NOT as expected" | None -> "");
                     List.iter (fun (what, v) -> Printf.printf "    %s = %s\n" (Show.name what) (Show.value v)) values) results;
             List.iter (fun (c, yes) -> line ~first:"  proved: " (said c yes ^ ", on all parts, with all that is expected")) parts;
             List.iter (line ~first:"  refused: ") wrong;
             List.iter (line ~first:"  not covered: ") beyond;
             if code = 1 && wrong = [] && List.for_all (fun (_, r) -> is_proved r) results then
               print_endline "  a declared claim is missing, or one is stated twice";
             if code = 3 && beyond = [] && left <> [] then print_endline "  a declared claim is left undecided";
             if by_holds then 1 else code
           end)

let usage = "Usage: verify-proved [--holds | --coq] PROBLEM.json CERTIFICATE.json"

let options = "
  --holds  exit status 1 where a declared claim does not come out as the file says, though that is proved
  --coq    print a Coq file whose theorem says what is proved
"

(* What is declined as such, wherever it occurs; README.md says the same. *)
let not_covered =
  "\nEvery claim has checks. Declined (3) are, at a rational alpha too where no other is named:\n"
  ^ String.concat "" (List.map (Printf.sprintf "- %s\n") [
    "rho in the place of alpha; bounded-range, zcdp, approximate-dp-within-rounding, and optimal with a delta; mutual-information and shannon-capacity; parts of a composition by their promises alone; tables of which mass is missing; discrete Gaussian noise";
    "counts of runs in the place of a table, and not-refuted, private-by-sample and sampled-from";
    "solutions that are enclosed";
    "e^-r with another irrational number beside it";
    "powers of t above 4,096, where a number is irrational";
    "lengths of edges so fine, or so long, that alpha^(1/k) of a unit is not made, and lengths of more than nine digits in units";
    "an interval of alpha with an irrational end";
    "over an interval: parts with different verdicts, and one number at which a statement fails";
    "unique and least at an irrational alpha on more than 64 nodes";
    Printf.sprintf "more than %d entries at an irrational number, or over an interval" most_entries;
    "a composition of more than 2^20 entries, written out, of more than 64 uses of a part, or of what is no mechanism";
    "universally-optimal that holds by a remap on a forest of more than 64 nodes";
    "derivable and trade-off from a closed form of more than 65,536 entries";
    "a product that is not written out, for other claims than stochastic, dp, approximate-dp, group-privacy, renyi-dp, trade-off,\n  utility, leakage, capacity, individual-leakage and expected-error";
    "tight-constraints-exist: unique and least by a support on more than 1,100 nodes";
    Printf.sprintf "a graph of more than %d nodes" most_nodes;
    Printf.sprintf "a product of more than %d copies" most_copies;
    "--coq where t is irrational or an interval" ])

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 400 };
  let say code why =
    let word = match code with 1 -> "REFUSED: " | 3 -> "DECLINED: " | _ -> "" in
    (if code = 2 then prerr_endline else print_endline) (word ^ Printable.escaped why);
    code in
  let attempt ~coq ~holds problem certificate =
    try run ~coq ~holds problem certificate with
    | Exit_with (code, why) -> say code why
    | Json.Malformed why -> say 2 ("no JSON: " ^ why)
    | Elaborate.Malformed why -> say 2 ("malformed: " ^ why)
    | Big.Too_large | Stack_overflow | Out_of_memory -> say 3 "too large" in
  let code =
    match Array.to_list Sys.argv with
    | [ _; "--help" ] -> print_string (usage ^ "\n" ^ options ^ not_covered); 0
    | [ _; "--coq"; problem; certificate ] -> attempt ~coq:true ~holds:false problem certificate
    | [ _; "--holds"; problem; certificate ] | [ _; problem; certificate; "--holds" ] ->
        attempt ~coq:false ~holds:true problem certificate
    | [ _; problem; certificate ] -> attempt ~coq:false ~holds:false problem certificate
    | _ -> prerr_endline usage; 2 in
  exit code
