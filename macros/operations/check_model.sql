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
    {% set rows = [] %}
    {% for node in daybook._nodes_to_check(model) %}
        {% set relation = daybook._node_relation(node) %}
        {% if daybook._has_run(relation) %}
            {% for what, to_do in daybook._damage(relation) %}
                {% do rows.append([daybook._key(relation), what, to_do]) %}
            {% endfor %}
        {% elif model is not none %} {% do daybook._check_has_run(relation) %}
        {% endif %}
    {% endfor %}
    {% if not rows %}
        {% do print("daybook: check_model: everything is as the logs say") %}
    {% else %}
        {% do daybook._print_table(
            "What differs", ["model", "what", "what to do"], rows
        ) %}
        {% do exceptions.raise_compiler_error(
            "daybook: check_model: what is there differs from what the log says, in "
            ~ rows
            | map("first")
            | unique
            | join(", ") ~ ": see the table above"
        ) %}
    {% endif %}
{% endmacro %}

{% macro _nodes_to_check(model) %}
    {% if model is not none %}
        {% do return([daybook._batched_node(model)]) %}
    {% endif %}
    {% do return(
        graph.nodes.values()
        | selectattr("resource_type", "equalto", "model")
        | selectattr("config.materialized", "equalto", "batched")
        | sort(attribute="unique_id")
        | list
    ) %}
{% endmacro %}

{#- [[what differs, what to do], ...]. -#}
{% macro _damage(relation) %}
    {% set log = daybook._read_log(relation) %}
    {% set found = daybook._damage_to_log(log) %}
    {% if log.events[-1].event == "started" or daybook._is_unflipped(log) %}
        {% do found.append(
            [
                "a run is writing or publishing it, or has died",
                "check it again afterwards; if the run is dead, recover",
            ]
        ) %}
    {% endif %}
    {% if not found %}
        {% set there = daybook._rows_there(relation, daybook._state(log)) %}
        {% do found.extend(
            daybook._damage_to_view(relation, log)
            or daybook._damage_to_locations(relation, log, there)
        ) %}
        {% do found.extend(daybook._damage_to_rows(log, there)) %}
        {% set again = daybook._read_log(relation) %}
        {% if found and (again.state.position, again.flipped) != (
            log.state.position,
            log.flipped,
        ) %}
            {% do return(
                [["it was written while it was checked", "check it again"]]
            ) %}
        {% endif %}
    {% endif %}
    {% do return(found) %}
{% endmacro %}

{#- Compares the view, or the table of partitions, with the state that it should show. -#}
{% macro _damage_to_view(relation, log) %}
    {% set state = daybook._state(log, log.flipped) %}
    {% if not state.chain %} {% do return([]) %}
    {% elif state.publish == "partitions" %}
        {% do return(daybook._damage_to_partitions(relation, state)) %}
    {% elif daybook._view_shows(relation, state) %} {% do return([]) %}
    {% endif %}
    {% do return(
        [
            [
                "its view is not the one that its log asks for",
                "recover writes it again",
            ]
        ]
    ) %}
{% endmacro %}

{#- The partitions of an external table, by name; their rows are those of the batches. -#}
{% macro _damage_to_partitions(relation, state) %}
    {% if not daybook._is_ours(daybook._found(relation), "partitions") %}
        {% do return([["its table is gone", "recover makes it again"]]) %}
    {% endif %}
    {% set shown = [] %}
    {% for row in run_query("show partitions " ~ relation) %}
        {% do shown.append(tojson(daybook._values_at(row[0]))) %}
    {% endfor %}
    {% set expected = [] %}
    {% for partition, ids in daybook._pointer_of(
        state, private=false
    ).items() if ids %}
        {% do expected.append(tojson(fromjson(partition) | map("string") | list)) %}
    {% endfor %}
    {% set found = [] %}
    {% for partitions, what in (
        (expected | reject("in", shown) | list, "lacks the partition "),
        (shown | reject("in", expected) | list, "has another's partition "),
    ) %}
        {% for partition in partitions %}
            {% do found.append(
                [
                    "its table " ~ what ~ fromjson(partition) | join(", "),
                    "drop the table, which has no files of its own, and recover",
                ]
            ) %}
        {% endfor %}
    {% endfor %}
    {% do return(found) %}
{% endmacro %}

{#- Whether each partition of an external table shows the folder of its batch. -#}
{% macro _damage_to_locations(relation, log, there) %}
    {% set state = daybook._state(log) %}
    {% if state.publish != "partitions" %} {% do return([]) %} {% endif %}
    {% set names = daybook._columns(state.partition_by | map("first")) %}
    {% set query %}
        select to_json(struct(
            {{ daybook._partition_key(state.partition_by) }} as p,
            collect_set(daybook_folder) as folders
        ))
        from (
            select {{ names }}, regexp_extract(input_file_name(), '^(.*)/', 1) as daybook_folder
            from {{ relation }}
        )
        group by {{ names }}
    {% endset %}
    {% set shown = {} %}
    {% for row in daybook._json_rows(query) %}
        {% do shown.update({tojson(row.p): row.folders}) %}
    {% endfor %}
    {% set found = [] %}
    {% for partition, ids in daybook._pointer_of(
        state, private=false
    ).items() if ids %}
        {% set file = there.get(partition ~ ids[0]) %}
        {% if file and shown.get(partition) != [file.folder] %}
            {% do found.append(
                [
                    "its table shows the partition " ~ fromjson(partition)
                    | join(", ")
                    ~ " from another folder than that of its batch",
                    "drop the table, which has no files of its own, and recover",
                ]
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(found) %}
{% endmacro %}
