{#-
    SQL that limits the comparison to months from the earliest new event on. It is empty for a log
    without events, and then all are compared. Refuses events that cannot be placed. One query, under
    the lock: dbt compiles a model before that, too.

    When the events are read, the log can be another one: what is older by then meets no accepted
    event, so it is left for the next run.
-#}
{% macro _since_first_month(events, accepted, args) %}
    {% if not daybook._may_read_rows() %} {% do return("") %} {% endif %}
    {% set needed = daybook._needed_columns(args) %}
    {% set query %}
        select to_json(struct(
            {{ daybook._missing_values(events, needed) }} as missing,
            (
                select date_format(min({{ args.occurred_at }}), 'yyyy-MM')
                from {{ events }}
            ) as first_month
        ))
    {% endset %}
    {% set answer = daybook._json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(answer.missing, needed) %}
    {% set is_bounded = accepted and answer.first_month %}
    {% do return(">= '" ~ answer.first_month ~ "'" if is_bounded else "") %}
{% endmacro %}

{#- A column that is new would make every event that was accepted a new one. -#}
{% macro _check_accepted_columns(accepted, columns) %}
    {% if accepted and not accepted.is_cte and daybook._phase() != "before_run" %}
        {% set state = daybook._published_state(accepted) %}
        {% set before = state.columns | map("lower") | list %}
        {% for column in columns if column | lower not in before %}
            {% call daybook._refuse(this) %}
                the events accepted so far have no column {{ column }}: rebuild it with
                --full-refresh
            {% endcall %}
        {% endfor %}
    {% endif %}
{% endmacro %}
