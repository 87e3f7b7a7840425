(** That columns of Φ are independent, by residues: q^D·Φ is a matrix of integers, and of a square of it with these columns L·U
    modulo m excludes a vector of integers that it sends to 0, of which m would divide every entry again and again; and
    without one of integers there is none of reals. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Sums Numbers Vectors Graphs Theory Problem Claims Checks Tight.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Fixpoint zsum (n : nat) (f : nat -> Z) : Z := match n with O => 0%Z | S k => (zsum k f + f k)%Z end.
Lemma zsum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> zsum n f = zsum n g.
Proof. induction n; simpl; intros H; auto. rewrite IHn, H; auto. Qed.
Lemma zsum_IZR n f : IZR (zsum n f) = sum n (fun i => IZR (f i)).
Proof. induction n; simpl; auto. now rewrite plus_IZR, IHn. Qed.

(** Columns below k: a vector of integers that all rows send to 0, or no other real one than 0. *)
Lemma kernel k : forall rows : list (nat -> Z),
  (exists x, (exists j, (j < k)%nat /\ x j <> 0%Z) /\ forall r, In r rows -> sum k (fun j => IZR (r j) * IZR (x j)) = 0) \/
  (forall z, (forall r, In r rows -> sum k (fun j => IZR (r j) * z j) = 0) -> forall j, (j < k)%nat -> z j = 0).
Proof.
  induction k as [|k IH]; intros rows; [right; intros; lia|].
  destruct (existsb (fun r : nat -> Z => negb (Z.eqb (r k) 0)) rows) eqn:Ex.
  - apply existsb_exists in Ex as [r [Ir Nr]]. apply negb_true_iff, Z.eqb_neq in Nr. assert (Rr : IZR (r k) <> 0)
    by (now apply IZR_neq).
    destruct (IH (map (fun s j => (r k * s j - s k * r j)%Z) rows)) as [[x [[j [Hj Nx]] Hx]]|H].
    + left. exists (fun j => if Nat.eqb j k then (- zsum k (fun j => r j * x j))%Z else (r k * x j)%Z). split.
      * exists j. split; [lia|]. destruct (Nat.eqb_spec j k); [lia|]. now apply Z.neq_mul_0.
      * intros s Is. assert (E := Hx _ (in_map (fun s j => (r k * s j - s k * r j)%Z) rows s Is)). cbv beta in E.
        cbn [sum]. rewrite Nat.eqb_refl, opp_IZR, zsum_IZR.
        rewrite (sum_ext k _ (fun j => IZR (r k) * (IZR (s j) * IZR (x j)))).
        2:{ intros i Hi. destruct (Nat.eqb_spec i k); [lia|]. rewrite mult_IZR. ring. }
        rewrite (sum_ext k (fun i => IZR (r i * x i)) (fun i => IZR (r i) * IZR (x i))) by (intros; apply mult_IZR).
        rewrite (sum_ext k _ (fun j => IZR (r k) * (IZR (s j) * IZR (x j)) - IZR (s k) * (IZR (r j) * IZR (x j)))) in E
          by (intros; rewrite minus_IZR, !mult_IZR; ring).
        rewrite sum_minus, !sum_scale in E. rewrite sum_scale. lra.
    + right. intros z Hz. assert (Zk : forall j, (j < k)%nat -> z j = 0).
      { apply H. intros s' Is. apply in_map_iff in Is as [s [<- Is]]. assert (A := Hz s Is). assert (B := Hz r Ir).
        cbn [sum] in A, B.
        rewrite (sum_ext k _ (fun j => IZR (r k) * (IZR (s j) * z j) - IZR (s k) * (IZR (r j) * z j)))
          by (intros; rewrite minus_IZR, !mult_IZR; ring).
        rewrite sum_minus, !sum_scale. replace (sum k (fun j => IZR (s j) * z j)) with (- (IZR (s k) * z k)) by lra.
        replace (sum k (fun j => IZR (r j) * z j)) with (- (IZR (r k) * z k)) by lra. ring. }
      intros j Hj. destruct (Nat.eq_dec j k) as [->|]; [|apply Zk; lia]. assert (B := Hz r Ir). cbn [sum] in B.
      rewrite sum_zero in B by (intros i Hi; rewrite Zk by auto; ring). apply Rmult_eq_reg_l with (IZR (r k)); auto. lra.
  - left. exists (fun j => if Nat.eqb j k then 1%Z else 0%Z). split.
    + exists k. split; [lia|]. rewrite Nat.eqb_refl. discriminate.
    + intros r Ir. assert (Z0 : r k = 0%Z).
      { destruct (Z.eqb_spec (r k) 0); auto. exfalso. assert (T : existsb (fun r : nat -> Z => negb (Z.eqb (r k) 0))
        rows = true).
        { apply existsb_exists. exists r. split; auto. apply negb_true_iff. now apply Z.eqb_neq. }
        rewrite T in Ex. discriminate. }
      cbn [sum]. rewrite Z0, Rmult_0_l, Rplus_0_r. apply sum_zero. intros i Hi. destruct (Nat.eqb_spec i k); [lia|]. ring.
Qed.

Lemma zsum_swap n m f : zsum n (fun i => zsum m (fun j => f i j)) = zsum m (fun j => zsum n (fun i => f i j)).
Proof.
  apply eq_IZR. rewrite !zsum_IZR. rewrite (sum_ext n _ (fun i => sum m (fun j => IZR (f i j)))) by (intros; apply zsum_IZR).
  rewrite sum_swap. apply sum_ext. intros. symmetry. apply zsum_IZR.
Qed.
Lemma zsum_scale n c f : zsum n (fun i => c * f i)%Z = (c * zsum n f)%Z.
Proof. induction n; simpl; [ring|]. rewrite IHn. ring. Qed.
Lemma zsum_divides n m f : (forall i, (i < n)%nat -> (m | f i)%Z) -> (m | zsum n f)%Z.
Proof. induction n; simpl; intros H; [apply Z.divide_0_r|]. apply Z.divide_add_r; auto. Qed.
Lemma zsum_pick n k f : (k < n)%nat -> zsum n (fun i => if Nat.eqb i k then f i else 0%Z) = f k.
Proof.
  intros H. apply eq_IZR. rewrite zsum_IZR, <- (sum_pick n k (fun i => IZR (f i)) H). apply sum_ext. intros i _.
  destruct (Nat.eqb i k); reflexivity.
Qed.

(** What M sends to multiples of m is one. *)
Definition injective (n : nat) (M : nat -> nat -> Z) (m : Z) : Prop := forall x,
  (forall k, (k < n)%nat -> (m | zsum n (fun j => M k j * x j))%Z) -> forall j, (j < n)%nat -> (m | x j)%Z.

Lemma zsum_isolate n k f : (k < n)%nat -> zsum n f = (f k + zsum n (fun i => if Nat.eqb i k then 0 else f i))%Z.
Proof.
  intros H. rewrite <- (zsum_pick n k f H) at 1. clear H. induction n; simpl; [reflexivity|].
  rewrite IHn. destruct (Nat.eqb n k); ring.
Qed.

(** L·U ≡ M, L being lower triangular with ones, U upper triangular with d_k·u_kk ≡ 1; U is given by its columns. *)
Lemma triangles n (L U M : nat -> nat -> Z) d m :
  (forall i k, (i < k)%nat -> L i k = 0%Z) -> (forall i, (i < n)%nat -> L i i = 1%Z) ->
  (forall k j, (j < k)%nat -> U j k = 0%Z) -> (forall k, (k < n)%nat -> (m | d k * U k k - 1)%Z) ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> (m | zsum n (fun k => L i k * U j k) - M i j)%Z) -> injective n M m.
Proof.
  intros L0 L1 U0 U1 LU x H.
  set (w := fun k => zsum n (fun j => U j k * x j)%Z).
  assert (LW : forall i, (i < n)%nat -> (m | zsum n (fun k => L i k * w k))%Z).
  { intros i Hi. replace (zsum n (fun k => L i k * w k))%Z with
      (zsum n (fun j => M i j * x j) + zsum n (fun j => (zsum n (fun k => L i k * U j k) - M i j) * x j))%Z.
    - apply Z.divide_add_r; [now apply H|]. apply zsum_divides. intros j Hj. apply Z.divide_mul_l. now apply LU.
    - unfold w. rewrite (zsum_ext n (fun k => L i k * zsum n (fun j => U j k * x j))%Z
        (fun k => zsum n (fun j => L i k * (U j k * x j)))%Z) by (intros; now rewrite zsum_scale).
      rewrite zsum_swap. apply eq_IZR. rewrite plus_IZR, !zsum_IZR, <- sum_plus. apply sum_ext. intros j _.
      rewrite <- plus_IZR. f_equal. rewrite (zsum_ext n (fun k => L i k * (U j k * x j))%Z (fun k => x j * (L i k * U j k))%Z)
        by (intros; ring). rewrite zsum_scale. ring. }
  assert (W : forall k, (k < n)%nat -> (m | w k)%Z).
  { intros i. induction i as [i IH] using (well_founded_induction lt_wf). intros Hi. specialize (LW i Hi).
    rewrite (zsum_isolate n i _ Hi), L1, Z.mul_1_l, Z.add_comm in LW by auto. apply Z.divide_add_cancel_r in LW; auto.
    apply zsum_divides. intros k Hk. destruct (Nat.eqb_spec k i); [apply Z.divide_0_r|].
    destruct (lt_dec i k); [rewrite L0 by auto; apply Z.divide_0_r|]. apply Z.divide_mul_r, IH; lia. }
  assert (X : forall b k, (n - k <= b)%nat -> (k < n)%nat -> (m | x k)%Z).
  { induction b as [|b IH]; intros k Hb Hk; [lia|]. specialize (W k Hk). unfold w in W.
    rewrite (zsum_isolate n k _ Hk), Z.add_comm in W. apply Z.divide_add_cancel_r in W.
    - replace (x k) with (d k * (U k k * x k) - (d k * U k k - 1) * x k)%Z by ring.
      apply Z.divide_sub_r; [now apply Z.divide_mul_r|apply Z.divide_mul_l; auto].
    - apply zsum_divides. intros j Hj. destruct (Nat.eqb_spec j k); [apply Z.divide_0_r|].
      destruct (lt_dec j k); [rewrite U0 by auto; apply Z.divide_0_r|]. apply Z.divide_mul_r, IH; lia. }
  intros j Hj. exact (X n j ltac:(lia) Hj).
Qed.

(** No vector of integers but 0 is sent to 0. *)
Lemma no_integers n (M : nat -> nat -> Z) m : (2 <= m)%Z -> injective n M m ->
  forall b x, (forall j, (j < n)%nat -> (Z.abs (x j) <= Z.of_nat b)%Z) ->
  (forall k, (k < n)%nat -> zsum n (fun j => M k j * x j) = 0)%Z -> forall j, (j < n)%nat -> x j = 0%Z.
Proof.
  intros Hm H. induction b as [b IH] using (well_founded_induction lt_wf). intros x Hb K.
  assert (D : forall i, (i < n)%nat -> (m | x i)%Z) by (apply H; intros k Hk; rewrite K by auto; apply Z.divide_0_r).
  destruct b as [|b]; [intros j Hj; specialize (Hb j Hj); lia|].
  assert (Y : forall j, (j < n)%nat -> (x j / m)%Z = 0%Z).
  { apply (IH (S b / 2)%nat).
    - apply Nat.div_lt; lia.
    - intros j Hj. destruct (D j Hj) as [y Ey]. rewrite Ey, Z.div_mul by lia. specialize (Hb j Hj). rewrite Ey, Z.abs_mul in Hb.
      rewrite (Z.abs_eq m) in Hb by lia. rewrite Nat2Z.inj_div. apply Z.div_le_lower_bound; [lia|]. simpl Z.of_nat at 1. nia.
    - intros k Hk. specialize (K k Hk). apply Z.mul_reg_l with m; [lia|]. rewrite Z.mul_0_r, <- zsum_scale,
      <- K. apply zsum_ext.
      intros j Hj. destruct (D j Hj) as [y Ey]. rewrite Ey, Z.div_mul by lia. ring. }
  intros j Hj. specialize (Y j Hj). destruct (D j Hj) as [y Ey]. rewrite Ey, Z.div_mul in Y by lia. rewrite Ey, Y. ring.
Qed.

(** Nor a real one. *)
Lemma no_reals n (M : nat -> nat -> Z) m : (2 <= m)%Z -> injective n M m ->
  forall z, (forall k, (k < n)%nat -> sum n (fun j => IZR (M k j) * z j) = 0) -> forall j, (j < n)%nat -> z j = 0.
Proof.
  intros Hm H z Hz. destruct (kernel n (map M (seq 0 n))) as [[x [[j [Hj Nx]] Hx]]|R].
  - exfalso. apply Nx. set (b := fold_right (fun j s => (Z.to_nat (Z.abs (x j)) + s)%nat) O (seq 0 n)).
    apply (no_integers n M m Hm H b x); auto.
    + intros i Hi. assert (A : forall l, In i l -> (Z.abs (x i) <=
      Z.of_nat (fold_right (fun j s => (Z.to_nat (Z.abs (x j)) + s)%nat) O l))%Z).
      { induction l as [|c l IH]; intros I; [destruct I|]. simpl. rewrite Nat2Z.inj_add, Z2Nat.id by lia.
        destruct I as [->|I]; [lia|]. specialize (IH I). lia. }
      apply A. apply in_seq. lia.
    + intros k Hk. apply eq_IZR. rewrite zsum_IZR. rewrite <- (Hx (M k)) by (apply in_map, in_seq; lia). apply sum_ext. intros.
      apply mult_IZR.
  - apply R. intros r I. apply in_map_iff in I as [k [<- I]]. apply in_seq in I. apply Hz. lia.
Qed.

Section Modular.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation vec := (vec K val).
Local Notation mat := (mat K val).
Local Notation found := (list (name * nvalue N)).
Variable p : problem N.
Let n := p_nodes p.
Let P := instance_of K val p.
Let G := graph_of n (near_of K p).
Variable phi : list (list N).
Hypothesis Hphi : is_phi K val p phi.
Variable dm : list (list (option nat)).
Hypothesis Hdm : distances_ok n (near_of K p) dm = true.

(** α = a/q, a modulus, the columns of Φ, as many rows in some order, and of q^D times this square a lower triangle, an
  upper one
    by its columns, and what inverts the diagonal. *)
Record residues := { r_top : Z; r_bottom : positive; r_modulus : Z; r_support : list bool; r_rows : list nat;
  r_lower : list (list Z); r_upper : list (list Z); r_inverses : list Z }.

Fixpoint zdot (s : Z) (u v : list Z) : Z := match u, v with x :: u, y :: v => zdot (s + x * y) u v | _, _ => s end.
Lemma zsum_first k f : zsum (S k) f = (f O + zsum k (fun i => f (S i)))%Z.
Proof. induction k; [simpl; ring|]. change (zsum (S (S k)) f) with (zsum (S k) f + f (S k))%Z. rewrite IHk. simpl. ring. Qed.
Lemma zsum_zero k f : (forall i, f i = 0%Z) -> zsum k f = 0%Z.
Proof. intros H. induction k; simpl; auto. now rewrite IHk, H. Qed.
Lemma zdot_is u : forall k v s, (length u <= k)%nat -> zdot s u v = (s + zsum k (fun i => nth i u 0 * nth i v 0))%Z.
Proof.
  induction u as [|x u IH]; intros k v s L.
  - rewrite zsum_zero; [simpl; ring|]. intros i. destruct i; reflexivity.
  - destruct v as [|y v].
    + rewrite zsum_zero; [simpl; ring|]. intros i. destruct i; simpl; ring.
    + destruct k as [|k]; [simpl in L; lia|]. simpl in L. cbn [zdot]. rewrite (IH k), zsum_first by lia. cbn [nth]. ring.
Qed.

Lemma seq_nth_map {A} (l : list A) d : map (fun j => nth j l d) (seq 0 (length l)) = l.
Proof.
  induction l as [|x l IH]; simpl; auto. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.

Fixpoint pick {A} (support : list bool) (l : list A) : list A :=
  match support, l with b :: support, x :: l => if b then x :: pick support l else pick support l | _, _ => [] end.
Lemma pick_map {A B} (f : A -> B) support : forall l, pick support (map f l) = map f (pick support l).
Proof. induction support as [|b s IH]; intros [|x l]; simpl; auto. destruct b; simpl; now rewrite IH. Qed.
Lemma pick_seq support : forall a,
  (forall j, In j (pick support (seq a (length support))) -> (a <= j < a + length support)%nat) /\
  NoDup (pick support (seq a (length support))) /\
  (forall j, (j < length support)%nat -> nth j support false = true -> In (a + j)%nat (pick support (seq a (length support)))).
Proof.
  induction support as [|b s IH]; intros a; [simpl; split; [tauto|split; [constructor|lia]]|].
  destruct (IH (S a)) as [A [B C]]. cbn [length seq pick]. split; [|split].
  - intros j I. destruct b; [destruct I as [<-|I]; [lia|]|]; apply A in I; lia.
  - destruct b; [|exact B]. constructor; [|exact B]. intros I. apply A in I. lia.
  - intros [|j] Hj Hn; simpl in Hn.
    + rewrite Hn. left. lia.
    + replace (a + S j)%nat with (S a + j)%nat by lia. destruct b; [right|]; apply C; auto; lia.
Qed.

(** A sum over positions that are all where there is anything. *)
Lemma sum_at l b f : NoDup l -> (forall j, In j l -> (j < b)%nat) -> (forall j, (j < b)%nat -> ~ In j l -> f j = 0) ->
  sum b f = sum (length l) (fun k => f (nth k l O)).
Proof.
  revert f. induction l as [|c l IH]; intros f D Lt Z; [simpl; apply sum_zero; intros; apply Z; auto; simpl; tauto|].
  inversion D as [|? ? Nc D']. subst. cbn [length]. rewrite sum_first. cbn [nth].
  rewrite <- (sum_pick b c f) by (apply Lt; left; auto).
  rewrite <- (sum_ext (length l) (fun k => if Nat.eqb (nth k l O) c then 0 else f (nth k l O))).
  2:{ intros k Hk. destruct (Nat.eqb_spec (nth k l O) c) as [E|]; auto. exfalso. apply Nc. rewrite <- E. now apply nth_In. }
  rewrite <- (IH (fun j => if Nat.eqb j c then 0 else f j)), <- sum_plus; auto.
  - apply sum_ext. intros j Hj. destruct (Nat.eqb j c); ring.
  - intros j Hj. apply Lt. now right.
  - intros j Hj Nj. destruct (Nat.eqb_spec j c); auto. apply Z; auto. intros [E|E]; auto.
Qed.

Definition whole (r : residues) (d : nat) : Z := (r_top r ^ Z.of_nat d * Zpos (r_bottom r) ^ Z.of_nat (longest dm - d))%Z.
Definition reduced (r : residues) : list Z := map (fun d => Z.modulo (whole r d) (r_modulus r)) (seq 0 (S (longest dm))).
Definition columns (r : residues) : list nat := pick (r_support r) (seq 0 n).
Definition is_small (far : nat) (e : option nat) : bool := match e with Some d => (d <=? far)%nat | None => true end.
Definition residues_ok (r : residues) : bool :=
  let reds := reduced r in
  let m := r_modulus r in
  let size := length (columns r) in
  let entry e := match e with Some d => nth d reds 0%Z | None => 0%Z end in
  (2 <=? m)%Z && eqn K (of_frac K (r_top r) (r_bottom r)) (p_alpha p) && of_length n (r_support r) &&
  of_length n dm && forallb (of_length n) dm && forallb (forallb (is_small (longest dm))) dm &&
  of_length size (r_rows r) && forallb (fun i => i <? n)%nat (r_rows r) && of_length size (r_lower r) &&
  of_length size (r_upper r) && of_length size (r_inverses r) &&
  forallb (fun i => let l := nth i (r_lower r) [] in of_length (S i) l && Z.eqb (nth i l 0%Z) 1) (seq 0 size) &&
  forallb (fun i => let u := nth i (r_upper r) [] in of_length (S i) u &&
    Z.eqb (Z.modulo (nth i (r_inverses r) 0%Z * nth i u 0%Z - 1) m) 0) (seq 0 size) &&
  all2 (fun i l => all2 (fun u e => Z.eqb (Z.modulo (zdot 0 l u - entry e) m) 0)
    (r_upper r) (pick (r_support r) (nth i dm []))) (r_rows r) (r_lower r).

(** What vanishes off these columns and is sent to 0 is 0. *)
Lemma residues_unique r y : residues_ok r = true -> (forall i, (i < n)%nat -> sum n (fun j => mat phi i j * y j) = 0) ->
  length (r_support r) = n /\
  ((forall j, (j < n)%nat -> nth j (r_support r) false = false -> y j = 0) -> forall j, (j < n)%nat -> y j = 0).
Proof.
  unfold residues_ok. set (size := length (columns r)). intros H Sy.
  repeat match type of H with (_ && _)%bool = true => let A := fresh "A" in apply andb_prop in H as [H A] end.
  rename H into H1. rename A11 into H2.
  apply Z.leb_le in H1. apply (val_eq _ _ V) in H2. rewrite (val_frac _ _ V) in H2.
  apply Nat.eqb_eq in A10, A9, A6, A4, A3, A2.
  split; [exact A10|]. intros Off.
  destruct (pick_seq (r_support r) 0) as [Cb [Cd Cn]]. rewrite A10 in Cb, Cd, Cn. fold (columns r) in Cb, Cd, Cn.
  set (m := r_modulus r) in *. set (D := longest dm) in *.
  set (row := fun i => nth i (r_rows r) O). set (col := fun j => nth j (columns r) O).
  set (e := fun i j => nth (col j) (nth (row i) dm []) None).
  assert (Hr : forall i, (i < size)%nat -> (row i < n)%nat).
  { intros i Hi. apply Nat.ltb_lt. apply (forallb_nth (fun i => i <? n)%nat _ i O A5). lia. }
  assert (Hc : forall j, (j < size)%nat -> (col j < n)%nat).
  { intros j Hj. apply Cb. now apply nth_In. }
  set (M := fun k j => match e k j with Some d => whole r d | None => 0%Z end).
  assert (Ld : forall k, (k < n)%nat -> length (nth k dm []) = n).
  { intros k Hk. apply Nat.eqb_eq. apply (forallb_nth _ _ _ [] A8). lia. }
  assert (Bd : forall k j d, (k < size)%nat -> (j < size)%nat -> e k j = Some d -> (d <= D)%nat).
  { intros k j d Hk Hj E. specialize (Hr k Hk). specialize (Hc j Hj). assert (Q := forallb_nth _ dm (row k) [] A7).
    rewrite A9 in Q. specialize (Q Hr). assert (Q' := forallb_nth _ (nth (row k) dm []) (col j) None Q).
    rewrite Ld in Q' by auto. specialize (Q' Hc). unfold e in E. rewrite E in Q'. now apply Nat.leb_le in Q'. }
  set (L := fun i k => nth k (nth i (r_lower r) []) 0%Z). set (U := fun j k => nth k (nth j (r_upper r) []) 0%Z).
  assert (Ll : forall i, (i < size)%nat -> length (nth i (r_lower r) []) = S i /\ L i i = 1%Z).
  { intros i Hi. assert (Q := forallb_seq _ _ _ A1 Hi). cbv beta zeta in Q. apply andb_prop in Q as [Q1 Q2].
    apply Nat.eqb_eq in Q1. apply Z.eqb_eq in Q2. auto. }
  assert (Lu : forall i, (i < size)%nat -> length (nth i (r_upper r) []) = S i /\
    (m | nth i (r_inverses r) 0%Z * U i i - 1)%Z).
  { intros i Hi. assert (Q := forallb_seq _ _ _ A0 Hi). cbv beta zeta in Q. apply andb_prop in Q as [Q1 Q2].
    apply Nat.eqb_eq in Q1. apply Z.eqb_eq in Q2. apply Z.mod_divide in Q2; [auto|lia]. }
  assert (I : injective size M m).
  { apply (triangles size L U M (fun i => nth i (r_inverses r) 0%Z)).
    - intros i k Hk. unfold L. destruct (lt_dec i size) as [Hi|Hi].
      + apply nth_overflow. destruct (Ll i Hi) as [-> _]. lia.
      + rewrite (nth_overflow (r_lower r)) by lia. now destruct k.
    - intros i Hi. now apply Ll.
    - intros k j Hk. unfold U. destruct (lt_dec j size) as [Hj|Hj].
      + apply nth_overflow. destruct (Lu j Hj) as [-> _]. lia.
      + rewrite (nth_overflow (r_upper r)) by lia. now destruct k.
    - intros k Hk. now apply Lu.
    - intros i j Hi Hj. assert (Q := all2_nth _ _ _ i O [] A). rewrite A6 in Q. specialize (Q Hi). cbv beta in Q.
      assert (Q' := all2_nth _ _ _ j [] None Q). rewrite A3 in Q'. specialize (Q' Hj). cbv beta in Q'.
      apply Z.eqb_eq in Q'. apply Z.mod_divide in Q'; [|lia]. fold (row i) in Q'.
      rewrite (zdot_is _ size), Z.add_0_l in Q' by (destruct (Ll i Hi) as [-> _]; lia).
      assert (E : nth j (pick (r_support r) (nth (row i) dm [])) None = e i j).
      { unfold e. rewrite <- (seq_nth_map (nth (row i) dm []) None) at 1. rewrite Ld by auto. rewrite pick_map.
        fold (columns r). rewrite (nth_indep _ None (nth O (nth (row i) dm []) None)) by (rewrite map_length; exact Hj).
        rewrite (map_nth (fun j => nth j (nth (row i) dm []) None)). reflexivity. }
      rewrite E in Q'. clear E.
      replace (zsum size (fun k => L i k * U j k) - M i j)%Z with
        (zsum size (fun k => L i k * U j k) - Z.modulo (M i j) m - (M i j - Z.modulo (M i j) m))%Z by ring.
      apply Z.divide_sub_r.
      + replace (Z.modulo (M i j) m) with (match e i j with Some d => nth d (reduced r) 0%Z | None => 0%Z end); [exact Q'|].
        unfold M. destruct (e i j) as [d|] eqn:E; [|now rewrite Z.mod_0_l by lia].
        assert (Hd := Bd i j d Hi Hj E). unfold reduced. set (f := fun d => Z.modulo (whole r d) (r_modulus r)).
        fold D. rewrite (nth_indep _ 0%Z (f O)) by (rewrite map_length, seq_length; lia). rewrite (map_nth f),
          seq_nth by lia. reflexivity.
      + exists (M i j / m)%Z. assert (E := Z.div_mod (M i j) m ltac:(lia)). lia. }
  assert (Qp : 0 < IZR (Zpos (r_bottom r))) by (apply IZR_lt; lia).
  assert (Phi : forall k j, (k < size)%nat -> (j < size)%nat ->
    IZR (M k j) = IZR (Zpos (r_bottom r)) ^ D * mat phi (row k) (col j)).
  { intros k j Hk Hj. assert (Hr' := Hr k Hk). assert (Hc' := Hc j Hj).
    destruct (f_known _ _ _ _ Hphi _ _ Hr' Hc') as [[d [Dk ->]]|[No ->]]; unfold M.
    - assert (E := distance_is n (near_of K p) dm Hdm _ _ d Hr' Hc' Dk). cbv zeta in E. change (e k j = Some d) in E. rewrite E.
      assert (Hd := Bd k j d Hk Hj E). unfold whole. fold D. rewrite mult_IZR, <- !pow_IZR, <- H2. unfold Rdiv.
      rewrite Rpow_mult_distr, pow_inv. replace (IZR (Zpos (r_bottom r)) ^ D) with
        (IZR (Zpos (r_bottom r)) ^ d * IZR (Zpos (r_bottom r)) ^ (D - d)) by (rewrite <- pow_add; f_equal; lia).
      field. apply pow_nonzero. lra.
    - assert (E := distance_known n (near_of K p) dm Hdm _ _ Hr' Hc'). cbv zeta beta in E.
      change (nth (col j) (nth (row k) dm []) None) with (e k j) in E.
      destruct (e k j) as [d|]; [|ring]. exfalso. apply (No d). apply E. }
  assert (Zc : forall j, (j < size)%nat -> y (col j) = 0).
  { apply (no_reals size M m H1 I (fun j => y (col j))). intros k Hk.
    rewrite (sum_ext size _ (fun j => IZR (Zpos (r_bottom r)) ^ D * (mat phi (row k) (col j) * y (col j))))
      by (intros j Hj; rewrite Phi by auto; ring).
    rewrite sum_scale. assert (Q := Sy (row k) (Hr k Hk)).
    rewrite (sum_at (columns r) n) in Q; [|exact Cd|intros; now apply Cb|].
    - fold size in Q. unfold col. rewrite Q. ring.
    - intros j Hj Nj. destruct (nth j (r_support r) false) eqn:B; [exfalso; apply Nj; now apply (Cn j)|].
      rewrite Off by auto. ring. }
  intros j Hj. destruct (nth j (r_support r) false) eqn:B; [|now apply Off].
  assert (Ij := Cn j Hj B). simpl plus in Ij. apply (In_nth _ _ O) in Ij as [k [Hk <-]]. now apply Zc.
Qed.

Lemma difference z z' : solves P (mat phi) one z -> solves P (mat phi) one z' ->
  forall k, (k < n)%nat -> sum n (fun j => mat phi k j * (z' j - z j)) = 0.
Proof.
  intros S S' k Hk. assert (A := S k Hk). assert (B := S' k Hk). change (nodes (the_graph P)) with n in A, B.
  rewrite (sum_ext n _ (fun j => mat phi k j * z' j - mat phi k j * z j)) by (intros; ring).
  rewrite sum_minus, A, B. ring.
Qed.

Definition complete (r : residues) : bool := forallb (fun b => b) (r_support r).

Lemma residues_only r z z' : residues_ok r = true -> complete r = true -> solves P (mat phi) one z ->
  solves P (mat phi) one z' -> forall i, (i < n)%nat -> z' i = z i.
Proof.
  intros H C S S' i Hi. destruct (residues_unique r (fun j => z' j - z j) H) as [Ls Q].
  - now apply difference.
  - cbv beta in Q. enough (z' i - z i = 0) by lra. apply Q; auto. intros j Hj B. exfalso.
    assert (T := forallb_nth (fun b => b) _ j false C). rewrite Ls in T. specialize (T Hj). cbv beta in T. congruence.
Qed.

Definition unique_of (z w : list N) (r : residues) : option found :=
  if off_ok K p phi z w (r_support r) && residues_ok r then
    if complete r then match least K z with Some c => Some [(Unique, VFlag true); (Least, VNum c)] | None => None end
    else Some [(Unique, VFlag true)]
  else None.

Definition check_exist_residues (z w : list N) (r : residues) : option found :=
  match check_exist_yes K p phi z (Open K), unique_of z w r with Some l, Some l' => Some (l ++ l') | _, _ => None end.

Lemma check_exist_residues_ok z w r values : check_exist_residues z w r = Some values ->
  proved K val p TightConstraintsExist true values.
Proof.
  unfold check_exist_residues. destruct (check_exist_yes K p phi z (Open K)) as [l|] eqn:E; [|discriminate].
  assert (E' := E). apply (check_exist_yes_ok K val V p phi Hphi) in E'. destruct E' as [Y W].
  unfold check_exist_yes in E. destruct (solution K p phi z (ones K p)) eqn:So; [|discriminate]. clear E.
  destruct (ones_solution K val V p phi Hphi z So) as [Lz [Zn Zs]].
  unfold unique_of. destruct (_ && _)%bool eqn:I; [|discriminate]. apply andb_prop in I as [O I].
  assert (Un : value P TightConstraintsExist Unique (Flag true)).
  { apply (with_similarity K val p phi Hphi). split; [exists (vec z); split; auto|].
    assert (Q : forall z1 i, nonnegative_vector P z1 -> solves P (mat phi) one z1 -> (i < n)%nat -> z1 i = vec z i).
    { intros z1 i N1 S1 Hi. destruct (residues_unique r (fun j => z1 j - vec z j) I) as [Ls Q].
      - now apply difference.
      - cbv beta in Q. enough (z1 i - vec z i = 0) by lra. apply Q; auto. intros j Hj B.
        destruct (off_vanishes K val V p phi Hphi z w _ z1 So O N1 S1 j Hj B) as [-> ->]. ring. }
    cbv zeta. intros z1 z2 i [N1 S1] [N2 S2] Hi. rewrite (Q z1), (Q z2); auto. }
  assert (Le : complete r = true -> forall c, least K z = Some c -> value P TightConstraintsExist Least (Number (val c))).
  { intros C c Lc. apply (with_similarity K val p phi Hphi). exists (vec z). split; [exact Zs|split].
    - intros z' i S' Hi. apply (residues_only r (vec z) z' I C Zs S' i Hi).
    - apply (least_ok K val V); auto. }
  destruct (complete r) eqn:C.
  - destruct (least K z) as [c|] eqn:Lc; [|discriminate].
    intros H. inversion H. subst. split; [exact Y|]. intros what q Hin. apply in_app_or in Hin as [Hin|Hin]; [auto|].
    destruct Hin as [Q|[Q|[]]]; inversion Q; subst; [exact Un|exact (Le eq_refl c eq_refl)].
  - intros H. inversion H. subst. split; [exact Y|]. intros what q Hin. apply in_app_or in Hin as [Hin|Hin]; [auto|].
    destruct Hin as [Q|[]]; inversion Q; subst. exact Un.
Qed.

Definition check_none_residues (w z : list N) (r : residues) : option found :=
  match check_exist_no K p phi w None with
  | Some _ =>
      if of_length n z && all2 (eqn K) (times K phi z) (ones K p) && residues_ok r && complete r
      then match least K z with Some c => Some [(Least, VNum c)] | None => None end else None
  | None => None
  end.

Lemma check_none_residues_ok w z r values : check_none_residues w z r = Some values ->
  proved K val p TightConstraintsExist false values.
Proof.
  unfold check_none_residues. destruct (check_exist_no K p phi w None) as [l|] eqn:E; [|discriminate].
  apply (check_exist_no_ok K val V p phi Hphi) in E. destruct E as [Y _].
  destruct (_ && _)%bool eqn:I; [|discriminate]. apply andb_prop in I as [I I4]. apply andb_prop in I as [I I3].
  apply andb_prop in I as [I1 I2]. apply Nat.eqb_eq in I1. destruct (least K z) as [c|] eqn:Lc; [|discriminate].
  intros H. inversion H. subst. clear H. split; [exact Y|]. intros what q [Q|[]]. inversion Q. subst. simpl.
  assert (Zs : solves P (mat phi) one (vec z)).
  { intros i Hi. unfold one. rewrite <- (ones_vec K val V p i Hi). apply (product_is K val V p phi Hphi); auto. }
  apply (with_similarity K val p phi Hphi). exists (vec z). split; [exact Zs|split].
  - intros z' i S' Hi. apply (residues_only r (vec z) z' I3 I4 Zs S' i Hi).
  - apply (least_ok K val V); auto.
Qed.
End Modular.
