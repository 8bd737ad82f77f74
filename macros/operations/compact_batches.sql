{#-
    Rewrites what is published into one batch a partition, so that there are few files and the
    pointer is short. Rows and their posted_batch_id stay as they are. A run does this by itself
    where a partition has more than compact_after batches; this does it for all of them.
-#}
{% macro compact_batches(model, apply=false) %}
    {% set found = (
        daybook._begin_operation(model) if apply else daybook._look_at(model)
    ) %}
    {% set state = daybook._state(found.log) %}
    {% set merged = daybook._partitions_of_several_batches(state) %}
    {% set rows = [] %}
    {% for partition, ids in merged.items() %}
        {% do rows.append(
            [
                fromjson(partition) | join(", "),
                ids | length,
                daybook._rows_of(state, [partition]),
            ]
        ) %}
    {% endfor %}
    {% do daybook._print_table(
        "Partitions of "
        ~ found.relation
        ~ " with more than one published batch",
        ["partition", "batches", "rows"],
        rows,
    ) %}
    {% if not apply %} {% do daybook._say_dry(found.relation, "rewrite them") %}
    {% else %}
        {% if merged %}
            {% set log = daybook._compact_files(found.relation, found.log, merged) %}
            {% do daybook._flip_pointer(found.relation, log) %}
        {% endif %}
        {% do daybook._end_operation(found) %}
        {% do daybook._say(
            found.relation, merged | length ~ " partitions were rewritten"
        ) %}
    {% endif %}
{% endmacro %}

{% macro _say_dry(relation, what) %}
    {% do daybook._say(
        relation, "nothing was changed; to " ~ what ~ ", add apply: true"
    ) %}
{% endmacro %}
