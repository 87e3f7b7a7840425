(** A problem in numbers, the instance that it is, and what every check asks of it first. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool String.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Inductive gains (N : Type) := Binary | Rows (rows : list (list N)) (loss : bool).
Arguments Binary {N}. Arguments Rows {N}.

Record problem (N : Type) := {
  p_nodes : nat;
  p_near : list (list (nat * nat));              (* the neighbours of each node, and how far *)
  p_unit : nat;
  p_alpha : N;
  p_delta : N;
  p_outputs : nat;
  p_table : option (list (list N));
  p_rounding : option N;
  p_priors : list (list N);
  p_gain : gains N;
  p_answers : option (list nat);
  p_others : list (option (nat * list (list N)));
  p_rivals : list (option (nat * list (list (nat * nat)) * (nat * list (list N))));   (* others with their graphs *)
  p_values : nat;
  p_individuals : nat;
  p_uses : list (nat * list (list N));           (* X is composed of these; of itself alone where there are none *)
  p_copies : option nat;                         (* X is that of so many individuals, each with this table *)
  p_each : list (list (list N))                  (* of each prior then a distribution for each individual, or one for all *)
}.
Arguments p_nodes {N}. Arguments p_near {N}. Arguments p_unit {N}. Arguments p_alpha {N}. Arguments p_delta {N}.
Arguments p_outputs {N}. Arguments p_table {N}. Arguments p_rounding {N}. Arguments p_priors {N}. Arguments p_gain {N}.
Arguments p_answers {N}. Arguments p_others {N}. Arguments p_rivals {N}. Arguments p_values {N}. Arguments p_individuals {N}.
Arguments p_uses {N}. Arguments p_copies {N}. Arguments p_each {N}.

(** f 0 · … · f (n − 1). *)
Fixpoint multiplied (n : nat) (f : nat -> R) : R :=
  match n with O => 1 | S k => multiplied k f * f k end.

(** A mechanism for each of u individuals, all the same ([H] section 4): nodes and outputs are strings, neighbours differ by a
    step of one entry, and X[(i_1 …), (o_1 …)] = Π_k x[i_k, o_k]. [each] is the prior of each individual. *)
Definition copies (u : nat) (each : nat -> nat -> nat -> R) (P : instance) : instance :=
  let n := nodes (the_graph P) in let m := outputs P in
  let x := fun i o => multiplied u (fun k => X P (digit n u k i) (digit m u k o)) in {|
  the_graph := {| nodes := n ^ u; step := fun i h l => exists k, (k < u)%nat /\
    step (the_graph P) (digit n u k i) (digit n u k h) l /\
    forall k', (k' < u)%nat -> k' <> k -> digit n u k' i = digit n u k' h |};
  unit_length := unit_length P; alpha := alpha P; delta := delta P; rounding := rounding P;
  outputs := m ^ u; X := x; uses := [((m ^ u)%nat, x)];
  prior := fun j i => multiplied u (fun k => each j k (digit n u k i)); guesses := n ^ u; gain := binary; is_loss := false;
  answer := fun i => i; other_outputs := other_outputs P; other := other P; other_graph := other_graph P; values := n;
  individuals := u |}.

Section Problem.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation nil0 := (nil0 K).
Local Notation one1 := (one1 K).

Definition near_of (p : problem N) (i : nat) : list (nat * nat) := nth i (p_near p) [].
Definition rows_of (p : problem N) : list (list N) := match p_table p with Some rows => rows | None => [] end.
Definition prior_of (p : problem N) (k : nat) : list N := nth k (p_priors p) [].
Definition other_of (p : problem N) (k : nat) : nat * list (list N) :=
  match nth k (p_others p) None with Some x => x | None =>
  match nth k (p_rivals p) None with Some (_, x) => x | None => (O, []) end end.
Definition rival_graph (p : problem N) (k : nat) : nat * list (list (nat * nat)) :=
  match nth k (p_rivals p) None with Some (x, _) => x | None => (O, []) end.

Definition uses_of (p : problem N) : list (nat * list (list N)) :=
  match p_uses p with [] => [(p_outputs p, rows_of p)] | l => l end.

(** The numbers of a problem as the instance that its claims are about. *)
Definition instance_of (p : problem N) : instance := {|
  the_graph := graph_of (p_nodes p) (near_of p);
  unit_length := p_unit p;
  alpha := val (p_alpha p);
  delta := val (p_delta p);
  outputs := p_outputs p;
  X := mat (rows_of p);
  rounding := match p_rounding p with Some r => val r | None => 0 end;
  prior := fun k => vec (prior_of p k);
  guesses := match p_gain p with Binary => p_nodes p | Rows rows _ => List.length rows end;
  gain := match p_gain p with Binary => binary | Rows rows _ => mat rows end;
  is_loss := match p_gain p with Binary => false | Rows _ loss => loss end;
  answer := fun i => match p_answers p with Some l => nth i l O | None => O end;
  other_outputs := fun k => fst (other_of p k);
  other := fun k => mat (snd (other_of p k));
  other_graph := fun k => graph_of (fst (rival_graph p k)) (fun i => nth i (snd (rival_graph p k)) []);
  uses := map (fun mr => (fst mr, mat (snd mr))) (uses_of p);
  values := p_values p;
  individuals := p_individuals p
|}.

(** A prior of an individual, and what is meant. *)
Definition each_of (p : problem N) (j k : nat) : list N := match nth j (p_each p) [] with [x] => x | l => nth k l [] end.
Definition meant (p : problem N) : instance :=
  match p_copies p with
  | Some u => copies u (fun j k => vec (each_of p j k)) (instance_of p)
  | None => instance_of p
  end.

Definition table_ok (n m : nat) (rows : list (list N)) : bool := of_length n rows && forallb (of_length m) rows.

(** A list is a distribution. *)
Definition is_distribution (r : list N) : bool := nonneg K r && eqn K (lsum K r) one1.

Definition well_formed (p : problem N) : bool :=
  let n := p_nodes p in
  (1 <=? n)%nat && of_length n (p_near p) && graph_ok n (near_of p) &&
  lt K nil0 (p_alpha p) && le K (p_alpha p) one1 &&
  (match p_table p with Some rows => table_ok n (p_outputs p) rows | None => true end) &&
  forallb (fun r => of_length n r && is_distribution r) (p_priors p) &&
  (match p_gain p with Binary => true | Rows rows _ => (1 <=? List.length rows)%nat && forallb (of_length n) rows end) &&
  forallb (fun o => match o with Some (k, rows) => table_ok n k rows | None => true end) (p_others p).

Lemma table_shape n m rows : table_ok n m rows = true -> List.length rows = n /\ forall i, (i < n)%nat ->
  List.length (nth i rows []) = m.
Proof.
  unfold table_ok. intros H. apply andb_prop in H as [A B]. apply Nat.eqb_eq in A. split; auto.
  intros i Hi. apply Nat.eqb_eq. apply (forallb_nth _ _ _ [] B). lia.
Qed.

Record good (p : problem N) : Prop := {
  g_nodes : (0 < p_nodes p)%nat;
  g_inside : forall i h l, (i < p_nodes p)%nat -> In (h, l) (near_of p i) -> (h < p_nodes p)%nat;
  g_alpha0 : 0 < val (p_alpha p);
  g_alpha1 : val (p_alpha p) <= 1;
  g_rows : forall rows, p_table p = Some rows -> table_ok (p_nodes p) (p_outputs p) rows = true;
  g_prior : forall k, (k < List.length (p_priors p))%nat -> List.length (prior_of p k) = p_nodes p /\
    is_distribution (prior_of p k) = true;
  g_gain : forall rows l, p_gain p = Rows rows l -> (0 < List.length rows)%nat /\ forallb (of_length (p_nodes p)) rows = true;
  g_other : forall k m rows, nth k (p_others p) None = Some (m, rows) -> table_ok (p_nodes p) m rows = true
}.

Lemma well_formed_good p : well_formed p = true -> good p.
Proof.
  unfold well_formed. intros H.
  repeat match type of H with (_ && _)%bool = true => let A := fresh "A" in apply andb_prop in H as [H A] end.
  rename H into A8. apply Nat.leb_le in A8.
  constructor; auto.
  - intros i h l Hi Hin. assert (F := forallb_seq _ _ _ A5 Hi). cbv beta in F. rewrite forallb_forall in F.
    specialize (F _ Hin). cbn [fst snd] in F. apply andb_prop in F as [F _]. now apply Nat.ltb_lt in F.
  - rewrite <- (val_0 K val V). apply (val_lt _ _ V); auto.
  - rewrite <- (val_1 K val V). apply (val_le _ _ V); auto.
  - intros rows E. rewrite E in A2. auto.
  - intros k Hk. assert (F := forallb_nth _ _ _ [] A1 Hk). cbv beta in F. apply andb_prop in F as [F1 F2].
    apply Nat.eqb_eq in F1. auto.
  - intros rows l E. rewrite E in A0. apply andb_prop in A0 as [B C]. apply Nat.leb_le in B. auto.
  - intros k m rows E. destruct (lt_dec k (List.length (p_others p))) as [Hk|Hk].
    + assert (F := forallb_nth _ _ _ None A Hk). cbv beta in F. rewrite E in F. auto.
    + rewrite nth_overflow in E by lia. discriminate.
Qed.

(** ** Distributions *)

Lemma distribution_ok r m : is_distribution r = true -> List.length r = m -> (forall o, 0 <= vec r o) /\ sum m (vec r) = 1.
Proof.
  unfold is_distribution. intros H L. apply andb_prop in H as [A B]. split.
  - intros o. apply (nonneg_val _ _ V _ _ A).
  - apply (val_eq _ _ V) in B. rewrite (lsum_val _ _ V), (val_1 _ _ V), L in B. auto.
Qed.

Definition stochastic_b (rows : list (list N)) : bool := forallb is_distribution rows.

Lemma stochastic_ok n m rows : table_ok n m rows = true -> stochastic_b rows = true -> stochastic n m (mat rows).
Proof.
  intros T S. destruct (table_shape _ _ _ T) as [L Lr]. split.
  - intros i o Hi Ho. apply (distribution_ok (nth i rows []) m); auto. apply (forallb_nth _ _ _ [] S). lia.
  - intros i Hi. apply (distribution_ok (nth i rows []) m); auto. apply (forallb_nth _ _ _ [] S). lia.
Qed.

(** A row that is none: a negative entry or another sum. *)
Definition bad_row (r : list N) : bool :=
  existsb (fun x => lt K x nil0) r || lt K (lsum K r) one1 || lt K one1 (lsum K r).

Lemma bad_row_no n m rows i : table_ok n m rows = true -> (i < n)%nat -> bad_row (nth i rows []) = true ->
  ~ stochastic n m (mat rows).
Proof.
  intros T Hi B [Sp Ss]. destruct (table_shape _ _ _ T) as [L Lr]. unfold bad_row in B.
  apply orb_prop in B as [B|B]; [apply orb_prop in B as [B|B]|].
  - apply (existsb_nth _ _ nil0) in B as [o [Ho B]]. rewrite Lr in Ho by auto. apply (val_lt _ _ V) in B.
    rewrite (val_0 _ _ V) in B. specialize (Sp i o Hi Ho). unfold Vectors.mat, Vectors.vec in Sp. lra.
  - apply (val_lt _ _ V) in B. rewrite (lsum_val _ _ V), (val_1 _ _ V), Lr in B by auto. specialize (Ss i Hi).
    change (sum m (vec (nth i rows [])) = 1) in Ss. lra.
  - apply (val_lt _ _ V) in B. rewrite (lsum_val _ _ V), (val_1 _ _ V), Lr in B by auto. specialize (Ss i Hi).
    change (sum m (vec (nth i rows [])) = 1) in Ss. lra.
Qed.

(** ** Privacy *)

Definition longest_step (near : list (list (nat * nat))) : nat :=
  fold_left (fun a l => fold_left (fun a hl => Nat.max a (snd hl)) l a) near 1%nat.

(** α^l·x_i ≤ x_h along each edge. *)
Definition private_b (p : problem N) (a : N) (rows : list (list N)) : bool :=
  let longest := longest_step (p_near p) in
  let pw := powers K a longest in
  forallb (nonneg K) rows &&
  forallb (fun i => let r := nth i rows [] in
     forallb (fun hl => (snd hl <=? longest)%nat &&
                        all2 (le K) (scale K (nth (snd hl) pw nil0) r) (nth (fst hl) rows [])) (near_of p i)) (seq 0 (p_nodes
                          p)).

Lemma private_ok p a m rows : table_ok (p_nodes p) m rows = true -> private_b p a rows = true ->
  private (graph_of (p_nodes p) (near_of p)) (val a) m (mat rows).
Proof.
  intros T H. destruct (table_shape _ _ _ T) as [L Lr]. unfold private_b in H. apply andb_prop in H as [A B]. split.
  - intros i o Hi Ho. apply (nonneg_val _ _ V). apply (forallb_nth _ _ _ [] A). simpl in Hi. lia.
  - simpl. intros i h l o Hi Hh Hin Ho. assert (F := forallb_seq _ _ _ B Hi). cbv beta in F. rewrite forallb_forall in F.
    specialize (F _ Hin). cbn [fst snd] in F. apply andb_prop in F as [F1 F2]. apply Nat.leb_le in F1.
    assert (Q := all2_nth _ _ _ o nil0 nil0 F2). unfold scale in Q at 1. rewrite map_length, Lr in Q by auto. specialize (Q Ho).
    apply (val_le _ _ V) in Q. fold (vec (scale K (nth l (powers K a (longest_step (p_near p))) nil0) (nth i rows [])) o) in Q.
    rewrite (scale_vec _ _ V), (val_powers _ _ V) in Q by auto. exact Q.
Qed.

(** Where it fails: a negative entry, or an edge and an output. *)
Inductive violation := Negative (i o : nat) | Exceeds (i h l o : nat).
Definition has_edge (p : problem N) (i h l : nat) : bool :=
  existsb (fun hl => (fst hl =? h)%nat && (snd hl =? l)%nat) (near_of p i).
Definition not_private (p : problem N) (a : N) (m : nat) (rows : list (list N)) (v : violation) : bool :=
  match v with
  | Negative i o => (i <? p_nodes p)%nat && (o <? m)%nat && lt K (nth o (nth i rows []) nil0) nil0
  | Exceeds i h l o =>
      (i <? p_nodes p)%nat && (h <? p_nodes p)%nat && (o <? m)%nat && has_edge p i h l &&
      lt K (nth o (nth h rows []) nil0) (mul K (nth l (powers K a l) nil0) (nth o (nth i rows []) nil0))
  end.

Lemma has_edge_in p i h l : has_edge p i h l = true -> In (h, l) (near_of p i).
Proof.
  intros H. apply existsb_exists in H as [[h' l'] [Hin E]]. apply andb_prop in E as [E1 E2].
  apply Nat.eqb_eq in E1, E2. simpl in *. now subst.
Qed.

Lemma not_private_ok p a m rows v : not_private p a m rows v = true ->
  ~ private (graph_of (p_nodes p) (near_of p)) (val a) m (mat rows).
Proof.
  intros H [P1 P2]. destruct v; simpl in H.
  - apply andb_prop in H as [H1 H3]. apply andb_prop in H1 as [H1 H2]. apply Nat.ltb_lt in H1, H2.
    specialize (P1 i o H1 H2). apply (val_lt _ _ V) in H3. rewrite (val_0 _ _ V) in H3. unfold Vectors.mat, Vectors.vec in P1.
      lra.
  - apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3].
    apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1, H2, H3. apply has_edge_in in H4.
    specialize (P2 i h l o H1 H2 H4 H3). apply (val_lt _ _ V) in H5. rewrite (val_mul _ _ V), (val_powers _ _ V) in H5 by auto.
    unfold Vectors.mat, Vectors.vec in P2. lra.
Qed.

(** ** Φ *)

Definition longest (dm : list (list (option nat))) : nat :=
  fold_left (fun a r => fold_left (fun a e => match e with Some d => Nat.max a d | None => a end) r a) dm O.

Definition phi_of (a : N) (dm : list (list (option nat))) : option (list (list N)) :=
  let D := longest dm in
  let pw := powers K a D in
  if forallb (forallb (fun e => match e with Some d => (d <=? D)%nat | None => true end)) dm
  then Some (map (map (fun e => match e with Some d => nth d pw nil0 | None => nil0 end)) dm) else None.

(** Φ of a problem, if the distances that are offered are right. *)
Definition similarity_of (p : problem N) (dm : list (list (option nat))) : option (list (list N)) :=
  if distances_ok (p_nodes p) (near_of p) dm && symmetric (p_nodes p) dm then phi_of (p_alpha p) dm else None.

(** What is known of it. *)
Record is_phi (p : problem N) (phi : list (list N)) : Prop := {
  f_shape : table_ok (p_nodes p) (p_nodes p) phi = true;
  f_known : forall i j, (i < p_nodes p)%nat -> (j < p_nodes p)%nat ->
    (exists d, distance (graph_of (p_nodes p) (near_of p)) i j d /\ mat phi i j = val (p_alpha p) ^ d) \/
    ((forall L, ~ walk (graph_of (p_nodes p) (near_of p)) i j L) /\ mat phi i j = 0);
  f_sym : forall i j, (i < p_nodes p)%nat -> (j < p_nodes p)%nat -> mat phi i j = mat phi j i
}.

Lemma similarity_of_ok p dm phi : similarity_of p dm = Some phi -> is_phi p phi.
Proof.
  unfold similarity_of. destruct (distances_ok _ _ dm) eqn:D; [|discriminate].
  destruct (symmetric (p_nodes p) dm) eqn:S; [|discriminate]. simpl. unfold phi_of.
  destruct (forallb (forallb _) dm) eqn:F; [|discriminate]. intros E. inversion E as [E']. clear E.
  destruct (shape _ _ _ D) as [_ [Ln [Lr _]]].
  assert (Lr' : forallb (of_length (p_nodes p)) dm = true).
  { apply forallb_forall. intros r Hr. apply (In_nth _ _ []) in Hr as [i [Hi <-]]. apply Nat.eqb_eq. apply Lr. lia. }
  set (f := fun e : option nat => match e with Some d => nth d (powers K (p_alpha p) (longest dm)) nil0 | None => nil0 end) in
    *.
  assert (M : forall i j, (i < p_nodes p)%nat -> (j < p_nodes p)%nat ->
    mat (map (map f) dm) i j = match nth j (nth i dm []) None with Some d => val (p_alpha p) ^ d | None => 0 end).
  { intros i j Hi Hj. unfold Vectors.mat, Vectors.vec.
    rewrite (nth_indep _ [] (map f [])) by (rewrite map_length; lia). rewrite map_nth.
    rewrite (nth_indep _ nil0 (f None)) by (rewrite map_length, Lr; auto). rewrite map_nth.
    assert (B := forallb_nth _ dm i [] F). rewrite Ln in B. specialize (B Hi).
    assert (C := forallb_nth _ (nth i dm []) j None B). rewrite Lr in C by auto. specialize (C Hj). cbv beta in C.
    destruct (nth j (nth i dm []) None) as [d|]; simpl.
    - apply Nat.leb_le in C. apply (val_powers _ _ V); auto.
    - apply (val_0 _ _ V). }
  constructor.
  - unfold table_ok. apply andb_true_intro. split; [unfold of_length; rewrite map_length; now apply Nat.eqb_eq|].
    apply forallb_forall. intros r Hr. apply in_map_iff in Hr as [q [<- Hq]]. unfold of_length. rewrite map_length.
    rewrite forallb_forall in Lr'. exact (Lr' _ Hq).
  - intros i j Hi Hj. rewrite M by auto. assert (Q := distance_known _ _ _ D i j Hi Hj). cbv zeta in Q.
    destruct (nth j (nth i dm []) None) as [d|]; [left; exists d; auto|right; auto].
  - intros i j Hi Hj. rewrite !M by auto. rewrite (symmetric_ok (p_nodes p)) by auto. reflexivity.
Qed.

(** Φ·v. *)
Definition times (phi : list (list N)) (v : list N) : list N := map (fun r => dot K r v) phi.

Lemma times_length phi v : List.length (times phi v) = List.length phi.
Proof. apply map_length. Qed.

Lemma times_ok n phi v i : table_ok n n phi = true -> List.length v = n -> (i < n)%nat ->
  vec (times phi v) i = sum n (fun j => mat phi i j * vec v j).
Proof.
  intros T L Hi. destruct (table_shape _ _ _ T) as [Ln Lr]. unfold times, Vectors.vec at 1.
  rewrite (nth_indep _ nil0 (dot K [] v)) by (rewrite map_length; lia).
  rewrite (map_nth (fun r => dot K r v)). rewrite (dot_val _ _ V) by (rewrite Lr; auto). rewrite Lr by auto. reflexivity.
Qed.

(** Entry by entry against another vector. *)
Lemma all_le u v i : all2 (le K) u v = true -> (i < List.length u)%nat -> vec u i <= vec v i.
Proof. intros H Hi. apply (val_le _ _ V). exact (all2_nth _ _ _ i nil0 nil0 H Hi). Qed.
Lemma all_eq u v i : all2 (eqn K) u v = true -> (i < List.length u)%nat -> vec u i = vec v i.
Proof. intros H Hi. apply (val_eq _ _ V). exact (all2_nth _ _ _ i nil0 nil0 H Hi). Qed.

Definition constant (x : N) (n : nat) : list N := repeat x n.
Lemma constant_vec x n i : (i < n)%nat -> vec (constant x n) i = val x.
Proof. intros Hi. unfold Vectors.vec, constant. rewrite nth_indep with (d' := x) by now rewrite repeat_length.
  now rewrite nth_repeat. Qed.

End Problem.
