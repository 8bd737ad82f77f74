{#-
    What terminal_states may lack. The run that reads all events prints it:

        no event has the terminal state Deliverd: the states are Shipped, Opened, Delivered
        91 % of the items end in Delivered, which terminal_states lacks, so they stay on hand ...

    A state is thought to be an end if at least a tenth of the items are in it, at least 20, and at
    most 1 in 20 of those that entered it are elsewhere; and if most items are in such a state. Of
    millions of events, it looks at a part of the items.
-#}
{% macro _tell_of_states(events, args) %}
    {% set found -%}
        collect_set(cast({{ args.state }} as string)) filter (
            where {{ daybook._is_terminal(args) }}
        )
    {%- endset %}
    {% set asked = daybook._ask_about_events(events, args, {"terminal": found}) %}
    {% if not asked.events %} {% do return(none) %} {% endif %}
    {% set rows = daybook._ends_by_state(events, asked.events // 1000000 + 1, args) %}
    {% set unknown = args.terminal_states | reject("in", asked.terminal) | list %}
    {% if unknown %}
        {% call daybook.tell(this) %}
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
        {% call daybook.tell(this) %}
            {{ 100 * ended // rows[0].total }} % of the items end in
            {{ ends | map(attribute="state") | join(" or ") }}, which terminal_states lacks, so they
            stay on hand forever: add each state in which items rest
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- The states in which most items end first: how many items entered it, ended in it, and how many
    there are. -#}
{% macro _ends_by_state(events, parts, args) %}
    {%- set event -%} struct({{ args.order | join(", ") }}) {%- endset -%}
    {% set query %}
        select to_json(struct(state, entered, ended, sum(ended) over () as total))
        from (
            select
                daybook_state as state,
                count(*) as entered,
                count_if(daybook_last = daybook_item_last) as ended
            from (
                select
                    cast({{ args.state }} as string) as daybook_state,
                    max({{ event }}) as daybook_last,
                    max(max({{ event }})) over (partition by {{ args.item }})
                        as daybook_item_last
                from {{ events }}
                where
                    not {{ daybook._is_withdrawn(args) }}
                    and pmod(xxhash64({{ args.item }}), {{ parts }}) = 0
                group by {{ args.item }}, {{ args.state }}
            )
            group by daybook_state
        )
        order by ended desc, entered desc, state
        limit 20
    {% endset %}
    {% do return(daybook.json_rows(query)) %}
{% endmacro %}
