{#-
    What of the past a run has to read:

        present    the present entries of all items, which readers do not see; none on a first run,
                   and on a full refresh, which makes them again
        late_from  the day of the earliest event that comes before its item's last; none: no
                   history is read
        posted     the published entries of which some may have to be reversed: those of late
                   items, or all on a full refresh; none if nothing is
-#}
{% macro _past_of_items(events, posted, args) %}
    {% set before = daybook.published_so_far(posted) %}
    {% set state, present, late_from = before.state, none, none %}
    {% set columns = daybook._line_columns(args) %}
    {% set new = columns | reject("in", state.columns) | list %}
    {% if state.chain %}
        {% do daybook._check_entry_columns(state, posted, columns, new) %}
    {% endif %}
    {% if before.continues %}
        {#- Each item that has entries has a private one, too. -#}
        {% do daybook.refuse_other_arguments(
            "negate_events", before, is_own=state.private
        ) %}
        {% set rows = daybook.private(posted) %}
        {% set present = daybook._entries_with_new_columns(rows, state, new) %}
        {% set ctes %}
            with
                new_events as (select * from {{ events }}),
                {{ daybook._touched_items(present, args) }}
        {% endset %}
        {% set earliest %}
            (select cast(min(daybook_from_day) as string) from items where daybook_is_late)
        {% endset %}
        {% set late_from = daybook._ask_about_events(
            events, args, {"late_from": earliest}, ctes
        ).late_from %}
    {% else %} {% do daybook._tell_of_states(events, args) %}
    {% endif %}
    {% set is_rebuilt = state.chain != [] and not before.continues %}
    {% set reversible = none %}
    {% if late_from or is_rebuilt %}
        {% set reversible = daybook._entries_with_new_columns(posted, state, new) %}
    {% endif %}
    {% do return({"present": present, "late_from": late_from, "posted": reversible}) %}
{% endmacro %}

{#- Posted entries can only be reversed with the columns that they were posted with. -#}
{% macro _check_entry_columns(state, posted, columns, new) %}
    {% set others = columns + ["event_count", "entry_month"] %}
    {% for column in state.columns | reject("in", others)
        if not should_full_refresh() %}
        {% call daybook.refuse(this) %}
            its entries have the column {{ column }}, which is no longer named: name it, or
            rebuild it with --full-refresh
        {% endcall %}
    {% endfor %}
    {% if new %}
        {% set table = daybook.batches_table(posted) %}
        {% for column in adapter.get_columns_in_relation(table) if column.name in new %}
            {% call daybook.refuse(this) %}
                old entries have values of {{ column.name }}, which a full refresh left out: give
                it another name
            {% endcall %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{#- Rows with NULL in the columns that they do not have: the dimensions and ages that a full
    refresh adds. -#}
{% macro _entries_with_new_columns(rows, state, new) %}
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
