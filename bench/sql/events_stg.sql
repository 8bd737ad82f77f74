select *, date_format(changed_at, 'yyyy-MM') as event_month
from {{ target.schema }}.landed
where cast(changed_at as date) > '{{ var("after") }}'
    and cast(changed_at as date) <= '{{ var("through") }}'
