{#-
    Compares the log, the view or table, and the files of one model, or of all of them.

        What differs in analytics.days
          what                                         what to do
          partition 2015-02 of batch 1795313150 has 0  restore its files, or run the model for
          readable rows, and its log says 2, and       these rows again, and what has consumed
          readers see it                               them with --full-refresh

    If something differs it ends with an error, so that a scheduler notices. What is found is printed
    model by model: Jinja can't catch an SQL error, which would take with it what was found before.
-#}
{% macro check_model(model=none) %}
    {% set nodes = (
        daybook._batched_nodes()
        if model is none
        else [daybook._batched_node(model)]
    ) %}
    {% set damaged = [] %}
    {% for node in nodes %}
        {% set relation = daybook._node_relation(node) %}
        {% set name, damage = daybook.model_key(relation), daybook._damage(relation) %}
        {% if damage %}
            {% set title = "What differs in " ~ name %}
            {% do daybook._print_table(title, ["what", "what to do"], damage) %}
            {% do damaged.append(name) %}
        {% elif model is not none %} {% do daybook._check_has_run(relation) %}
        {% endif %}
    {% endfor %}
    {% if damaged %}
        {% call daybook.refuse("check_model") %}
            what is there differs from what the log says, in {{ damaged | join(", ") }}: see above
            what to do
        {% endcall %}
    {% endif %}
    {% do print("daybook: check_model: all models match their logs") %}
{% endmacro %}

{#- [[what differs, what to do], ...]. -#}
{% macro _damage(relation) %}
    {% set log = daybook._whole_log(daybook._store(relation).read_log(relation)) %}
    {% if not (log.exists or log.is_taken) %}
        {% do return(daybook._damage_to_place(relation)) %}
    {% endif %}
    {% set of_log = daybook._damage_to_log(log) or daybook._work_in_progress(log) %}
    {% if of_log %} {% do return(of_log) %} {% endif %}
    {% set settings = daybook._pass_over_unreadable_files() %}
    {% set damage, state = daybook._store(relation).damage(relation, log), log.state %}
    {% do daybook._set_session(settings) %}
    {% set now = daybook._whole_log(daybook._store(relation).read_log(relation)) %}
    {% if damage and (now.state.position, now.shown) != (state.position, log.shown) %}
        {% do return([["it was written while it was checked", "check it again"]]) %}
    {% endif %}
    {% do return(damage) %}
{% endmacro %}

{#- What a run or a cleaning that lives will still change, or what one that died has left. -#}
{% macro _work_in_progress(log) %}
    {% set last = log.events[-1].event if log.events else none %}
    {% if last == "dropping" %} {% set what = "a cleaning is at work, or has died" %}
    {% elif last == "started" or daybook._is_unflipped(log) %}
        {% set what = "a run is writing or publishing it, or has died" %}
    {% else %} {% do return([]) %}
    {% endif %}
    {% do return([[what, "check it again afterwards; if it has died, recover"]]) %}
{% endmacro %}

{#- What differs in a model without batches: somebody may have dropped or renamed their table. -#}
{% macro _damage_to_place(relation) %}
    {% set is_there = daybook._schema_exists(relation) %}
    {% set entry = daybook._catalog_entry(relation) if is_there else {} %}
    {% for kind in ("pointer", "partitions") if daybook._is_ours(entry, kind) %}
        {% set what = "its table " ~ daybook.batches_table(relation) ~ " is gone" %}
        {% set to_do = "restore it under that name, set the variable daybook_schema back, or build the model again with --full-refresh" %}
        {% do return([[what, to_do]]) %}
    {% endfor %}
    {% do return([]) %}
{% endmacro %}

{#- A file that Spark cannot read would end the query about it: for the time of the check it has no
    rows, which the log notices. Returns what to set back: {setting: value}. In a model's hook, other
    threads may share the session, and would lose rows. -#}
{% macro _pass_over_unreadable_files() %}
    {% set before = {} %}
    {% for kind in ("Corrupt", "Missing") if not daybook._is_in_hook() %}
        {% set setting = "spark.sql.files.ignore" ~ kind ~ "Files" %}
        {% do before.update({setting: daybook._setting(setting)}) %}
    {% endfor %}
    {% do daybook._set_session(dict.fromkeys(before, "true")) %}
    {% do return(before) %}
{% endmacro %}
