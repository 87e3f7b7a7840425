(** What a file that `verify-proved --coq` writes rests on: rational numbers, and an answer that is computed. *)

From Coq Require Import Reals List ZArith QArith Qreals Bool String.
From DP Require Import Spec Numbers Kinds Cuts Problem Claims Reading Checker.
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

(** The sets of thresholds that are found: by the ends of their parts, each by itself. *)
Definition has_set (P : instance) (l : list (cut * cut)) : Prop := exists parts, is_set P parts /\
  Forall2 (fun x c => is_t (kind_of (fst c)) (fst x) /\ is_t (kind_of (snd c)) (snd x)) parts l.
Definition sets (a : answer rationals) : list (list (cut * cut)) :=
  match a with
  | Answer _ _ _ results _ _ =>
      flat_map (fun sr => match snd sr with
                          | Proved _ values _ => flat_map (fun v => match v with (TheSet, VParts l) => [l] | _ => [] end) values
                          | _ => []
                          end) results
  | _ => []
  end.
Lemma has_set_ok P c l : value P c TheSet (Parts (map ends l)) -> forallb (fun x => is_cut (fst x) && is_cut (snd x)) l = true
  ->
  has_set P l.
Proof.
  intros V C. exists (map ends l). split; [destruct c; try (now destruct V); exact V|]. clear V. induction l as [|[a b] l IH];
    simpl in *; constructor; apply andb_prop in C as [C1 C2]; [|auto].
  apply andb_prop in C1 as [A B]. split; now apply is_cut_ok.
Qed.

Theorem accepted (tree : json) (offered : option (list (list (option nat)))) (open : list claim) (l : list (statement
  rationals)) (found : list (list (cut * cut))) :
  (let a := check rationals tree offered open l in (is_accepted a, sets a)) = (true, found) ->
  forallb (forallb (fun x => is_cut (fst x) && is_cut (snd x))) found = true ->
  states offered tree (fun P declared =>
    verdicts P (map (fun s => (s_claim rationals s, s_yes rationals s)) l) /\
    fold_right (fun s rest => has_set P s /\ rest) True found /\
    forall c, In c declared -> In c (map (s_claim rationals) l)).
Proof.
  destruct (check rationals tree offered open l) as [w|w|p s results missing nc] eqn:E; try discriminate.
  - destruct s; try discriminate. intros Eq Cuts. injection Eq as Found.
    apply (check_sound rationals Q2R rationals_sound) in E as [declared [R [M [S A]]]].
    destruct (A eq_refl) as [A1 [A2 A3]]. exists p, declared. split; [exact R|split; [|split]].
    + assert (B : forall st r, In (st, r) results -> if s_yes rationals st then holds (meant rationals Q2R p) (s_claim
      rationals st)
                                                  else ~ holds (meant rationals Q2R p) (s_claim rationals st)).
      { intros st r Hin. assert (Q := S st r Hin). assert (Pr := A1 st r Hin). destruct r; try discriminate. apply Q. }
      rewrite <- M. clear - B. induction results as [|[st r] results IH]; simpl; [exact I|]. split.
      * apply (B st r). left. reflexivity.
      * apply IH. intros st' r' H. apply (B st' r'). right. exact H.
    + assert (B : forall s, In s found -> has_set (meant rationals Q2R p) s).
      { intros s Hs. rewrite forallb_forall in Cuts. assert (C := Cuts s Hs). rewrite <- Found in Hs.
        apply in_flat_map in Hs as [[st r] [Hr Hs]]. destruct r as [values e| |]; try contradiction Hs.
        apply in_flat_map in Hs as [[what v] [Hv Hs]]. destruct what; try contradiction Hs. destruct v; try contradiction Hs.
        destruct Hs as [<-|[]]. destruct (S st _ Hr) as [_ [_ [Q _]]]. specialize (Q _ _ Hv).
        exact (has_set_ok _ _ _ Q C). }
      clear - B. induction found as [|s found IH]; simpl; [exact I|]. split; [apply B; now left|]. apply IH.
        intros; apply B; now right.
    + intros c Hc. apply in_flat_map in Hc as [d [Hd Hc]]. destruct (A3 d Hd) as [c' [e [st [-> [I E]]]]].
      destruct Hc as [<-|[]]. rewrite <- E. now apply in_map.
Qed.
