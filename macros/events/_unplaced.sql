{#-
    Rows that lack a column that no row may lack: how many there are, and the refusal.
    needed: [[column, what it must be, SQL for rows that lack it], ...], as _needed_columns makes it.
-#}
{% macro _missing_values(rows, needed) %}
    (
        select
            struct(
                count(*) as events,
                array(
                    {%- for _, _, lacking in needed %}
                        count_if({{ lacking }}){{ "," if not loop.last }}
                    {%- endfor %}
                ) as counts
            )
        from {{ rows }}
    )
{% endmacro %}

{% macro _refuse_unplaced(missing, needed, rows="events") %}
    {% set unplaced = [] %}
    {% for column, events in zip(needed, missing.counts) if events %}
        {% do unplaced.append(events ~ " have no " ~ column[0] ~ column[1]) %}
    {% endfor %}
    {% if unplaced %}
        {% call daybook._refuse(this) %}
            of {{ missing.events }} {{ rows }} {{ unplaced | join(", ") }}. Nothing was written:
            correct them at the source, or leave them out in the staging model
        {% endcall %}
    {% endif %}
{% endmacro %}
