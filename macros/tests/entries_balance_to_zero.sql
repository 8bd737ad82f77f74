{#- The entries of an (item, state) balance to zero, but for the item's present state: to one. -#}
{% test entries_balance_to_zero(model, item, state, occurred_at) %}

    with

        balances as (

            select {{ item }}, {{ state }}, sum(event_count) as balance
            from {{ model }}
            group by {{ item }}, {{ state }}

        ),

        entered as (

            select {{ item }}, {{ state }}, max({{ occurred_at }}) as last_entered_at
            from {{ model }}
            where direction = 'in'
            group by {{ item }}, {{ state }}, {{ occurred_at }}
            having sum(event_count) > 0

        ),

        last_entered as (

            select {{ item }}, max(last_entered_at) as last_entered_at
            from entered
            group by {{ item }}

        ),

        present as (

            select distinct entered.{{ item }}, entered.{{ state }}
            from entered
            inner join last_entered using ({{ item }}, last_entered_at)

        )

    select balances.*
    from balances
    left join
        present
        on balances.{{ item }} = present.{{ item }}
        and balances.{{ state }} = present.{{ state }}
    where
        balances.balance <> 0 and (balances.balance <> 1 or present.{{ item }} is null)

{% endtest %}
