{#- The log of the sample, or the one that `make run` is given. -#}
{% macro issue_log() %}
    {% set input = var("input") %}
    {% do return(
        daybook.event_log(
            item="issue_id",
            state="status",
            occurred_at={"local": "event_at", "utc": "event_at_utc"},
            order_by=["event_order"],
            dimensions=(input.dimensions or {}).keys() | list,
            is_deleted="is_deleted",
            recorded_at="recorded_at",
            terminal_states=input.terminal_states or [],
        )
    ) %}
{% endmacro %}
