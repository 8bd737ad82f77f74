{#-
    The arguments of a pattern that reads events or entries: what event_log has, the pattern's own,
    a calendar if it has one, and what follows from the columns:

        order        orders the events of an item
        identity     identifies an event: the item and the order
        combination  what is counted by: the state and the dimensions

    `reads` are the arguments of event_log whose columns the pattern reads, by default all.
-#}
{% macro _event_arguments(
    macro_name, rows, event_log, given={}, rules={}, reads=none
) %}
    {% if event_log is not mapping or event_log.occurred_at_utc is not defined %}
        {% call daybook.refuse(this) %}
            the event_log of {{ macro_name }} must be what daybook.event_log() returns: a macro of
            your project passes it on with return()
        {% endcall %}
    {% endif %}
    {% set one = {"names": "one", "plain": true, "goes_with": {"calendar": true}} %}
    {% set rules = dict(rules, calendar={}, calendar_name=one) %}
    {% set args = daybook.checked_arguments(this, macro_name, given, rules) %}
    {% set columns, read = daybook._columns_of_log(event_log), {} %}
    {#- The column that picks a calendar must be in the entries, for a row to be taken back. -#}
    {% if args.calendar_name and args.calendar_name not in columns.dimensions %}
        {% call daybook.refuse_option(this, "calendar_name", args.calendar_name) %}
            name one of the dimensions:
            {{ columns.dimensions | join(", ") or "there are none" }}
        {% endcall %}
    {% endif %}
    {% for argument in reads or columns %}
        {% do read.update({"event_log." ~ argument: columns[argument]}) %}
    {% endfor %}
    {% do daybook._check_columns_read(read, rows, "what " ~ macro_name ~ " reads") %}
    {% set order = columns.occurred_at + columns.order_by %}
    {% set keys = {
        "order": order,
        "identity": columns.item + order,
        "combination": columns.state + columns.dimensions,
    } %}
    {% do return(dict(event_log, **dict(args, **keys))) %}
{% endmacro %}

{#- Columns that are given are columns of the rows that a macro reads. Compiling asks nothing; under the
    lock new_batches has said which there are. -#}
{% macro _check_columns_read(given, rows, what) %}
    {% do daybook.check_columns(this, given, what, daybook.columns_read(rows)) %}
{% endmacro %}
