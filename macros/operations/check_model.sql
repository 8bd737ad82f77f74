{#-
    Compares what is there with what the log says, for one model or for all of them: the log
    with itself, the view with the pointer, the rows of every batch in every partition, and the
    folders of a table of partitions with those of its batches.

        model           what                                what to do
        analytics.days  partition 2015-02 of batch          restore its files from a backup, or
                        1795313150 has 0 rows, its log      run the model for it again
                        says 2; readers miss them

    It changes nothing and takes no lock. If something differs it ends with an error, so that a
    scheduler notices.
-#}
{% macro check_model(model=none) %}
    {% set nodes = (
        daybook._batched_nodes()
        if model is none
        else [daybook._batched_node(model)]
    ) %}
    {% set rows = [] %}
    {% for node in nodes %}
        {% set relation = daybook._node_relation(node) %}
        {% if model is not none %} {% do daybook._check_has_run(relation) %} {% endif %}
        {% if daybook._has_run(relation) %}
            {% for what, to_do in daybook._damage(relation) %}
                {% do rows.append([daybook._key(relation), what, to_do]) %}
            {% endfor %}
        {% endif %}
    {% endfor %}
    {% if not rows %}
        {% do print("daybook: check_model: all models match their logs") %}
        {% do return("") %}
    {% endif %}
    {% do daybook._print_table("What differs", ["model", "what", "what to do"], rows) %}
    {% call daybook._refuse("check_model") %}
        what is there differs from what the log says, in
        {{ rows | map("first") | unique | join(", ") }}: see the table above
    {% endcall %}
{% endmacro %}

{#- [[what differs, what to do], ...]. -#}
{% macro _damage(relation) %}
    {% set log = daybook._read_log(relation) %}
    {% set of_log = daybook._damage_to_log(log) %}
    {% if log.events[-1].event == "started" or daybook._is_unflipped(log) %}
        {% do of_log.append(
            [
                "a run is writing or publishing it, or has died",
                "check it again afterwards; if the run is dead, recover",
            ]
        ) %}
    {% endif %}
    {% if log.events[-1].event == "dropping" %}
        {% do of_log.append(
            [
                "a cleaning is at work, or has died",
                "check it again afterwards; if the cleaning is dead, recover",
            ]
        ) %}
    {% endif %}
    {% if of_log %} {% do return(of_log) %} {% endif %}
    {% set counted = daybook._counted_batches(relation, daybook._state(log)) %}
    {% set damage = (
        daybook._damage_to_view(relation, log)
        or daybook._damage_to_locations(relation, log, counted)
    ) + daybook._damage_to_rows(log, counted) %}
    {% set again = daybook._read_log(relation) %}
    {% if damage and (again.state.position, again.flipped) != (
        log.state.position,
        log.flipped,
    ) %}
        {% do return([["it was written while it was checked", "check it again"]]) %}
    {% endif %}
    {% do return(damage) %}
{% endmacro %}
