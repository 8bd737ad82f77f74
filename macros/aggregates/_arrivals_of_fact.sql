{#-
    What is new in a fact since the last run:

        is_rebuild  all of it is: nothing is published, or what is published is no longer right
        new_rows    the new rows of a batched fact, as SQL; of another fact, all rows
        all_rows    all rows, as SQL
        since       the mark from which on the last run left rows open; none: from the first on
        open_from   the mark from which on this one leaves them open
        figures     {last, rows, unset} of another fact: the mark of the last indicator, how many
                    rows have one, and how many have none
        left_out    how many rows of it have no indicator, and are not read
-#}
{% macro _arrivals_of_fact(run) %}
    {% if not run.by_batches %}
        {% do return(daybook._arrivals_by_indicator(run)) %}
    {% endif %}
    {% set fact = run.fact %}
    {% set increment = daybook.read_increment(fact, run) %}
    {% if not increment.all_rows %}
        {% call daybook.refuse_option(this, "indicator", "posted_batch_id") %}
            {{ fact }} has no batches: materialize it as batched and run it first, or name a
            column whose values grow
        {% endcall %}
    {% elif run.continues and not increment.continues %}
        {% call daybook.tell(this) %}
            {{ fact }} has replaced rows that are in it, so it is rebuilt from all of them
        {% endcall %}
    {% endif %}
    {% do return(
        {
            "is_rebuild": not increment.continues,
            "new_rows": increment.rows,
            "all_rows": increment.all_rows,
            "since": none,
            "open_from": none,
            "left_out": 0,
        }
    ) %}
{% endmacro %}

{#- The fact is asked once in a dbt invocation, for all of its aggregates. -#}
{% macro _arrivals_by_indicator(run) %}
    {% set fact, indicator, policy = run.fact, run.indicator, run.null_indicators %}
    {% set column = daybook.quoted_column(indicator.name) %}
    {% set query %}
        select to_json(
            struct(
                {{ daybook.mark_of(indicator.type, "max(" ~ column ~ ")") }} as last,
                count({{ column }}) as rows,
                count_if({{ column }} is null) as unset
            ),
            map('ignoreNullFields', 'false')
        )
        from {{ fact }}
    {% endset %}
    {% set figures = daybook.json_rows(query, once=true)[0] %}
    {% set without -%}
        of {{ figures.rows + figures.unset }} rows of {{ fact }} have no {{ indicator.name }}
    {%- endset %}
    {% if figures.unset and policy == "refuse" %}
        {% call daybook.refuse(this) %}
            {{ figures.unset }} {{ without }}. Nothing was published: correct them, or say
            policies={'null_indicators': 'include'}, which reads them in each run, or 'leave_out'
        {% endcall %}
    {% elif figures.unset and policy == "leave_out" %}
        {% call daybook.tell(this) %}
            {{ figures.unset }} {{ without }}, and were left out
        {% endcall %}
    {% endif %}
    {% set since = run.remembered.get("open_from") %}
    {% do return(
        {
            "is_rebuild": not run.continues,
            "new_rows": fact,
            "all_rows": fact,
            "since": since,
            "open_from": daybook._open_from(
                indicator, figures.last, run.grace, since
            ),
            "figures": figures,
            "left_out": figures.unset if policy == "leave_out" else 0,
        }
    ) %}
{% endmacro %}
