{#-
    The plan of a run: what a pattern tells the materialization about the batch that its SQL
    makes. It lies in dbt's dictionary `model` while the materialization renders the model; it
    is never a part of the SQL, and other renderings make none.

        pattern           the macro that makes the plan
        options           options of `batched` that the pattern sets itself: {batch: ..., ...}
        replaces          published partitions that the batch replaces: {"where": SQL over
                          partition columns}, or {"from": value, "to": value} of the first one
        built_with        {argument: value} on which all published rows depend
        remembers         what the next run has to know
        extends           whether there is work without new input
        counts            how many rows the batch must have
        view              how the view combines rows of several batches
        whole_partitions  why a partition that the batch does not replace must not grow
        if_replaced       what to do if an input replaces rows that were consumed: a sentence
        beside            tables that the pattern keeps beside the model: they are removed with it
        borrows           how files of another model are published, see batches/_write_batch.sql

    Beside it the plan has what other macros found while they were rendered:

        inputs            what is read batch by batch, see _plan_input
        logs              the logs that were read: a rendering reads each once
        reads_itself      whether published(this) was asked for
-#}
{% macro _plan(pattern, plan) %}
    {% if not daybook._is_planned() %} {% do return("") %} {% endif %}
    {% for key in plan if key not in daybook._keys_of_plan() %}
        {% do daybook._raise(
            this, pattern ~ " makes a plan with " ~ key ~ ", which no plan has"
        ) %}
    {% endfor %}
    {% set plan_so_far = model.daybook_plan %}
    {% if plan_so_far.pattern %}
        {% do daybook._raise(
            this,
            "it calls "
            ~ plan_so_far.pattern
            ~ " and "
            ~ pattern
            ~ ", and a batch is made by one of them: put the other into a model of its own",
        ) %}
    {% endif %}
    {% do plan_so_far.update(dict(plan, pattern=pattern)) %}
{% endmacro %}

{#- What a pattern may say, and what holds where it does not. -#}
{% macro _keys_of_plan() %}
    {% do return(
        {
            "options": {},
            "replaces": {},
            "built_with": {},
            "remembers": {},
            "extends": false,
            "counts": none,
            "view": none,
            "whole_partitions": none,
            "if_replaced": none,
            "beside": [],
            "borrows": none,
        }
    ) %}
{% endmacro %}

{#- Whether the materialization is rendering the model now. -#}
{% macro _is_planned() %}
    {% do return(daybook._phase() == "run" and model.daybook_plan is not none) %}
{% endmacro %}

{#-
    What the model reads batch by batch:

        model, position, born   up to where of whose log
        new                     how many ranges of batches are new in it
        text                    the SQL that reads it; none: it is a part of what the pattern does
        relation, columns, is_whole, partition_by   of what the text selects
-#}
{% macro _plan_input(input) %}
    {% if daybook._is_planned() %}
        {% do model.daybook_plan.inputs.append(input) %}
    {% endif %}
{% endmacro %}

{#- The plan of the run, with its SQL: the model is rendered here. -#}
{% macro _planned(log) %}
    {% set plan = dict(
        daybook._keys_of_plan(),
        pattern=none,
        inputs=[],
        logs={daybook._key(this): log},
        reads_itself=false,
    ) %}
    {% do model.update({"daybook_plan": plan}) %}
    {% set query = daybook._rendered_now() %}
    {% do model.update({"daybook_plan": none}) %}
    {% do daybook._check_inputs(plan.inputs, query, daybook._state(log).inputs) %}
    {% do return(dict(plan, query=query)) %}
{% endmacro %}

{#- Rows that are read and not used would count as consumed; and of an upstream under another
    name nothing would. -#}
{% macro _check_inputs(inputs, query, consumed) %}
    {% set positions = daybook._positions_read(inputs) %}
    {% set query = daybook._without_comments(query) if inputs else query %}
    {% for input in inputs if input.text and input.text not in query %}
        {% do daybook._raise(
            this,
            "new_batches("
            ~ input.relation
            ~ ") is called, and the model's SQL does not have what it returns, so its rows"
            ~ " would never be read: use it as it is, or do not call it",
        ) %}
    {% endfor %}
    {% set gained = positions | reject("in", consumed) | list %}
    {% set gone = consumed | reject("in", positions) | list %}
    {% if gained and gone and not (should_full_refresh() or flags.EMPTY) %}
        {% do daybook._raise(
            this,
            "it has consumed " ~ gone
            | join(", ") ~ " and now reads " ~ gained
            | join(", ")
            ~ " instead: if that is the same model under another name, its rows would come"
            ~ " a second time. Rebuild this model with --full-refresh",
        ) %}
    {% endif %}
{% endmacro %}

{#- {model: [position, born]} of what the run reads. -#}
{% macro _positions_read(inputs) %}
    {% set positions = {} %}
    {% for input in inputs %}
        {% do positions.update({input.model: [input.position, input.born]}) %}
    {% endfor %}
    {% do return(positions) %}
{% endmacro %}

{#- The model's options with those that its pattern sets, which the config must not contradict. -#}
{% macro _options_of_plan(relation, options, plan) %}
    {% for name, value in plan.options.items() %}
        {% set given = daybook._option(name, none) %}
        {% if given is not none and daybook._comparable_option(
            given
        ) != daybook._comparable_option(value) %}
            {% do daybook._bad_option(
                relation,
                name,
                given,
                plan.pattern
                ~ " sets "
                ~ name
                ~ "="
                ~ tojson(value)
                ~ " itself: leave it out of the model's config",
            ) %}
        {% endif %}
    {% endfor %}
    {% set options = dict(options, **plan.options) %}
    {% do daybook._check_combinations(relation, options) %}
    {% do return(options) %}
{% endmacro %}

{#- Blanks in SQL and the order of a list do not matter. -#}
{% macro _comparable_option(value) %}
    {% set is_list = value is iterable and value is not string %}
    {% set values = value if is_list else [value] | reject("none") %}
    {% do return(values | map("string") | map("replace", " ", "") | sort) %}
{% endmacro %}

{#- Everything the model reads by new_batches is consumed, and it has been built before. -#}
{% macro _nothing_new(log, options, plan) %}
    {% do return(
        options.when_nothing_new == "skip"
        and plan.inputs
        and plan.inputs | sum(attribute="new") == 0
        and not plan.extends
        and daybook._state(log).chain
        and not should_full_refresh()
    ) %}
{% endmacro %}
