(** What the numbers of a problem are: rational, or polynomials at the t that it names. *)

From Coq Require Import Reals List ZArith QArith Qreals Bool String.
From DP Require Import Spec Expected Numbers Polynomials Places Kinds Vectors Problem Reading Checker.
Import ListNotations.
Open Scope list_scope.
Open Scope string_scope.

(** t, as a problem says it: {"exponential": r}, {"root_of": p, "between": [low, high]}, {"between": [low, high]}. *)
Definition kind_in (j : json) : reading kind :=
  match get "exponential" j, get "root_of" j with
  | Some r, None =>
      let* _ := absent "beside" j "e^-r beside another irrational number" in
      let* _ := just ["exponential"] j in
      let* r := rational r in
      if (0 <? Qnum r)%Z then Read (Exponential r) else Malformed "exponential"
  | None, Some p =>
      root_in j
  | None, None => let* _ := just ["between"] j in let* (low, high) := between_in j in
      let* _ := ask ((0 <=? Qnum low)%Z && (Qnum high <=? Zpos (Qden high))%Z) "an interval" in Read (Interval low high)
  | _, _ => Malformed "t"
  end.

Inductive sort := Rational | Unusual (k : kind) (p : Places.place).
Definition sort_in (h : hints) (j : json) : reading sort :=
  match get "t" j with
  | None => Read Rational
  | Some x =>
      let* k := kind_in x in
      match place_of k h with
      | Some p => if is_some k (fst (fst (h_signs h))) (snd (fst (h_signs h))) (snd (h_signs h)) then Read (Unusual k p)
                  else NotCovered "a t of which it does not show that it is"
      | None => NotCovered "a t that is not enclosed"
      end
  end.

Definition ops_of (s : sort) : ops := match s with Rational => rationals | Unusual _ p => at_t p end.
Definition val_of (s : sort) (t : R) : num (ops_of s) -> R :=
  match s with Rational => Q2R | Unusual _ p => nval p t end.

(** t is what the problem says; there is such a number; and the numbers stand for what they are at it. *)
Definition is_of (s : sort) (t : R) : Prop := match s with Rational => True | Unusual k _ => is_t k t end.

Theorem sort_sound h j s t : sort_in h j = Read s -> is_of s t -> sound (ops_of s) (val_of s t).
Proof.
  unfold sort_in. destruct (get "t" j) as [x|]; [|intros H; inversion H; intros _; exact rationals_sound].
  destruct (kind_in x) as [k|w|w]; try discriminate. cbn [bind]. destruct (place_of k h) as [p|] eqn:P; [|discriminate].
  destruct (is_some _ _ _ _); [|discriminate]. intros H T. inversion H. subst s. apply at_t_sound. apply (place_of_ok k h);
    auto.
Qed.
Theorem sort_some h j s : sort_in h j = Read s -> exists t, is_of s t.
Proof.
  unfold sort_in. destruct (get "t" j) as [x|]; [|intros H; inversion H; exists 0%R; exact I].
  destruct (kind_in x) as [k|w|w]; try discriminate. cbn [bind]. destruct (place_of k h) as [p|] eqn:P; [|discriminate].
  destruct (is_some _ _ _ _) eqn:S; [|discriminate]. intros H. inversion H. subst s. apply (is_some_ok _ _ _ _ S).
Qed.
Theorem sort_polynomial h j s t f p : sort_in h j = Read s -> is_of s t -> polynomial (ops_of s) = Some f ->
  val_of s t (f p) = eval p t.
Proof.
  unfold sort_in. destruct (get "t" j) as [x|]; [|intros H; injection H as <-; intros _ F; exfalso; cbn in F; discriminate F].
  destruct (kind_in x) as [k|w|w]; try discriminate. cbn [bind]. destruct (place_of k h) as [pl|] eqn:P; [|discriminate].
  destruct (is_some _ _ _ _); [|discriminate]. intros H T. injection H as <-. intros F. change (Some (n_poly pl) = Some f) in
    F. injection F as <-.
  apply (n_poly_val pl t). apply (place_of_ok k h); auto.
Qed.

Close Scope string_scope.

(** What is proved of a problem is so at every number that t can be, and there is one. *)
Theorem check_sound_at h tree s offered open l p st results missing not_covered :
  sort_in h tree = Read s -> check (ops_of s) tree offered open l = Answer (ops_of s) p st results missing not_covered ->
  (exists t, is_of s t) /\ forall t, is_of s t -> is_so (ops_of s) (val_of s t) tree offered l p st results.
Proof.
  intros S C. split; [exact (sort_some h tree s S)|]. intros t T.
  exact (check_sound (ops_of s) (val_of s t) (sort_sound h tree s t S T) tree offered open l p st results missing not_covered
    C).
Qed.

(** ** An interval in parts: the same claim, with a witness for each piece *)

Definition checked_on (tree : json) (offered : option (list (list (option nat)))) (open : list claim) (c : claim) (yes : bool)
  (k : kind) (h : hints) (given : forall p, statement (at_t p)) : bool :=
  match place_of k h with
  | None => false
  | Some p =>
      match check (at_t p) tree offered open [given p] with
      | Answer _ _ _ [(s, Proved _ _ e)] _ _ =>
          claim_eqb (s_claim _ s) c && Bool.eqb (s_yes _ s) yes && match e with Some false => false | _ => true end
      | _ => false
      end
  end.

(** [give]: hints and a statement for each piece; of the pieces an interval is made up by these cuts. *)
Definition check_parts (tree : json) (offered : option (list (list (option nat)))) (open : list claim) (c : claim) (yes : bool)
  (low high : Q) (cuts : list cut) (give : kind -> nat -> hints * (forall p, statement (at_t p))) : bool :=
  forallb (fun ki => let (h, s) := give (fst ki) (snd ki) in checked_on tree offered open c yes (fst ki) h s) (pieces low
    cuts high 0).

(** At every t of the interval the verdict is so, and all that is expected. *)
Theorem check_parts_sound tree offered open c yes low high cuts give :
  check_parts tree offered open c yes low high cuts give = true -> forall t, is_t (Interval low high) t ->
  exists p x declared,
    at_place p t /\ reads (at_t p) (nval p t) tree offered x declared /\
    (if yes then holds (meant (at_t p) (nval p t) x) c else ~ holds (meant (at_t p) (nval p t) x) c) /\
    (declares (at_t p) declared c = true ->
      met (nval p t) (meant (at_t p) (nval p t) x) c yes (expected_of (at_t p) declared c)).
Proof.
  intros H t T. destruct (pieces_cover cuts high t low O T) as [k [n [I P]]]. unfold check_parts in H. rewrite forallb_forall
    in H.
  specialize (H _ I). cbn [fst snd] in H. destruct (give k n) as [h s]. unfold checked_on in H.
  destruct (place_of k h) as [p|] eqn:E; [|discriminate]. assert (A := place_of_ok k h p t E P).
  destruct (check (at_t p) tree offered open [s p]) as [w|w|x st results missing nc] eqn:C; try discriminate.
  destruct results as [|[s' r] [|r' l]]; try (destruct r as [v e|w|w]); try discriminate.
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2]. apply claim_eqb_eq in H1. apply eqb_prop in H2.
  destruct (check_sound (at_t p) (nval p t) (at_t_sound p t A) _ _ _ _ _ _ _ _ _ C) as [declared [R [_ [S _]]]].
  exists p, x, declared. split; [exact A|split; [exact R|]].
  destruct (S s' (Proved (at_t p) v e) (or_introl eq_refl)) as [_ [S1 [_ S2]]]. rewrite H1, H2 in S1, S2. split; [exact S1|].
  intros D. destruct e as [[|]|]; [exact S2|discriminate|]. rewrite S2 in D. discriminate.
Qed.
