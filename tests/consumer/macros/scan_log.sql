{% macro scan_log() %}
    {% do return(
        daybook.event_log(
            item="parcel", state="place", occurred_at="scanned_at", dimensions=["hub"]
        )
    ) %}
{% endmacro %}
