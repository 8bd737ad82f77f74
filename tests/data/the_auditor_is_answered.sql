{#- What Jane's score was on 9 November, as we know now; and on 18 November, as it was known in
    the afternoon of that day. -#}
{{
    config(
        enabled=project_name == "daybook"
        and var("input").relation is none
        and not var("scores_landed")
    )
}}

with

    answers as (

        select 'on 9 November' as question, name, score
        from {{ daybook.known(ref("snap_customer_scores"), valid_at="2016-11-09") }}
        where customer_id = 'C-1001'
        union all
        select 'on 18 November, then' as question, name, score
        from
            {{
                daybook.known(
                    ref("snap_customer_scores"),
                    valid_at="2016-11-18",
                    known_at="2016-11-18 14:44:00",
                )
            }}
        where customer_id = 'C-1001'

    ),

    expected as (

        select *
        from
        values
            ('on 9 November', 'Jane', 771),
            ('on 18 November, then', 'Jane', 774) as answer(question, name, score)

    ),

    compared as (

        select *, 1 as times
        from answers
        union all
        select *, -1
        from expected

    )

select question, name, score
from compared
group by question, name, score
having sum(times) <> 0
