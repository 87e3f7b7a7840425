(* Text of strangers: UTF-8 as RFC 3629 has it, and what of it a terminal might obey or a reader overlook, escaped as
   `verify` does it (verifier/file/src/text.rs). *)

(* Each character of a text in turn; false where it is no UTF-8. *)
let each_character f s =
  let n = String.length s in
  let byte k = if k < n then Char.code s.[k] else 0 in
  let rec go k =
    if k >= n then true
    else
      let b = byte k in
      let length, lead, least =
        if b < 0x80 then (1, b, 0) else if b < 0xC0 then (0, 0, 0) else if b < 0xE0 then (2, b land 0x1F, 0x80)
        else if b < 0xF0 then (3, b land 0x0F, 0x800) else if b < 0xF8 then (4, b land 0x07, 0x10000) else (0, 0, 0) in
      let follows = List.init (max 0 (length - 1)) (fun i -> byte (k + 1 + i)) in
      let c = List.fold_left (fun c b -> (c lsl 6) lor (b land 0x3F)) lead follows in
      length > 0 && k + length <= n && List.for_all (fun b -> b land 0xC0 = 0x80) follows
      && c >= least && c <= 0x10FFFF && not (c >= 0xD800 && c <= 0xDFFF)
      && (f c; go (k + length)) in
  go 0

let is_utf8 = each_character ignore

(* Controls, blanks but the space, bidirectional and invisible formatting characters. *)
let unprintable = [
  (0x0, 0x1F); (0x7F, 0xA0); (0xAD, 0xAD); (0x34F, 0x34F); (0x61C, 0x61C); (0x115F, 0x1160); (0x1680, 0x1680);
  (0x17B4, 0x17B5); (0x180B, 0x180F); (0x2000, 0x200F); (0x2028, 0x202F); (0x205F, 0x206F); (0x2800, 0x2800);
  (0x3000, 0x3000); (0x3164, 0x3164); (0xFE00, 0xFE0F); (0xFEFF, 0xFEFF); (0xFFA0, 0xFFA0); (0xFFF0, 0xFFFB);
  (0x1BCA0, 0x1BCA3); (0x1D173, 0x1D17A); (0xE0000, 0xE0FFF) ]
let is_unprintable c = List.exists (fun (low, high) -> low <= c && c <= high) unprintable

let escaped s =
  let b = Buffer.create (String.length s) in
  let put c = if is_unprintable c then Printf.bprintf b "\\u{%x}" c else Buffer.add_utf_8_uchar b (Uchar.of_int c) in
  if each_character put s then Buffer.contents b else String.escaped s

(* A name in quotes; of a long one the beginning. *)
let most_shown = 40
let quoted s =
  let b = Buffer.create 64 and n = ref 0 in
  let put c =
    incr n;
    if !n <= most_shown then (if c = Char.code '"' then Buffer.add_char b '\\'; Buffer.add_utf_8_uchar b (Uchar.of_int c)) in
  if each_character put s then escaped (Printf.sprintf "\"%s%s\"" (Buffer.contents b) (if !n > most_shown then "…" else ""))
  else "\"" ^ String.escaped s ^ "\""

let columns = 80

(* A line, broken at its blanks where it is longer than 80 characters; what follows is indented. Blanks in a row are one, so
   that a stranger's text can't be laid out as lines of a report. *)
let wrapped ~first ~next line =
  let length s = let n = ref 0 in ignore (each_character (fun _ -> incr n) s); !n in
  let words = List.filter (( <> ) "") (String.split_on_char ' ' (escaped line)) in
  let lines, last, _ = List.fold_left (fun (lines, line, fresh) word ->
      if fresh || length line + 1 + length word <= columns then (lines, (if fresh then line else line ^ " ") ^ word, false)
      else (line :: lines, next ^ word, false)) ([], first, true) words in
  String.concat "\n" (List.rev (last :: lines))
let print ~first ~next line = print_endline (wrapped ~first ~next line)
