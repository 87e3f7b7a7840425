"""The sparse vector technique, which says of each of several counts whether it is over a threshold, and wrong forms
of it.

Lyu, Su and Li, *Understanding the Sparse Vector Technique for Differential Privacy* (2017), compare six published
forms; the numbers are theirs, with c = 1. The noise here is geometric, on whole numbers; b is e^-(ε/4). That of the
threshold is cut at ±2. A noisy count is cut to -2..3, which changes no comparison with the threshold.
"""

#: The noise of the threshold, the noise of a count, after how many counts above it stops, whether it tells these.
FORMS = {
    1: ("b^2", "b", 1, False),
    3: ("b^2", "b^2", 1, True),
    4: ("b", "b^3", 1, False),
    5: ("b^2", None, None, False),
    6: ("b^2", "b^2", None, False),
}


def sparse_vector(form):
    noise_of_threshold, noise_of_count, most, tells = FORMS[form]

    def sampler(counts, rng):
        threshold = 1 + rng.geometric(noise_of_threshold, -2, 2)
        told = []
        for count in counts:
            noisy = count if noise_of_count is None else count + rng.geometric(noise_of_count, -2 - count, 3 - count)
            is_above = noisy >= threshold
            told.append("below" if not is_above else str(noisy) if tells else "above")
            if is_above and len(told) - told.count("below") == most:
                break
        return " ".join(told)

    return sampler
