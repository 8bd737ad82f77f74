{#-
    The batches of a model as a subquery, so that a dashboard or an alert can ask about them.

        select * from {{ daybook.batches_of(ref("fct_issue_entries")) }}

        model         batch_id    at                   what       rows  written  seen  on_disk  notes
        shop.entries  1449784608  2015-12-10 21:56:48  committed  9474       13    12       13  protected
        shop.entries  1449847129                       started
        shop.entries              2015-12-11 15:18:49  locked                                   by invocation ...
-#}
{% macro batches_of(relation) %}
    {% do daybook._check_is_model("batches_of", relation) %}
    {% if not execute or relation.is_cte %} {% do return(relation) %} {% endif %}
    {% set log = daybook._whole_log(daybook._read_log(relation)) %}
    {% if log.is_clone %}
        {% call daybook.refuse(relation) %}
            it is a pointer clone and has no batches of its own: name {{ log.relation }}
        {% endcall %}
        {% elif (
            flags.WHICH in ("run", "build", "retry")
            and not flags.EMPTY
            and not log.exists
            and daybook._exists(relation)
        ) %}
        {% call daybook.refuse(relation) %}
            batches_of reads batched models only, and this relation has no batches: name another, or
            materialize it as batched and run it first
        {% endcall %}
    {% endif %}
    {% set batches, fields = daybook._listed_batches(relation, log), [] %}
    {% for column, type in daybook._columns_of_list().items() %}
        {% do fields.append(column ~ ": " ~ type) %}
    {% endfor %}
    {% set query %}
        (
            select
                {{ daybook.quoted_text(daybook.model_key(relation)) }} as model,
                inline(from_json(
                    {{ daybook.quoted_text(daybook.sorted_json(batches)) }},
                    'array<struct<{{ fields | join(", ") }}>>',
                    map('timeZone', 'UTC')
                ))
        )
    {% endset %}
    {% do return(query) %}
{% endmacro %}
