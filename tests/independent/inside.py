"""Laws inside the bounds of counts, for `private-by-sample` and `sampled-from`: the most, M, and the least, m, that one gives a set of outputs.

There are four ways, by the events and the number of outputs; each has a class, which finds the largest M_i(S) - c(S) over all S, where c(S) is
e^eps m_h(S), or the probability of S by a row of a table. No outputs have the difference 0.
"""

import functools
import itertools
from fractions import Fraction

MOST_BY_SETS = 12  # outputs
BRUTE = 8  # outputs of which all sets are gone through, where they are in an order
HALF, ONE = 2 ** 39, 2 ** 40  # weights
BOTTOM = 2 ** 256  # all numbers of the grid are whole over it


def way(bounds, events):
    m = len(bounds.whole)
    if events == "at-least":
        return Order(bounds)
    if events == "all":
        return All(bounds)
    return Sets(bounds) if m <= MOST_BY_SETS else Weights(bounds)


def sums(row):
    """Of each set, written as a number, the sum of a row."""
    of = [0]
    for x in row:
        of += [x + y for y in of]
    return of


class Sets:
    """Up to 12 outputs, all sets: events that cover a set, and disjoint ones beside it."""

    takes_weights = False

    def __init__(self, bounds):
        self.bounds, self.m = bounds, len(bounds.whole)
        self.full = 2 ** self.m - 1

    @functools.lru_cache(None)
    def most(self, i):
        """M_i of each set, in units of 1/BOTTOM.

        A cover by events is a partition of the set into parts, each within an event: so the least is found by the part that has the first output.
        """
        m, full = self.m, self.full
        cover, packed = [None] * (full + 1), [0] * (full + 1)  # by one event that has a set, or is in it
        for T in self.bounds.events:
            mask = sum(1 << o for o in T)
            x = int(self.bounds.up(i, T) * BOTTOM)
            cover[mask] = x if cover[mask] is None else min(cover[mask], x)
            packed[mask ^ full] = max(packed[mask ^ full], BOTTOM - x)
        for o, S in itertools.product(range(m), range(full + 1)):
            if not S >> o & 1:
                more = S | 1 << o
                cover[S] = min((x for x in (cover[S], cover[more]) if x is not None), default=None)
                packed[more] = max(packed[more], packed[S])
        cover[0] = packed[0] = 0
        for S in range(1, full + 1):
            first = S & -S
            part = rest = S ^ first
            while part:  # `part` of the rest is apart from the first output
                one = S ^ part
                if cover[one] is not None and (cover[S] is None or cover[one] + cover[part] < cover[S]):
                    cover[S] = cover[one] + cover[part]
                packed[S] = max(packed[S], packed[one] + packed[part])
                part = (part - 1) & rest
        return [min(cover[S], BOTTOM - packed[S ^ full]) for S in range(full + 1)]

    def over_neighbour(self, i, h, E, weights):
        p, q, most, others = E.numerator, E.denominator, self.most(i), self.most(h)
        return max(0, *(Fraction(q * most[S] - p * (BOTTOM - others[S ^ self.full]), q * BOTTOM) for S in range(1, self.full + 1)))

    def over_row(self, i, x, weight):
        return max(0, *(Fraction(most, BOTTOM) - of_x for most, of_x in list(zip(self.most(i), sums(x)))[1:]))


class All(Sets):
    """All events: each set is one."""

    @functools.lru_cache(None)
    def most(self, i):
        sets = (frozenset(o for o in range(self.m) if S >> o & 1) for S in range(1, self.full))
        return [0] + [int(self.bounds.up(i, S) * BOTTOM) for S in sets] + [BOTTOM]


class Order:
    """Outputs in an order: a set is a union of runs a <= o < b."""

    takes_weights = False

    def __init__(self, bounds):
        self.bounds, self.m = bounds, len(bounds.whole)

    @functools.lru_cache(None)
    def ends(self, i):
        """L_o and U_o of the outputs from o on, in units of 1/BOTTOM: all have 1, and none 0."""
        inner = [frozenset(range(o, self.m)) for o in range(1, self.m)]
        return tuple([BOTTOM] + [int(of(i, S) * BOTTOM) for S in inner] + [0] for of in (self.bounds.low, self.bounds.up))

    def best(self, i, of_run):
        """The largest M_i(S) less a sum over the runs of S, in units of 1/BOTTOM."""
        return (self.by_all if self.m <= BRUTE else self.by_runs)(*self.ends(i), of_run)

    def by_all(self, low, up, of_run):
        """All sets: each by its runs."""
        most = 0
        for S in range(1, 2 ** self.m):
            inside = [False] + [bool(S >> o & 1) for o in range(self.m)] + [False]
            turns = [o for o in range(self.m + 1) if inside[o] != inside[o + 1]]
            found = list(zip(turns[::2], turns[1::2]))
            M = up[turns[0]] - low[turns[-1]] + sum(min(0, up[a] - low[b]) for b, a in zip(turns[1::2], turns[2::2]))
            most = max(most, M - sum(of_run(a, b) for a, b in found))
        return most

    def by_runs(self, low, up, of_run):
        """What is best up to each end of a run, from the first one on."""
        opened, closed, most = [], [None], 0
        for here in range(self.m + 1):
            if here:
                closed.append(max(of - of_run(a, here) for a, of in enumerate(opened)))
                most = max(most, closed[here] - low[here])
            opened.append(max([up[here]] + [closed[b] + min(0, up[here] - low[b]) for b in range(1, here)]))
        return most

    def over_neighbour(self, i, h, E, weights):
        low, up = self.ends(h)
        return Fraction(self.best(i, lambda a, b: E * max(0, low[a] - up[b]))) / BOTTOM

    def over_row(self, i, x, weight):
        before = [0] + list(itertools.accumulate(x))
        return Fraction(self.best(i, lambda a, b: (before[b] - before[a]) * BOTTOM)) / BOTTOM


class Weights:
    """More outputs, each between two bounds of its own."""

    takes_weights = True

    def __init__(self, bounds):
        self.bounds = bounds

    @functools.lru_cache(None)
    def each(self, i):
        """L_io and U_io of all outputs."""
        bounds, found = self.bounds, []
        for o in range(len(bounds.whole)):
            of = [T for T in bounds.events if o in T]
            found.append((max([bounds.low(i, T) for T in of if len(T) == 1], default=Fraction(0)), min(bounds.up(i, T) for T in of)))
        return found

    def over_neighbour(self, i, h, E, weights):
        theta, phi = (Fraction(w, ONE) for w in weights)
        ours, theirs = self.each(i), self.each(h)
        number = (1 - theta) * (1 - sum(low for low, _ in ours)) - E * (1 - phi) * (1 - sum(up for _, up in theirs))
        adds = [theta * ui + (1 - theta) * li - E * (phi * lh + (1 - phi) * uh) for (li, ui), (lh, uh) in zip(ours, theirs)]
        return largest(number, adds)

    def over_row(self, i, x, weight):
        theta, ours = Fraction(weight, ONE), self.each(i)
        number = (1 - theta) * (1 - sum(low for low, _ in ours))
        return largest(number, [theta * up + (1 - theta) * low - p for (low, up), p in zip(ours, x)])


def largest(number, adds):
    """The number and the sum of what adds more than 0; or 0, of none."""
    return max(Fraction(0), number + sum(x for x in adds if x > 0))


def of_pairs(found, said, pairs, need):
    """The weights of each pair."""
    need(said is None or found.takes_weights, "weights, and these are not by weights")
    weights = dict.fromkeys(pairs, (HALF, HALF))
    seen = set()
    for i, h, *both in said or ():
        need((i, h) in weights and (i, h) not in seen, "weights of no neighbours, or twice")
        need(all(0 <= w <= ONE for w in both), "a weight that is not from 0 to 1")
        seen.add((i, h))
        weights[i, h] = both
    return weights


def of_nodes(found, said, n, need):
    """The weight of each node."""
    need(said is None or found.takes_weights, "weights, and these are not by weights")
    need(said is None or len(said) == n, "weights of another number of nodes")
    need(all(0 <= w <= ONE for w in said or ()), "a weight that is not from 0 to 1")
    return said or [HALF] * n
