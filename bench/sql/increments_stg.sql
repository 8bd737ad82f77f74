{%- set events %}
    (
        select item, state, at, order_no, team
        from {{ target.schema }}.landed
        where arrives_on > {{ var("after") }} and arrives_on <= {{ var("through") }}
            {{ "and not is_late" if not var("late") }}
    )
{%- endset %}
{{ daybook.accept_events(
    events=events, accepted=daybook.published(this),
    event_log=[% include "increments_log.sql" %]) }}
