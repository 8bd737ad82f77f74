{#- Every day from the first to the last is in the column. -#}
{% test no_gaps_in_dates(model, column_name) %}
    {%- set column = daybook._arguments_of_test(
        model, "no_gaps_in_dates", {"column_name": column_name}
    ).column_name %}

    with

        days as (select distinct {{ column }} as date_day from {{ model }}),

        spine as (

            select explode(sequence(min(date_day), max(date_day))) as date_day from days

        )

    select spine.date_day
    from spine
    left anti join days on spine.date_day = days.date_day

{% endtest %}
