"""Certificates with something wrong in them, or perhaps nothing: what compare.py does with --mutants."""

import copy
import json

from form import PARTS

NUMBERS = ["-0", "01", "+1", "", "1.0", "1/1", " 1", "1\n", 5, 1.5, None, True, [], ["0", "1"], ["0", "0"]]
INDICES = [0, 10 ** 6, 10 ** 25, -1, "0", 1.0]
KEYS = ("bogus values z y v w row output outputs pair remap better multipliers lambda cells bits reason at as cuts parts "
        "invertible sha256 factor nu mu places upper weights laws witness prior factors bounds joint separate").split()
THINGS = [0, 1, "0", [], [[0, 1, 2 ** 40, 0]], [[1, 0, 2, 3], [1, 0, 2, 3]], {}, {"denominator": "1", "numerators": ["1"]}, [0], None, "x"]
NAMES = ["p", "q", "zz", "1/10", "0", "-1", True, 1, 2, 0, ["p", "q"], ["p", "p"], "uniform", "exponential", "truncated-geometric", "randomised-response"]


def places(x, path=()):
    """Every place in a document, with what stands there."""
    yield path, x
    for key, inner in x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ():
        yield from places(inner, path + (key,))


def at(x, path):
    for key in path:
        x = x[key]
    return x


def mutate(certificate, rng, others):
    """A copy with one thing changed, and what was changed."""
    for _ in range(20 if certificate["statements"] else 0):
        changed = copy.deepcopy(certificate)
        said = rng.choice(changed["statements"])
        kind = rng.choice(KINDS)
        inside = [(path, x) for path, x in places(said.get("witness", {})) if path]
        what = "%s: %s" % (kind.__name__, kind(changed, said, inside, rng, others))
        if changed != certificate:
            return changed, what
    return certificate, "nothing"


def number(certificate, said, inside, rng, others):
    found = [path for path, x in inside if isinstance(x, str)]
    if found:
        path = rng.choice(found)
        old = at(said["witness"], path)
        n = int(old) if old.lstrip("-").isdigit() else 5
        new = str(rng.choice([n + 1, n - 1, -n, 0, 2 * n, 1])) if rng.random() < .75 else rng.choice(NUMBERS + [[old, "0"]])
        at(said["witness"], path[:-1])[path[-1]] = new
        return "%s %s to %s" % (path, old, new)


def index(certificate, said, inside, rng, others):
    found = [path for path, x in inside if type(x) is int]
    if found:
        path = rng.choice(found)
        old = at(said["witness"], path)
        new = rng.choice([old + 1, max(0, old - 1)] * 3 + INDICES)
        at(said["witness"], path[:-1])[path[-1]] = new
        return "%s %s to %s" % (path, old, new)


def verdict(certificate, said, inside, rng, others):
    said["verdict"] = "fails" if said["verdict"] == "holds" else "holds"
    if rng.random() < .3:
        said.pop("witness", None)
    return said["claim"]


def part_left_out(certificate, said, inside, rng, others):
    if inside:
        path = rng.choice(inside)[0]
        del at(said["witness"], path[:-1])[path[-1]]
        return path


def part_added(certificate, said, inside, rng, others):
    path = rng.choice([()] + [path for path, x in inside if isinstance(x, dict)])
    key = rng.choice(KEYS)
    at(said.setdefault("witness", {}), path)[key] = rng.choice(THINGS)
    return path + (key,)


def array(certificate, said, inside, rng, others):
    found = [(path, x) for path, x in inside if isinstance(x, list) and x]
    if found:
        path, x = rng.choice(found)
        k = rng.randrange(4)
        if k == 0:
            x.pop()
        elif k == 1:
            x.append(copy.deepcopy(x[-1]))
        elif k == 2:
            rng.shuffle(x)
        else:
            del x[0]
        return path


def swap(certificate, said, inside, rng, others):
    """Two entries of an array."""
    found = [(path, x) for path, x in inside if isinstance(x, list) and len(x) > 1]
    if found:
        path, x = rng.choice(found)
        i, j = rng.sample(range(len(x)), 2)
        x[i], x[j] = x[j], x[i]
        return path


def bound(certificate, said, inside, rng, others):
    """A bound of `upper`: its neighbours on the grid, other numbers that may be none of it, one left out, two swapped."""
    found = [(path, x) for path, x in inside if path[0] == "upper" and len(path) == 3 and isinstance(x, list) and len(x) == 2]
    if found:
        path, x = rng.choice(found)
        of_node, j = at(said["witness"], path[:-1]), path[-1]
        k = rng.randrange(10)
        if k < 6 and all(type(number) is int for number in x):
            place, step = ((0, 1), (0, -1), (0, 2), (0, -2), (1, 1), (1, -1))[k]
            x[place] += step
        elif k == 6:
            del of_node[j]
        elif k == 7:
            other = rng.randrange(len(of_node))
            of_node[j], of_node[other] = of_node[other], of_node[j]
        elif k == 8:
            of_node[j] = rng.choice([[2 ** 39, 40], [-2 ** 39, 40], [2 ** 39, 256], [-2 ** 39, 256], [2 ** 40, 41], [2 ** 40 - 1, 40],
                                     [2 ** 39 - 1, 40], [2 ** 39 + 1, 40], [0, 40], [2 ** 39, 257], [2 ** 39, 39], [-2 ** 39, 41]])
        else:
            of_node[j] = [-x[0], x[1]] if type(x[0]) is int else x
        return path, k


def cells(certificate, said, inside, rng, others):
    """The same vector otherwise, and perhaps a numerator that no cell names."""
    found = [x for _, x in inside if isinstance(x, dict) and "numerators" in x]
    if found:
        v = rng.choice(found)
        if "cells" not in v:
            old = v["numerators"]
            new = list(dict.fromkeys(map(json.dumps, old)))
            rng.shuffle(new)
            v.update(cells=[new.index(json.dumps(x)) for x in old], numerators=[json.loads(x) for x in new])
        if rng.random() < .4:
            v["numerators"].append(rng.choice(["7", ["0", "1"]]))


def witness_of_another(certificate, said, inside, rng, others):
    other = rng.choice(certificate["statements"] if rng.random() < .6 else rng.choice(others)["statements"] or [said])
    said["witness"] = copy.deepcopy(other.get("witness", {}))
    return "%s from %s" % (said["claim"], other["claim"])


def statement(certificate, said, inside, rng, others):
    statements = certificate["statements"]
    k = rng.randrange(6)
    if k == 0:
        statements.remove(said)
    elif k == 1:
        statements.append(copy.deepcopy(said))
    elif k == 2:
        statements.extend(copy.deepcopy(rng.choice(others)["statements"][:1]))
    elif k == 3:
        said.pop("witness", None)
        said.update(verdict="undecided", reason="because")
    elif k == 4:
        said["claim"] = rng.choice(list(PARTS))
    else:
        rng.shuffle(statements)
    return k


def document(certificate, said, inside, rng, others):
    if rng.random() < .5:
        certificate["sha256"] = rng.choice(["0" * 64, "x", 5])
    else:
        certificate["factor"] = rng.choice([["1", "0", "1"], [], "5", ["x"]])


def parameter(certificate, said, inside, rng, others):
    key = rng.choice(["prior", "outputs", "from", "priors", "within", "delta", "distance", "at_most", "order", "bound", "pair"])
    said[key] = rng.choice(NAMES)
    return key


def finding(certificate, said, inside, rng, others):
    """A claim that the file may not have, with a witness that is short."""
    new = {"claim": rng.choice(list(PARTS)), "verdict": rng.choice(["holds", "fails"])}
    new.update({key: said[key] for key in ("prior", "priors", "within", "delta", "from", "distance", "order", "bound", "pair") if key in said and rng.random() < .9})
    if rng.random() < .4:
        new["witness"] = rng.choice([{"row": 0}, {"pair": [1, 0], "output": 0}, {"row": 0, "output": 0}])
    certificate["statements"].append(new)
    return new


KINDS = [number] * 5 + [bound] * 3 + [index, array, swap, verdict, part_left_out, part_added, witness_of_another] * 2 + [
    cells, statement, document, parameter, finding]


# Problems ------------------------------------------------------------------------------------------------------------

LEAVES = ["0", "1", "-1", "2", "1/2", "01", "2/1", "x", "", 0, 1, 2, 7, -1, 0.5, True, None, [], {}, ["0", "1"]]


def mutate_problem(problem, rng):
    """A copy of a problem with one thing changed, and what was changed."""
    changed = copy.deepcopy(problem)
    found = [(path, x) for path, x in places(changed) if path and path[0] not in ("name", "sha256")]
    # One part of the whole, so that large tables have no more than their share
    key = rng.choice(sorted({path[0] for path, _ in found}))
    path, old = rng.choice([(path, x) for path, x in found if path[0] == key])
    inside = at(changed, path[:-1])
    kind = rng.randrange(6)
    if kind == 0:
        del inside[path[-1]]
    elif kind == 1 and isinstance(old, dict):
        old[rng.choice(sorted(problem) + ["bogus", "each", "cells", "unit", "family"])] = rng.choice(LEAVES)
    elif kind == 2 and isinstance(old, list) and old:
        old.append(copy.deepcopy(old[-1]))
    elif kind == 3 and isinstance(old, list) and len(old) > 1:
        i, j = rng.sample(range(len(old)), 2)
        old[i], old[j] = old[j], old[i]
    elif isinstance(old, int) and not isinstance(old, bool):
        inside[path[-1]] = rng.choice([old + 1, old - 1, 0, str(old)])
    elif isinstance(old, str) and old.lstrip("-").isdigit():
        inside[path[-1]] = rng.choice([str(int(old) + 1), str(-int(old)), "0", old + "/2", int(old)])
    else:
        inside[path[-1]] = rng.choice(LEAVES)
    return changed, "%s: %s" % (path, str(old)[:60])
