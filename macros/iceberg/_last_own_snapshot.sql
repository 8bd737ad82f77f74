{#-
    The last snapshot that daybook has published, if what readers see now was committed by somebody else; and
    what that has changed: none if it keeps all rows. If expiry has removed what lies between the two, their
    rows are compared.
-#}
{% macro _last_own_snapshot(relation, head) %}
    {% set snapshots, own = {}, [] %}
    {% for snapshot in daybook._snapshots(relation, "true") %}
        {% do snapshots.update({snapshot.id: snapshot}) %}
        {% if snapshot.text %} {% do own.append(snapshot) %} {% endif %}
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
    {% if at.snapshot or at.changed_by %}
        {% do return((at.snapshot or own | last, at.changed_by)) %}
    {% endif %}
    {#- A run that died may have left a later one, with other rows. -#}
    {% for snapshot in own | reverse if daybook._has_same_rows(relation, head, snapshot) %}
        {% do return((snapshot, none)) %}
    {% endfor %}
    {% do return((own | last, "before " ~ head.id)) %}
{% endmacro %}

{#- Whether two snapshots have the same rows. Both are read. -#}
{% macro _has_same_rows(relation, later, earlier) %}
    {% set table = daybook._iceberg_table(relation) %}
    {% set columns = daybook.describe("table", table).columns %}
    {% set hashed = daybook.comparable_columns(columns) %}
    {#- A hash passes over NULL, in whichever column it is. -#}
    {% set nulls = daybook.quoted_column(columns | map("first")) | join(
        " is null, "
    ) %}
    {% set digests = [] %}
    {% for snapshot in (later, earlier) %}
        {% set query %}
            select to_json(array(
                count(*), bit_xor(hash), sum(cast(hash as decimal(38)))
            ))
            from
                (
                    select xxhash64({{ hashed | join(", ") }}, {{ nulls }} is null) as hash
                    from {{ table }} version as of {{ snapshot.id }}
                )
        {% endset %}
        {% do digests.append(run_query(query)[0][0]) %}
    {% endfor %}
    {% do return(digests[0] == digests[1]) %}
{% endmacro %}
