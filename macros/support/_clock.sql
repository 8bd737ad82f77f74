{#-
    Times in UTC, by the clock of the metastore: several machines run dbt, and their clocks may differ
    by hours. A lock that this run creates tells how far this machine's is off; before that, and
    where it is less than a minute, it is taken as it is.
-#}
{% macro _now() %}
    {% do return(daybook._utc_time(daybook._epoch_now())) %}
{% endmacro %}

{% macro _utc_time(epoch) %}
    {% set time = modules.datetime.datetime.fromtimestamp(epoch, modules.pytz.utc) %}
    {% do return(time.strftime("%Y-%m-%d %H:%M:%S")) %}
{% endmacro %}

{% macro _epoch_now() %}
    {% do return(daybook._clock_of_this_machine() + daybook._seconds_behind()) %}
{% endmacro %}

{% macro _clock_of_this_machine() %}
    {% do return(modules.datetime.datetime.now(modules.pytz.utc).timestamp() | int) %}
{% endmacro %}

{% macro _seconds_behind() %}
    {% do return(daybook._known_in_this_run().get("seconds_behind", 0)) %}
{% endmacro %}

{#- noted: when the metastore created something, between two looks at this machine's clock. -#}
{% macro _note_clock(noted, before, after) %}
    {% set known = daybook._known_in_this_run() %}
    {% if "seconds_behind" in known or not noted %} {% do return("") %} {% endif %}
    {% set is_right = before - 60 <= noted and noted <= after + 60 %}
    {% set seconds = 0 if is_right else noted - after %}
    {% do known.setdefault("seconds_behind", seconds) %}
    {% if seconds %}
        {% do print(
            "daybook: the clock of this machine is " ~ (seconds | abs / 60)
            | round
            | int
            ~ " minutes "
            ~ ("behind" if seconds > 0 else "ahead of")
            ~ " the metastore's, whose times are used"
        ) %}
    {% endif %}
{% endmacro %}
