{#-
    On every day and for every combination: what came and went is what the entries say, and
    what is on hand is what was on hand the day before, plus what came, less what went. A
    combination with something on hand has a row on the next day. Terminal states have nothing
    on hand.
-#}
{% test snapshot_reconciles_with_entries(
    model, entries, state, dimensions=[], terminal_states=[]
) %}
    {%- do daybook._require_arguments(
        model,
        "snapshot_reconciles_with_entries",
        {"entries": entries, "state": state},
    ) -%}
    {%- for relation in (model, entries) -%}
        {%- do daybook._check_columns_there(
            model, relation, {"state": state, "dimensions": dimensions}
        ) -%}
    {%- endfor -%}
    {%- set state = daybook._given_column(state) -%}
    {%- set columns = ([state] + daybook._given_columns(dimensions)) | join(", ") %}

    with

        moved as (

            select
                event_date as snapshot_date,
                {{ columns }},
                sum(case when direction = 'in' then event_count else 0 end) as came,
                - sum(case when direction = 'out' then event_count else 0 end) as went
            from {{ entries }}
            group by event_date, {{ columns }}

        ),

        snapshot as (

            select
                snapshot_date,
                {{ columns }},
                sum(quantity_in) as quantity_in,
                sum(quantity_out) as quantity_out,
                sum(quantity_on_hand) as quantity_on_hand
            from {{ model }}
            group by snapshot_date, {{ columns }}

        ),

        moves_differ as (

            select snapshot_date, {{ columns }}, came, went
            from moved
            where came <> 0 or went <> 0
            except
            select snapshot_date, {{ columns }}, quantity_in, quantity_out
            from snapshot

        ),

        moves_invented as (

            select snapshot_date, {{ columns }}, quantity_in, quantity_out
            from snapshot
            where quantity_in <> 0 or quantity_out <> 0
            except
            select snapshot_date, {{ columns }}, came, went
            from moved

        ),

        neighbours as (

            select
                *,
                coalesce(
                    case
                        when lag(snapshot_date) over by_day = date_sub(snapshot_date, 1)
                        then lag(quantity_on_hand) over by_day
                    end,
                    0
                ) as on_hand_before,
                lead(snapshot_date) over by_day as next_date,
                max(snapshot_date) over () as last_date
            from snapshot
            window by_day as (partition by {{ columns }} order by snapshot_date)

        ),

        balance_differs as (

            select snapshot_date, {{ columns }}, quantity_on_hand, on_hand_before
            from neighbours
            where
                {% if terminal_states -%}
                    case
                        when
                            {{ state }} in ({{ daybook._quoted_list(terminal_states) }})
                        then quantity_on_hand <> 0
                        else
                {% endif -%}
                        quantity_on_hand <> on_hand_before + quantity_in - quantity_out
                        or (
                            quantity_on_hand <> 0
                            and snapshot_date < last_date
                            and not next_date <=> date_add(snapshot_date, 1)
                        )
                {%- if terminal_states %} end {%- endif %}

        )

    select *
    from moves_differ
    union all
    select *
    from moves_invented
    union all
    select *
    from balance_differs

{% endtest %}
