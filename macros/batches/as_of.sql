{#- The relation as it was published then, as a subquery: from the files of that time. -#}
{% macro as_of(relation, batch_id=none, at=none) %}
    {% do daybook._check_is_model("as_of", relation) %}
    {% if not execute or relation.is_cte %} {% do return(relation) %} {% endif %}
    {% if (batch_id is none) == (at is none) %}
        {% call daybook.refuse(relation) %} as_of takes either batch_id= or at= {% endcall %}
    {% endif %}
    {% set given = {"batch_id": daybook._whole_number(batch_id)} %}
    {% set batch_id = daybook.checked_arguments(
        relation, "as_of", given, {"batch_id": {"at_least": 1}}
    ).batch_id %}
    {% if daybook.current_phase() == "before_run" %}
        {% do return(relation) %}
    {% endif %}
    {% set log = daybook._whole_log(daybook._log_of(relation)) %}
    {% do daybook._refuse_damaged_log(log.relation, log) %}
    {% if log.is_clone and at is not none %}
        {% call daybook.refuse(relation) %}
            as_of at= asks when rows were published, and a pointer clone has no log of that: name a
            batch_id, or ask {{ log.relation }}
        {% endcall %}
    {% endif %}
    {% set position = daybook._position_asked(relation, log, batch_id, at) %}
    {% do daybook._check_keeper(relation, log, position) %}
    {% do return(daybook._at_position(log.relation, log, position)) %}
{% endmacro %}

{#- A view keeps the names of the files, and would have fewer rows when they are cleaned. -#}
{% macro _check_keeper(relation, log, position) %}
    {% if daybook._keeps_sql() and not daybook._is_protected(log, position) %}
        {% call daybook.refuse(relation) %}
            as_of is called in {{ model.name }}, which is materialized as
            {{ model.config.materialized }} and would silently lose rows when files of that time are
            cleaned: put as_of into a model that keeps rows, such as a table; or protect the batch
            before, and keep it protected: dbt run-operation daybook.protect_batch
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Whether the model that is rendered keeps its SQL and no rows. An ephemeral one may be read by a
    view. -#}
{% macro _keeps_sql() %}
    {% do return(
        model is defined
        and model.resource_type == "model"
        and model.config.materialized in ("view", "ephemeral")
    ) %}
{% endmacro %}

{#- Whether cleaning always leaves the files of that time. -#}
{% macro _is_protected(log, position) %}
    {% set then = daybook._store(log.relation).readable_at(log, position) %}
    {% for protected in log.state.protected.values() if then %}
        {% if daybook._state_at(log, protected).pointer == then.pointer %}
            {% do return(true) %}
        {% endif %}
    {% endfor %}
    {% do return(false) %}
{% endmacro %}

{#- The position of the batch that was published last by then. -#}
{% macro _position_asked(relation, log, batch_id, at) %}
    {% set chain = daybook._state(log, log.shown).chain %}
    {% if at is none %}
        {% set until = batch_id %}
        {% set batches = (
            chain
            | rejectattr("pointed")
            | selectattr("batch_id", "le", until)
        ) %}
    {% else %}
        {% set until = daybook._utc_text(relation, at) %}
        {% set batches = chain | selectattr("at", "le", until) %}
    {% endif %}
    {% set positions = batches | map(attribute="position") | list %}
    {% if not positions %}
        {% call daybook.refuse(relation) %}
            nothing was published by {{ until }};
            {% if chain %}
                the first batch is {{ chain[0].batch_id }}, published at {{ chain[0].at }} UTC
            {% else %} it has not been run
            {% endif %}
        {% endcall %}
    {% endif %}
    {% do return(positions[-1]) %}
{% endmacro %}

{#-
    The rows as published at a position. Files that were written since are hidden, as those that
    were not yet published are.

    If the files of that time are not known any more, or were cleaned, but rows only joined since,
    posted_batch_id tells those of that time.
-#}
{% macro _at_position(relation, log, position, columns=none, way_out="") %}
    {% set now = log.state %}
    {% set then = daybook._store(log.relation).readable_at(log, position) %}
    {% if then %}
        {% if daybook._is_planned() %}
            {% do daybook._plan_of_model().past.append(
                [daybook.model_key(relation), position]
            ) %}
        {% endif %}
        {% set shown = dict(
            now,
            pointer=then.pointer,
            private=then.private,
            columns=columns or then.columns,
            view=then.view,
            snapshot=then.snapshot,
            columns_then=then.columns,
        ) %}
        {% do return("(" ~ daybook._store(relation).read(relation, shown) ~ ")") %}
    {% endif %}
    {% if daybook._replaced_since(now, position, rewritten=true) %}
        {% call daybook.refuse(relation) %}
            rows of that time have been replaced, and
            {{ daybook._why_unknown(log, position) }}{{ way_out }}
        {% endcall %}
    {% endif %}
    {% set posted = [] %}
    {% for batch in daybook._batches_in_effect(now) if batch.position <= position %}
        {% do posted.append(batch.batch_id) %}
    {% endfor %}
    {% set then = daybook._state_at(log, position) or now %}
    {% set shown = dict(now, columns=columns or then.columns) %}
    {% set more = " and posted_batch_id <= " ~ posted | max %}
    {% do return(
        "(" ~ daybook._store(relation).read(relation, shown, more=more) ~ ")"
    ) %}
{% endmacro %}

{#- A time in UTC as the log has it, to the second; a date is its midnight. -#}
{% macro _utc_text(relation, at) %}
    {% set text = at | string | replace("T", " ") %}
    {% if not daybook._has_form(
        "\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d(:\\d\\d([.]\\d+)?)?(Z|[+]00:?00)?)?",
        text,
    ) %}
        {% call daybook.refuse(relation) %}
            as_of at={{ daybook.sorted_json(text) }} is no time in UTC: write it as 2015-06-30 or
            2015-06-30 23:59:59
        {% endcall %}
    {% endif %}
    {% set text = modules.re.sub("[Z+].*", "", text)[:19] %}
    {% do return(text ~ " 00:00:00"[text | length - 10 :]) %}
{% endmacro %}
