(** When the values of a claim are as a file expects: a verdict, and bounds on values. *)

From Coq Require Import Reals List QArith Qreals.
From DP Require Import Spec Kinds.
Open Scope R_scope.

Inductive relation := Equals | AtLeast | AtMost.
Inductive expected (N : Type) := XNumber (x : Q) | XOf (x : N) | XFlag (yes : bool) | XSet (parts : list (kind * kind)).
Arguments XNumber {N}. Arguments XOf {N}. Arguments XFlag {N}. Arguments XSet {N}.
Definition bound (N : Type) : Type := name * relation * expected N.
(** A verdict, and bounds on values. *)
Definition expectation (N : Type) : Type := bool * list (bound N).

Section Meaning.
Context {N : Type} (val : N -> R).   (* what the numbers stand for *)

(** A value is as expected: ∞ is more than every number. *)
Definition kept (q : quantity) (r : relation) (x : expected N) : Prop :=
  match q, r, x with
  | Number v, Equals, XNumber y => v = Q2R y
  | Number v, AtLeast, XNumber y => Q2R y <= v
  | Number v, AtMost, XNumber y => v <= Q2R y
  | Number v, Equals, XOf y => v = val y
  | Number v, AtLeast, XOf y => val y <= v
  | Number v, AtMost, XOf y => v <= val y
  | Infinite, AtLeast, XNumber _ => True
  | Flag b, Equals, XFlag b' => b = b'
  | Parts l, Equals, XSet l' => Forall2 (fun x k => is_t (fst k) (fst x) /\ is_t (snd k) (snd x)) l l'
  | _, _, _ => False
  end.

(** All that is expected of a claim with this verdict is so; and that something is not. *)
Definition met (P : instance) (c : claim) (verdict : bool) (all : list (expectation N)) : Prop :=
  forall e, In e all -> fst e = verdict /\
    forall what r x, In (what, r, x) (snd e) -> exists q, value P c what q /\ kept q r x.
Definition broken (P : instance) (c : claim) (verdict : bool) (all : list (expectation N)) : Prop :=
  exists e, In e all /\ (fst e <> verdict \/
    exists what r x q, In (what, r, x) (snd e) /\ value P c what q /\ ~ kept q r x).
End Meaning.
