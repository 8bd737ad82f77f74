{#-
    The milestones with their columns: [{milestone, name, date_tk, count}], the last two quoted.
    Two listed milestones of one name are refused; a mapping names the columns itself.
-#}
{% macro _milestone_columns(milestones) %}
    {% set cells = [] %}
    {% set owners = {} %}
    {% for milestone in milestones %}
        {% set name = (
            milestones[milestone]
            if milestones is mapping
            else daybook.column_name(milestone)
        ) %}
        {% if name | lower in owners %}
            {% call daybook._refuse(this) %}
                milestones {{ owners[name | lower] }} and {{ milestone }} would both have the
                columns {{ name }}_date_tk and {{ name }}_count: name the columns yourself, as in
                milestones={'{{ milestone }}': '{{ name }}_2', ...}
            {% endcall %}
        {% endif %}
        {% do owners.update({name | lower: milestone}) %}
        {% do cells.append(
            {
                "milestone": milestone,
                "name": name,
                "date_tk": daybook._column(name ~ "_date_tk"),
                "count": daybook._column(name ~ "_count"),
            }
        ) %}
    {% endfor %}
    {% do return(cells) %}
{% endmacro %}

{#- [[milestone, name], ...] of a published snapshot, in the order in which they came. -#}
{% macro _milestone_names(posted) %}
    {% if not posted %} {% do return([]) %} {% endif %}
    {% set remembered = daybook._published_so_far(posted).remembered %}
    {% do return(remembered.get("milestones", [])) %}
{% endmacro %}
