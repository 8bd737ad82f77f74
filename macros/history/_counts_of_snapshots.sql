{#-
    What is counted of the rows of snapshots: {name: {"of_rows": SQL for the rows of one batch,
    "function": what adds up batches, "of_all": SQL for all snapshots, with ? for the column}}.
-#}
{% macro _counts_of_snapshots(run) %}
    {% set conditions = {
        "events": "true",
        "too_far": "daybook_taken_at >= " ~ run.event.far,
    } %}
    {% for column in run.key + [run.event_time, run.system_time] if column %}
        {% do conditions.update({"lacking_" ~ loop.index0: column ~ " is null"}) %}
    {% endfor %}
    {% if run.system_time %}
        {% set recorded = daybook._moment(
            run.system_time, run.system, run.system_type
        ) %}
        {% set far = run.system.far %}
        {% do conditions.update({"system_too_far": recorded ~ " >= " ~ far}) %}
    {% endif %}
    {% set counts = {} %}
    {% for name, condition in conditions.items() %}
        {% do counts.update(
            {
                name: {
                    "of_rows": "count_if(" ~ condition ~ ")",
                    "function": "sum",
                    "of_all": "ifnull(sum(?), 0)",
                }
            }
        ) %}
    {% endfor %}
    {#- A snapshot that is known already may have been recorded at any time. -#}
    {% for name, function in {"first": "min", "last": "max"}.items() if run.system_time %}
        {% set of_all -%}
            cast({{ function }}(?) filter (where not daybook_is_again) as string)
        {%- endset %}
        {% do counts.update(
            {
                name
                ~ "_recorded_at": {
                    "of_rows": function ~ "(" ~ recorded ~ ")",
                    "function": function,
                    "of_all": of_all,
                }
            }
        ) %}
    {% endfor %}
    {% do return(counts) %}
{% endmacro %}
