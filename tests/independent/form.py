"""The form of a witness: which parts it has, and what kind of JSON they are ("The document" in FORMAT.md).

A fault of form is either *malformed* (exit status 2) or *refused* (1); a witness with faults of both kinds may be
either. What the parts say is the business of check.py.
"""

from interval import rational
from reading import LENGTH, MALFORMED, Malformed, fits, hold_against, schema

SCHEMA = schema("dp-certificate-2.json")
BOUND = ["lambda multipliers", "lambda", "y"]
BEST = ["better " + bound for bound in BOUND]
COMPUTED = ([""], [])
EXISTS = (["z", "z invertible", "z only", "z second", "enclosed"], ["w", "w z invertible"])
PARTS = {  # the table of FORMAT.md: of a claim that holds, of one that fails
    "stochastic": ([""], ["", "row"]),
    "stochastic-within-rounding": ([""], [""]),
    "dp": (["", "pair output"], ["", "pair output", "row output", "places mu"]),
    "approximate-dp": (["", "pair outputs"], ["", "pair outputs"]),
    "group-privacy": (["", "pair output"], ["", "pair output", "row output"]),
    "renyi-dp": ([""], [""]),
    "bounded-range": ([""], [""]),
    "zcdp": ([""], [""]),
    "trade-off": ([""], [""]),
    "not-refuted": (["upper"], ["upper"]),
    "private-by-sample": (["upper", "upper weights"], ["upper pair outputs laws", "upper weights pair outputs laws"]),
    "sampled-from": (["upper", "upper weights"], ["upper", "upper weights"]),
    "dp-within-rounding": (["rows"], ["row output", "lambda multipliers"]),
    "approximate-dp-within-rounding": (["rows", "rows lambda multipliers"], ["row output", "lambda multipliers", "rows lambda multipliers"]),
    "tight-constraints-exist": EXISTS,
    "tight-constraints": (["remap", ""], [""]),
    "regular": (["y v", "factors", "enclosed"], ["w", "factors"]),
    "utility": COMPUTED, "leakage": COMPUTED, "g-leakage": COMPUTED, "g-capacity": COMPUTED, "capacity": COMPUTED, "individual-leakage": COMPUTED,
    "mutual-information": COMPUTED, "shannon-capacity": (["prior", ""], []),
    "expected-error": COMPUTED,
    "utility-bound": ([form + rest for form in ("y v", "factors") for rest in ("", " optimum", " optimum solution")], []),
    "leakage-bound": ([form + rest for form in ("y v", "factors") for rest in ("", " optimum")], []),
    "optimal": (BOUND + BEST, ["", "better"] + BEST),
    "universally-optimal": (["remap", "bounds", ""], ["prior better", ""]),
    "jointly-optimal": (["better bounds"], ["joint separate"]),
    "derivable": (["remap"], ["w nu"]),
    "threshold": (EXISTS[0] + ["cuts parts", "parts"], []),
    "oblivious": ([""], ["", "pair output"]),
}
OF_A_MECHANISM = ("approximate-dp renyi-dp bounded-range zcdp trade-off tight-constraints utility leakage g-leakage g-capacity capacity mutual-information shannon-capacity "
                  "individual-leakage expected-error optimal universally-optimal derivable").split()
FACTORS = {("regular", "holds"): "y", ("regular", "fails"): "w"}  # all others: y v


# What k and e of a bound are, and no more: that they are of the grid is said of what a witness says
NUMBERS_OF_A_BOUND = [{"type": "integer", "maximum": 2 ** 63 - 1}, {"type": "integer", "minimum": 0}]
STATEMENT = dict(SCHEMA["$defs"]["statement"])
STATEMENT["properties"] = dict(STATEMENT["properties"], witness={"type": "object"})


def statement(said, place):
    """A statement has its keys; of its witness only that it is an object."""
    hold_against(said, STATEMENT, SCHEMA, "statements[%d]" % place)


def faults(claim, verdict, witness, individuals=None, file=False):
    """All faults of form, each a class and a sentence.

    `individuals`: how many a Hamming graph has; `file`: the claim is `derivable` or `trade-off` from a file.
    """
    forms = list(PARTS[claim][verdict == "fails"])
    if file:
        forms = [form + " sha256" for form in forms]
    if verdict == "fails" and claim in OF_A_MECHANISM:
        forms += ["row"] if claim == "trade-off" and file else ["", "row"]
    if not any(set(witness) == set(form.split()) for form in forms):
        yield LENGTH, "its witness has not the parts it should have"
    properties = SCHEMA["$defs"]["witness"]["properties"]
    if "upper" in witness:
        yield from faults_of_bounds(witness["upper"])
    if "weights" in witness:
        yield from faults_of_weights(witness["weights"], claim)
    if "laws" in witness:
        yield from fits(witness["laws"], {"type": "array", "items": {"$ref": "#/$defs/vector"}}, SCHEMA, "laws")
        if isinstance(witness["laws"], list) and len(witness["laws"]) != 2:
            yield MALFORMED, "laws, and not two of them"
    for key, part in witness.items():
        if key not in ("parts", "upper", "weights", "laws") and key in properties:
            yield from fits(part, properties[key], SCHEMA, key)
    if "remap" in witness and isinstance(witness["remap"], dict) != (claim == "derivable"):
        yield MALFORMED, "a remap of another kind"
    for bound in bounds(claim, witness):
        if isinstance(bound, dict):
            if "lambda" not in bound and "y" not in bound:
                yield MALFORMED, "a bound without lambda and y"
            if "y" in bound and ("lambda" in bound or "multipliers" in bound):
                yield LENGTH, "y stands in the place of lambda and multipliers"
    if isinstance(witness.get("factors"), list) and len(witness["factors"]) != individuals:
        yield LENGTH, "factors, and not one for each individual of a Hamming graph"
    for factor in objects(witness.get("factors")):
        if set(factor) != set(FACTORS.get((claim, verdict), "y v").split()):
            yield MALFORMED, "a factor with other keys"
    if claim == "threshold" and "parts" in witness:
        yield from faults_of_cuts(witness)


def faults_of_bounds(upper):
    pair = {"type": "array", "prefixItems": NUMBERS_OF_A_BOUND}
    wrong = list(fits(upper, {"type": "array", "items": {"type": "array", "items": pair}}, SCHEMA, "upper"))
    yield from wrong
    for x in () if wrong else (x for of_node in upper for x in of_node):
        if len(x) != 2 or x[0] < -2 ** 63:
            yield MALFORMED, "upper: a number that is no pair [k, e]"


def faults_of_weights(weights, claim):
    """Of `sampled-from` whole numbers, else [i, h, theta, phi]; that they are from 0 to 2^40 is said of what a witness says."""
    is_row = claim == "sampled-from"
    if isinstance(weights, list) and any(isinstance(x, list) and (is_row or len(x) != 4) for x in weights):
        yield MALFORMED, "weights: an array that is no four"
        return
    weight = {"type": "integer", "maximum": 2 ** 63 - 1}
    four = {"type": "array", "prefixItems": [{"$ref": "#/$defs/index"}] * 2 + [weight] * 2}
    wrong = list(fits(weights, {"type": "array", "items": weight if is_row else four}, SCHEMA, "weights"))
    yield from wrong
    if not wrong and any(w < -2 ** 63 for x in weights for w in ([x] if is_row else x[2:])):
        yield MALFORMED, "weights: a number that is too long"


def objects(array):
    return [x for x in array if isinstance(x, dict)] if isinstance(array, list) else []


def bounds(claim, witness):
    found = [witness[key] for key in ("optimum", "joint") if key in witness]
    found += objects(witness.get("bounds")) + objects(witness.get("separate"))
    if claim == "optimal" and {"lambda", "multipliers", "y"} & set(witness):
        found.append(witness)
    return found


def faults_of_cuts(witness):
    shape = dict(SCHEMA["$defs"]["witness"]["properties"]["parts"])
    shape["items"] = dict(shape["items"], properties=dict(shape["items"]["properties"], witness={"type": "object"}))
    wrong = list(fits(witness["parts"], shape, SCHEMA, "parts"))
    yield from wrong
    for cut in witness.get("cuts", []) if isinstance(witness.get("cuts", []), list) else []:
        try:
            for end in cut.get("between", []) if isinstance(cut, dict) else [cut]:
                rational(end)
        except Malformed as error:
            yield MALFORMED, str(error)
    for k, part in enumerate([] if wrong else witness["parts"]):
        if part.get("as", -1) >= k:
            yield MALFORMED, "`as` names no earlier part"
        if "as" not in part:
            yield from faults("tight-constraints-exist", part["verdict"], part.get("witness", {}))
