(* Positive integers: the type that Coq has for denominators. None is made but by a check, or of others. *)
type t
val checked : Big.t -> t
(** Raises [Invalid_argument] of what is not above 0. *)

val whole : t -> Big.t
val minus : t -> Big.t
val one : t
val doubled : t -> t
val doubled_plus_one : t -> t
val cases : (t -> 'a) -> (t -> 'a) -> (unit -> 'a) -> t -> 'a
val add : t -> t -> t
val mul : t -> t -> t
val equal : t -> t -> bool
val pow : t -> t -> t
val to_int : t -> int
