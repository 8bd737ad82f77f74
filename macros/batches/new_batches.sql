{#-
    The rows of a batched model that the calling model's published batches have not consumed.

    What is new follows from the two logs, by the batch in which rows were first posted: exact,
    so no look-back window can miss late rows, and compaction upstream is no news. Rows are
    read through the upstream's view; its batch_id prunes to the files that can hold them, for
    a file never holds rows posted after its own id.
-#}
{% macro new_batches(relation, retract=none, measures=[]) %}
    {% set log = daybook._upstream_log(relation, retract, measures) %}
    {% if relation.is_cte %} {% do return("(select * from " ~ relation ~ ")") %}
    {% elif not log %} {% do return(daybook._all_rows(relation)) %}
    {% endif %}
    {% set state = daybook._state(log, log.flipped) %}
    {% do daybook._check_measures(relation, state, measures) %}
    {% set consumed = daybook._consumed(relation, log) %}
    {% set new = daybook._posted_ranges(state, consumed) %}
    {% set replaced = daybook._taken_away(log, state, consumed) %}
    {% if replaced and retract != "negate" %}
        {% do daybook._refuse_replaced(relation) %}
    {% endif %}
    {% set source = daybook._source_of_rows(relation, log, state) %}
    {% set rows = daybook._new_rows(source, state, new) %}
    {% if replaced %}
        {% do daybook._check_what_is_negated(relation, log, consumed, replaced) %}
        {% set before = daybook._at_position(
            log.relation,
            log,
            consumed,
            state.columns,
            way_out=". So what "
            ~ this
            ~ " has consumed can't be taken back: build that with --full-refresh",
        ) %}
        {% set rows = daybook._retracted_rows(
            source, before, state, rows, replaced, measures
        ) %}
    {% endif %}
    {#- Of which of the partitions it gives all rows, as far as that is known. -#}
    {% set text = "(" ~ rows ~ ")" %}
    {% do daybook._plan_input(
        {
            "model": daybook._key(relation),
            "position": state.position,
            "born": log.born,
            "new": (new + replaced) | length,
            "text": text,
            "relation": relation | string,
            "columns": (
                state.columns + ["posted_batch_id"] if state.columns else none
            ),
            "is_whole": state.batch != "append" and not retract,
            "partition_by": state.partition_by | map("first") | list,
        }
    ) %}
    {% do return(text) %}
{% endmacro %}

{% macro _all_rows(relation) %}
    {% set log = daybook._log_of(relation) if execute else {} %}
    {% set names = "* except (batch_id)" %}
    {% if log.exists %}
        {% set names = daybook._names(daybook._state(log, log.flipped), relation) %}
    {% endif %}
    {% do return("(select " ~ names ~ " from " ~ relation ~ ")") %}
{% endmacro %}

{#- The model's view; what is published as partitions has none. -#}
{% macro _source_of_rows(relation, log, state) %}
    {% if state.publish == "partitions" and not log.is_clone %}
        {% do return("(" ~ daybook._view_text(log.relation, state) ~ ")") %}
    {% endif %}
    {% do return(relation) %}
{% endmacro %}

{% macro _new_rows(source, state, new) %}
    {% do return(
        "select "
        ~ daybook._names(state, source)
        ~ " from "
        ~ source
        ~ " where "
        ~ (
            "batch_id >= "
            ~ new[0].from
            ~ " and "
            ~ daybook._in_ranges("posted_batch_id", new)
            if new
            else "false"
        )
    ) %}
{% endmacro %}

{#- In the partitions that were replaced: all rows as they are, less all rows as they were. -#}
{% macro _retracted_rows(source, before, state, rows, replaced, measures) %}
    {% set conditions = [] %}
    {% for partition in replaced %}
        {% set condition = ["true"] %}
        {% for value in fromjson(partition) %}
            {% set column, type = state.partition_by[loop.index0] %}
            {% do condition.append(
                daybook._column(column) ~ " = " ~ daybook._literal(value, type)
            ) %}
        {% endfor %}
        {% do conditions.append(condition | join(" and ")) %}
    {% endfor %}
    {% set replaced_now = "(" ~ conditions | join(" or ") ~ ")" %}
    {% set negated = [] %}
    {% set measures = measures | map("lower") | list %}
    {% set columns = state.columns + ["posted_batch_id"] %}
    {% for column in columns %}
        {% set name = daybook._column(column) %}
        {% do negated.append(
            "-" ~ name ~ " as " ~ name if column | lower in measures else name
        ) %}
    {% endfor %}
    {% do return(
        rows
        ~ " and not "
        ~ replaced_now
        ~ " union all select "
        ~ daybook._columns(columns)
        ~ " from "
        ~ source
        ~ " where posted_batch_id <= "
        ~ state.chain
        | rejectattr("undone")
        | rejectattr("pointed")
        | map(attribute="batch_id")
        | max ~ " and " ~ replaced_now ~ " union all select " ~ negated
        | join(", ") ~ " from " ~ before ~ " where " ~ replaced_now
    ) %}
{% endmacro %}

{#- Rows whose files are gone must not be taken back: looked for once, under the lock. -#}
{% macro _check_what_is_negated(relation, log, consumed, replaced) %}
    {% set then = daybook._readable_at(log, consumed) %}
    {% if daybook._phase() != "run" or not then %} {% do return(none) %} {% endif %}
    {% set pointer = {} %}
    {% for partition in replaced if then.pointer.get(partition) %}
        {% do pointer.update({partition: then.pointer[partition]}) %}
    {% endfor %}
    {% set state = dict(daybook._state(log), pointer=pointer) %}
    {% set expected = daybook._rows_of(state, pointer) %}
    {% set found = (
        daybook._count_by(
            daybook._batches_relation(log.relation),
            [],
            daybook._predicate(state),
        )
        | map("last")
        | sum
    ) %}
    {% if found != expected %}
        {% do daybook._raise(
            this,
            expected
            ~ " rows of "
            ~ relation
            ~ " that this model has consumed are to be taken"
            ~ " back, and "
            ~ found
            ~ " of them are there: its files have been changed. See"
            ~ " what with check_model; then rebuild this model with --full-refresh",
        ) %}
    {% endif %}
{% endmacro %}

{#- The log to be read from; none where everything is meant, as in tests and analyses. -#}
{% macro _upstream_log(relation, retract, measures) %}
    {% if not execute or model is not defined or model.resource_type != "model" %}
        {% do return(none) %}
    {% endif %}
    {% do daybook._check_call(relation, retract, measures) %}
    {% set log = daybook._log_of(relation) %}
    {% do daybook._refuse_aggregate(relation, log) %}
    {% if (
        log.exists
        or daybook._is_rendered_again()
        or flags.WHICH not in ("run", "build", "retry")
    ) %}
        {% do return(log if log.exists else none) %}
    {% endif %}
    {% do daybook._raise(
        relation,
        "new_batches reads batched models only, and this one has no batches: materialize"
        " it as batched, and run it first",
    ) %}
{% endmacro %}

{#- The position up to which the calling model has consumed another; 0 for not at all. -#}
{% macro _consumed(relation, log) %}
    {% if should_full_refresh() %} {% do return(0) %} {% endif %}
    {% set own = daybook._log_of(this) %}
    {% set input = daybook._state(own, own.flipped).inputs.get(
        daybook._key(relation)
    ) %}
    {% if input and input[1] != log.born %}
        {% do daybook._raise(
            this,
            (relation | string)
            ~ " has been rebuilt from nothing since this model consumed it: its batches are others."
            ~ " Rebuild this model with --full-refresh",
        ) %}
    {% endif %}
    {% do return(input[0] if input else 0) %}
{% endmacro %}

{#- The ids published after a position, in ranges over all ids that are not dead. -#}
{% macro _posted_ranges(state, position) %}
    {% set new, others = [], state.dead | list %}
    {% for batch in state.chain if not batch.pointed %}
        {% set is_new = batch.position > position and not batch.undone %}
        {% do (new if is_new else others).append(batch.batch_id) %}
    {% endfor %}
    {% do return(daybook._id_ranges(set(new), set(others), state.ids)) %}
{% endmacro %}
