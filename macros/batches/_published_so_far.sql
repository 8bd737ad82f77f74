{#-
    What a model has published before this run, for a pattern that continues from it.

        log, state   empty if there is no log to read
        continues    whether the run adds to what is published; false for a first run, a full
                     refresh and a unit test
        remembered   what the last run left for this one; {} if the run does not continue
        built_with   the arguments that the published rows depend on; {} likewise
-#}
{% macro _published_so_far(posted) %}
    {% set has_log = (
        daybook._phase() in ("compile", "run")
        and posted is not string
        and not posted.is_cte
    ) %}
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

{#- What continues from the published rows of the model needs the model itself, from its first run
    on; published(this) is none then. -#}
{% macro _check_posted(posted) %}
    {% if (
        daybook._phase() in ("compile", "run")
        and posted | string | lower != this | string | lower
    ) %}
        {% call daybook._refuse_option(this, "posted", posted | string) %}
            use posted=this
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Of a table that was adopted, or a model that had other SQL, nothing says what its rows are made of.
    So what they have consumed would come again. -#}
{% macro _refuse_rows_of_others(pattern) %}
    {% call daybook._refuse(this) %}
        its published rows were not made by {{ pattern }}: rebuild it with --full-refresh
    {% endcall %}
{% endmacro %}

{#- The published rows were built with some arguments, and the next ones follow from them. -#}
{% macro _refuse_other_arguments(
    before, now, way_out="rebuild it with --full-refresh"
) %}
    {% for name, value in now.items() if name in before
        and tojson(before[name], sort_keys=true) != tojson(value, sort_keys=true) %}
        {% call daybook._refuse(this) %}
            {{ name }} was {{ daybook._shown_value(before[name]) }} for what is published, and is
            {{ daybook._shown_value(value) }} now: {{ way_out }}
        {% endcall %}
    {% endfor %}
{% endmacro %}

{% macro _shown_value(value) %}
    {% do return(tojson(value, sort_keys=true) if value is mapping else value) %}
{% endmacro %}
