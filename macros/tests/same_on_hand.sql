{#-
    Two snapshots say the same of what is on hand, day by day: one by age or by item, and the
    one that is by neither. Rows are those in which they differ.
-#}
{% test same_on_hand(model, snapshot, columns) %}
    {%- do daybook._require_arguments(
        model, "same_on_hand", {"snapshot": snapshot, "columns": columns}
    ) -%}
    {%- for relation in (model, snapshot) -%}
        {%- do daybook._check_columns_there(model, relation, {"columns": columns}) -%}
    {%- endfor -%}
    {%- set columns = (["snapshot_date"] + daybook._given_columns(columns)) | join(
        ", "
    ) %}

    select {{ columns }}, sum(quantity_on_hand) as difference
    from
        (
            select {{ columns }}, quantity_on_hand
            from {{ model }}
            union all
            select {{ columns }}, - quantity_on_hand as quantity_on_hand
            from {{ snapshot }}
        )
    group by {{ columns }}
    having sum(quantity_on_hand) <> 0

{% endtest %}
