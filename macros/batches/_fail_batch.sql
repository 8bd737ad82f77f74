{#- Drops the files of the batch that was started last, and logs it as failed: last, so that
    a run that dies on the way leaves it to the next. What an orphaned INSERT writes later stays
    hidden. -#}
{% macro _fail_batch(relation, log, why, returned=false) %}
    {% set event = log.events[-1] %}
    {% do daybook._store(relation).roll_back(relation, event, returned) %}
    {#- What was not taken over can be the next time. -#}
    {% set taken = ("borrowed", "partitions") %}
    {% set kept = dict(event.items() | rejectattr("0", "in", taken)) %}
    {% set failed = dict(kept, event="failed", why=why, at=daybook._now()) %}
    {% do return(daybook._store(relation).write_event(relation, log, failed)) %}
{% endmacro %}

{#- Logs a batch that was written as failed, unlocks the model, and ends the run. -#}
{% macro _refuse_batch(relation, log, problem) %}
    {% set problem = daybook._one_line(problem) %}
    {% do daybook._assert_still_locked(relation) %}
    {% do daybook._fail_batch(relation, log, problem, returned=true) %}
    {% do daybook._release_lock(relation) %}
    {% call daybook.refuse(relation) %}{{ problem }}{% endcall %}
{% endmacro %}
