{#- Snapshots of a table for which a condition holds: id, parent, operation, and the text of their state. -#}
{% macro _snapshots(relation, condition) %}
    {% set query %}
        select to_json(struct(
            cast(snapshot_id as string) as id,
            cast(parent_id as string) as parent,
            operation,
            summary['daybook.state'] as text
        ))
        from {{ relation }}.snapshots
        where {{ condition }}
    {% endset %}
    {% do return(daybook.json_rows(query)) %}
{% endmacro %}

{#- As SQL. -#}
{% macro _snapshot_of_branch(relation, branch) %}
    {% do return(
        "(select snapshot_id from "
        ~ relation
        ~ ".refs where name = '"
        ~ branch
        ~ "')"
    ) %}
{% endmacro %}

{#- The last snapshot before another one that daybook has written, and what has changed rows since: none
    for nothing. -#}
{% macro _last_own_snapshot(relation, head) %}
    {% set snapshots = {} %}
    {% for snapshot in daybook._snapshots(relation, "true") %}
        {% do snapshots.update({snapshot.id: snapshot}) %}
    {% endfor %}
    {% set at = namespace(snapshot=head, changed_by=none) %}
    {% for _ in snapshots %}
        {% if at.snapshot and not at.snapshot.text %}
            {% if at.snapshot.operation != "replace" %}
                {% set at.changed_by = at.snapshot.operation ~ " " ~ at.snapshot.id %}
            {% endif %}
            {% set at.snapshot = snapshots.get(at.snapshot.parent) %}
        {% endif %}
    {% endfor %}
    {% do return((at.snapshot, at.changed_by)) %}
{% endmacro %}
