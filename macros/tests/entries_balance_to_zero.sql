{#-
    The entries of an item, state and dimensions balance to zero, but for those that the item is
    in at present: to one.
-#}
{% test entries_balance_to_zero(model, item, state, occurred_at, dimensions=[]) %}
    {%- do daybook._require_arguments(
        model,
        "entries_balance_to_zero",
        {"item": item, "state": state, "occurred_at": occurred_at},
    ) -%}
    {%- do daybook._check_columns_there(
        model,
        model,
        {"item": item, "state": state, "dimensions": dimensions},
    ) -%}
    {%- set item = daybook._given_column(item) -%}
    {%- set combination = [item] + daybook._given_columns([state] + dimensions) %}

    with

        balances as (

            select {{ combination | join(", ") }}, sum(event_count) as balance
            from {{ model }}
            group by {{ combination | join(", ") }}

        ),

        entered as (

            select
                {{ combination | join(", ") }},
                max({{ occurred_at }}) as last_entered_at
            from {{ model }}
            where direction = 'in'
            group by {{ combination | join(", ") }}, {{ occurred_at }}
            having sum(event_count) > 0

        ),

        last_entered as (

            select {{ item }}, max(last_entered_at) as last_entered_at
            from entered
            group by {{ item }}

        ),

        present as (

            select distinct {{ combination | join(", ") }}
            from entered
            left semi join last_entered using ({{ item }}, last_entered_at)

        )

    select balances.*
    from balances
    left join
        present
        on {% for column in combination -%}
            balances.{{ column }} <=> present.{{ column }}
            {{- " and " if not loop.last }}
        {%- endfor %}
    where
        balances.balance <> 0 and (balances.balance <> 1 or present.{{ item }} is null)

{% endtest %}
