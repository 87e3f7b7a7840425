(** Distances: a table of them is offered, and shown to be right by "0 on the diagonal, else the least that a step to a
    neighbour and its distance come to". *)

From Coq Require Import Reals List Lra Lia Arith Bool.
From DP Require Import Spec Sums Vectors.
Import ListNotations.
Open Scope nat_scope.

Definition graph_of (n : nat) (nb : nat -> list (nat * nat)) : graph :=
  {| nodes := n; step := fun i h l => In (h, l) (nb i) |}.

(** Neighbours are nodes, and no edge has the length 0. *)
Definition graph_ok (n : nat) (nb : nat -> list (nat * nat)) : bool :=
  forallb (fun i => forallb (fun hl => (fst hl <? n) && (1 <=? snd hl)) (nb i)) (seq 0 n).

Definition oplus (l : nat) (e : option nat) : option nat := match e with Some a => Some (l + a) | None => None end.
Definition omin (a b : option nat) : option nat :=
  match a, b with Some x, Some y => Some (if x <=? y then x else y) | None, b => b | a, None => a end.
Definition oeq (a b : option nat) : bool :=
  match a, b with Some x, Some y => x =? y | None, None => true | _, _ => false end.
Fixpoint set_at {A} (i : nat) (x : A) (l : list A) : list A :=
  match l, i with [], _ => [] | _ :: l, O => x :: l | y :: l, S i => y :: set_at i x l end.

Section Distances.
Variables (n : nat) (nb : nat -> list (nat * nat)) (dm : list (list (option nat))).
Let e i j := nth j (nth i dm []) None.

Definition by_steps (i : nat) : list (option nat) :=
  fold_left (fun acc hl => map2 (fun a b => omin a (oplus (snd hl) b)) acc (nth (fst hl) dm [])) (nb i) (repeat None n).

Definition distances_ok : bool :=
  graph_ok n nb && (length dm =? n) && forallb (of_length n) dm &&
  forallb (fun i => all2 oeq (nth i dm []) (set_at i (Some 0) (by_steps i))) (seq 0 n).

Lemma oeq_eq a b : oeq a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; auto. intros H. apply Nat.eqb_eq in H. now subst. Qed.

Lemma set_at_nth {A} i j (x d : A) l : i < length l -> nth j (set_at i x l) d = if j =? i then x else nth j l d.
Proof.
  revert i j; induction l; simpl; intros i j H; [lia|].
  destruct i, j; simpl; auto. apply IHl. lia.
Qed.

Lemma set_at_length {A} i (x : A) l : length (set_at i x l) = length l.
Proof. revert i; induction l; destruct i; simpl; auto. Qed.

Hypothesis ok : distances_ok = true.

Lemma shape : graph_ok n nb = true /\ length dm = n /\ (forall i, i < n -> length (nth i dm []) = n) /\
  (forall i, i < n -> all2 oeq (nth i dm []) (set_at i (Some 0) (by_steps i)) = true).
Proof.
  unfold distances_ok in ok. apply andb_prop in ok as [H H4]. apply andb_prop in H as [H H3].
  apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H2. repeat split; auto.
  - intros i Hi. apply Nat.eqb_eq. apply (forallb_nth _ _ _ [] H3). lia.
  - intros i Hi. exact (forallb_seq _ _ _ H4 Hi).
Qed.

Lemma step_ok i h l : i < n -> In (h, l) (nb i) -> h < n /\ 1 <= l.
Proof.
  intros Hi Hin. destruct shape as [G _]. assert (F := forallb_seq _ _ _ G Hi). cbv beta in F.
  rewrite forallb_forall in F. specialize (F _ Hin). cbn [fst snd] in F. apply andb_prop in F as [A B].
  apply Nat.ltb_lt in A. apply Nat.leb_le in B. auto.
Qed.

Lemma fold_nth l acc j : j < n -> length acc = n -> (forall h k, In (h, k) l -> h < n) ->
  nth j (fold_left (fun acc hl => map2 (fun a b => omin a (oplus (snd hl) b)) acc (nth (fst hl) dm [])) l acc) None
  = fold_left (fun a hl => omin a (oplus (snd hl) (e (fst hl) j))) l (nth j acc None)
  /\ length (fold_left (fun acc hl => map2 (fun a b => omin a (oplus (snd hl) b)) acc (nth (fst hl) dm [])) l acc) = n.
Proof.
  intros Hj. destruct shape as [_ [_ [Lr _]]]. revert acc. induction l as [|[h k] l IH]; intros acc La Hl; auto.
  cbn [fold_left fst snd]. assert (Hh : h < n) by (apply (Hl h k); simpl; auto).
  assert (L2 : length (map2 (fun a b => omin a (oplus k b)) acc (nth h dm [])) = n)
    by (rewrite map2_length; auto; rewrite Lr; auto).
  destruct (IH _ L2) as [E L]; [intros; eapply Hl; simpl; eauto|]. split; auto. rewrite E. f_equal.
  rewrite (map2_nth _ acc (nth h dm []) j None None) by (rewrite ?Lr; auto; lia). reflexivity.
Qed.

Lemma e_step i j : i < n -> j < n -> i <> j ->
  e i j = fold_left (fun a hl => omin a (oplus (snd hl) (e (fst hl) j))) (nb i) None.
Proof.
  intros Hi Hj D. destruct shape as [_ [_ [Lr A]]]. specialize (A i Hi).
  assert (F := fun acc La => fold_nth (nb i) acc j Hj La (fun h k I => proj1 (step_ok i h k Hi I))).
  destruct (F (repeat None n) (repeat_length _ _)) as [E L]. rewrite nth_repeat in E. rewrite <- E.
  assert (Q := all2_nth _ _ _ j None None A). rewrite Lr in Q by auto. specialize (Q Hj). apply oeq_eq in Q.
  unfold e. rewrite Q. rewrite set_at_nth by (unfold by_steps; rewrite L; auto).
  destruct (Nat.eqb_spec j i); [lia|reflexivity].
Qed.

Lemma e_diag i : i < n -> e i i = Some 0.
Proof.
  intros Hi. destruct shape as [_ [_ [Lr A]]]. specialize (A i Hi).
  assert (F := fun acc La => fold_nth (nb i) acc i Hi La (fun h k I => proj1 (step_ok i h k Hi I))).
  destruct (F (repeat None n) (repeat_length _ _)) as [E L].
  assert (Q := all2_nth _ _ _ i None None A). rewrite Lr in Q by auto. specialize (Q Hi). apply oeq_eq in Q.
  unfold e. rewrite Q. rewrite set_at_nth by (unfold by_steps; rewrite L; auto). now rewrite Nat.eqb_refl.
Qed.

Lemma fold_le (f : nat * nat -> option nat) l a x : fold_left (fun a hl => omin a (f hl)) l a = x ->
  (forall b, a = Some b -> exists c, x = Some c /\ c <= b) /\
  (forall hl b, In hl l -> f hl = Some b -> exists c, x = Some c /\ c <= b) /\
  (forall c, x = Some c -> a = Some c \/ exists hl, In hl l /\ f hl = Some c).
Proof.
  revert a; induction l as [|p l IH]; simpl; intros a E.
  - subst. repeat split; [intros b ->; eauto|tauto|auto].
  - destruct (IH _ E) as [I1 [I2 I3]]. repeat split.
    + intros b ->. destruct (f p) as [y|]; simpl in I1.
      * destruct (I1 _ eq_refl) as [c [Hc Le]]. exists c. split; auto. destruct (Nat.leb_spec b y); lia.
      * destruct (I1 _ eq_refl) as [c [Hc Le]]. eauto.
    + intros hl b [->|Hin] Hf; [|eauto]. rewrite Hf in I1. destruct a as [y|]; simpl in I1.
      * destruct (I1 _ eq_refl) as [c [Hc Le]]. exists c. split; auto. destruct (Nat.leb_spec y b); lia.
      * destruct (I1 _ eq_refl) as [c [Hc Le]]. eauto.
    + intros c Hc. destruct (I3 c Hc) as [Ho|[hl [Hin Hf]]]; [|eauto].
      destruct a as [y|], (f p) as [z|] eqn:Fp; simpl in Ho; inversion Ho; subst; eauto.
      destruct (Nat.leb_spec y z); [auto|right; exists p; subst; auto].
Qed.

(** No walk is shorter. *)
Lemma walk_bound i j L : walk (graph_of n nb) i j L -> i < n -> j < n -> exists d, e i j = Some d /\ d <= L.
Proof.
  induction 1 as [i|i h j l L S W IH]; intros Hi Hj.
  - exists 0. rewrite e_diag; auto.
  - simpl in S. destruct (step_ok _ _ _ Hi S) as [Hh Hl]. destruct (IH Hh Hj) as [d [Hd Le]].
    destruct (Nat.eq_dec i j) as [->|D]; [exists 0; rewrite e_diag by auto; split; auto; lia|].
    assert (E := e_step i j Hi Hj D). symmetry in E. apply fold_le in E as [_ [E2 _]].
    destruct (E2 (h, l) (l + d) S) as [c [Hc Lc]]; [simpl; now rewrite Hd|]. exists c. split; auto. lia.
Qed.

(** And one is as short. *)
Lemma walk_found d : forall i j, i < n -> j < n -> e i j = Some d -> walk (graph_of n nb) i j d.
Proof.
  induction d as [d IH] using (well_founded_induction lt_wf). intros i j Hi Hj E.
  destruct (Nat.eq_dec i j) as [->|D].
  - rewrite e_diag in E by auto. inversion E. constructor.
  - assert (F := e_step i j Hi Hj D). rewrite E in F. symmetry in F. apply fold_le in F as [_ [_ F3]].
    destruct (F3 d eq_refl) as [N|[[h l] [Hin Hf]]]; [discriminate|]. simpl in Hf.
    destruct (step_ok _ _ _ Hi Hin) as [Hh Hl].
    destruct (e h j) as [a|] eqn:Ea; simpl in Hf; [|discriminate]. inversion Hf. subst d.
    apply (go (graph_of n nb) i h j l a Hin). apply IH; auto. lia.
Qed.

Lemma distance_known i j : i < n -> j < n ->
  match e i j with
  | Some d => distance (graph_of n nb) i j d
  | None => forall L, ~ walk (graph_of n nb) i j L
  end.
Proof.
  intros Hi Hj. destruct (e i j) as [d|] eqn:E.
  - split; [now apply walk_found|]. intros L W. destruct (walk_bound i j L W Hi Hj) as [d' [E' Le]].
    rewrite E in E'. inversion E'. subst. auto.
  - intros L W. destruct (walk_bound i j L W Hi Hj) as [dd [E2 Le]]. congruence.
Qed.

Lemma distance_is i j d : i < n -> j < n -> distance (graph_of n nb) i j d -> e i j = Some d.
Proof.
  intros Hi Hj [W M]. assert (K := distance_known i j Hi Hj). destruct (e i j) as [d'|].
  - destruct K as [W' M']. f_equal. apply Nat.le_antisymm; auto.
  - exfalso. eapply K; eauto.
Qed.
End Distances.

(** Symmetric, as distances of undirected graphs are. *)
Definition symmetric (n : nat) (dm : list (list (option nat))) : bool := all2 (all2 oeq) dm (transpose n dm).

Lemma symmetric_ok n dm i j : forallb (of_length n) dm = true -> length dm = n -> symmetric n dm = true -> i < n -> j < n ->
  nth j (nth i dm []) None = nth i (nth j dm []) None.
Proof.
  intros Lr Ln S Hi Hj. unfold symmetric in S.
  assert (A := all2_nth _ _ _ i [] [] S). rewrite Ln in A. specialize (A Hi).
  assert (Li : length (nth i dm []) = n) by (apply Nat.eqb_eq; apply (forallb_nth _ _ _ [] Lr); lia).
  assert (B := all2_nth _ _ _ j None None A). rewrite Li in B. specialize (B Hj). apply oeq_eq in B.
  rewrite B. now apply transpose_nth.
Qed.

Section Walks.
Open Scope R_scope.
Variables (G : graph) (a : R).
Hypothesis a0 : 0 <= a.
Hypothesis inside : forall i h l, (i < nodes G)%nat -> step G i h l -> (h < nodes G)%nat.

(** c ≥ 0 with α^l·c_i ≤ c_h on every edge: a column of a private mechanism. *)
Definition cone (c : nat -> R) : Prop :=
  (forall i, (i < nodes G)%nat -> 0 <= c i) /\
  forall i h l, (i < nodes G)%nat -> (h < nodes G)%nat -> step G i h l -> a ^ l * c i <= c h.

Lemma cone_walk c i j L : cone c -> walk G i j L -> (i < nodes G)%nat -> a ^ L * c i <= c j.
Proof.
  intros [Hc Hs] W. induction W as [i|i h j l L S W IH]; intros Hi.
  - simpl. lra.
  - assert (Hh := inside _ _ _ Hi S). specialize (IH Hh). specialize (Hs i h l Hi Hh S).
    rewrite pow_add. assert (0 <= a ^ L) by (apply pow_le; auto).
    replace (a ^ l * a ^ L * c i) with (a ^ L * (a ^ l * c i)) by ring.
    apply Rle_trans with (a ^ L * c h); auto. apply Rmult_le_compat_l; auto.
Qed.

Lemma private_column m Y o : private G a m Y -> (o < m)%nat -> cone (fun i => Y i o).
Proof. intros [H1 H2] Ho. split; intros; eauto. Qed.
End Walks.
