{#-
    What terminal_states may lack. The run that reads all events prints it:

        no event has the terminal state Deliverd: the states are Shipped, Opened, Delivered
        91 % of the items end in Delivered, which terminal_states lacks, so they stay on hand ...

    A state is thought to be an end if at least a tenth of the items are in it, at least 20, and at
    most 1 in 20 of those that entered it are elsewhere; and if most items are in such a state. Of
    millions of events, it looks at a part of the items.

    missing: what _missing_values says of the conditions `needed` and then of each terminal state.
-#}
{% macro _tell_of_states(events, missing, needed, args) %}
    {% if not missing.events %} {% do return(none) %} {% endif %}
    {% set rows = daybook._json_rows(
        daybook._ends_by_state(events, missing.events // 1000000 + 1, args)
    ) %}
    {% set unknown = [] %}
    {% for state, count in zip(
        args.terminal_states, missing.counts[needed | length :]
    ) if not count %}
        {% do unknown.append(state) %}
    {% endfor %}
    {% if unknown %}
        {% call daybook._tell(this) %}
            no event has the terminal state {{ unknown | join(" or ") }}: the
            {{ "most frequent " if rows | length == 20 }}states are
            {{ rows | map(attribute="state") | join(", ") }}
        {% endcall %}
    {% endif %}
    {% set ends = [] %}
    {% for row in rows
        if row.state not in args.terminal_states
        and row.ended >= [20, row.total / 10] | max
        and row.entered - row.ended <= row.entered / 20 %}
        {% do ends.append(row) %}
    {% endfor %}
    {% set ended = ends | map(attribute="ended") | sum %}
    {% if ends and ended >= rows[0].total / 2 %}
        {% call daybook._tell(this) %}
            {{ 100 * ended // rows[0].total }} % of the items end in
            {{ ends | map(attribute="state") | join(" or ") }}, which terminal_states lacks, so they
            stay on hand forever: add each state in which items rest
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- The conditions that _missing_values counts events by, one for each terminal state. -#}
{% macro _has_terminal_state(args) %}
    {% set conditions = [] %}
    {% for state in args.terminal_states %}
        {% set condition -%}
            cast({{ args.state }} as string) = {{ daybook._quoted(state) }}
        {%- endset %}
        {% do conditions.append([args.state, "", condition]) %}
    {% endfor %}
    {% do return(conditions) %}
{% endmacro %}

{#- The states in which most items end first: how many items entered it, ended in it, and how many
    there are. -#}
{% macro _ends_by_state(events, parts, args) %}
    select
        to_json(
            struct(
                daybook_state as state,
                daybook_entered as entered,
                daybook_ended as ended,
                sum(daybook_ended) over () as total
            )
        )
    from
        (
            select
                daybook_state,
                count(*) as daybook_entered,
                count_if(daybook_last = daybook_item_last) as daybook_ended
            from
                (
                    select
                        cast({{ args.state }} as string) as daybook_state,
                        max(struct({{ args.order | join(", ") }})) as daybook_last,
                        max(max(struct({{ args.order | join(", ") }}))) over (
                            partition by {{ args.item }}
                        ) as daybook_item_last
                    from {{ events }}
                    where
                        not {{ daybook._is_withdrawn(args) }}
                        and pmod(xxhash64({{ args.item }}), {{ parts }}) = 0
                    group by {{ args.item }}, {{ args.state }}
                )
            group by daybook_state
        )
    order by daybook_ended desc, daybook_entered desc, daybook_state
    limit 20
{% endmacro %}
