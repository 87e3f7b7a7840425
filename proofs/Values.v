(** Whether values are as expected. *)

From Coq Require Import Reals List Lra Lia Arith ZArith QArith Qreals Bool.
From DP Require Import Spec Expected Sums Numbers Vectors Problem Claims Exponential Logs.
From DP Require Kinds Cuts.
Import ListNotations.
Open Scope R_scope.
Open Scope list_scope.

Definition name_eqb (a b : name) : bool :=
  match a, b with
  | AlphaMax, AlphaMax | EpsilonMin, EpsilonMin | DeltaMin, DeltaMin | Sum, Sum | Unique, Unique | Least, Least
  | TheUtility, TheUtility | Loss, Loss | Bound, Bound | Optimum, Optimum | LeastLoss, LeastLoss
  | Multiplicative, Multiplicative | Additive, Additive | Bits, Bits | Maximum, Maximum | Error, Error
  | Joint, Joint | Separate, Separate | Argument, Argument | Divergence, Divergence | Excess, Excess
  | TheSet, TheSet | AlphaStar, AlphaStar => true
  | _, _ => false
  end.
Lemma name_eqb_eq a b : name_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; congruence. Qed.

Section Values.
Context (K : ops) (val : num K -> R) (V : sound K val).
Local Notation N := (num K).
Local Notation quantity_of := (quantity_of K val).

Definition from_q (q : Q) : N := of_frac K (Qnum q) (Qden q).
Lemma from_q_val q : val (from_q q) = Q2R q.
Proof. unfold from_q. rewrite (val_frac _ _ V). reflexivity. Qed.

(** x against y, where tests tell. *)
Definition order (x y : N) : option comparison :=
  if eqn K x y then Some Eq else if lt K x y then Some Lt else if lt K y x then Some Gt else None.
Lemma order_ok x y c : order x y = Some c ->
  match c with Eq => val x = val y | Lt => val x < val y | Gt => val y < val x end.
Proof.
  unfold order. destruct (eqn K x y) eqn:E; [intros H; inversion H; apply (val_eq _ _ V); auto|].
  destruct (lt K x y) eqn:L; [intros H; inversion H; apply (val_lt _ _ V); auto|].
  destruct (lt K y x) eqn:G; [intros H; inversion H; apply (val_lt _ _ V); auto|discriminate].
Qed.

Fixpoint power (x : N) (k : nat) : N := match k with O => one1 K | S k => mul K x (power x k) end.
Lemma power_val x k : val (power x k) = val x ^ k.
Proof. induction k; simpl; [apply (val_1 _ _ V)|]. rewrite (val_mul _ _ V), IHk. reflexivity. Qed.

(** log₂ x against p/q: x^q against 2^p. *)
Definition two_to (z : Z) : N :=
  match z with Zneg e => of_frac K 1 (Pos.pow 2 e) | _ => of_frac K (2 ^ z) 1 end.
Definition log_direct (x : N) (y : Q) : option comparison :=
  if lt K (nil0 K) x && (Zpos (Qden y) <=? 4096)%Z && (Z.abs (Qnum y) <=? 4096)%Z
  then order (power x (Pos.to_nat (Qden y))) (two_to (Qnum y)) else None.

Lemma ln_pow x k : 0 < x -> ln (x ^ k) = INR k * ln x.
Proof.
  intros H. induction k; [simpl; rewrite ln_1; ring|]. rewrite S_INR. simpl. rewrite ln_mult by (auto; apply pow_lt; auto).
  rewrite IHk. ring.
Qed.

Lemma two_to_ln z : 0 < val (two_to z) /\ ln (val (two_to z)) = IZR z * ln 2.
Proof.
  assert (P : forall e, IZR (Zpos (Pos.pow 2 e)) = 2 ^ Pos.to_nat e).
  { intros e. rewrite Pos2Z.inj_pow. rewrite <- (positive_nat_Z e). symmetry. apply pow_IZR. }
  assert (T : forall k, 0 < 2 ^ k) by (intros; apply pow_lt; lra).
  destruct z as [|e|e]; unfold two_to; rewrite (val_frac _ _ V).
  - simpl. split; [lra|]. replace (1 / 1) with 1 by field. rewrite ln_1. ring.
  - change (2 ^ Zpos e)%Z with (Zpos (Pos.pow 2 e)) || rewrite <- (Pos2Z.inj_pow 2 e).
    rewrite P. replace (2 ^ Pos.to_nat e / 1) with (2 ^ Pos.to_nat e) by field. split; [apply T|]. rewrite ln_pow by lra.
    rewrite INR_IZR_INZ, positive_nat_Z. reflexivity.
  - rewrite P. specialize (T (Pos.to_nat e)). split; [apply Rdiv_lt_0_compat; lra|].
    unfold Rdiv. rewrite Rmult_1_l, ln_Rinv, ln_pow by lra. rewrite INR_IZR_INZ, positive_nat_Z.
    change (Zneg e) with (- Zpos e)%Z. rewrite opp_IZR. ring.
Qed.

Lemma log_direct_ok x y c : log_direct x y = Some c ->
  match c with Eq => log2 (val x) = Q2R y | Lt => log2 (val x) < Q2R y | Gt => Q2R y < log2 (val x) end.
Proof.
  unfold log_direct. destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [E _].
    apply andb_prop in E as [E _].
  apply (val_lt _ _ V) in E. rewrite (val_0 _ _ V) in E. intros H. apply order_ok in H.
  rewrite !power_val in H. destruct (two_to_ln (Qnum y)) as [Tp Tl].
  assert (L2 : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (Lx : ln (val x ^ Pos.to_nat (Qden y)) = IZR (Zpos (Qden y)) * ln (val x)).
  { rewrite ln_pow by auto. now rewrite INR_IZR_INZ, positive_nat_Z. }
  assert (Dp : 0 < IZR (Zpos (Qden y))) by (apply IZR_lt; lia).
  assert (Xp : 0 < val x ^ Pos.to_nat (Qden y)) by (apply pow_lt; auto).
  unfold log2, Q2R. set (d := IZR (Zpos (Qden y))) in *. set (a := IZR (Qnum y)) in *.
  set (l := ln (val x)) in *. assert (DL : 0 < d * ln 2) by (apply Rmult_lt_0_compat; auto).
  assert (A1 : l / ln 2 * (d * ln 2) = d * l) by (field; lra).
  assert (A2 : a * / d * (d * ln 2) = a * ln 2) by (field; lra).
  destruct c.
  - apply Rmult_eq_reg_r with (d * ln 2); [|lra]. rewrite A1, A2, <- Lx, <- Tl, H. reflexivity.
  - apply ln_increasing in H; auto. rewrite Lx, Tl in H. apply Rmult_lt_reg_r with (d * ln 2); auto. rewrite A1, A2. exact H.
  - apply ln_increasing in H; auto. rewrite Lx, Tl in H. apply Rmult_lt_reg_r with (d * ln 2); auto. rewrite A1, A2. exact H.
Qed.

(** −ln x against y ≥ 0: x against an enclosure of e^-y; and against y < 0, which it is more than where x ≤ 1. *)
Definition at_scale (B : nat) (z : Z) : N := of_frac K z (Pos.pow 2 (Pos.of_nat B)).
Definition try_enclosure (x : N) (y : Q) (B k : nat) : option comparison :=
  if lt K (at_scale B (exp_above B (Qnum y) (Zpos (Qden y)) k)) x then Some Lt
  else if lt K x (at_scale B (exp_below B (Qnum y) (Zpos (Qden y)) k)) then Some Gt else None.
Definition minus_ln_order (x : N) (y : Q) : option comparison :=
  if lt K (nil0 K) x then
    if (Qnum y =? 0)%Z then order (one1 K) x
    else if (Qnum y <? 0)%Z then if le K x (one1 K) then Some Gt else None
    else match try_enclosure x y 160 64 with Some c => Some c | None => try_enclosure x y 2400 1024 end
  else None.

Lemma at_scale_val B z : (0 < B)%nat -> val (at_scale B z) = IZR z / IZR (2 ^ Z.of_nat B).
Proof.
  intros H. unfold at_scale. rewrite (val_frac _ _ V), Pos2Z.inj_pow.
  replace (Zpos (Pos.of_nat B)) with (Z.of_nat B); [reflexivity|]. rewrite <- (Nat2Pos.id B) at 1 by lia. apply positive_nat_Z.
Qed.

(** log₂ x by an enclosure of x that is looked for, and looked at. *)
Fixpoint bisected (steps B : nat) (x : N) (a b : Z) : Z :=
  match steps with
  | O => a
  | S k => let m := ((a + b) / 2)%Z in if lt K (at_scale B m) x then bisected k B x m b else bisected k B x a m
  end.
Definition log_enclosed (x : N) (y : Q) : option comparison :=
  let a := bisected 384 256 x 0 (2 ^ 384) in
  if (0 <=? a)%Z && lt K (nil0 K) x && le K (at_scale 256 a) x && le K x (at_scale 256 (a + 1))
  then log_by 256 a (a + 1) y else None.
Definition log_order (x : N) (y : Q) : option comparison :=
  match (match polynomial K with None => log_direct x y | Some _ => None end) with
  | Some c => Some c
  | None => if (Zpos (Qden y) <? 2 ^ 40)%Z then log_enclosed x y else None
  end.

Lemma log_order_ok x y c : log_order x y = Some c ->
  match c with Eq => log2 (val x) = Q2R y | Lt => log2 (val x) < Q2R y | Gt => Q2R y < log2 (val x) end.
Proof.
  unfold log_order. destruct (match polynomial K with None => _ | _ => _ end) as [c'|] eqn:D.
  - intros H. inversion H. subst c'. destruct (polynomial K); [discriminate|]. now apply log_direct_ok.
  - clear D. destruct (_ <? _)%Z; [|discriminate]. unfold log_enclosed. set (a := bisected _ _ _ _ _). clearbody a.
    destruct (_ && _)%bool eqn:E; [|discriminate].
    apply andb_prop in E as [E E4]. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2]. apply Z.leb_le in E1.
    apply (val_lt _ _ V) in E2. rewrite (val_0 _ _ V) in E2. apply (val_le _ _ V) in E3, E4.
      rewrite at_scale_val in E3, E4 by lia.
    apply log_by_ok; auto; [lia|]. assert (F : forall z, float_val (z, - 256)%Z = IZR z / IZR (2 ^ Z.of_nat 256)).
    { intros z. unfold float_val, Rdiv. cbn [fst snd]. f_equal. change (Z.of_nat 256) with 256%Z. rewrite <- two_whole by lia.
      assert (T := two_pos 256). apply Rmult_eq_reg_l with (two 256); [|lra]. rewrite <- two_add, Rinv_r by lra.
      replace (256 + -256)%Z with 0%Z by reflexivity. rewrite two_whole by lia. reflexivity. }
    rewrite !F. split; auto.
Qed.

Lemma under x w e : 0 < w -> w * e <= x -> e <= x / w.
Proof. intros Hw H. apply Rmult_le_reg_r with w; auto. replace (x / w * w) with x by (field; lra). lra. Qed.
Lemma over_ x w e : 0 < w -> x <= w * e -> x / w <= e.
Proof. intros Hw H. apply Rmult_le_reg_r with w; auto. replace (x / w * w) with x by (field; lra). lra. Qed.

Lemma try_enclosure_ok x y B k c : 0 < val x -> (0 < B)%nat -> (0 <= Qnum y)%Z -> try_enclosure x y B k = Some c ->
  match c with Eq => - ln (val x) = Q2R y | Lt => - ln (val x) < Q2R y | Gt => Q2R y < - ln (val x) end.
Proof.
  intros Hx HB Hy. unfold try_enclosure. assert (W := whole_pos B 1%Z O). set (w := IZR (2 ^ Z.of_nat B)).
  assert (A := exp_above_ok B (Qnum y) (Zpos (Qden y)) k Hy (Pos2Z.is_pos _)).
  assert (D := exp_below_ok B (Qnum y) (Zpos (Qden y)) k (Pos2Z.is_pos _)).
  cbv zeta in W, A, D. fold w in W, A, D. change (IZR (Qnum y) / IZR (Zpos (Qden y))) with (Q2R y) in A, D.
  assert (E := exp_pos (- Q2R y)).
  destruct (lt K (at_scale B _) x) eqn:L1.
  - intros H. inversion H. apply (val_lt _ _ V) in L1. rewrite at_scale_val in L1 by auto. fold w in L1.
    assert (Q : exp (- Q2R y) < val x).
    { eapply Rle_lt_trans; [|exact L1]. apply under; auto. }
    apply ln_increasing in Q; auto. rewrite ln_exp in Q. lra.
  - destruct (lt K x (at_scale B _)) eqn:L2; [|discriminate]. intros H. inversion H. apply (val_lt _ _ V) in L2.
    rewrite at_scale_val in L2 by auto. fold w in L2.
    assert (Q : val x < exp (- Q2R y)).
    { eapply Rlt_le_trans; [exact L2|]. apply over_; auto. }
    apply ln_increasing in Q; auto. rewrite ln_exp in Q. lra.
Qed.

Lemma minus_ln_order_ok x y c : minus_ln_order x y = Some c ->
  match c with Eq => - ln (val x) = Q2R y | Lt => - ln (val x) < Q2R y | Gt => Q2R y < - ln (val x) end.
Proof.
  unfold minus_ln_order. destruct (lt K (nil0 K) x) eqn:E; [|discriminate]. apply (val_lt _ _ V) in E.
    rewrite (val_0 _ _ V) in E.
  destruct (Z.eqb_spec (Qnum y) 0) as [Z0|].
  - intros Eo. apply order_ok in Eo. rewrite (val_1 _ _ V) in Eo.
    assert (Y : Q2R y = 0) by (unfold Q2R; rewrite Z0; simpl; lra). rewrite Y. destruct c.
    + rewrite <- Eo, ln_1. ring.
    + apply ln_increasing in Eo; [|lra]. rewrite ln_1 in Eo. lra.
    + apply ln_increasing in Eo; [|lra]. rewrite ln_1 in Eo. lra.
  - destruct (Z.ltb_spec (Qnum y) 0) as [Ln|Ln].
    + destruct (le K x (one1 K)) eqn:Lx; [|discriminate]. intros H. inversion H. apply (val_le _ _ V) in Lx.
      rewrite (val_1 _ _ V) in Lx.
      assert (Y : Q2R y < 0).
      { unfold Q2R. apply Rmult_lt_reg_r with (IZR (Zpos (Qden y))); [apply IZR_lt; lia|].
        rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_0_l by (apply IZR_neq; lia). apply IZR_lt. auto. }
      assert (ln (val x) <= 0); [|lra]. destruct (Req_dec (val x) 1) as [->|]; [rewrite ln_1; lra|].
      rewrite <- ln_1. apply Rlt_le, ln_increasing; lra.
    + destruct (try_enclosure x y 160 64) as [c'|] eqn:T.
      * intros H. inversion H. subst c'. apply (try_enclosure_ok x y 160 64); auto. lia.
      * intros T2. apply (try_enclosure_ok x y 2400 1024); auto. lia.
Qed.

(** x^(k/d) against y, and −k/d·ln x. *)
Definition power_order (x : N) (k d : nat) (y : Q) : option comparison :=
  if lt K (nil0 K) x && (1 <=? d)%nat then
    if (Qnum y <=? 0)%Z then Some Gt else order (power x k) (power (from_q y) d)
  else None.
Definition power_ln_order (x : N) (k d : nat) (y : Q) : option comparison :=
  match k, d with
  | S _, S _ => minus_ln_order x (Qmake (Qnum y * Z.of_nat d) (Qden y * Pos.of_nat k))
  | _, _ => None
  end.

Lemma pow_lt_pow a b l : (0 < l)%nat -> 0 <= a -> a < b -> a ^ l < b ^ l.
Proof.
  intros Hl Ha H. destruct l as [|l]; [lia|]. clear Hl. induction l as [|l IH]; [simpl; lra|].
  change (b ^ S (S l)) with (b * b ^ S l). change (a ^ S (S l)) with (a * a ^ S l).
  assert (0 <= a ^ S l) by (apply pow_le; auto). nra.
Qed.

Lemma power_order_ok x k d y c : power_order x k d y = Some c ->
  let v := Rpower (val x) (INR k / INR d) in match c with Eq => v = Q2R y | Lt => v < Q2R y | Gt => Q2R y < v end.
Proof.
  unfold power_order. destruct (_ && _)%bool eqn:E; [|discriminate]. apply andb_prop in E as [E Hd]. apply Nat.leb_le in Hd.
  apply (val_lt _ _ V) in E. rewrite (val_0 _ _ V) in E. intros H. set (v := Rpower (val x) (INR k / INR d)).
  assert (Vp : 0 < v) by apply exp_pos.
  assert (Dp : 0 < INR d) by (apply lt_0_INR; lia).
  destruct (Z.leb_spec (Qnum y) 0) as [L|L].
  - inversion H. eapply Rle_lt_trans; [|exact Vp]. unfold Q2R. assert (0 < / IZR (Zpos (Qden y)))
    by (apply Rinv_0_lt_compat, IZR_lt; lia).
    assert (IZR (Qnum y) <= 0) by (apply IZR_le; lia). nra.
  - apply order_ok in H. rewrite !power_val, from_q_val in H.
    assert (Yp : 0 < Q2R y) by (unfold Q2R; apply Rmult_lt_0_compat; [apply IZR_lt; lia|apply Rinv_0_lt_compat, IZR_lt; lia]).
    assert (Ev : v ^ d = val x ^ k).
    { unfold v. rewrite <- Rpower_pow by apply exp_pos. rewrite Rpower_mult, <- Rpower_pow by auto. f_equal. field. lra. }
    rewrite <- Ev in H. destruct (Rtotal_order v (Q2R y)) as [T|[T|T]]; destruct c; auto; exfalso.
    + assert (Q := pow_lt_pow v (Q2R y) d Hd (Rlt_le _ _ Vp) T). lra.
    + assert (Q := pow_lt_pow v (Q2R y) d Hd (Rlt_le _ _ Vp) T). lra.
    + rewrite T in H. lra.
    + rewrite T in H. lra.
    + assert (Q := pow_lt_pow (Q2R y) v d Hd (Rlt_le _ _ Yp) T). lra.
    + assert (Q := pow_lt_pow (Q2R y) v d Hd (Rlt_le _ _ Yp) T). lra.
Qed.

Lemma power_ln_order_ok x k d y c : power_ln_order x k d y = Some c ->
  let v := - (INR k / INR d * ln (val x)) in match c with Eq => v = Q2R y | Lt => v < Q2R y | Gt => Q2R y < v end.
Proof.
  unfold power_ln_order. destruct k as [|k']; [discriminate|]. destruct d as [|d']; [discriminate|].
  set (k := S k'). set (d := S d'). intros H. apply minus_ln_order_ok in H.
  set (v := - (INR k / INR d * ln (val x))).
  assert (Kp : 0 < INR k) by (apply lt_0_INR; unfold k; lia). assert (Dp : 0 < INR d) by (apply lt_0_INR; unfold d; lia).
  assert (E : Q2R (Qmake (Qnum y * Z.of_nat d) (Qden y * Pos.of_nat k)) = Q2R y * (INR d / INR k)).
  { unfold Q2R. cbn [Qnum Qden]. rewrite mult_IZR, Pos2Z.inj_mul, mult_IZR, <- INR_IZR_INZ.
    rewrite <- (positive_nat_Z (Pos.of_nat k)), Nat2Pos.id by (unfold k; lia). rewrite <- INR_IZR_INZ. field. split; [lra|].
    apply IZR_neq. lia. }
  rewrite E in H. assert (Ev : v = - ln (val x) * (INR k / INR d)) by (unfold v; ring).
  assert (Yv : Q2R y = Q2R y * (INR d / INR k) * (INR k / INR d)) by (field; lra).
  assert (0 < INR k / INR d) by (apply Rdiv_lt_0_compat; auto). rewrite Ev, Yv.
  destruct c; [rewrite H; reflexivity|apply Rmult_lt_compat_r; auto|apply Rmult_lt_compat_r; auto].
Qed.

Definition accepts (r : relation) (c : comparison) : bool :=
  match r, c with Equals, Eq | AtLeast, Eq | AtLeast, Gt | AtMost, Eq | AtMost, Lt => true | _, _ => false end.

(** Whether parts have these ends. *)
Fixpoint same_parts (l : list (Kinds.cut * Kinds.cut)) (named : list (Kinds.kind * Kinds.kind)) : option bool :=
  match l, named with
  | [], [] => Some true
  | (a, b) :: l, (k, h) :: named =>
      match Cuts.is_named k a, Cuts.is_named h b with
      | Some true, Some true => same_parts l named
      | Some false, _ | _, Some false => Some false
      | _, _ => None
      end
  | _, _ => Some false
  end.
Definition parts_are (l : list (R * R)) (named : list (Kinds.kind * Kinds.kind)) : Prop :=
  Forall2 (fun x k => Kinds.is_t (fst k) (fst x) /\ Kinds.is_t (snd k) (snd x)) l named.
Lemma same_parts_ok l : forall named b, same_parts l named = Some b ->
  if b then parts_are (map Cuts.ends l) named else ~ parts_are (map Cuts.ends l) named.
Proof.
  unfold parts_are. induction l as [|[x y] l IH]; intros [|[k h] named] b; cbn [same_parts map];
    try (intros H; injection H as <-; (constructor || (intros F; inversion F))).
  assert (A := Cuts.is_named_ok k x). assert (B := Cuts.is_named_ok h y).
  destruct (Cuts.is_named k x) as [u|]; [specialize (A u eq_refl)|clear A];
    (destruct (Cuts.is_named h y) as [v|]; [specialize (B v eq_refl)|clear B]);
    try destruct u; try destruct v; try discriminate; intros H;
    try (injection H as <-; intros F; inversion F as [|? ? ? ? [F1 F2] F3]; subst; cbn [fst snd Cuts.ends] in *; contradiction).
  apply IH in H. destruct b.
  - constructor; [split; [exact A|exact B]|exact H].
  - intros F. inversion F. contradiction.
Qed.

Definition judge (v : nvalue N) (r : relation) (x : expected N) : option bool :=
  match v, x with
  | VNum a, XNumber y => match order a (from_q y) with Some c => Some (accepts r c) | None => None end
  | VNum a, XOf y => match order a y with Some c => Some (accepts r c) | None => None end
  | VLog2 a, XNumber y => match log_order a y with Some c => Some (accepts r c) | None => None end
  | VMinusLn a, XNumber y => match minus_ln_order a y with Some c => Some (accepts r c) | None => None end
  | VPower a k d, XNumber y => match power_order a k d y with Some c => Some (accepts r c) | None => None end
  | VMinusLnPower a k d, XNumber y => match power_ln_order a k d y with Some c => Some (accepts r c) | None => None end
  | VInfinite, XNumber _ => Some (match r with AtLeast => true | _ => false end)
  | VFlag b, XFlag b' => match r with Equals => Some (Bool.eqb b b') | _ => None end
  | VPoint c, XNumber y => match Cuts.against c y with Some o => Some (accepts r o) | None => None end
  | VParts l, XSet named => match r with Equals => same_parts l named | _ => None end
  | _, _ => None
  end.

Lemma accepts_ok r c v y : match c with Eq => v = Q2R y | Lt => v < Q2R y | Gt => Q2R y < v end ->
  if accepts r c then kept val (Number v) r (XNumber y) else ~ kept val (Number v) r (XNumber y).
Proof. destruct r, c; simpl; intros; lra. Qed.

Lemma judge_ok v r x b : judge v r x = Some b -> if b then kept val (quantity_of v) r x else ~ kept val (quantity_of v) r x.
Proof.
  destruct v as [a|a|a|a k d|a k d| |f|c|l], x as [y|y|g|named]; try discriminate; unfold judge.
  - destruct (order a (from_q y)) as [c|] eqn:E; [|discriminate]. intros H. inversion H. apply order_ok in E.
    rewrite from_q_val in E.
    apply (accepts_ok r c (val a) y E).
  - destruct (order a y) as [c|] eqn:E; [|discriminate]. intros H. inversion H. apply order_ok in E.
    destruct r, c; simpl; lra.
  - destruct (minus_ln_order a y) as [c|] eqn:E; [|discriminate]. intros H. inversion H. apply minus_ln_order_ok in E.
    apply (accepts_ok r c _ y E).
  - destruct (log_order a y) as [c|] eqn:E; [|discriminate]. intros H. inversion H. apply log_order_ok in E.
    apply (accepts_ok r c _ y E).
  - destruct (power_order a k d y) as [c|] eqn:E; [|discriminate]. intros H. inversion H. apply power_order_ok in E.
    apply (accepts_ok r c _ y E).
  - destruct (power_ln_order a k d y) as [c|] eqn:E; [|discriminate]. intros H. inversion H. apply power_ln_order_ok in E.
    apply (accepts_ok r c _ y E).
  - intros H. inversion H. destruct r; simpl; auto.
  - destruct r; try discriminate. intros H. inversion H. simpl. destruct f, g; simpl; congruence.
  - destruct (Cuts.against c y) as [o|] eqn:E; [|discriminate]. intros H. inversion H. apply Cuts.against_ok in E.
    now apply accepts_ok.
  - destruct r; try discriminate. apply same_parts_ok.
Qed.

(** ** All that is expected *)

Definition find_value (what : name) (values : list (name * nvalue N)) : option (nvalue N) :=
  match find (fun x => name_eqb (fst x) what) values with Some (_, v) => Some v | None => None end.

Lemma find_value_in what values v : find_value what values = Some v -> In (what, v) values.
Proof.
  unfold find_value. destruct (find _ values) as [[w v']|] eqn:E; [|discriminate]. intros H. inversion H. subst.
  apply find_some in E as [I E]. apply name_eqb_eq in E. simpl in E. now subst.
Qed.

Definition judge_bound (values : list (name * nvalue N)) (b : bound N) : option bool :=
  match b with (what, r, x) => match find_value what values with Some v => judge v r x | None => None end end.

(** Some yes: all is so; some no: something is not; none: it does not show. *)
Definition judge_all (yes : bool) (values : list (name * nvalue N)) (l : list (expectation N)) : option bool :=
  let bounds := flat_map snd l in
  if existsb (fun e => negb (Bool.eqb (fst e) yes)) l then Some false
  else if existsb (fun b => match judge_bound values b with Some false => true | _ => false end) bounds then Some false
  else if forallb (fun b => match judge_bound values b with Some true => true | _ => false end) bounds then Some true
  else None.

Lemma judge_all_ok P c yes values l b : (forall what v, In (what, v) values -> value P c what (quantity_of v)) ->
  judge_all yes values l = Some b -> if b then met val P c yes l else broken val P c yes l.
Proof.
  intros Hv. unfold judge_all. destruct (existsb (fun e => negb (Bool.eqb (fst e) yes)) l) eqn:E1.
  - intros H. inversion H. apply existsb_exists in E1 as [e [I E]]. exists e. split; auto. left. intros F. rewrite F in E.
    destruct yes; discriminate.
  - destruct (existsb (fun b => match judge_bound values b with Some false => true | _ => false end) (flat_map snd l)) eqn:E2.
    + intros H. inversion H. apply existsb_exists in E2 as [[[what r] x] [I E]]. apply in_flat_map in I as [e [Ie I]].
      exists e. split; auto. right. unfold judge_bound in E. destruct (find_value what values) as [v|] eqn:F; [|discriminate].
      destruct (judge v r x) as [[|]|] eqn:J; try discriminate. apply judge_ok in J. apply find_value_in in F.
      exists what, r, x, (quantity_of v). auto.
    + destruct (forallb (fun b => match judge_bound values b with Some true => true | _ => false end) (flat_map snd l)) eqn:E3;
      [|discriminate]. intros H. inversion H. intros e Ie. split.
      * destruct (Bool.eqb (fst e) yes) eqn:B; [now apply eqb_prop|].
        assert (X : existsb (fun e => negb (Bool.eqb (fst e) yes)) l = true) by (apply existsb_exists; exists e; rewrite B;
          auto).
        congruence.
      * intros what r x I. rewrite forallb_forall in E3. assert (Q := E3 (what, r, x)). rewrite in_flat_map in Q.
        specialize (Q (ex_intro _ e (conj Ie I))). unfold judge_bound in Q.
          destruct (find_value what values) as [v|] eqn:F; [|discriminate].
        destruct (judge v r x) as [[|]|] eqn:J; try discriminate. apply judge_ok in J. apply find_value_in in F. eauto.
Qed.
End Values.
