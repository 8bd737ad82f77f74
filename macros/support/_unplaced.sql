{#- The columns that no event may lack, each with what it must be and which events are asked:
    [[column, text, SQL], ...]. A time that cannot be read is told once. -#}
{% macro _needed(item, state, occurred_at, is_deleted, recorded_at, occurred_at_utc) %}
    {% set needed = [
        [item, "", "true"],
        [state, "", "true"],
        [occurred_at, " that can be read as a time", "true"],
        [
            occurred_at_utc,
            " that can be read as a time",
            occurred_at ~ " is not null",
        ],
        [is_deleted, " that can be read as true or false", "true"],
        [recorded_at, " that can be read as a time", "true"],
    ] %}
    {% do return(needed | selectattr("0") | list) %}
{% endmacro %}

{#- How many events there are, and how many lack each of these columns: a scalar query. -#}
{% macro _lacks(events, needed) %}
    {% set counts = [] %}
    {% for column, _, asked in needed %}
        {% do counts.append("count_if(" ~ column ~ " is null and " ~ asked ~ ")") %}
    {% endfor %}
    {% do return(
        "(select struct(count(*) as events, array(" ~ counts
        | join(", ") ~ ") as counts) from " ~ events ~ ")"
    ) %}
{% endmacro %}

{% macro _refuse_unplaced(lacks, needed) %}
    {% set unplaced = [] %}
    {% for each, events in zip(needed, lacks.counts) if events %}
        {% do unplaced.append(events ~ " have no " ~ each[0] ~ each[1]) %}
    {% endfor %}
    {% if unplaced %}
        {% do daybook._raise(
            this,
            "of " ~ lacks.events ~ " events " ~ unplaced
            | join(", ")
            ~ ". Nothing was taken in: correct them at the source, or leave them out in the"
            ~ " staging model",
        ) %}
    {% endif %}
{% endmacro %}
