{% macro subscription_log() %}
    {% do return(
        daybook.event_log(
            item="subscription",
            state="state",
            occurred_at="effective_at",
            dimensions=["plan", "monthly_fee"],
            terminal_states=["Cancelled"],
        )
    ) %}
{% endmacro %}
