[#- Of arrivals that all came in order, or late: the days on which a key's score was
    another than before. -#]
select *
from (
    select *, lag(score) over (partition by k order by day) as score_before
    from (
        select k, day, max_by(score, arrived_at) as score
        from [[ table ]]
        group by k, day
    )
)
where score is distinct from score_before
