"""How tests look at the claims of a figure."""


def broken(figure):
    """Names of the claims that apply and do not hold."""
    return [claim.name for claim in figure.claims() if not claim.why_not and not claim.holds]
