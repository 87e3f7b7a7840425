From DP Require Import Checker Numbers Sorts.
Print Assumptions check_sound.
Print Assumptions rationals_sound.
Print Assumptions check_sound_at.
Print Assumptions check_parts_sound.
