{#- An item is in exactly one state; in none, when all of its events were withdrawn. -#}
{% test one_open_entry_per_item(model, item) %}
    {%- do daybook._require_arguments(
        model, "one_open_entry_per_item", {"item": item}
    ) -%}
    {%- do daybook._check_columns_there(model, model, {"item": item}) -%}
    {%- set item = daybook._given_column(item) %}

    with

        balances as (

            select
                {{ item }},
                sum(event_count) as open_entries,
                sum(case when direction = 'in' then event_count end) as entered
            from {{ model }}
            group by {{ item }}

        )

    select *
    from balances
    where open_entries <> case when entered > 0 then 1 else 0 end

{% endtest %}
