"""Facts, each with the version that was valid on its day."""

from bench.parts.arrivals import SPAN
from bench.parts.asked import BELIEVED, Asked
from bench.parts.sql import sql


def joined(asked: Asked, facts: int) -> dict[tuple[str, str], tuple]:
    """By question and what is beside the macro: the answer, and what both take."""
    asked.consolidate()
    schema, keys = asked.schema, asked.versions.arrivals.sizes.keys
    asked.query(sql("facts", schema=schema, keys=keys, facts=facts, **SPAN))

    def by(how: str, as_seen: bool = False) -> str:
        values = {"how": how, "as_seen": as_seen, "believed": BELIEVED}
        text = sql("facts_joined", schema=schema, **values)
        return asked.compiled(text) if how == "macro" else text

    plain, window, current = "join to the plain table", "window", "join to current"
    now, then = "as known now", "as known then"
    answer, (ours, *theirs) = asked.least(by("macro"), by("join"), by("window"))
    found = {
        (now, peer): (answer, [ours, step])
        for peer, step in zip((plain, window), theirs, strict=True)
    }
    found[then, plain] = asked.least(by("macro", True), by("join", True))
    # This one has another answer.
    _, (to_current,) = asked.least(by("current"))
    return found | {(now, current): (answer, [ours, to_current])}
