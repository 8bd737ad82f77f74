{% macro parcel_log() %}
    {% do return(
        daybook.event_log(
            item="parcel",
            state="state",
            occurred_at="scanned_at",
            dimensions=["hub"],
            terminal_states=["Delivered"],
        )
    ) %}
{% endmacro %}
