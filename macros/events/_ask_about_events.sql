{#-
    What a pattern asks about new events, under the lock, as one query. It refuses events that lack
    a column that no event may lack. Returns how many events there are and the answers; an empty
    mapping where nothing may be asked.

        answers  {name: SQL that aggregates the events, or a subquery}
        ctes     what subqueries read: a WITH
-#}
{% macro _ask_about_events(events, args, answers={}, ctes="") %}
    {% if not daybook.may_read_rows() %} {% do return({}) %} {% endif %}
    {% set needed = daybook._needed_columns(args) %}
    {% set query %}
        {{ ctes }}
        select to_json(struct(
            count(*) as events,
            array(
                {%- for _, _, lacking in needed %}
                    count_if({{ lacking }}){{ "," if not loop.last }}
                {%- endfor %}
            ) as counts
            {%- for name, sql in answers.items() %},
                {{ sql }} as {{ name }}
            {%- endfor %}
        ))
        from {{ events }}
    {% endset %}
    {% set answer = daybook.json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(answer, needed) %}
    {% do return(answer) %}
{% endmacro %}

{#- counts: how many rows lack each of the needed columns. -#}
{% macro _refuse_unplaced(counted, needed, rows="events") %}
    {% set unplaced = [] %}
    {% for column, lacking in zip(needed, counted.counts) if lacking %}
        {% do unplaced.append(lacking ~ " have no " ~ column[0] ~ column[1]) %}
    {% endfor %}
    {% if unplaced %}
        {% call daybook.refuse(this) %}
            of {{ counted.events }} {{ rows }} {{ unplaced | join(", ") }}. Nothing was published:
            correct them at the source, or leave them out in the staging model
        {% endcall %}
    {% endif %}
{% endmacro %}
