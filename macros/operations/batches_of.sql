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
        {% call daybook._refuse(relation) %}
            it is a pointer clone and has no batches of its own: name {{ log.relation }}
        {% endcall %}
        {% elif (
            flags.WHICH in ("run", "build", "retry")
            and not flags.EMPTY
            and not log.exists
            and daybook._exists(relation)
        ) %}
        {% call daybook._refuse(relation) %}
            batches_of reads batched models only, and this relation has no batches: name another, or
            materialize it as batched and run it first
        {% endcall %}
    {% endif %}
    {% set rows = [] %}
    {% for batch in daybook._listed_batches(relation, log) %}
        {% set at = batch.at ~ " UTC" if batch.at else none %}
        {% set row = [] %}
        {% for value in dict(batch, at=at).values() %}
            {% do row.append(daybook._literal_or_null(value)) %}
        {% endfor %}
        {% do rows.append("(" ~ row | join(", ") ~ ")") %}
    {% endfor %}
    {#- VALUES takes at least one row. -#}
    {% set no_row = "(" ~ (["null"] * 8) | join(", ") ~ ")" %}
    {% set query %}
        (
            select
                {{ daybook._quoted(daybook._key(relation)) }} as model,
                cast(batch_id as bigint) as batch_id,
                cast(at as timestamp) as at,
                cast(what as string) as what,
                cast(rows as bigint) as rows,
                cast(written as bigint) as written,
                cast(seen as bigint) as seen,
                cast(on_disk as bigint) as on_disk,
                cast(notes as string) as notes
            from values {{ rows | join(", ") or no_row }}
                as listed (batch_id, at, what, rows, written, seen, on_disk, notes)
            where what is not null
        )
    {% endset %}
    {% do return(query) %}
{% endmacro %}

{% macro _literal_or_null(value) %}
    {% if value is none %} {% do return("null") %} {% endif %}
    {% do return(value if value is number else daybook._quoted(value)) %}
{% endmacro %}
