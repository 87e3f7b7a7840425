From DP Require Import Numbers Checker.
Print Assumptions check_sound.
Print Assumptions rationals_sound.
