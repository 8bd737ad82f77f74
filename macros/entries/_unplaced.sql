{#- The columns that no event may lack, each with what it must be: [[column, text], ...]. -#}
{% macro _needed(item, state, occurred_at, is_deleted, recorded_at) %}
    {% set needed = [
        [item, ""],
        [state, ""],
        [occurred_at, " that can be read as a time"],
        [is_deleted, " that can be read as true or false"],
        [recorded_at, " that can be read as a time"],
    ] %}
    {% do return(needed | selectattr("0") | list) %}
{% endmacro %}

{#- How many events there are, and how many lack each of these columns: a scalar query. -#}
{% macro _lacks(events, needed) %}
    {% set counts = [] %}
    {% for column, must_be in needed %}
        {% do counts.append("count_if(" ~ column ~ " is null)") %}
    {% endfor %}
    {% do return(
        "(select struct(count(*) as events, array(" ~ counts
        | join(", ") ~ ") as counts) from " ~ events ~ ")"
    ) %}
{% endmacro %}

{% macro _refuse_unplaced(lacks, needed) %}
    {% set unplaced = [] %}
    {% for (column, must_be), events in zip(needed, lacks.counts) if events %}
        {% do unplaced.append(events ~ " have no " ~ column ~ must_be) %}
    {% endfor %}
    {% if unplaced %}
        {% do daybook._raise(
            this,
            "of " ~ lacks.events ~ " events " ~ unplaced
            | join(", ")
            ~ ". Nothing was taken in: mend them at the source, or leave them out in the"
            ~ " staging model",
        ) %}
    {% endif %}
{% endmacro %}
