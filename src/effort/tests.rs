use super::*;
use rayon::prelude::*;

fn claims_of(count: usize, most: u64) -> Arc<Claims> {
    Claims::new(count, most, &Underway::default())
}

#[test]
fn a_search_ends_at_its_limit_on_whatever_thread() {
    let claims = claims_of(3, 1 << 20);
    assert_eq!(claims.within(0, || spend(1 << 18)), Ok(()));
    let endless = || {
        let here = here();
        (0..64).into_par_iter().for_each(|_| here.run(|| spend(1 << 15)));
    };
    assert_eq!(claims.within(1, endless), Err(Spent));
    // A small claim comes to its end all the same.
    assert_eq!(claims.within(2, || spend(1 << 8)), Ok(()));
    assert_eq!([0, 1, 2].map(|place| claims.is_over(place)), [false, true, false]);
    spend(u64::MAX);
}

#[test]
fn what_comes_of_a_claim_does_not_depend_on_when_others_are_done() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let claims = claims_of(3, 1 << 20);
        for place in order {
            let _ = claims.within(place, || (0..120).for_each(|_| spend(1 << 12)));
        }
        assert_eq!([0, 1, 2].map(|place| claims.is_over(place)), [false, false, true], "{order:?}");
    }
}

#[test]
fn many_small_claims_take_little_together() {
    let (count, most) = (10_000, 1 << 20);
    let claims = claims_of(count, most);
    assert_eq!(claims.within(0, || spend(most)), Ok(()));
    let taken: Vec<u64> = (1..count)
        .map(|place| (0..).take_while(|_| claims.within(place, || spend(1)).is_ok()).count() as u64)
        .collect();
    assert!(taken.iter().sum::<u64>() <= most / FEW, "{}", taken[0]);
    assert_eq!(claims.all(), most);
}

#[test]
fn what_claims_share_counts_once_with_the_first_of_them() {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
        let (claims, first) = (claims_of(3, 1_000), First::default());
        for place in order {
            assert_eq!(claims.within(place, || (spend(10), spend_shared(300, &first))).map(|_| ()), Ok(()));
        }
        assert_eq!([0, 1, 2].map(|place| claims.taken(place)), [310, 10, 10], "{order:?}");
        assert_eq!([0, 1, 2].map(|place| claims.own(place)), [310; 3]);
        assert_eq!(claims.all(), 330);
        // One that is small without what it shares is not small with it.
        assert_eq!(claims.within(1, || spend(900)), Err(Spent));
        assert_eq!([0, 1, 2].map(|place| claims.is_over(place)), [false, true, true]);
    }
}

#[test]
fn what_those_before_have_taken_is_their_sum() {
    let count = 3 * BLOCK + 5;
    let claims = claims_of(count, 1 << 40);
    for place in 0..count {
        assert_eq!(claims.within(place, || spend(place as u64 + 1)), Ok(()));
    }
    for place in [0, 1, BLOCK - 1, BLOCK, 2 * BLOCK + 7, count - 1] {
        assert_eq!(claims.until(place), (place as u64 + 1) * (place as u64 + 2) / 2, "{place}");
    }
    // One that is over counts as no more than all may take.
    assert_eq!(claims.within(7, || spend(u64::MAX)), Err(Spent));
    assert_eq!(claims.until(2 * BLOCK) - claims.until(7), (9..=2 * BLOCK as u64 + 1).sum::<u64>());
}

#[test]
fn budgets_are_counted_in_the_end() {
    let claims = claims_of(1, 1_000);
    let left = claims.within(0, || {
        let steps = Counted::new(5_000);
        assert_eq!(steps.take(300), Some(()));
        steps.counted_elsewhere(100);
        drop(steps);
        // And one more, by which it shows that these are used up.
        Counted::new(5_000).left() - 1
    });
    assert_eq!(left, Ok(800));
    assert_eq!(claims.all(), 200);
}

#[test]
fn each_of_two_groups_has_the_limit_for_itself() {
    let claims = Claims::in_groups([3, 2], 1 << 20, &Underway::default());
    assert_eq!(claims.within(0, || spend(1 << 20)), Ok(()));
    assert_eq!(claims.within(1, || spend(1 << 18)), Err(Spent));
    let second = [0, 1].map(|k| claims.of_second(k));
    assert_eq!(claims.within(second[0], || spend(1 << 19)), Ok(()));
    assert_eq!(claims.within(second[1], left), Ok(1 << 19));
    assert_eq!(claims.within(second[1], || spend((1 << 19) + 1)), Err(Spent));
    assert_eq!([0, 1, second[0], second[1]].map(|place| claims.is_over(place)), [false, true, false, true]);
    assert_eq!(claims.all(), 1 << 20);
}

#[test]
fn work_that_is_ended_unwinds_at_its_next_step() {
    let underway = Underway::default();
    let claims = Claims::new(2, 1 << 20, &underway);
    assert_eq!(claims.within(0, || spend(1)), Ok(()));
    let within = |work: &dyn Fn()| claims.within(1, || apart(1 << 10, work).0);
    assert_eq!(within(&|| spend(1)), Ok(Ok(())));
    underway.end();
    assert_eq!(within(&|| spend(1)), Ok(Err(Spent)));
    assert_eq!(claims.within(0, || spend(1)), Err(Spent));
    assert_eq!(claims.within(1, || spend_shared(1, &First::default())), Err(Spent));
}

#[test]
fn whoever_is_refused_what_the_limit_allows_is_over_whatever_else_comes_of_it() {
    let refused = |most: usize, amount: u64| {
        let claims = claims_of(2, 1_000);
        assert_eq!(claims.within(0, || spend(900)), Ok(()));
        assert_eq!(claims.within(1, || Counted::new(most).take(amount)), Ok(None));
        claims.is_over(1)
    };
    assert!(refused(500, 200));
    // Such a one is refused by the limit whatever is left.
    assert!(!refused(500, 501));
    assert!(!refused(50, 60));
}

#[test]
fn a_share_does_not_depend_on_what_others_have_taken() {
    let of_a_share = |before: u64, steps: u64| {
        let claims = claims_of(2, 1_000);
        assert_eq!(claims.within(0, || spend(before)), Ok(()));
        claims.within(1, || (spend(200), of_a_share(4, || spend(steps)).is_ok()).1)
    };
    for before in [0, 500] {
        assert_eq!([150, 200, 201, 250].map(|steps| of_a_share(before, steps)), [true, true, false, false].map(Ok));
    }
    // Where less is left than the share, nobody knows.
    assert_eq!([20, 150, 250].map(|steps| of_a_share(700, steps)), [Ok(true), Err(Spent), Err(Spent)]);
}

#[test]
fn nothing_is_set_aside_for_what_is_over() {
    for order in [[0, 1, 2], [2, 1, 0]] {
        let claims = claims_of(3, 1_000);
        for place in order {
            let _ = claims.within(place, || (spend(400), set_aside(100)));
        }
        assert_eq!([0, 1, 2].map(|place| claims.is_over(place)), [false, false, true]);
        assert_eq!(claims.aside(), 200, "{order:?}");
    }
}
