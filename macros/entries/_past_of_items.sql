{#-
    What of the past a run has to read:

        entries    the published entries; none on a first run
        present    the present entries of all items, which readers do not see; none if they are
                   all rebuilt
        rebuilds   a full refresh over published entries: all items, from their first day on
        late_from  the day of the earliest event that comes before its item's last; none: no
                   history is read
-#}
{% macro _past_of_items(events, posted, args) %}
    {% set columns = daybook._line_columns(args) %}
    {% set before = daybook._published_so_far(posted) %}
    {% set entries, present = none, none %}
    {% if before.state.chain %}
        {% do daybook._check_entry_columns(before.state, posted, columns) %}
        {% set entries = daybook._entries_with_new_columns(
            posted, before.state, columns
        ) %}
    {% endif %}
    {% if before.continues %}
        {#- Each item that has entries has a private one, too. -#}
        {% set private = daybook._pointer_of(before.state, private=true) %}
        {% do daybook._refuse_other_arguments(
            "negate_events", before, is_own=private.values() | sum(start=[])
        ) %}
        {% set present = daybook._entries_with_new_columns(
            daybook.private(posted), before.state, columns
        ) %}
    {% endif %}
    {% set rebuilds = before.state.chain != [] and not before.continues %}
    {% set late_from = daybook._late_from(events, present, args) %}
    {% do return(
        {
            "entries": entries,
            "present": present,
            "rebuilds": rebuilds,
            "late_from": "0001-01-01" if rebuilds else late_from,
        }
    ) %}
{% endmacro %}

{#- Posted entries can only be reversed with the columns that they were posted with. -#}
{% macro _check_entry_columns(state, posted, columns) %}
    {% set others = columns + ["event_count", "entry_month"] %}
    {% for column in state.columns | reject("in", others)
        if not should_full_refresh() %}
        {% call daybook._refuse(this) %}
            its entries have the column {{ column }}, which is no longer named: name it, or
            rebuild it with --full-refresh
        {% endcall %}
    {% endfor %}
    {% set new = columns | reject("in", state.columns) | list %}
    {% if new %}
        {% set table = daybook._batches_relation(posted) %}
        {% for column in adapter.get_columns_in_relation(table) if column.name in new %}
            {% call daybook._refuse(this) %}
                old entries have values of {{ column.name }}, which a full refresh left out: give
                it another name
            {% endcall %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{#- Rows with NULL in the columns that they do not have: the dimensions and ages that a full
    refresh adds. -#}
{% macro _entries_with_new_columns(rows, state, columns) %}
    {%- set new = columns | reject("in", state.columns) | list -%}
    {%- if new -%}
        (
            select
                {{ (state.columns + ["posted_batch_id"]) | join(", ") }},
                null as {{ new | join(", null as ") }}
            from {{ rows }}
        )
    {%- else -%} {{ rows }}
    {%- endif -%}
{% endmacro %}

{#- A small query about the new events, under the lock, which also refuses those that cannot be
    placed. A run that reads all of them asks about their states, too. -#}
{% macro _late_from(events, present, args) %}
    {% if not daybook._may_read_rows() %} {% do return(none) %} {% endif %}
    {% set needed = daybook._needed_columns(args) %}
    {% set ends = [] if present else daybook._has_terminal_state(args) %}
    {% set query %}
        with
            new_events as (select * from {{ events }})
            {% if present -%}, {{ daybook._touched_items(present, args) }} {%- endif %}
        select to_json(struct(
            {{ daybook._missing_values(events, needed + ends) }} as missing,
            {% if present -%}
                (select cast(min(daybook_from_day) as string) from items where daybook_is_late)
            {%- else -%} cast(null as string)
            {%- endif %} as late_from
        ))
    {% endset %}
    {% set answer = daybook._json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(answer.missing, needed) %}
    {% if not present %}
        {% do daybook._tell_of_states(events, answer.missing, needed, args) %}
    {% endif %}
    {% do return(answer.late_from) %}
{% endmacro %}
