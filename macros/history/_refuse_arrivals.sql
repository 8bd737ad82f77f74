{#-
    Refuses arrivals that a history cannot take in, before anything is written: with counts and
    the way out. Arrivals that are restamped are only mentioned.
-#}
{% macro _refuse_arrivals(run, counts, rows="arrivals") %}
    {% set needed, lacking = daybook._needed_of_arrivals(run), [] %}
    {% for _ in needed %}
        {% do lacking.append(counts["lacking_" ~ loop.index0]) %}
    {% endfor %}
    {% do daybook._refuse_unplaced(dict(counts, counts=lacking), needed, rows=rows) %}
    {% set event_time = daybook.bare_name(run.event_time) %}
    {% set system_time = daybook.bare_name(run.system_time) %}
    {% set too_far -%}
        have a {{ event_time }} of {{ run.event.far }} or later, which stands for no end:
        correct them, or give far_future a later valid_to
    {%- endset %}
    {% set system_too_far -%}
        have a {{ system_time }} of {{ (run.system or {}).far }} or later, which stands for no
        end: correct them, or give far_future a later known_to
    {%- endset %}
    {% set inverted -%}
        have a {{ daybook.bare_name(run.valid_until) }} before their {{ event_time }}:
        correct them, or leave them out in the staging model
    {%- endset %}
    {% set tied -%}
        differ at one {{ event_time }}{{ " and " ~ system_time if run.system_time }} of a
        key: name in order_by the columns that tell which came last
    {%- endset %}
    {% set too_late -%}
        have a {{ system_time }} before {{ run.last_system_time }}, up to which {{ rows }} are
        processed, so what was known then would change: give them the time at which they came, or
        set late_system_time='restamp', which treats them as known since {{ run.last_system_time }}
    {%- endset %}
    {% set is_refused = run.late_system_time == "refuse" %}
    {% set texts = [] %}
    {% for count, text in (
        (counts.too_far, too_far),
        (counts.system_too_far, system_too_far),
        (counts.inverted, inverted),
        (counts.tied, tied),
        (counts.too_late if is_refused else 0, too_late),
    ) if count %}
        {% do texts.append(count ~ " " ~ text) %}
    {% endfor %}
    {% if texts %}
        {% call daybook.refuse(this) %}
            of {{ counts.events }} {{ rows }} {{ texts | join("; ") }}. Nothing was published
        {% endcall %}
    {% elif counts.too_late %}
        {% call daybook.tell(this) %}
            {{ counts.too_late }} {{ rows }} were recorded before {{ run.last_system_time }} and are
            treated as known since then
        {% endcall %}
    {% endif %}
{% endmacro %}
