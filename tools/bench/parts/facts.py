"""Facts, each with the version that was valid on its day."""

from parts.arrivals import DAYS, FIRST_DAY
from parts.asked import BELIEVED, Asked
from parts.item_events import drawn

FACTS = f"""
    create table {{schema}}.facts using parquet as
    select
        *,
        timestampadd(
            hour, int(24 * 30 * {drawn("fact_id", 13)}), cast(day as timestamp_ntz)
        ) as seen_at
    from (
        select
            id as fact_id,
            bigint({{keys}} * {drawn("id", 11)}) as k,
            date'{FIRST_DAY}' + int({DAYS} * {drawn("id", 12)}) as day
        from range({{facts}})
    )
"""
TOTALS = """
    select
        count(*),
        count(score),
        sum(score),
        bit_xor(xxhash64(fact_id, coalesce(score, -1), valid_from))
    from
"""
ON_ITS_DAY = "facts.k = versions.k and facts.day between valid_from and valid_to"
AS_SEEN = "and facts.seen_at between known_from and known_to"
BY_HAND = """
    {schema}.facts as facts left join {schema}.consolidated as versions on {condition}
"""
TO_CURRENT = """
    {schema}.facts as facts left join
        (select * from {schema}.history where history_part = 'current') as versions
        on facts.k = versions.k
"""
# What a join upon a range is often replaced by; as known now, and where nothing ends.
BY_WINDOW = f"""
    (
        select *, held.score, held.valid_from
        from (
            select
                fact_id,
                last_value(version, true) over (
                    partition by k order by day, fact_id nulls first
                ) as held
            from (
                select k, day, fact_id, null as version from {{schema}}.facts
                union all
                select k, valid_from, null, struct(score, valid_from)
                from {{schema}}.consolidated
                where {BELIEVED}
            )
        )
        where fact_id is not null
    )
"""


def joined(asked: Asked, facts: int) -> dict[tuple[str, str], tuple]:
    """By question and what is beside the macro: the answer, and what both take."""
    asked.consolidate()
    schema, keys = asked.schema, asked.versions.arrivals.sizes.keys
    asked.query(FACTS.format(schema=schema, keys=keys, facts=facts))

    def by_macro(more: str = "") -> str:
        call = f'"{schema}.facts", ref("history"), ["k"], "day"{more}'
        return asked.compiled(f"{TOTALS} {{{{ daybook.with_versions({call}) }}}}")

    def by(sql: str, condition: str = "") -> str:
        return TOTALS + sql.format(schema=schema, condition=condition)

    plain, window, current = "join upon the plain table", "window", "join to current"
    now, then = "as known now", "as known then"
    answer, (ours, *theirs) = asked.least(
        by_macro(),
        by(BY_HAND, f"{ON_ITS_DAY} and {BELIEVED}"),
        by(BY_WINDOW),
    )
    found = {
        (now, peer): (answer, [ours, step])
        for peer, step in zip((plain, window), theirs, strict=True)
    }
    found[then, plain] = asked.least(
        by_macro(', known_at="seen_at"'), by(BY_HAND, f"{ON_ITS_DAY} {AS_SEEN}")
    )
    # This one has another answer.
    _, (to_current,) = asked.least(by(TO_CURRENT))
    return found | {(now, current): (answer, [ours, to_current])}
