{#- Compares the view, or the table of partitions, with the state that it should show:
    [[what differs, what to do], ...]. -#}
{% macro _damage_to_view(relation, log) %}
    {% set state = daybook._state(log, log.shown) %}
    {% if not state.chain %} {% do return([]) %}
    {% elif state.publish == "partitions" %}
        {% do return(daybook._damage_to_partitions(relation, log, state)) %}
    {% endif %}
    {#- An earlier release named no position. -#}
    {% set text = (
        daybook._files_read(relation, state) | trim
        if daybook._position_in(log) is none
        else daybook._pointer_text(
            relation, state, daybook._named_in_view(log)[1]
        )
    ) %}
    {% if daybook._is_ours(log.entry, "pointer") and daybook._has_text(
        log.entry, text
    ) %}
        {% do return([]) %}
    {% endif %}
    {% set what = "its view is not the one that its log asks for" %}
    {% do return([[what, "recover writes it again"]]) %}
{% endmacro %}

{#- The same of a model without batches: somebody may have dropped or renamed their table. -#}
{% macro _damage_to_place(relation) %}
    {% set is_there = daybook._schema_exists(relation) %}
    {% set entry = daybook._catalog_entry(relation) if is_there else {} %}
    {% for kind in ("pointer", "partitions") if daybook._is_ours(entry, kind) %}
        {% set what = "its table " ~ daybook._batches_relation(relation) ~ " is gone" %}
        {% set to_do = "restore it under that name, set the variable daybook_schema back, or build the model again with --full-refresh" %}
        {% do return([[what, to_do]]) %}
    {% endfor %}
    {% do return([]) %}
{% endmacro %}

{#- The partitions of an external table, by name; their rows are those of the batches. -#}
{% macro _damage_to_partitions(relation, log, state) %}
    {% if not daybook._is_ours(log.entry, "partitions") %}
        {% do return([["its table is gone", "recover makes it again"]]) %}
    {% endif %}
    {% set shown, expected, damage = [], [], [] %}
    {% for row in run_query("show partitions " ~ relation) %}
        {% do shown.append(daybook._values_at(row[0])) %}
    {% endfor %}
    {% for partition, ids in daybook._pointer_of(
        state, private=false
    ).items() if ids %}
        {% do expected.append(fromjson(partition) | map("string") | list) %}
    {% endfor %}
    {% for values in expected if values not in shown %}
        {% do damage.append(daybook._damaged_table("lacks the partition", values)) %}
    {% endfor %}
    {% for values in shown if values not in expected %}
        {% do damage.append(
            daybook._damaged_table("has an unexpected partition", values)
        ) %}
    {% endfor %}
    {% do return(damage) %}
{% endmacro %}

{% macro _damaged_table(what, values, more="") %}
    {% set what = "its table " ~ what ~ " " ~ values | join(", ") ~ more %}
    {% set to_do = "drop the table, which has no files of its own, and recover" %}
    {% do return([what, to_do]) %}
{% endmacro %}

{#- Whether each partition of an external table shows the folder of its batch. -#}
{% macro _damage_to_locations(relation, log, counted) %}
    {% set state = daybook._state(log) %}
    {% if state.publish != "partitions" %} {% do return([]) %} {% endif %}
    {% set columns = daybook._columns(state.partition_by | map("first")) %}
    {% set keys = daybook._numbered_keys(state.partition_by) %}
    {% set names = daybook._columns(keys | map("first")) %}
    {% set query %}
        select to_json(struct(
            {{ daybook._partition_key(keys) }} as partition,
            collect_set(folder) as folders
        ))
        from (
            select {{ columns }}, regexp_extract(input_file_name(), '^(.*)/', 1)
            from {{ relation }}
        ) as shown ({{ names }}, folder)
        group by {{ names }}
    {% endset %}
    {% set shown, damage = {}, [] %}
    {% for row in daybook._json_rows(query) %}
        {% do shown.update({daybook._json(row.partition): row.folders}) %}
    {% endfor %}
    {% set more = " from another folder than that of its batch" %}
    {% for partition, ids in daybook._pointer_of(
        state, private=false
    ).items() if ids %}
        {% set batch = counted.get(partition ~ ids[0]) %}
        {% if batch and shown.get(partition) != [batch.folder] %}
            {% do damage.append(
                daybook._damaged_table(
                    "shows the partition", fromjson(partition), more
                )
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(damage) %}
{% endmacro %}
