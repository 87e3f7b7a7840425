"""Discrete Gaussian noise: sums of many terms, of many digits, and places where little shows."""

from made import both, kind, line, mechanism


def noise(sigma2, epsilon, delta, query=None, claims=()):
    """The file, and a certificate that says that all of it holds."""
    privacy = {"epsilon": epsilon, "delta": delta}
    made = {"family": "discrete-gaussian", "sigma2": sigma2}
    return both(mechanism("1/2", query or line(3), privacy, mechanism=made, claims=list(claims)))


@kind
def gaussian_noise_of_many_terms():
    """a sigma of 100,000, whose sum has a million and a half terms"""
    return noise("1e10", "1/1000", "1e-5")


@kind
def gaussian_noise_of_too_many_terms():
    """a sigma of 10^150"""
    return noise("1e300", "1", "1e-5")


@kind
def gaussian_noise_of_one_term():
    """a sigma^2 of 10^-300, and an epsilon of 10^9"""
    return noise("1e-300", "1e9", "1e-4000")


@kind
def gaussian_noise_of_many_digits():
    """a delta of 10^-4000 beside a least one of 10^-2178"""
    return noise("1e4", "1", "1e-4000")


@kind
def gaussian_noise_and_a_delta_that_never_shows():
    """a delta of 10^-9999 beside an epsilon of 10^9"""
    return noise("2500", "1e9", "1e-9999")


@kind
def gaussian_noise_of_long_numbers():
    """a sigma^2, an epsilon and a delta of a thousand digits each"""
    return noise("1" * 4 + "." + "7" * 1_000, "0." + "3" * 1_000, "1e-9", claims=[{"claim": "renyi-dp", "order": 999_999_999, "bound": "1e9999"}])


@kind
def gaussian_noise_on_the_graph_of_a_sum():
    """neighbours among 18,001 sums that differ by up to 9,000"""
    return noise("1e7", "1", "1e-9", {"graph": "sum", "individuals": 2, "max": 9_000}, [{"claim": "group-privacy", "distance": 2}])
