{#-
    What a pattern reads of another model's batches that does not have to end if they lose rows, but
    can read all of them again. The plan gets the input.

        continues  whether what the last run consumed is still published as it was
        rows       SQL of the rows to read: the new ones if it continues, otherwise all
        all_rows   SQL of all rows; none if the model has no batches

    so_far: what published_so_far returns.
-#}
{% macro read_increment(relation, so_far) %}
    {% set log, key = daybook._log_of(relation), daybook.model_key(relation) %}
    {% do daybook._refuse_combined_rows(relation, log) %}
    {% set consumed = so_far.state.inputs.get(key) if so_far.continues else none %}
    {% set is_known = (
        consumed
        and consumed[1] == log.born
        and not daybook._is_other_batch(log, consumed)
    ) %}
    {% set state = daybook._state_to_read(log, consumed[0] if is_known else 0) %}
    {% if not state.chain %} {% do return({"all_rows": none}) %} {% endif %}
    {% set continues = is_known and not daybook._taken_away(
        log, state, consumed[0], rewritten=true
    ) %}
    {% set all = daybook._posted_ranges(state, 0) %}
    {% set new = daybook._posted_ranges(state, consumed[0]) if continues else all %}
    {% do daybook._plan_input(
        {
            "model": key,
            "position": state.position,
            "born": log.born,
            "last": daybook._last_batch(state, state.position),
            "new": new | length,
        }
    ) %}
    {% set source = daybook._store(log.relation).rows_now(relation, log, state) %}
    {% do return(
        {
            "continues": continues,
            "rows": "(" ~ daybook._new_rows(source, state, new) ~ ")",
            "all_rows": "(" ~ daybook._new_rows(source, state, all) ~ ")",
        }
    ) %}
{% endmacro %}

{#- Notes in the plan that a pattern reads all published rows in each run. Returns the input, see
    _plan_input; none if the relation is not batched. -#}
{% macro read_whole_input(relation, so_far) %}
    {% if relation is string %} {% do return(none) %} {% endif %}
    {% set log = daybook._log_of(relation) %}
    {% if not log.exists %} {% do return(none) %} {% endif %}
    {% set chain = daybook._state(log, log.shown).chain %}
    {% set position = chain[-1].position if chain else 0 %}
    {% set name = daybook.model_key(relation) %}
    {% set consumed = so_far.state.inputs.get(name, [])[:2] %}
    {% set input = {
        "model": name,
        "position": position,
        "born": log.born,
        "last": chain[-1].batch_id if chain else 0,
        "new": 0 if consumed == [position, log.born] else 1,
    } %}
    {% do daybook._plan_input(input) %}
    {% do return(input) %}
{% endmacro %}
