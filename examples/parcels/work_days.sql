{{ config(materialized="batched") }}

{%- set holidays %}
    (
        select holiday_date
        from
        values (date '2026-04-03'), (date '2026-04-06') as good_friday_and_easter_monday(
            holiday_date
        )
    )
{%- endset %}

{{ daybook.calendar("2026-01-01", "2026-12-31", holidays=holidays) }}
