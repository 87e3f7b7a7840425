(* JSON as RFC 8259 has it: no key twice, nothing after the document. *)

type t = Null | Bool of bool | Number of string | String of string | Array of t list | Object of (string * t) list

exception Malformed of string

let most_depth = 64

let parse text =
  if not (Printable.is_utf8 text) then raise (Malformed "no UTF-8");
  let length = String.length text and at = ref 0 in
  let fail what = raise (Malformed (Printf.sprintf "%s at byte %d" what !at)) in
  let peek () = if !at < length then text.[!at] else '\000' in
  let rec blank () = match peek () with ' ' | '\t' | '\n' | '\r' when !at < length -> incr at; blank () | _ -> () in
  let expect c = if !at < length && text.[!at] = c then incr at else fail (Printf.sprintf "no '%c'" c) in
  let word w value =
    let n = String.length w in
    if !at + n <= length && String.sub text !at n = w then (at := !at + n; value) else fail "no JSON value" in
  let hex () =
    if !at + 4 > length then fail "a short escape";
    let digit c = match c with
      | '0' .. '9' -> Char.code c - 48 | 'a' .. 'f' -> Char.code c - 87 | 'A' .. 'F' -> Char.code c - 55
      | _ -> fail "a wrong escape" in
    let v = ref 0 in
    for k = 0 to 3 do v := (!v * 16) + digit text.[!at + k] done;
    at := !at + 4;
    !v in
  let string () =
    expect '"';
    let b = Buffer.create 16 in
    let rec go () =
      if !at >= length then fail "a string without an end";
      match text.[!at] with
      | '"' -> incr at
      | '\\' ->
          incr at;
          let c = peek () in
          incr at;
          (match c with
           | '"' | '\\' | '/' -> Buffer.add_char b c
           | 'b' -> Buffer.add_char b '\b' | 'f' -> Buffer.add_char b '\012' | 'n' -> Buffer.add_char b '\n'
           | 'r' -> Buffer.add_char b '\r' | 't' -> Buffer.add_char b '\t'
           | 'u' ->
               let u = hex () in
               let u =
                 if u >= 0xD800 && u < 0xDC00 then begin
                   expect '\\'; expect 'u';
                   let low = hex () in
                   if low < 0xDC00 || low > 0xDFFF then fail "half of a surrogate pair";
                   0x10000 + ((u - 0xD800) lsl 10) + (low - 0xDC00)
                 end else if u >= 0xDC00 && u < 0xE000 then fail "half of a surrogate pair"
                 else u in
               Buffer.add_utf_8_uchar b (Uchar.of_int u)
           | _ -> fail "a wrong escape");
          go ()
      | c when Char.code c < 32 -> fail "a control character"
      | c -> Buffer.add_char b c; incr at; go () in
    go ();
    Buffer.contents b in
  let number () =
    let from = !at in
    let digits () =
      let first = !at in
      while (match peek () with '0' .. '9' when !at < length -> true | _ -> false) do incr at done;
      if !at = first then fail "no digit" in
    if peek () = '-' then incr at;
    if peek () = '0' then incr at else digits ();
    if peek () = '.' then (incr at; digits ());
    (match peek () with
     | 'e' | 'E' -> incr at; (match peek () with '+' | '-' -> incr at | _ -> ()); digits ()
     | _ -> ());
    String.sub text from (!at - from) in
  let rec value depth =
    if depth > most_depth then fail "too deep";
    blank ();
    match peek () with
    | '{' ->
        incr at; blank ();
        if peek () = '}' then (incr at; Object [])
        else begin
          let seen = Hashtbl.create 8 in
          let rec members all =
            blank ();
            let key = string () in
            if Hashtbl.mem seen key then fail "a key twice";
            Hashtbl.add seen key ();
            blank (); expect ':';
            let v = value (depth + 1) in
            blank ();
            let all = (key, v) :: all in
            if peek () = ',' then (incr at; members all) else (expect '}'; List.rev all) in
          Object (members [])
        end
    | '[' ->
        incr at; blank ();
        if peek () = ']' then (incr at; Array [])
        else begin
          let rec items all =
            let v = value (depth + 1) in
            blank ();
            if peek () = ',' then (incr at; items (v :: all)) else (expect ']'; List.rev (v :: all)) in
          Array (items [])
        end
    | '"' -> String (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | '-' | '0' .. '9' -> Number (number ())
    | _ -> fail "no JSON value" in
  let v = value 1 in
  blank ();
  if !at < length then fail "something after the document";
  v

(* An integer as FORMAT.md writes them. *)
let is_integer s =
  let n = String.length s in
  let from = if n > 0 && s.[0] = '-' then 1 else 0 in
  n > from
  && (let ok = ref true in String.iteri (fun i c -> if i >= from && (c < '0' || c > '9') then ok := false) s; !ok)
  && (s.[from] <> '0' || (n = 1))

let is_index s = String.length s <= 9 && is_integer s && s.[0] <> '-'

let keys = function Object l -> List.map fst l | _ -> []
let get key = function Object l -> List.assoc_opt key l | _ -> None
