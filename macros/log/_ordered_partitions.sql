{#-
    The partitions that have files, in the order of their values:

        key           the partition as the log names it
        at            its values
        order         its values as they are compared: numbers as numbers
        forms         the form of each value: only values of one form can be in one range
        seen, hidden  the batches that readers see in it, and those that they do not

    The metastore's database compares text in an order of its own, in which a may come before
    B, or between b and c. So of texts, only those of digits and - are in ranges, and only with
    texts of the same form, as 2015-06 and 2015-07.
-#}
{% macro _ordered_partitions(state, files) %}
    {% set types = state.partition_by | map(attribute="1") | list %}
    {% set keys = files | list %}
    {% set partitions = [] %}
    {% for at in fromjson("[" ~ keys | join(", ") ~ "]") %}
        {% set key = keys[loop.index0] %}
        {% set seen = set(state.pointer.get(key, [])) %}
        {% set order, forms = [], [] %}
        {% for value in at %}
            {% set type = types[loop.index0] %}
            {% do order.append(value | int if type in daybook._integers() else value) %}
            {% do forms.append(
                ""
                if type != "string"
                else (
                    modules.re.sub("[0-9]", "0", value)
                    if modules.re.fullmatch("[0-9-]*", value)
                    else value
                )
            ) %}
        {% endfor %}
        {% do partitions.append(
            {
                "key": key,
                "at": at,
                "order": order,
                "forms": forms,
                "seen": seen,
                "hidden": set(files[key]).difference(seen),
            }
        ) %}
    {% endfor %}
    {% do return(partitions | sort(attribute="order", case_sensitive=true)) %}
{% endmacro %}
