"""Figures as the tables have them."""


def times(this: float, other: float) -> str:
    return f"{this / other:.2f}" if other else ""


def both(ours: float, theirs: float) -> str:
    return f"{ours:.1f} / {theirs:.1f}"
