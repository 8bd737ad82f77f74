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

        select 'on 9 November' as question, customer_id, name, score
        from {{ daybook.known(ref("snap_customer_scores"), valid_at="2016-11-09") }}
        union all
        select 'on 18 November, then' as question, customer_id, name, score
        from
            {{
                daybook.known(
                    ref("snap_customer_scores"),
                    valid_at="2016-11-18",
                    known_at="2016-11-18 14:44:00",
                )
            }}

    ),

    expected as (

        select
            'on 9 November' as question,
            'C-1001' as customer_id,
            'Jane' as name,
            771 as score
        union all
        select 'on 18 November, then', 'C-1001', 'Jane', 774

    ),

    wrong as (

        select *
        from answers
        where customer_id = 'C-1001'
        except
        select *
        from expected

    ),

    missing as (

        select *
        from expected
        except
        select *
        from answers

    )

select *
from wrong
union all
select *
from missing
