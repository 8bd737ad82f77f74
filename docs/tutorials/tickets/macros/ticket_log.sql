{% macro ticket_log() %}
    {% do return(
        daybook.event_log(
            item="ticket",
            state="state",
            occurred_at="changed_at",
            terminal_states=["Done"],
        )
    ) %}
{% endmacro %}
