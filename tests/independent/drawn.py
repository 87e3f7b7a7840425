"""Files drawn at random, each with what it names in a folder of its own, and the certificate that `certify` makes of it."""

import json
import os
import random
import subprocess
import sys

CERTIFY = os.environ.get("CERTIFY", "certify")


def run(usage, draw, arguments):
    """FOLDER [COUNT [SEED]]: draw(rng) gives the files' names and documents, the one to be certified first. The exit status."""
    if not 1 <= len(arguments) <= 3:
        print(usage.strip(), file=sys.stderr)
        return 2
    count, seed = (int(x) for x in (arguments[1:] + ["300", "1"][len(arguments) - 1:]))
    found = {}
    for k in range(count):
        folder = os.path.join(arguments[0], "%d-%d" % (seed, k))
        os.makedirs(folder, exist_ok=True)
        made = draw(random.Random("%d %d" % (seed, k)))
        for name, document in made.items():
            with open(os.path.join(folder, name), "w") as out:
                json.dump(document, out)
        path = os.path.join(folder, next(iter(made)))
        done = subprocess.run([CERTIFY, path, "-o", path[:-5] + ".cert.json"], capture_output=True, text=True)
        found[done.returncode] = found.get(done.returncode, 0) + 1
        if done.returncode == 2:
            print("%s: %s" % (path, done.stderr.strip()))
    print("files by certify's exit status: %s" % found)
    return 0
