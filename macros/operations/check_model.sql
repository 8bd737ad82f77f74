{#-
    Compares what is there with what the log says, for one model or for all of them: the log
    with itself, the view with the pointer, the rows of every batch in every partition, and the
    folders of a table of partitions with those of its batches.

        What differs in analytics.days
          what                                         what to do
          partition 2015-02 of batch 1795313150 has 0  restore its files, or run the model for
          readable rows, and its log says 2, and       these rows again, and what has consumed
          readers see it                               them with --full-refresh

    It changes nothing and takes no lock. If something differs it ends with an error, so that a
    scheduler notices. What is found is printed model by model: Jinja can't catch an SQL error,
    which would take with it what was found before.
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
        {% set rows = daybook._damage(relation) %}
        {% if rows %}
            {% set title = "What differs in " ~ daybook._key(relation) %}
            {% do daybook._print_table(title, ["what", "what to do"], rows) %}
            {% do damaged.append(daybook._key(relation)) %}
        {% endif %}
    {% endfor %}
    {% if damaged %}
        {% call daybook._refuse("check_model") %}
            what is there differs from what the log says, in {{ damaged | join(", ") }}: see above
            what to do
        {% endcall %}
    {% endif %}
    {% if model is not none %}
        {% do daybook._check_has_run(daybook._node_relation(nodes[0])) %}
    {% endif %}
    {% do print("daybook: check_model: all models match their logs") %}
{% endmacro %}

{#- A file that Spark cannot read would end the query about it: for the time of the check it has no
    rows, which the log notices. Returns what to set back: {setting: value}. In a model's hook, other
    threads may share the session, and would lose rows. -#}
{% macro _pass_over_unreadable_files() %}
    {% set before = {} %}
    {% if not daybook._is_in_hook() %}
        {% for kind in ("Corrupt", "Missing") %}
            {% set setting = "spark.sql.files.ignore" ~ kind ~ "Files" %}
            {% do before.update({setting: daybook._setting(setting)}) %}
        {% endfor %}
    {% endif %}
    {% do daybook._set_session(dict.fromkeys(before, "true")) %}
    {% do return(before) %}
{% endmacro %}

{#- [[what differs, what to do], ...]. -#}
{% macro _damage(relation) %}
    {% if not daybook._exists(daybook._batches_relation(relation)) %}
        {% do return(daybook._damage_to_place(relation)) %}
    {% endif %}
    {% set log = daybook._whole_log(daybook._read_log(relation)) %}
    {% set of_log = daybook._damage_to_log(log) %}
    {% set last = log.events[-1].event if log.events else none %}
    {% if last == "started" or daybook._is_unflipped(log) %}
        {% do of_log.append(
            [
                "a run is writing or publishing it, or has died",
                "check it again afterwards; if the run is dead, recover",
            ]
        ) %}
    {% endif %}
    {% if last == "dropping" %}
        {% do of_log.append(
            [
                "a cleaning is at work, or has died",
                "check it again afterwards; if the cleaning is dead, recover",
            ]
        ) %}
    {% endif %}
    {% if of_log %} {% do return(of_log) %} {% endif %}
    {% set settings = daybook._pass_over_unreadable_files() %}
    {% set counted = daybook._counted_batches(relation, daybook._state(log)) %}
    {% set damage = (
        daybook._damage_to_view(relation, log)
        or daybook._damage_to_locations(relation, log, counted)
    ) + daybook._damage_to_rows(log, counted) %}
    {% do daybook._set_session(settings) %}
    {% set again = daybook._whole_log(daybook._read_log(relation)) %}
    {% if damage and (again.state.position, again.shown) != (
        log.state.position,
        log.shown,
    ) %}
        {% do return([["it was written while it was checked", "check it again"]]) %}
    {% endif %}
    {% do return(damage) %}
{% endmacro %}
