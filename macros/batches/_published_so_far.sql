{#-
    What a model has published before this run, for a pattern that continues from it.

        log, state   empty if there is no log to read
        continues    whether the run adds to what is published; false for a first run, a full
                     refresh and a unit test
        remembered   what the last run left for this one; {} if the run does not continue
        built_with   the arguments that the published rows depend on; {} likewise

    What continues from the published rows of the model needs the model itself, from its first run on:
    published(this) is none then.
-#}
{% macro published_so_far(posted) %}
    {% set is_model = daybook.current_phase() not in ("parse", "unit_test") %}
    {% if is_model and posted | string | lower != this | string | lower %}
        {% call daybook.refuse_option(this, "posted", posted | string) %}
            use posted=this
        {% endcall %}
    {% endif %}
    {% set has_log = is_model and posted is not string and not posted.is_cte %}
    {% set log = daybook._log_of(posted) if has_log else daybook._no_log(posted) %}
    {% set state = daybook._state(log, log.shown) %}
    {% set continues = state.chain != [] and not should_full_refresh() %}
    {% do return(
        {
            "log": log,
            "state": state,
            "continues": continues,
            "remembered": state.remembers if continues else {},
            "built_with": state.built_with if continues else {},
        }
    ) %}
{% endmacro %}

{#- The published rows were built with some arguments, and the next ones follow from them. If a
    table was adopted, or the model had other SQL, nothing says what its rows are made of: so what they
    have consumed would come again. is_own: whether the pattern has made them. -#}
{% macro refuse_other_arguments(pattern, so_far, built_with={}, is_own=none) %}
    {% set is_own = so_far.built_with if is_own is none else is_own %}
    {% set has_rows = so_far.state.pointer.values() | sum(start=[]) != [] %}
    {% if so_far.continues and has_rows and not is_own %}
        {% call daybook.refuse(this) %}
            its published rows were not made by {{ pattern }}: rebuild it with --full-refresh
        {% endcall %}
    {% endif %}
    {% set before = so_far.built_with %}
    {% for name, value in built_with.items()
        if name in before
        and daybook.sorted_json(before[name]) != daybook.sorted_json(value) %}
        {% call daybook.refuse(this) %}
            {{ name }} was {{ daybook._shown_value(before[name]) }} for what is published, and is
            {{ daybook._shown_value(value) }} now: rebuild it with --full-refresh
        {% endcall %}
    {% endfor %}
{% endmacro %}

{% macro _shown_value(value) %}
    {% do return(daybook.sorted_json(value) if value is mapping else value) %}
{% endmacro %}
