def random_scalar_distribution(n, prng=None):
    import library.math

    if prng is None:
        prng = library.math.prng

    d = uniform_distribution(n)
    pmf = prng.dirichlet(np.ones(len(d)))
    d.pmf = pmf
    return d


def random_distribution(outcome_length, alphabet_size, prng=None):
    import library.math

    if prng is None:
        prng = library.math.prng

    d = uniform_distribution(outcome_length, alphabet_size)
    pmf = prng.dirichlet(np.ones(len(d)))
    d.pmf = pmf
    return d
