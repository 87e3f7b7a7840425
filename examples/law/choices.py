"""A client of dp-choices/1: answers a sampler's requests for randomness from a script, by lines."""
import sys


class Stop(Exception):
    """The run is abandoned: what comes after this key is known."""


class Choices:
    def __init__(self, script):
        self.script = iter(script)

    def ask(self, request):
        print(request)
        return next(self.script, 0)

    def choose(self, *weights):  # the place of the branch that is taken, each with its probability
        return self.ask("choose " + " ".join(map(str, weights)))

    def flip(self, p):  # true with probability p
        return self.ask(f"flip {p}") == 0

    def below(self, n):  # 0, ..., n - 1, each with probability 1/n
        return self.ask(f"below {n}")

    def at(self, key):  # from here on all depends on the answer and the key alone
        print(f"at {key}", flush=True)
        if sys.stdin.readline().strip() == "stop":
            raise Stop


def serve(sampler):
    """Calls sampler(answer, choices) for each run, and writes what it returns."""
    for line in iter(sys.stdin.readline, ""):
        _, answer, *script = line.split()
        try:
            print(f"output {sampler(answer, Choices(map(int, script)))}", flush=True)
        except Stop:
            pass
