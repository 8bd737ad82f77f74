{#-
    The plan of a run: what a pattern tells the materialization about the batch that its SQL
    makes. It is kept by the model's id while the materialization renders the model; it
    is never a part of the SQL, and other renderings make none.

        pattern           the macro that makes the plan
        publishes         the columns that its last SELECT has; no two of them may have one name
        options           options of `batched` that the pattern sets itself: {batch: ..., ...}
        replaces          published partitions that the batch replaces: {"where": SQL over
                          partition columns}, or {"from": value, "to": value} of the first one,
                          or {"partitions": [as the log names them]}
        built_with        {argument: value} on which all published rows depend
        remembers         what the next run has to know
        has_read          SQL that the pattern has run already, so the batch need not read it again
        learns            whether a batch without rows is written for what it remembers
        extends           whether there is work without new input
        counts            how many rows the batch must have, see _count_mismatch
        view              how the view combines rows of several batches
        merges            {partition: ...} of the published partitions whose rows the SQL has, too:
                          those of another one would be replaced
        whole_partitions  why a partition that the batch does not replace must not grow
        if_replaced       what to do if an input replaces rows that were consumed: a sentence
        beside            tables that the pattern keeps beside the model: they are removed with it
        borrows           how files of another model are published, see _write_batch

    Beside it the plan has what other macros found while they were rendered:

        inputs            what is read batch by batch, see _plan_input
        past              [model, position] of the states whose files the SQL names
        logs              the logs that were read, see _log_of
        reads_itself      whether published(this) was asked for
-#}
{% macro make_plan(pattern, plan) %}
    {% do daybook._check_published_columns(pattern, plan.publishes or []) %}
    {% if not daybook._is_planned() %} {% do return("") %} {% endif %}
    {% for key in plan if key not in daybook._empty_plan() %}
        {% call daybook.refuse(this) %}
            {{ pattern }} makes a plan with {{ key }}, which no plan has
        {% endcall %}
    {% endfor %}
    {% if daybook._plan_of_model().pattern %}
        {% call daybook.refuse(this) %}
            it calls {{ daybook._plan_of_model().pattern }} and {{ pattern }}, and only one of them can
            make the batch: put the other into a model of its own
        {% endcall %}
    {% endif %}
    {% set texts = {} %}
    {% for key in ("if_replaced", "whole_partitions") if plan.get(key) %}
        {% do texts.update({key: daybook._one_line(plan[key])}) %}
    {% endfor %}
    {% do daybook._plan_of_model().update(dict(plan, pattern=pattern, **texts)) %}
{% endmacro %}

{#- What a pattern may plan, and what holds if it does not. -#}
{% macro _empty_plan() %}
    {% do return(
        {
            "publishes": [],
            "options": {},
            "replaces": {},
            "built_with": {},
            "remembers": {},
            "has_read": "",
            "learns": false,
            "extends": false,
            "counts": none,
            "view": none,
            "merges": none,
            "whole_partitions": none,
            "if_replaced": none,
            "beside": [],
            "borrows": none,
        }
    ) %}
{% endmacro %}

{#-
    What the model reads batch by batch:

        model, position, born, last   up to where of whose log, and the last batch in it there
        new                     how many ranges of batches are new in it
        text                    the SQL that reads it; none: it is a part of what the pattern does
        relation, columns, is_whole, partition_by   of what the text selects; is_whole: it has all
                                rows of the partitions in which rows are new, as far as is known
-#}
{% macro _plan_input(input) %}
    {% if daybook._is_planned() %}
        {% do daybook._plan_of_model().inputs.append(input) %}
    {% endif %}
{% endmacro %}

{#- {model: [position, born, last batch]} of what the run reads. -#}
{% macro _positions_read(inputs) %}
    {% set positions = {} %}
    {% for input in inputs %}
        {% do positions.update(
            {input.model: [input.position, input.born, input.last]}
        ) %}
    {% endfor %}
    {% do return(positions) %}
{% endmacro %}

{#- [[name, type], ...] of the columns that rows have. It is none where nothing is asked: when dbt parses,
    before a run, in a unit test, and about a query outside of a run. A type is none if the rows are
    new_batches of a model whose log does not have it. -#}
{% macro columns_read(rows) %}
    {% set phase, is_text = daybook.current_phase(), rows is string %}
    {% if phase in (
        "parse",
        "before_run",
        "unit_test",
    ) or not is_text and rows.is_cte %}
        {% do return(none) %}
    {% elif not daybook._is_planned() and (is_text or load_relation(rows) is none) %}
        {% do return(none) %}
    {% endif %}
    {% set text = rows | string %}
    {% set inputs = daybook._plan_of_model().inputs if daybook._is_planned() else [] %}
    {% for input in inputs if input.columns and input.text == text %}
        {% do return(input.columns) %}
    {% endfor %}
    {% do return(daybook.describe("query", "select * from " ~ text).columns) %}
{% endmacro %}
