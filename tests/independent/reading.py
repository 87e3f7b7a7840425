"""Reads the JSON of FORMAT.md and holds it against its schema.

`load` is JSON as "Reading a mechanism file" asks for it; `fits` is as much of JSON Schema as the two schemas use.
"""

import decimal
import functools
import json
import os
import re
import sys

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
SCHEMAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "certificates", "schema")


class Malformed(Exception):
    """Exit status 2."""


class Refused(Exception):
    """Exit status 1."""


class Declined(Exception):
    """Exit status 3: undecided, or none of this checker's business."""


def load(path):
    def pairs(items):
        if len({key for key, _ in items}) < len(items):
            raise Malformed("a key twice in one object")
        return dict(items)

    def constant(word):
        raise Malformed("%s is no JSON" % word)

    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8")
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=constant, parse_float=decimal.Decimal)
        json.dumps(value, ensure_ascii=False, default=str).encode("utf-8")  # no half of a surrogate pair
        return value
    except (OSError, ValueError, RecursionError) as error:
        raise Malformed("%s: %s" % (os.path.basename(path), error))


def schema(name):
    return load(os.path.join(SCHEMAS, name))


KINDS = {
    "object": lambda x: isinstance(x, dict),
    "array": lambda x: isinstance(x, list),
    "string": lambda x: isinstance(x, str),
    "boolean": lambda x: isinstance(x, bool),
    "integer": lambda x: isinstance(x, int) and not isinstance(x, bool),
    "number": lambda x: isinstance(x, (int, decimal.Decimal)) and not isinstance(x, bool),
}


# The classes of faults: FORMAT.md, "Exit status of `verify`"
MALFORMED, LENGTH, LIMIT = "malformed", "refused", "declined"
STOPS = {MALFORMED: Malformed, LENGTH: Malformed, LIMIT: Declined}  # outside of witnesses
INTEGER = re.compile(r"(0|-?[1-9][0-9]*)\Z")
HASH = "^[0-9a-f]{64}$"


@functools.lru_cache(None)
def pattern(text):
    return re.compile(text.replace("$", r"\Z"))


def fits(x, rule, root, path=""):
    """What is wrong with x by this schema: each fault with its class. Numbers of things and words are LENGTH."""
    if rule is True or rule is False:
        if not rule:
            yield MALFORMED, path + ": does not belong here"
        return
    if "$ref" in rule:
        target = root
        for step in rule["$ref"].split("/")[1:]:
            target = target[step]
        yield from fits(x, target, root, path)
    if "type" in rule and not KINDS[rule["type"]](x):
        yield MALFORMED, "%s: no %s" % (path, rule["type"])
        return
    if rule.get("type") == "integer" and "maximum" not in rule and x > 999999999:
        yield LIMIT, path + ": more than nine digits"
    if "const" in rule and x != rule["const"]:
        yield LENGTH if isinstance(x, str) else MALFORMED, "%s: not %s" % (path, rule["const"])
    if "enum" in rule and x not in rule["enum"]:
        yield MALFORMED, "%s: none of %s" % (path, rule["enum"])
    if isinstance(x, str) and "pattern" in rule and not pattern(rule["pattern"]).search(x):
        length = INTEGER.match(x) or rule["pattern"] == HASH
        yield LENGTH if length else MALFORMED, "%s: not of the form %s" % (path, rule["pattern"])
    if KINDS["integer"](x) and x < rule.get("minimum", x):
        yield LENGTH if x >= 0 else MALFORMED, "%s: below %d" % (path, rule["minimum"])
    if KINDS["integer"](x) and x > rule.get("maximum", x):
        yield MALFORMED, "%s: over %d" % (path, rule["maximum"])
    if isinstance(x, list):
        for place, (entry, inner) in enumerate(zip(x, rule.get("prefixItems", []))):
            yield from fits(entry, inner, root, "%s[%d]" % (path, place))
        if len(x) < rule.get("minItems", 0) or len(x) > rule.get("maxItems", len(x)):
            yield LENGTH, path + ": a wrong length"
        if rule.get("uniqueItems") and len(set(map(str, x))) < len(x):
            yield LENGTH, path + ": something twice"
        for place, entry in enumerate(x if "items" in rule else []):
            yield from fits(entry, rule["items"], root, "%s[%d]" % (path, place))
    if isinstance(x, dict):
        if len(x) < rule.get("minProperties", 0) or len(x) > rule.get("maxProperties", len(x)):
            yield LENGTH, path + ": too few or too many keys"
        for key in rule.get("required", []):
            if key not in x:
                yield MALFORMED, "%s: no %s" % (path, key)
        for key, entry in x.items():
            inner = rule.get("properties", {}).get(key, rule.get("additionalProperties", True))
            yield from fits(entry, inner, root, "%s.%s" % (path, key))
    for inner in rule.get("allOf", []):
        yield from fits(x, inner, root, path)
    for word in ("anyOf", "oneOf"):
        if word in rule:
            yield from one_of(x, rule[word], root, path)
    if "not" in rule and not any(fits(x, rule["not"], root, path)):
        yield MALFORMED, path + ": has what it must not have"
    if "if" in rule:
        inner = rule.get("else" if any(fits(x, rule["if"], root, path)) else "then", True)
        yield from fits(x, inner, root, path)


def one_of(x, rules, root, path):
    """x must fit one of the rules: of those that a word (`structure`) tells apart, the one with its word."""
    if isinstance(x, dict):
        words = [{k: p["const"] for k, p in rule.get("properties", {}).items() if "const" in p} for rule in rules]
        keys = {k for word in words for k in word}
        if any(isinstance(x.get(k), str) and all(word.get(k) != x[k] for word in words) for k in keys):
            yield LENGTH, path + ": an unknown word"
            return
        rules = [rule for rule, word in zip(rules, words) if all(word.get(k) == x.get(k) for k in keys)] or rules
    wrong = [list(fits(x, rule, root, path)) for rule in rules]
    if all(wrong):
        alike = [kind for kind in (LIMIT, LENGTH) if any(all(k == kind for k, _ in one) for one in wrong)]
        yield alike[0] if alike else MALFORMED, path + ": has none of the forms that it may have"


def hold_against(value, rule, root, name):
    for kind, wrong in fits(value, rule, root):
        raise STOPS[kind](name + wrong)
    return value


def problem(path):
    rule = schema("dp-problem-1.json")
    return hold_against(load(path), rule, rule, os.path.basename(path))


def certificate(path):
    """A certificate, whose statements are not looked at."""
    rule = schema("dp-certificate-2.json")
    keys = rule["properties"]
    keys.update(sha256={"type": "string"}, factor={"$ref": "#/$defs/polynomial"}, statements={"type": "array"})
    return hold_against(load(path), rule, rule, os.path.basename(path))
