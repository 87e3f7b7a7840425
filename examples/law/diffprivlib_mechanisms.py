"""Two mechanisms of IBM's diffprivlib, called as they are: each gets the choices as its `random_state`.

Binary is randomised response, declared ε-private. Its constructor sets δ = 0, but what it draws depends on the
attribute `delta`, which is set here where a δ is wanted. GeometricTruncated adds geometric noise to a count and
cuts at both ends, declared ε-private; it takes one number of 53 bits and finds the noise by a logarithm
(`monotone=True`).
"""

from diffprivlib.mechanisms import Binary, GeometricTruncated


def binary(epsilon, delta=0.0):
    def randomised(answer, rng):
        mechanism = Binary(epsilon=epsilon, value0="no", value1="yes", random_state=rng)
        mechanism.delta = delta
        return mechanism.randomise(answer)

    return randomised


def geometric_truncated(epsilon, lower, upper):
    def noisy(answer, rng):
        mechanism = GeometricTruncated(epsilon=epsilon, sensitivity=1, lower=lower, upper=upper, random_state=rng)
        return mechanism.randomise(answer)

    return noisy
