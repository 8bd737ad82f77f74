{#-
    The auditor's two questions: what was the score on the day of a decision, as it was
    believed when that was taken, and as it is known now? One row per question and customer
    of whom there is an answer. What is known now ends in 9999, so that is when to ask.
-#}
{{ config(enabled=project_name == "daybook" and var("input").relation is none) }}

with

    history as (select * from {{ ref("snap_customer_scores") }}),

    questions as (

        select *
        from
        values
            (1, date '2016-11-18', timestamp_ntz '2016-11-18 14:44:00'),
            (2, date '2016-11-18', timestamp_ntz '9999-12-31 23:59:59') as questions(
                question, valid_at, known_at
            )

    )

select question, valid_at, known_at, customer_id, score
from questions
inner join
    history
    on valid_at between as_of_start_date and as_of_end_date
    and known_at between system_start_ts and system_end_ts
order by question, customer_id
