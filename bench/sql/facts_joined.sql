select
    count(*),
    count(score),
    sum(score),
    bit_xor(xxhash64(fact_id, coalesce(score, -1), valid_from))
from
    [% if how == "macro" %]
    {{ daybook.with_versions(
        "[[ schema ]].facts", ref("history"), ["k"], "day"
        [% if as_seen %], known_at="seen_at"[% endif %]) }}
    [% elif how == "join" %]
    [[ schema ]].facts as facts
    left join [[ schema ]].consolidated as versions
        on facts.k = versions.k and facts.day between valid_from and valid_to
        [% if as_seen %]
        and facts.seen_at between known_from and known_to
        [% else %]
        and [[ believed ]]
        [% endif %]
    [% elif how == "window" %]
    [#- What a join on a range is often replaced by; as known now, and where nothing
        ends. #]
    (
        select *, held.score, held.valid_from
        from (
            select
                fact_id,
                last_value(version, true) over (
                    partition by k order by day, fact_id nulls first
                ) as held
            from (
                select k, day, fact_id, null as version from [[ schema ]].facts
                union all
                select k, valid_from, null, struct(score, valid_from)
                from [[ schema ]].consolidated
                where [[ believed ]]
            )
        )
        where fact_id is not null
    )
    [% else %]
    [[ schema ]].facts as facts
    left join (
        select * from [[ schema ]].history where history_part = 'current'
    ) as versions
        on facts.k = versions.k
    [% endif %]
