{#-
    The milestones of a run as columns, and those of all runs as names:

        cells  [{milestone, name, date_tk, count}, ...], the last two quoted
        names  [[milestone, name], ...], which the next run gets as `published`

    Two listed milestones of one name are refused; a mapping names the columns itself. A cell that
    was written stays, so a column keeps the milestone that it had.
-#}
{% macro _milestone_columns(milestones, published=[]) %}
    {% set cells, owners, names = [], {}, {} %}
    {% for milestone, name in published %}
        {% do names.update({name | lower: [milestone, name]}) %}
    {% endfor %}
    {% for milestone in milestones %}
        {% set name = (
            milestones[milestone]
            if milestones is mapping
            else daybook.column_name(milestone)
        ) %}
        {% set key = name | lower %}
        {% set owner = names.get(key, [milestone]) | first %}
        {% if key in owners %}
            {% call daybook.refuse(this) %}
                milestones {{ owners[key] }} and {{ milestone }} would both have the
                columns {{ name }}_date_tk and {{ name }}_count: name the columns yourself, as in
                milestones={'{{ milestone }}': '{{ name }}_2', ...}
            {% endcall %}
        {% elif owner != milestone %}
            {% call daybook.refuse_option(this, "milestones", milestone) %}
                the published column {{ name }}_date_tk has the days of {{ owner }}: name another
                one, or rebuild it with --full-refresh
            {% endcall %}
        {% endif %}
        {% do owners.update({key: milestone}) %}
        {% do names.update({key: [milestone, name]}) %}
        {% do cells.append(
            {
                "milestone": milestone,
                "name": name,
                "date_tk": daybook.quoted_column(name ~ "_date_tk"),
                "count": daybook.quoted_column(name ~ "_count"),
            }
        ) %}
    {% endfor %}
    {% do return({"cells": cells, "names": names.values() | list}) %}
{% endmacro %}

{#- [[milestone, name], ...] of a published snapshot, in the order in which they came. -#}
{% macro _milestone_names(posted) %}
    {% if not posted %} {% do return([]) %} {% endif %}
    {% set remembered = daybook.published_so_far(posted).remembered %}
    {% do return(remembered.get("milestones", [])) %}
{% endmacro %}
