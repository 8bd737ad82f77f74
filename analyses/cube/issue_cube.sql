{#-
    The cube on the daily snapshot, as a Spark metric view: this statement creates it, once.
    Query it through its measures:

        select month, status, measure(on_hand_at_month_end), measure(average_on_hand_of_month)
        from issue_cube group by all

    What is on hand is semi-additive, and Spark 4.2's metric views have no measure that is. So
    rows say whether they are of a period's last day, and how many days it has. Asked over
    several periods, or by a coarser one, such a measure is NULL, never a sum over days; but a
    group that has rows in one of these periods alone gives what it has there. `moved` is
    summed over anything; its dimension flow is in or out.

    Spark 4.2 does not replace a metric view (drop it first), and loses a CTE in its source.
-#}
{{ config(enabled=project_name == "daybook") }}
{%- set dimensions = (var("input").dimensions or {}).keys() | list -%}
{%- set periods = {
    "week": "date_add(week, 6)",
    "month": "last_day(month)",
    "quarter": "last_day(add_months(quarter, 2))",
} %}
{#- fmt: off #}
create view {{ target.schema }}.issue_cube with metrics language yaml as
$$
version: "0.1"
source: |
  select
    snapshot_date, status,
    {% for name in dimensions %}{{ name }}, {% endfor %}
    flow, moved, on_hand, {{ periods | join(", ") }},
    {% for period, end in periods.items() -%}
    snapshot_date = least({{ end }}, last_day) as ends_{{ period }},
    datediff(least({{ end }}, last_day), greatest({{ period }}, first_day)) + 1
      as days_of_{{ period }}{{ "," if not loop.last }}
    {% endfor -%}
  from (
    select
      *,
      {% for period in periods -%}
      cast(date_trunc('{{ period }}', snapshot_date) as date) as {{ period }},
      {% endfor -%}
      (select min(snapshot_date) from {{ ref("snap_issues_daily") }}) as first_day,
      (select max(snapshot_date) from {{ ref("snap_issues_daily") }}) as last_day
    from {{ ref("snap_issues_daily") }}
    lateral view stack(
      3,
      'in', quantity_in, 0L,
      'out', quantity_out, 0L,
      null, 0L, quantity_on_hand
    ) as flow, moved, on_hand
  )
  where moved <> 0 or on_hand <> 0
dimensions:
  - name: day
    expr: snapshot_date
  {%- for name in (periods | list) + ["status", "flow"] + dimensions %}
  - name: {{ name }}
    expr: {{ name }}
  {%- endfor %}
measures:
  - name: moved
    expr: sum(moved)
  - name: on_hand
    expr: case when count(distinct snapshot_date) = 1 then sum(on_hand) end
  {%- for period in periods %}
  - name: on_hand_at_{{ period }}_end
    expr: >-
      case when count(distinct {{ period }}) = 1
      then coalesce(sum(on_hand) filter (where ends_{{ period }}), 0) end
  - name: average_on_hand_of_{{ period }}
    expr: >-
      case when count(distinct {{ period }}) = 1
      then sum(on_hand) / max(days_of_{{ period }}) end
  {%- endfor %}
$$
