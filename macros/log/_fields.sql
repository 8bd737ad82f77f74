{#-
    The fields of a log, each with its default and the places that keep it:

        event     what a batch says of its model, besides its partitions
        state     what the events up to a position add up to: what batches say, as of the last one
        chain     the batches in effect, also those whose events were deleted
        held      the state at an earlier position that is protected or cloned

    A log that another release has written may lack a field, and then has the default; a field that
    is not here any more is left out. Returns the fields that a place keeps, with the values that are
    given, and the defaults of the others.
-#}
{% macro _fields_in(place, given={}) %}
    {% set fields = {
        "keeps_rows": {"default": false, "in": ["event", "state", "chain"]},
        "position": {"default": 0, "in": ["state", "held"]},
        "pointer": {"default": {}, "in": ["state", "held"]},
        "files": {"default": {}, "in": ["state"]},
        "rows": {"default": {}, "in": ["state"]},
        "since": {"default": {}, "in": ["state"]},
        "ids": {"default": [], "in": ["state"]},
        "dead": {"default": [], "in": ["state"]},
        "chain": {"default": [], "in": ["state"]},
        "inputs": {"default": {}, "in": ["state"]},
        "protected": {"default": {}, "in": ["state"]},
        "clones": {"default": {}, "in": ["state"]},
        "adopted": {"default": [], "in": ["state"]},
        "adopters": {"default": [], "in": ["state"]},
        "beside": {"default": [], "in": ["state"]},
        "types": {"default": {}, "in": ["state"]},
        "dropping": {"default": {}, "in": ["state"]},
        "columns": {"default": [], "in": ["event", "state", "held"]},
        "partition_by": {"default": [], "in": ["event", "state", "held"]},
        "private": {"default": [], "in": ["event", "state", "held"]},
        "view": {"default": none, "in": ["event", "state", "held"]},
        "docs": {"default": "", "in": ["event", "state"]},
        "built_with": {"default": {}, "in": ["event", "state"]},
        "remembers": {"default": {}, "in": ["event", "state"]},
        "batch": {"default": none, "in": ["event", "state"]},
        "publish": {"default": "view", "in": ["event", "state"]},
        "file_format": {"default": none, "in": ["event", "state"]},
        "if_replaced": {"default": none, "in": ["event", "state"]},
    } %}
    {% set kept = {} %}
    {% for name, field in fields.items() if place in field.in %}
        {% set value = given[name] if name in given else field.default %}
        {% do kept.update({name: value}) %}
    {% endfor %}
    {% do return(kept) %}
{% endmacro %}

{#- The format in which this release writes logs. A release reads those of the releases before it. It
    becomes a higher number when an earlier release would misread what a later one writes.

        1   the only copy is in the properties of the batches table, which note with
            `daybook.flipped` the position that the view shows
        2   two copies; the view names the position itself -#}
{% macro _log_format() %} {% do return(2) %} {% endmacro %}
