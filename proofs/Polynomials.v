(** Polynomials with integer coefficients, from the constant up, their values, and when they are above 0 at a number or on an
    interval. *)

From Coq Require Import Reals List Lra Lia Arith ZArith Bool.
Import ListNotations.
Open Scope R_scope.

Fixpoint eval (p : list Z) (t : R) : R := match p with [] => 0 | c :: p => IZR c + t * eval p t end.

Definition pscale (c : Z) (p : list Z) : list Z := map (Z.mul c) p.
Fixpoint padd (p q : list Z) : list Z :=
  match p, q with [], q => q | p, [] => p | a :: p, b :: q => (a + b)%Z :: padd p q end.
Definition psub (p q : list Z) : list Z := padd p (pscale (-1) q).
Fixpoint pmul (p q : list Z) : list Z :=
  match p with
  | [] => []
  | [a] => pscale a q
  | a :: p => if (a =? 0)%Z then 0%Z :: pmul p q else padd (pscale a q) (0%Z :: pmul p q)
  end.
Fixpoint ppow (p : list Z) (n : nat) : list Z := match n with O => [1%Z] | S O => p | S k => pmul p (ppow p k) end.
(** Without zeros at the end. *)
Fixpoint trim (p : list Z) : list Z :=
  match p with [] => [] | a :: p => match trim p with [] => if (a =? 0)%Z then [] else [a] | q => a :: q end end.
Definition is_zero (p : list Z) : bool := forallb (Z.eqb 0) p.
Fixpoint psame (p q : list Z) : bool :=
  match p, q with [], [] => true | a :: p, b :: q => (a =? b)%Z && psame p q | _, _ => false end.

Lemma pscale_ok c p t : eval (pscale c p) t = IZR c * eval p t.
Proof. induction p as [|a p IH]; simpl; [ring|]. rewrite mult_IZR. fold (pscale c p). rewrite IH. ring. Qed.
Lemma padd_ok p q t : eval (padd p q) t = eval p t + eval q t.
Proof.
  revert q; induction p as [|a p IH]; destruct q as [|b q]; simpl; try ring. rewrite plus_IZR, IH. ring.
Qed.
Lemma psub_ok p q t : eval (psub p q) t = eval p t - eval q t.
Proof. unfold psub. rewrite padd_ok, pscale_ok. replace (IZR (-1)) with (-1) by reflexivity. ring. Qed.
Lemma pmul_ok p q t : eval (pmul p q) t = eval p t * eval q t.
Proof.
  induction p as [|a p IH]; [simpl; ring|]. assert (E : eval (pmul (a :: p) q) t = IZR a * eval q t + t * eval (pmul p q) t).
  { cbn [pmul]. destruct p as [|b p]; [simpl; rewrite pscale_ok; ring|]. destruct (Z.eqb_spec a 0) as [->|].
    - cbn [eval]. ring.
    - rewrite padd_ok, pscale_ok. cbn [eval]. ring. }
  rewrite E, IH. cbn [eval]. ring.
Qed.
Lemma ppow_ok p n t : eval (ppow p n) t = eval p t ^ n.
Proof.
  induction n as [|n IH]; [simpl; ring|]. destruct n; [simpl; ring|].
  change (ppow p (S (S n))) with (pmul p (ppow p (S n))). rewrite pmul_ok, IH. reflexivity.
Qed.
Lemma trim_ok p t : eval (trim p) t = eval p t.
Proof.
  induction p as [|a p IH]; simpl; auto. destruct (trim p) as [|b q].
  - destruct (Z.eqb_spec a 0) as [->|]; simpl in *; rewrite <- IH; ring.
  - simpl in *. rewrite <- IH. ring.
Qed.
Lemma is_zero_ok p t : is_zero p = true -> eval p t = 0.
Proof.
  induction p as [|a p IH]; simpl; auto. intros H. apply andb_prop in H as [A H]. destruct a; try discriminate.
  rewrite IH by auto. ring.
Qed.
Lemma psame_eq p q : psame p q = true -> p = q.
Proof.
  revert q; induction p; destruct q; simpl; try discriminate; auto. intros H. apply andb_prop in H as [A H].
  apply Z.eqb_eq in A. subst. f_equal. auto.
Qed.
Lemma eval_app p q t : eval (p ++ q) t = eval p t + t ^ length p * eval q t.
Proof. induction p as [|a p IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma eval_split j p t : eval p t = eval (firstn j p) t + t ^ j * eval (skipn j p) t.
Proof.
  revert p; induction j; intros p; [simpl; ring|]. destruct p as [|a p]; simpl; [ring|]. rewrite (IHj p). ring.
Qed.

(** ** At a number, by tables of its powers: from below and from above, over w *)

Fixpoint fits (w : positive) (table : list (Z * Z)) (j : nat) (t : R) : Prop :=
  match table with
  | [] => True
  | (l, u) :: table => IZR l <= t ^ j * IZR (Zpos w) <= IZR u /\ fits w table (S j) t
  end.

(** Not more than w·p(t), where the table has all powers. *)
Fixpoint lower (p : list Z) (table : list (Z * Z)) (sum : Z) : option Z :=
  match p, table with
  | [], _ => Some sum
  | c :: p, (l, u) :: table => lower p table (sum + c * (if (0 <=? c)%Z then l else u))
  | _, [] => None
  end.

Lemma lower_ok w t p : forall table j s r, fits w table j t -> lower p table s = Some r ->
  IZR r <= IZR s + IZR (Zpos w) * (t ^ j * eval p t).
Proof.
  induction p as [|c p IH]; intros table j s r F H.
  - simpl in H. inversion H. simpl. lra.
  - destruct table as [|[l u] table]; [discriminate|]. cbn [lower] in H. destruct F as [F F'].
    apply (IH _ _ _ _ F') in H. eapply Rle_trans; [exact H|]. clear H. rewrite plus_IZR, mult_IZR. cbn [eval].
    set (x := t ^ j) in *. set (v := IZR (Zpos w)) in *. replace (t ^ S j) with (t * x) by reflexivity.
    assert (Q : IZR c * IZR (if (0 <=? c)%Z then l else u) <= IZR c * (x * v)).
    { destruct (Z.leb_spec 0 c) as [C|C].
      - apply IZR_le in C. apply Rmult_le_compat_l; lra.
      - apply IZR_lt in C. assert (IZR c * (x * v - IZR u) >= 0) by nra. lra. }
    replace (v * (x * (IZR c + t * eval p t))) with (IZR c * (x * v) + v * (t * x * eval p t)) by ring. lra.
Qed.

Definition above_by (levels : list (positive * list (Z * Z))) (p : list Z) : bool :=
  existsb (fun wt => match lower p (snd wt) 0 with Some r => (0 <? r)%Z | None => false end) levels.

Lemma above_by_ok levels p t : Forall (fun wt => fits (fst wt) (snd wt) 0 t) levels -> above_by levels p = true -> 0 < eval p t.
Proof.
  intros F H. apply existsb_exists in H as [[w table] [I H]]. rewrite Forall_forall in F. specialize (F _ I). cbn [fst snd]
    in *.
  destruct (lower p table 0) as [r|] eqn:E; [|discriminate]. apply Z.ltb_lt in H. apply (lower_ok _ _ _ _ _ _ _ F) in E.
  apply IZR_lt in H. assert (W : 0 < IZR (Zpos w)) by (apply IZR_lt; lia). simpl (t ^ 0) in E.
  destruct (Rlt_le_dec 0 (eval p t)) as [|N]; auto. nra.
Qed.

(** ** On an interval: t = (l + u·x)/(d·(1 + x)) for l/d < t < u/d and x > 0 *)

Fixpoint spread (l u d : Z) (p : list Z) : list Z * list Z :=   (* the polynomial in x, and (d·(1 + x))^length *)
  match p with
  | [] => ([], [1%Z])
  | a :: p => let (q, w) := spread l u d p in (padd (pscale a w) (pmul [l; u] q), pmul [d; d] w)
  end.

Definition no_minus (p : list Z) : bool := forallb (Z.leb 0) p && existsb (Z.ltb 0) p.

Lemma no_minus_ok p x : 0 < x -> no_minus p = true -> 0 < eval p x.
Proof.
  intros Hx H. apply andb_prop in H as [A B]. assert (N : forall q, forallb (Z.leb 0) q = true -> 0 <= eval q x).
  { induction q as [|a q IH]; simpl; intros E; [lra|]. apply andb_prop in E as [E1 E2]. apply Z.leb_le, IZR_le in E1.
    specialize (IH E2). nra. }
  induction p as [|a p IH]; [discriminate|]. simpl in *. apply andb_prop in A as [A1 A]. apply Z.leb_le, IZR_le in A1.
  apply orb_prop in B as [B|B].
  - apply Z.ltb_lt, IZR_lt in B. assert (Q := N p A). nra.
  - specialize (IH A B). nra.
Qed.

Lemma spread_ok l u d p x t : t * (IZR d * (1 + x)) = IZR l + IZR u * x ->
  eval (snd (spread l u d p)) x = (IZR d * (1 + x)) ^ length p /\
  eval (fst (spread l u d p)) x * (IZR d * (1 + x)) = (IZR d * (1 + x)) ^ length p * eval p t.
Proof.
  intros E. induction p as [|a p [IW IQ]]; [simpl; split; ring|]. cbn [spread]. destruct (spread l u d p) as [q w].
  cbn [fst snd length] in *. set (W := IZR d * (1 + x)) in *. assert (A : eval (pmul [d; d] w) x = W ^ S (length p)).
  { rewrite pmul_ok, IW. unfold W. cbn [eval]. simpl. ring. }
  split; [exact A|]. rewrite padd_ok, pscale_ok, IW, pmul_ok. cbn [eval].
  replace ((IZR a * W ^ length p + (IZR l + x * (IZR u + x * 0)) * eval q x) * W)
    with (IZR a * W ^ S (length p) + (IZR l + IZR u * x) * (eval q x * W)) by (simpl; ring).
  rewrite IQ, <- E. simpl. ring.
Qed.


Definition above_at_once (l u d : Z) (p : list Z) : bool := no_minus (fst (spread l u d p)).

Lemma above_at_once_ok l u d p t : (0 < d)%Z -> IZR l < IZR d * t < IZR u -> above_at_once l u d p = true -> 0 < eval p t.
Proof.
  intros D [Hl Hu] H. apply IZR_lt in D. set (x := (IZR d * t - IZR l) / (IZR u - IZR d * t)).
  assert (X : 0 < x) by (apply Rdiv_lt_0_compat; lra).
  assert (E : t * (IZR d * (1 + x)) = IZR l + IZR u * x) by (unfold x; field; lra).
  apply (no_minus_ok _ x X) in H. destruct (spread_ok l u d p x t E) as [_ Q].
  assert (W : 0 < IZR d * (1 + x)) by nra. assert (P := pow_lt _ (length p) W).
  assert (0 < (IZR d * (1 + x)) ^ length p * eval p t) by (rewrite <- Q; apply Rmult_lt_0_compat; auto).
  destruct (Rlt_le_dec 0 (eval p t)) as [|N]; auto. nra.
Qed.

(** p at n/d, times a power of d. *)
Fixpoint at_fraction (n d : Z) (p : list Z) : Z * Z :=
  match p with [] => (0, 1)%Z | a :: p => let (v, w) := at_fraction n d p in (a * w + n * v, d * w)%Z end.
Lemma at_fraction_ok n d p t : IZR d * t = IZR n ->
  IZR (snd (at_fraction n d p)) = IZR d ^ length p /\ IZR (fst (at_fraction n d p)) * IZR d = IZR d ^ length p * eval p t.
Proof.
  intros E. induction p as [|a p [IW IV]]; [simpl; split; ring|]. cbn [at_fraction]. destruct (at_fraction n d p) as [v w].
  cbn [fst snd length] in *. split.
  - rewrite mult_IZR, IW. reflexivity.
  - rewrite plus_IZR, !mult_IZR, IW. replace ((IZR a * IZR d ^ length p + IZR n * IZR v) * IZR d) with
      (IZR a * IZR d ^ S (length p) + IZR n * (IZR v * IZR d)) by (simpl; ring).
    rewrite IV, <- E. simpl. ring.
Qed.
Lemma at_fraction_sign n d p t : (0 < d)%Z -> IZR d * t = IZR n ->
  ((0 < fst (at_fraction n d p))%Z -> 0 < eval p t) /\ ((fst (at_fraction n d p) < 0)%Z -> eval p t < 0).
Proof.
  intros D E. destruct (at_fraction_ok n d p t E) as [_ V]. apply IZR_lt in D. assert (P := pow_lt _ (length p) D).
  set (W := IZR d ^ length p) in *. split; intros H; apply IZR_lt in H.
  - assert (0 < W * eval p t) by (rewrite <- V; apply Rmult_lt_0_compat; auto).
    destruct (Rlt_le_dec 0 (eval p t)); auto. nra.
  - assert (W * eval p t < 0) by (rewrite <- V; nra). destruct (Rlt_le_dec (eval p t) 0); auto. nra.
Qed.

(** By halves, so many times. (Where Coq itself computes, both sides of || and && are.) *)
Fixpoint above_on (depth : nat) (l u d : Z) (p : list Z) : bool :=
  if above_at_once l u d p then true else
  match depth with
  | O => false
  | S k => let m := (l + u)%Z in let e := (2 * d)%Z in
      if (0 <? fst (at_fraction m e p))%Z then if above_on k (2 * l) m e p then above_on k m (2 * u) e p else false else false
  end.

Lemma above_on_ok depth : forall l u d p t, (0 < d)%Z -> IZR l < IZR d * t < IZR u -> above_on depth l u d p = true ->
  0 < eval p t.
Proof.
  induction depth as [|k IH]; intros l u d p t D B H; cbn [above_on] in H; (destruct (above_at_once l u d p) eqn:A;
    [now apply (above_at_once_ok l u d)|]); [discriminate|].
  destruct (0 <? fst (at_fraction (l + u) (2 * d) p))%Z eqn:H1; [|discriminate].
  destruct (above_on k (2 * l) (l + u) (2 * d) p) eqn:H2; [|discriminate]. rename H into H3.
  assert (D2 : (0 < 2 * d)%Z) by lia. assert (E : IZR (2 * d) = 2 * IZR d) by (rewrite mult_IZR; reflexivity).
  assert (L : IZR (2 * l) = 2 * IZR l) by (rewrite mult_IZR; reflexivity).
  assert (U : IZR (2 * u) = 2 * IZR u) by (rewrite mult_IZR; reflexivity). assert (M := plus_IZR l u).
  destruct (Rtotal_order (IZR (2 * d) * t) (IZR (l + u))) as [C|[C|C]].
  - apply (IH _ _ _ _ t D2) in H2; auto. split; [rewrite E, L; lra|exact C].
  - apply Z.ltb_lt in H1. now apply (at_fraction_sign _ _ p t D2 C).
  - apply (IH _ _ _ _ t D2) in H3; auto. split; [lra|rewrite E, U; lra].
Qed.
