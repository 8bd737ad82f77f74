{#-
    From movements to a balance for every day: the running sum by `key`, cloned up to the day
    before the next movement, or to the last day, where `has_fillers` is true. With an order
    there may be several rows a day, of which the last has the balance.

        daily: snapshot_date, <key>, quantity_moved, <carried>
        with_fillers: the same, moved_on, snapshot_date of each clone, quantity_on_hand
-#}
{% macro _balances(key, carried, last_day, has_fillers, order=[]) %}
    {%- set by_day -%}
        partition by {{ key | join(", ") }}
        order by {{ (["snapshot_date"] + order) | join(", ") }}
    {%- endset %}

    balanced as (

        select
            *,
            {% if order -%}
                case
                    when lead(snapshot_date) over ({{ by_day }}) <=> snapshot_date
                    then 0
                    else sum(quantity_moved) over ({{ by_day }})
                end
            {%- else -%} sum(quantity_moved) over ({{ by_day }})
            {%- endif %} as quantity_on_hand,
            lead(snapshot_date) over ({{ by_day }}) as next_date
        from daily

    ),

    with_fillers as (

        select
            snapshot_date as moved_on,
            explode(
                sequence(
                    snapshot_date,
                    case
                        when {{ has_fillers }}
                        then coalesce(date_sub(next_date, 1), {{ last_day }})
                        else snapshot_date
                    end
                )
            ) as snapshot_date,
            {{ (key + carried) | join(", ") }},
            quantity_on_hand
        from balanced

    )
{% endmacro %}

{#- The last published balance, as a movement of the day after it: of which columns. -#}
{% macro _opening_balance(posted, scope, columns) %}
    {%- if scope.opening_day %}

        union all

        select
            date '{{ scope.opening_day }}' as snapshot_date,
            {{ columns | join(", ") }},
            quantity_on_hand as quantity_moved
        from {{ posted }}
        where
            snapshot_date = date_sub(date '{{ scope.opening_day }}', 1)
            and snapshot_month
            = date_format(date_sub(date '{{ scope.opening_day }}', 1), 'yyyy-MM')

    {%- endif %}
{% endmacro %}

{#- What is published of the days that are restated, to which the corrections are added. -#}
{% macro _restated(posted, scope, columns) %}
    {%- if scope.restates_from %}

        union all

        select {{ columns | join(", ") }}
        from {{ posted }}
        where
            snapshot_date >= date '{{ scope.restates_from }}'
            and snapshot_month >= '{{ scope.restates_from[:7] }}'

    {%- endif %}
{% endmacro %}

{#- `days`, with what was published of them. -#}
{% macro _summed(scope, key, measures) %}
    summed as (

        {% if scope.restates_from -%}
            select
                {{ key | join(", ") }}
                {%- for measure in measures %}
                    , sum({{ measure }}) as {{ measure }}
                {%- endfor %}
            from days
            group by {{ key | join(", ") }}
        {%- else -%}select * from days
        {%- endif %}

    )
{% endmacro %}
