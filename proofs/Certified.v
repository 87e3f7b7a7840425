(** What a file that `verify-proved --coq` writes rests on: rational numbers, and an answer that is computed. *)

From Coq Require Import Reals List ZArith QArith Qreals Bool String.
From DP Require Import Spec Numbers Problem Reading Checker.
Import ListNotations.
Open Scope list_scope.

Definition is_accepted (a : answer rationals) : bool := match a with Answer _ _ Accepted _ _ _ => true | _ => false end.

(** What the problem of a tree is. *)
Definition states (offered : option (list (list (option nat)))) (tree : json) (statement : instance -> list claim ->
  Prop) : Prop :=
  exists p declared, reads rationals Q2R tree offered p declared /\
    statement (meant rationals Q2R p) (flat_map (fun d => match d with Declared c _ => [c] | Other _ => [] end) declared).

Definition verdicts (P : instance) (l : list (claim * bool)) : Prop :=
  fold_right (fun (s : claim * bool) (rest : Prop) => (if snd s then holds P (fst s) else ~ holds P (fst s)) /\ rest) True l.

Theorem accepted (tree : json) (offered : option (list (list (option nat)))) (open : list claim) (l : list (statement
  rationals)) : is_accepted (check rationals tree offered open l) = true ->
  states offered tree (fun P declared =>
    verdicts P (map (fun s => (s_claim rationals s, s_yes rationals s)) l) /\ forall c, In c declared ->
      In c (map (s_claim rationals) l)).
Proof.
  destruct (check rationals tree offered open l) as [w|w|p s results missing nc] eqn:E; try discriminate.
  - destruct s; try discriminate. intros _.
    apply (check_sound rationals Q2R rationals_sound) in E as [declared [R [M [S A]]]].
    destruct (A eq_refl) as [A1 [A2 A3]]. exists p, declared. split; [exact R|split].
    + assert (B : forall st r, In (st, r) results -> if s_yes rationals st then holds (meant rationals Q2R p) (s_claim
      rationals st)
                                                  else ~ holds (meant rationals Q2R p) (s_claim rationals st)).
      { intros st r Hin. assert (Q := S st r Hin). assert (Pr := A1 st r Hin). destruct r; try discriminate. apply Q. }
      rewrite <- M. clear - B. induction results as [|[st r] results IH]; simpl; [exact I|]. split.
      * apply (B st r). left. reflexivity.
      * apply IH. intros st' r' H. apply (B st' r'). right. exact H.
    + intros c Hc. apply in_flat_map in Hc as [d [Hd Hc]]. destruct (A3 d Hd) as [c' [e [st [-> [I E]]]]].
      destruct Hc as [<-|[]]. rewrite <- E. now apply in_map.
Qed.
