"""Reads the JSON of FORMAT.md and holds it against its schema.

`load` is JSON as "Reading a mechanism file" asks for it; `fits` is as much of JSON Schema as the two schemas use.
"""

import decimal
import json
import os
import re
import sys

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


def fits(x, rule, root, path=""):
    """What is wrong with x by this schema, or None."""
    if rule is True or rule is False:
        return None if rule else path + ": does not belong here"
    if "$ref" in rule:
        target = root
        for step in rule["$ref"].split("/")[1:]:
            target = target[step]
        wrong = fits(x, target, root, path)
        if wrong:
            return wrong
    if "type" in rule and not KINDS[rule["type"]](x):
        return "%s: no %s" % (path, rule["type"])
    if rule.get("type") == "integer" and x > 999999999:
        raise Declined("an index of more than nine digits")
    if "const" in rule and x != rule["const"]:
        return "%s: not %s" % (path, rule["const"])
    if "enum" in rule and x not in rule["enum"]:
        return "%s: none of %s" % (path, rule["enum"])
    if isinstance(x, str) and "pattern" in rule and not re.search(rule["pattern"].replace("$", r"\Z"), x):
        return "%s: not of the form %s" % (path, rule["pattern"])
    if KINDS["integer"](x) and x < rule.get("minimum", x):
        return "%s: below %d" % (path, rule["minimum"])
    if isinstance(x, list):
        if len(x) < rule.get("minItems", 0) or len(x) > rule.get("maxItems", len(x)):
            return path + ": a wrong length"
        if rule.get("uniqueItems") and len(set(map(str, x))) < len(x):
            return path + ": something twice"
        for place, entry in enumerate(x):
            wrong = "items" in rule and fits(entry, rule["items"], root, "%s[%d]" % (path, place))
            if wrong:
                return wrong
    if isinstance(x, dict):
        if len(x) < rule.get("minProperties", 0) or len(x) > rule.get("maxProperties", len(x)):
            return path + ": too few or too many keys"
        for key in rule.get("required", []):
            if key not in x:
                return "%s: no %s" % (path, key)
        for key, entry in x.items():
            inner = rule.get("properties", {}).get(key, rule.get("additionalProperties", True))
            wrong = fits(entry, inner, root, "%s.%s" % (path, key))
            if wrong:
                return wrong
    for inner in rule.get("allOf", []):
        wrong = fits(x, inner, root, path)
        if wrong:
            return wrong
    for word in ("anyOf", "oneOf"):
        good = [inner for inner in rule.get(word, []) if fits(x, inner, root, path) is None]
        if word in rule and (not good or word == "oneOf" and len(good) > 1):
            return path + ": has none of the forms that it may have"
    if "not" in rule and fits(x, rule["not"], root, path) is None:
        return path + ": has what it must not have"
    if "if" in rule:
        inner = rule.get("then" if fits(x, rule["if"], root, path) is None else "else", True)
        return fits(x, inner, root, path)
    return None


def read(path, name):
    """A file that has the form of its schema."""
    value, rule = load(path), schema(name)
    wrong = fits(value, rule, rule)
    if wrong:
        raise Malformed(os.path.basename(path) + wrong)
    return value
