"""Text: depth, length, keys, names."""

from made import Made, both, called, certificate, complete, kind, line, mechanism


@kind
def deep_arrays():
    """a million brackets"""
    return both("[" * 990_000, "[" * 9_000)


@kind
def deep_objects():
    """objects within objects, as deep as a long limit would let them be"""
    return both('{"a":' * 160_000)


@kind
def deep_within_the_file():
    """a matrix within sixty arrays"""
    return both(mechanism(mechanism={"matrix": 0}).replace("0}", "[" * 61 + "1" + "]" * 61 + "}"))


@kind
def deep_parentheses():
    """an expression of 130,000 parentheses"""
    return both(mechanism("(" * 65_000 + "1" + ")" * 65_000))


@kind
def long_string():
    """a name of a megabyte, of signs that are escaped"""
    return both(mechanism(name="\u0001" * 160_000))


@kind
def long_labels():
    """labels and outputs of half a megabyte each"""
    query = {**line(2), "labels": ["x" * 240_000, "y" * 240_000]}
    return both(mechanism(query=query, mechanism={"matrix": [["1", "0"], ["0", "1"]], "outputs": ["p" * 240_000, "q" * 240_000]}, claims=["capacity"]))


@kind
def repeated_keys():
    """a hundred thousand different keys, and one of them twice"""
    return both("{" + ",".join(f'"k{k}":0' for k in range(85_000)) + ',"k84999":0}')


@kind
def unknown_keys():
    """a hundred thousand unknown keys"""
    return both('{"format":"dp-mechanism/1",' + ",".join(f'"k{k}":0' for k in range(85_000)) + "}")


@kind
def long_unknown_key():
    """an unknown key of a megabyte"""
    return both('{"format":"dp-mechanism/1","' + "privac" * 160_000 + '":0}')


@kind
def misspelled_among_many():
    """a prior that is misspelled, among forty thousand"""
    priors = {f"prior number {k}": "uniform" for k in range(25_000)}
    return both(mechanism(priors=priors, claims=[{"claim": "utility-bound", "prior": "prior numbre 1999"}]))


@kind
def misspelled_at_length():
    """a prior of 320,000 letters that is misspelled"""
    name = "ab" * 160_000
    return both(mechanism(priors={name: "uniform"}, claims=[{"claim": "utility-bound", "prior": name + "c"}]))


@kind
def misspelled_in_the_middle():
    """hundreds of priors of thousands of letters, and one misspelled"""
    priors = {"ab" * 700 + str(k): "uniform" for k in range(600)}
    return both(mechanism(priors=priors, claims=[{"claim": "utility-bound", "prior": "ba" * 700}]))


@kind
def values_by_the_hundred_thousand():
    """values where none are expected"""
    return both('{"format":[' + ",".join(["0"] * 490_000) + "]}")


@kind
def blanks():
    """a megabyte of blanks before a wrong sign"""
    return both(" \n" * 490_000 + "?")


@kind
def no_utf8():
    """half a megabyte that is no text"""
    return Made({"m.json": b"\xff" * 500_000, "c.json": b"\xc3\x28" * 200_000}, [["certify", "m.json"], ["verify", "m.json", "c.json"]])


@kind
def half_surrogates():
    """escapes of half a character each"""
    return both('{"format":"' + "\\ud800" * 150_000 + '"}')


@kind
def nothing_but_escapes():
    """a key of escapes, each letter in six"""
    return both('{"' + "\\u0061" * 150_000 + '":0}')


@kind
def priors_with_long_names():
    """names of thousands of letters, repeated by claims and findings"""
    priors = {"p" * 2_000 + str(k): "uniform" for k in range(150)}
    claims = [{"claim": "utility-bound", "prior": name} for name in priors]
    return both(mechanism("1/2", complete(4), priors=priors, claims=claims))


@kind
def labels_that_are_shown():
    """a refutation that names long labels, thousands of times"""
    query = {**line(30), "labels": [str(k) + "x" * 9_000 for k in range(30)]}
    rows = [["1/3", "2/3"] if k % 2 else ["2/3", "1/3"] for k in range(30)]
    claims = [{"claim": "group-privacy", "distance": k} for k in range(1, 30)]
    return both(mechanism("9/10", query, mechanism={"matrix": rows}, claims=claims))


@kind
def certificate_in_place_of_a_mechanism():
    """half a megabyte of statements, read as a mechanism file"""
    text = certificate("", [{"claim": "stochastic", "verdict": "holds"}] * 9_000)
    return called({"m.json": text}, "certify m.json", "verify m.json m.json")


@kind
def lines_by_the_thousand():
    """mechanism files a line, thousands of them, some of them wrong"""
    one = mechanism(mechanism={"matrix": [["1/2", "1/2"], ["1/4", "3/4"]]})
    text = "\n".join(one if k % 3 else one[:-9] for k in range(3_000))
    return called({"m.jsonl": text}, "certify --jsonl m.jsonl", "verify --jsonl m.jsonl")


@kind
def one_long_line():
    """a line of a megabyte that is no mechanism file"""
    return called({"m.jsonl": '{"mechanism":"' + "\\n" * 450_000 + '","certificate":"{}"}'}, "certify --jsonl m.jsonl", "verify --jsonl m.jsonl")


@kind
def long_lines_of_graphs():
    """graphs in graph6 of hundreds of nodes, one a line"""
    line_of = "~??~" + "~" * 336
    files = {"g.g6": "\n".join([line_of] * 2_800), "t.json": mechanism(claims=["tight-constraints-exist"])}
    return called(files, "certify --jsonl g.g6 --graph6 --template t.json --only tight-constraints-exist")
