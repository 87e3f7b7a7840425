(** That Φ is invertible, by residues: q^D·Φ is a matrix of integers,
    and a left inverse modulo m excludes a vector of integers that
    it sends to 0, of which m would divide every entry again and again; and without one of integers there is none of reals. *)

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

(** L·M ≡ 1 modulo m: no vector of integers but 0 is sent to 0. *)
Lemma no_integers n (L M : nat -> nat -> Z) m : (2 <= m)%Z ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> (m | zsum n (fun k => L i k * M k j) - (if Nat.eqb j i then 1 else 0))%Z) ->
  forall b x, (forall j, (j < n)%nat -> (Z.abs (x j) <= Z.of_nat b)%Z) ->
  (forall k, (k < n)%nat -> zsum n (fun j => M k j * x j) = 0)%Z -> forall j, (j < n)%nat -> x j = 0%Z.
Proof.
  intros Hm H. induction b as [b IH] using (well_founded_induction lt_wf). intros x Hb K.
  assert (D : forall i, (i < n)%nat -> (m | x i)%Z).
  { intros i Hi. assert (E : zsum n (fun j => (zsum n (fun k => L i k * M k j) - (if Nat.eqb j i then 1 else 0))
    * x j)%Z = (- x i)%Z).
    { rewrite (zsum_ext n _ (fun j => zsum n (fun k => L i k * (M k j * x j)) + - (if Nat.eqb j i then x j else 0))%Z).
      2:{ intros j _. rewrite Z.mul_sub_distr_r, (Z.mul_comm (zsum _ _)), <- zsum_scale.
          rewrite (zsum_ext n (fun k => x j * (L i k * M k j))%Z (fun k => L i k * (M k j * x j))%Z) by (intros; ring).
          destruct (Nat.eqb j i); ring. }
      assert (P : forall f g, zsum n (fun j => f j + - g j)%Z = (zsum n f - zsum n g)%Z).
      { clear. intros f g. induction n; simpl; [reflexivity|]. rewrite IHn. ring. }
      rewrite P, zsum_pick, zsum_swap by auto.
      rewrite (zsum_ext n _ (fun _ => 0%Z)).
      - replace (zsum n (fun _ => 0%Z)) with 0%Z; [ring|]. clear. induction n; simpl; auto. now rewrite <- IHn.
      - intros k Hk. rewrite zsum_scale, K by auto. ring. }
    apply Z.divide_opp_r. rewrite <- E. apply zsum_divides. intros j Hj. apply Z.divide_mul_l. now apply H. }
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
Lemma no_reals n (L M : nat -> nat -> Z) m : (2 <= m)%Z ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> (m | zsum n (fun k => L i k * M k j) - (if Nat.eqb j i then 1 else 0))%Z) ->
  forall z, (forall k, (k < n)%nat -> sum n (fun j => IZR (M k j) * z j) = 0) -> forall j, (j < n)%nat -> z j = 0.
Proof.
  intros Hm H z Hz. destruct (kernel n (map M (seq 0 n))) as [[x [[j [Hj Nx]] Hx]]|R].
  - exfalso. apply Nx. set (b := fold_right (fun j s => (Z.to_nat (Z.abs (x j)) + s)%nat) O (seq 0 n)).
    apply (no_integers n L M m Hm H b x); auto.
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

(** α = a/q, a modulus, and a left inverse of q^D·Φ by it. *)
Record residues := { r_top : Z; r_bottom : positive; r_modulus : Z; r_left : list (list Z) }.

Fixpoint zdot (s : Z) (u v : list Z) : Z := match u, v with x :: u, y :: v => zdot (s + x * y) u v | _, _ => s end.
Lemma zdot_is u : forall v s, length u = length v -> zdot s u v = (s + zsum (length u) (fun i => nth i u 0 * nth i v 0))%Z.
Proof.
  assert (F : forall k f, zsum (S k) f = (f O + zsum k (fun i => f (S i)))%Z).
  { induction k; intros f; [simpl; ring|]. change (zsum (S (S k)) f) with (zsum (S k)
    f + f (S k))%Z. rewrite IHk. simpl. ring. }
  induction u as [|x u IH]; intros [|y v] s L; try discriminate; [simpl; ring|]. injection L as L. cbn [zdot length].
  rewrite IH, F by auto. cbn [nth]. ring.
Qed.

Definition whole (r : residues) (d : nat) : Z := (r_top r ^ Z.of_nat d * Zpos (r_bottom r) ^ Z.of_nat (longest dm - d))%Z.
Definition reduced (r : residues) : list Z := map (fun d => Z.modulo (whole r d) (r_modulus r)) (seq 0 (S (longest dm))).
Definition inverse_ok (r : residues) : bool :=
  let reds := reduced r in
  let cols := transpose n (map (map (fun e => match e with Some d => nth d reds 0%Z | None => 0%Z end)) dm) in
  (2 <=? r_modulus r)%Z && eqn K (of_frac K (r_top r) (r_bottom r)) (p_alpha p) && of_length n (r_left r) &&
  forallb (of_length n) (r_left r) && of_length n dm && forallb (of_length n) dm &&
  forallb (forallb (fun e => match e with Some d => (d <=? longest dm)%nat | None => true end)) dm &&
  all2 (fun i l => all2 (fun j c =>
    Z.eqb (Z.modulo (zdot 0 l c - (if Nat.eqb j i then 1 else 0)) (r_modulus r)) 0) (seq 0 n) cols) (seq 0 n) (r_left r).

Lemma inverse_unique r z z' : inverse_ok r = true -> solves P (mat phi) one z -> solves P (mat phi) one z' ->
  forall i, (i < n)%nat -> z' i = z i.
Proof.
  unfold inverse_ok. intros H S S'. apply andb_prop in H as [H H8]. apply andb_prop in H as [H H7]. apply andb_prop in H as
    [H H6].
  apply andb_prop in H as [H H5]. apply andb_prop in H as [H H4]. apply andb_prop in H as [H H3]. apply andb_prop in H as
    [H1 H2].
  apply Z.leb_le in H1. apply (val_eq _ _ V) in H2. rewrite (val_frac _ _ V) in H2. apply Nat.eqb_eq in H3, H5.
  set (m := r_modulus r) in *. set (D := longest dm) in *.
  set (e := fun k j => nth j (nth k dm []) None).
  set (M := fun k j => match e k j with Some d => whole r d | None => 0%Z end).
  set (red := fun k j => match e k j with Some d => nth d (reduced r) 0%Z | None => 0%Z end).
  set (L := fun i k => nth k (nth i (r_left r) []) 0%Z).
  assert (Bd : forall k j d, (k < n)%nat -> (j < n)%nat -> e k j = Some d -> (d <= D)%nat).
  { intros k j d Hk Hj E. assert (Q := forallb_nth _ dm k [] H7). rewrite H5 in Q. specialize (Q Hk).
    assert (Lk : length (nth k dm []) = n) by (apply Nat.eqb_eq; apply (forallb_nth _ _ _ [] H6); lia).
    assert (Q' := forallb_nth _ (nth k dm []) j None Q). rewrite Lk in Q'. specialize (Q' Hj). cbv beta in Q'.
    unfold e in E. rewrite E in Q'. now apply Nat.leb_le in Q'. }
  assert (Red : forall k j, (k < n)%nat -> (j < n)%nat -> red k j = Z.modulo (M k j) m).
  { intros k j Hk Hj. unfold red, M. destruct (e k j) as [d|] eqn:E; [|now rewrite Z.mod_0_l by lia].
    assert (Hd := Bd k j d Hk Hj E). unfold reduced. set (f := fun d => Z.modulo (whole r d) (r_modulus r)).
    fold D. rewrite (nth_indep _ 0%Z (f O)) by (rewrite map_length, seq_length; lia). rewrite (map_nth f),
      seq_nth by lia. reflexivity. }
  assert (Inv : forall i j, (i < n)%nat -> (j < n)%nat ->
    (m | zsum n (fun k => L i k * M k j) - (if Nat.eqb j i then 1 else 0))%Z).
  { intros i j Hi Hj.
    set (g := fun x : option nat => match x with Some d => nth d (reduced r) 0%Z | None => 0%Z end) in *.
    assert (Fm : forallb (of_length n) (map (map g) dm) = true).
    { apply forallb_forall. intros x I. apply in_map_iff in I as [y [<- I]]. unfold of_length. rewrite map_length.
      rewrite forallb_forall in H6. exact (H6 y I). }
    assert (Lc : length (transpose n (map (map g) dm)) = n) by now apply transpose_length.
    assert (Q := all2_nth _ _ _ i O [] H8). rewrite seq_length in Q. specialize (Q Hi). cbv beta in Q. rewrite seq_nth in Q
      by auto.
    assert (Q' := all2_nth _ _ _ j O [] Q). rewrite seq_length in Q'. specialize (Q' Hj). cbv beta in Q'.
    rewrite seq_nth in Q' by auto. simpl plus in Q'. apply Z.eqb_eq in Q'. apply Z.mod_divide in Q'; [|lia].
    assert (Li : length (nth i (r_left r) []) = n) by (apply Nat.eqb_eq; apply (forallb_nth _ _ _ [] H4); lia).
    assert (Lj : length (nth j (transpose n (map (map g) dm)) []) = n).
    { rewrite transpose_row, map_length by auto. exact H5. }
    rewrite zdot_is, Li, Z.add_0_l in Q' by (rewrite Li, Lj; reflexivity).
    assert (Ec : forall k, (k < n)%nat -> nth k (nth j (transpose n (map (map g) dm)) []) 0%Z = red k j).
    { intros k Hk. rewrite transpose_nth by auto.
      rewrite (nth_indep _ [] (map g [])) by (rewrite map_length; lia). rewrite map_nth.
      assert (Lk : length (nth k dm []) = n) by (apply Nat.eqb_eq; apply (forallb_nth _ _ _ [] H6); lia).
      rewrite (nth_indep _ 0%Z (g None)) by (rewrite map_length; lia). rewrite map_nth. reflexivity. }
    replace (zsum n (fun k => L i k * M k j) - (if Nat.eqb j i then 1 else 0))%Z with
      (zsum n (fun k => L i k * (M k j - red k j)) +
       (zsum n (fun k => nth k (nth i (r_left r) []) 0 * nth k (nth j (transpose n (map (map g) dm)) []) 0) -
        (if Nat.eqb j i then 1 else 0)))%Z.
    - apply Z.divide_add_r; [|exact Q']. apply zsum_divides. intros k Hk. apply Z.divide_mul_r. rewrite Red by auto.
      exists (M k j / m)%Z. assert (E := Z.div_mod (M k j) m ltac:(lia)). lia.
    - rewrite (zsum_ext n (fun k => nth k (nth i (r_left r) []) 0 * nth k (nth j (transpose n (map (map g) dm)) []) 0)%Z
        (fun k => L i k * red k j)%Z) by (intros k Hk; rewrite Ec by auto; reflexivity).
      assert (A : forall f g, (zsum n f + zsum n g = zsum n (fun k => f k + g k))%Z).
      { clear. intros f g. induction n; simpl; [reflexivity|]. rewrite <- IHn0. ring. }
      rewrite Z.add_sub_assoc, A. f_equal. apply zsum_ext. intros k Hk. ring. }
  assert (Qp : 0 < IZR (Zpos (r_bottom r))) by (apply IZR_lt; lia).
  assert (Phi : forall k j, (k < n)%nat -> (j < n)%nat -> IZR (M k j) = IZR (Zpos (r_bottom r)) ^ D * mat phi k j).
  { intros k j Hk Hj. destruct (f_known _ _ _ _ Hphi k j Hk Hj) as [[d [Dk ->]]|[No ->]]; unfold M.
    - assert (E := distance_is n (near_of K p) dm Hdm k j d Hk Hj Dk). cbv zeta in E. change (e k j = Some d) in E. rewrite E.
      assert (Hd := Bd k j d Hk Hj E). unfold whole. fold D. rewrite mult_IZR, <- !pow_IZR, <- H2. unfold Rdiv.
      rewrite Rpow_mult_distr, pow_inv. replace (IZR (Zpos (r_bottom r)) ^ D) with
        (IZR (Zpos (r_bottom r)) ^ d * IZR (Zpos (r_bottom r)) ^ (D - d)) by (rewrite <- pow_add; f_equal; lia).
      field. apply pow_nonzero. lra.
    - assert (E := distance_known n (near_of K p) dm Hdm k j Hk Hj). cbv zeta beta in E. change (nth j (nth k dm []) None)
      with (e k j) in E.
      destruct (e k j) as [d|]; [|ring]. exfalso. apply (No d). apply E. }
  intros i Hi. assert (Z := no_reals n L M m H1 Inv (fun j => z' j - z j)). cbv beta in Z.
  assert (R0 : z' i - z i = 0); [|lra]. apply Z; auto. intros k Hk.
  rewrite (sum_ext n _ (fun j => IZR (Zpos (r_bottom r)) ^ D * (mat phi k j * z' j - mat phi k j * z j)))
    by (intros j Hj; rewrite Phi by auto; ring).
  rewrite sum_scale, sum_minus. assert (A := S k Hk). assert (B := S' k Hk). change (nodes (the_graph P)) with n in A, B.
  rewrite A, B. unfold one. ring.
Qed.

Definition least_of (z : list N) (r : residues) : option found :=
  if inverse_ok r then match least K z with Some c => Some [(Unique, VFlag true); (Least, VNum c)] | None => None end else None.

Definition check_exist_residues (z : list N) (r : residues) : option found :=
  match check_exist_yes K p phi z (Open K), least_of z r with Some l, Some l' => Some (l ++ l') | _, _ => None end.

Lemma check_exist_residues_ok z r values : check_exist_residues z r = Some values ->
  proved K val p TightConstraintsExist true values.
Proof.
  unfold check_exist_residues. destruct (check_exist_yes K p phi z (Open K)) as [l|] eqn:E; [|discriminate].
  assert (E' := E). apply (check_exist_yes_ok K val V p phi Hphi) in E'. destruct E' as [Y W].
  unfold least_of. destruct (inverse_ok r) eqn:I; [|discriminate]. destruct (least K z) as [c|] eqn:Lc; [|discriminate].
  intros H. inversion H. subst. clear H. split; [exact Y|]. intros what q Hin. apply in_app_or in Hin as [Hin|Hin]; [auto|].
  unfold check_exist_yes in E. destruct (solution K p phi z (ones K p)) eqn:So; [|discriminate].
  destruct (ones_solution K val V p phi Hphi z So) as [Lz [Zn Zs]].
  destruct Hin as [Q|[Q|[]]]; inversion Q; subst; simpl; apply (with_similarity K val p phi Hphi).
  - split; [exists (vec z); auto|]. intros z1 z2 i _ _ S1 S2 Hi.
    rewrite (inverse_unique r (vec z) z1 I Zs S1 i Hi), (inverse_unique r (vec z) z2 I Zs S2 i Hi). reflexivity.
  - exists (vec z). split; [exact Zs|split].
    + intros z' i S' Hi. apply (inverse_unique r (vec z) z' I Zs S' i Hi).
    + apply (least_ok K val V); auto.
Qed.

Definition check_none_residues (w z : list N) (r : residues) : option found :=
  match check_exist_no K p phi w None with
  | Some _ =>
      if of_length n z && all2 (eqn K) (times K phi z) (ones K p) && inverse_ok r
      then match least K z with Some c => Some [(Least, VNum c)] | None => None end else None
  | None => None
  end.

Lemma check_none_residues_ok w z r values : check_none_residues w z r = Some values ->
  proved K val p TightConstraintsExist false values.
Proof.
  unfold check_none_residues. destruct (check_exist_no K p phi w None) as [l|] eqn:E; [|discriminate].
  apply (check_exist_no_ok K val V p phi Hphi) in E. destruct E as [Y _].
  destruct (_ && _)%bool eqn:I; [|discriminate]. apply andb_prop in I as [I I3]. apply andb_prop in I as [I1 I2].
  apply Nat.eqb_eq in I1. destruct (least K z) as [c|] eqn:Lc; [|discriminate].
  intros H. inversion H. subst. clear H. split; [exact Y|]. intros what q [Q|[]]. inversion Q. subst. simpl.
  assert (Zs : solves P (mat phi) one (vec z)).
  { intros i Hi. unfold one. rewrite <- (ones_vec K val V p i Hi). apply (product_is K val V p phi Hphi); auto. }
  apply (with_similarity K val p phi Hphi). exists (vec z). split; [exact Zs|split].
  - intros z' i S' Hi. apply (inverse_unique r (vec z) z' I3 Zs S' i Hi).
  - apply (least_ok K val V); auto.
Qed.
End Modular.
