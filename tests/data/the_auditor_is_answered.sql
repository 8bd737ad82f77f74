{#- What Jane's score was on 9 November, as we know now; and on 18 November, as it was known in
    the afternoon of that day. -#}
{{ config(enabled=var("input").relation is none) }}

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

        select *
        from
        values
            ('on 9 November', 'C-1001', 'Jane', 771),
            ('on 18 November, then', 'C-1001', 'Jane', 774)
            as expected(question, customer_id, name, score)

    )

(select * from answers where customer_id = 'C-1001' except select * from expected)
union all
(select * from expected except select * from answers)
