{#-
    What of the past this run has to look at.

        entries    the published entries, none on a first run
        present    the present entries of all items, which readers do not see; none where they
                   are all rebuilt
        rebuilds   a full refresh over published entries: all items, from their first day on
        late_from  the day of the earliest event that comes before its item's last; none: no
                   history is read
-#}
{% macro _entries_scope(posted, columns) %}
    {% do daybook._check_posted(posted) %}
    {% set scope = {"entries": none, "present": none, "rebuilds": false} %}
    {% set before = daybook._published_so_far(posted) %}
    {% set state = before.state %}
    {% if state.chain %}
        {% do daybook._check_entries_before(state, posted, columns) %}
        {% do scope.update(
            {
                "entries": daybook._with(state, posted, columns),
                "present": (
                    daybook._with(state, daybook.private(posted), columns)
                    if before.continues
                    else none
                ),
                "rebuilds": not before.continues,
            }
        ) %}
    {% endif %}
    {% do return(scope) %}
{% endmacro %}

{#- What is posted must be taken back with the columns that it was posted with. -#}
{% macro _check_entries_before(state, posted, columns) %}
    {% set own = ["event_count", "entry_month"] %}
    {% for column in state.columns | reject("in", columns + own)
        if not should_full_refresh() %}
        {% do daybook._raise(
            this,
            "its entries have the column "
            ~ column
            ~ ", which is no longer named: name it, or rebuild it with --full-refresh",
        ) %}
    {% endfor %}
    {% set new = columns | reject("in", state.columns) | list %}
    {% if new %}
        {% set table = daybook._batches_relation(posted) %}
        {% set held = adapter.get_columns_in_relation(table) | map(attribute="name") %}
        {% for column in held if column in new %}
            {% do daybook._raise(
                this,
                "old entries have values of "
                ~ column
                ~ ", which a full refresh left out: give it another name",
            ) %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{#- Rows of another shape, with NULL in the columns that are new: the dimensions and ages
    that a full refresh adds. -#}
{% macro _with(state, rows, columns) %}
    {% set new = columns | reject("in", state.columns) | list %}
    {% if not new %} {% do return(rows) %} {% endif %}
    {% do return(
        "(select " ~ (state.columns + ["posted_batch_id"])
        | join(", ") ~ ", null as " ~ new
        | join(", null as ") ~ " from " ~ rows ~ ")"
    ) %}
{% endmacro %}

{#- One small look at the new events, under the lock: dbt compiles once more before that. -#}
{% macro _late_from(events, scope, names) %}
    {% set rebuilds_from = "0001-01-01" if scope.rebuilds else none %}
    {% if not daybook._may_read_rows() %} {% do return(rebuilds_from) %} {% endif %}
    {% set needed = daybook._needed(
        names.item,
        names.state,
        names.occurred_at,
        names.is_deleted,
        names.recorded_at,
        names.occurred_at_utc,
    ) %}
    {% set query %}
        with
            new_events as (select * from {{ events }})
            {% if scope.present -%}, {{ daybook._touched_items(scope, names) }} {%- endif %}
        select to_json(struct(
            {{ daybook._lacks(events, needed) }} as lacks,
            {% if scope.present -%}
                (select cast(min(item_from) as string) from items where is_late)
            {%- else -%} cast(null as string)
            {%- endif %} as late_from
        ))
    {% endset %}
    {% set found = daybook._json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(found.lacks, needed) %}
    {% do return(rebuilds_from or found.late_from) %}
{% endmacro %}
