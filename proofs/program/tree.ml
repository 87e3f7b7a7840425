(* The tree that the proved program reads: strings that are integers or fractions are numbers there. *)
open Proved

let rec of_json : Json.t -> json = function
  | Json.Null -> Null
  | Json.Bool b -> Truth b
  | Json.Number s ->
      if Json.is_index s then Index (int_of_string s)
      else if Json.is_integer s && s.[0] <> '-' then Long (Big.of_string s)
      else Null
  | Json.String s ->
      if Json.is_integer s then Whole (Big.of_string s)
      else (
        match String.index_opt s '/' with
        | Some k ->
            let a = String.sub s 0 k and b = String.sub s (k + 1) (String.length s - k - 1) in
            if Json.is_integer a && Json.is_integer b && b.[0] <> '-' && b <> "0" then Ratio (Big.of_string a, Positive.checked (Big.of_string b))
            else Text s
        | None -> Text s)
  | Json.Array l -> Array (List.map of_json l)
  | Json.Object l -> Object (List.map (fun (k, v) -> (k, of_json v)) l)
