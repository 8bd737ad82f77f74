{#- Every item is in exactly one state, or in none if all of its events were withdrawn. -#}
{% test one_open_entry_per_item(model, item) %}
    {%- set item = daybook._arguments_of_test(
        model, "one_open_entry_per_item", {"item": item}
    ).item %}

    select
        {{ item }},
        sum(event_count) as open_entries,
        sum(if(direction = 'in', event_count, 0)) as entered
    from {{ model }}
    group by {{ item }}
    having sum(event_count) <> if(sum(if(direction = 'in', event_count, 0)) > 0, 1, 0)

{% endtest %}
