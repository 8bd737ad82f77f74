"""A fact that grows by a day of sales a run, and those that keep aggregates of it."""

from datetime import date, timedelta

from parts.item_events import drawn

from support.batch_project import Project

FIRST_DAY = date(2015, 1, 1)
ONE_DAY = f"""
    insert into {{table}} by name
    select
        timestamp_ntz'{{day}} 00:00:00'
        + make_dt_interval(0, 0, 0, id * 86400 / {{rows}}) as sold_at,
        int(1000 * {drawn("id", "{number}")}) as product_id,
        int(20 * {drawn("id", "{number}", 3)}) as store_id,
        int(100000 * {drawn("id", "{number}", 5)}) as customer_id,
        cast(100 * {drawn("id", "{number}", 9)} as decimal(9, 2)) as amount,
        date'{{day}}' as sale_day
    from range({{rows}})
"""
MONTH = "date_format(sold_at, 'yyyy-MM')"
GRAIN = ["product_id", "store_id"]
ASKED = "sum(amount) as amount, count(*) as sales, max(amount) as most"
AGGREGATE = f"""
    {{{{{{{{ daybook.incremental_aggregate(
        fact=source("shop", "sales"), posted=this, indicator="sale_day",
        dimensions=["product_id", "store_id", {{{{"sale_month": "{MONTH}"}}}}],
        measures={{{{"amount": "sum(amount)", "sales": "count(*)",
            "most": "max(amount)" {{measures}}}}}}
        {{more}}) }}}}}}}}
"""
# What dbt-spark offers: the month that is not over, or the days of a look-back, anew.
OVERWRITE = f"""
    {{{{ config(materialized="incremental", incremental_strategy="insert_overwrite",
        file_format="parquet", partition_by="sale_month") }}}}
    select {", ".join(GRAIN)}, {ASKED}, {MONTH} as sale_month
    from {{{{ source("shop", "sales") }}}}
    {{% if is_incremental() %}}
    where sale_day >= (select trunc(max(sale_day) - interval 1 day, 'MM')
        from {{{{ source("shop", "sales") }}}})
    {{% endif %}}
    group by {", ".join(GRAIN)}, {MONTH}
"""
MICROBATCH = f"""
    {{{{ config(materialized="incremental", incremental_strategy="microbatch",
        file_format="parquet", partition_by="sale_day", event_time="sold_at",
        batch_size="day", begin="{FIRST_DAY}", lookback=1) }}}}
    select {", ".join(GRAIN)}, {ASKED}, sale_day
    from {{{{ source("shop", "sales") }}}} group by {", ".join(GRAIN)}, sale_day
"""
REBUILT = f"""
    {{{{{{{{ config(materialized="table", file_format="parquet") }}}}}}}}
    select {", ".join(GRAIN)}, {MONTH} as sale_month, {ASKED} {{more}}
    from {{{{{{{{ source("shop", "sales") }}}}}}}} group by {", ".join(GRAIN)}, {MONTH}
"""
DISTINCT = ', "customers": "count(distinct customer_id)"'
DISTINCT_SQL = """
    , hll_sketch_estimate(hll_sketch_agg(xxhash64(customer_id))) as customers
"""
# By name: further options, and a further measure.
AGGREGATES = {
    "segments": (", max_segments=60", ""),
    "with_distinct_count": (", max_segments=60", DISTINCT),
    "grace_of_a_day": (', grace_period="1d", max_segments=60', ""),
    "by_month": (
        ', grace_period="1d", partition_strategy="user", partition_key="sale_month",'
        """ levels={"sale_month": "date_format(sale_day, 'yyyy-MM')"}""",
        "",
    ),
}
REBUILDS = {"rebuilt": "", "rebuilt_with_distinct_count": DISTINCT_SQL}
PEERS = {"insert_overwrite": OVERWRITE, "microbatch": MICROBATCH}


class Sales:
    def __init__(self, project: Project, rows: int, days: int):
        self.project, self.rows = project, rows // days
        self.table = f"{project.schema}.sales"
        project.query(
            f"create table {self.table} (sold_at timestamp_ntz, product_id int,"
            " store_id int, customer_id int, amount decimal(9, 2), sale_day date)"
            " using parquet partitioned by (sale_day)"
        )
        project.write(
            "models/shop.yml",
            f"""
            sources:
              - name: shop
                schema: {project.schema}
                tables: [{{name: sales, config: {{event_time: sold_at}}}}]
            """,
        )
        for name, (more, measures) in AGGREGATES.items():
            sql = AGGREGATE.format(more=more, measures=measures)
            project.model(name, sql, 'batch="append"')
        for name, more in REBUILDS.items():
            project.model(name, REBUILT.format(more=more), None)
        for name, sql in PEERS.items():
            project.model(name, sql, None)

    def arrive(self, number: int) -> date:
        """The sales of the day of that number, from 0 on."""
        day = FIRST_DAY + timedelta(number)
        sql = ONE_DAY.format(
            table=self.table, day=day, rows=self.rows, number=number + 1
        )
        self.project.query(sql)
        return day
