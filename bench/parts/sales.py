"""A fact that grows by a day of sales a run, and those that keep aggregates of it."""

from datetime import date, timedelta

from bench.parts.sql import sql
from console import Problem
from support.batch_project import Project

FIRST_DAY = date(2015, 1, 1)
# By name: further arguments of the macro.
BY_DAY = 'indicator="sale_day"'
GRACE_OF_A_DAY = 'indicator={"column": "sale_day", "grace_period": "1d"}'
SEGMENTS = 'layout={"max_segments": 60}'
AGGREGATES = {
    "segments": f"{BY_DAY}, {SEGMENTS}",
    "with_distinct_count": f"{BY_DAY}, {SEGMENTS}",
    "grace_of_a_day": f"{GRACE_OF_A_DAY}, {SEGMENTS}",
    "by_month": GRACE_OF_A_DAY
    + ', layout={"partition_strategy": "user", "partition_key": "sale_month",'
    """ "levels": {"sale_month": "date_format(sale_day, 'yyyy-MM')"}}""",
}
REBUILDS = ("rebuilt", "rebuilt_with_distinct_count")
PEERS = ("insert_overwrite", "microbatch")


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
        for name, more in AGGREGATES.items():
            text = sql("sales_aggregate", more=more, distinct="distinct" in name)
            project.model(name, text, 'meta={"batch": "append"}')
        for name in REBUILDS:
            text = sql("sales_rebuilt", distinct="distinct" in name)
            project.model(name, text, None)
        for name in PEERS:
            project.model(name, sql(f"sales_{name}", first_day=FIRST_DAY), None)

    def arrive(self, number: int) -> date:
        """The sales of the day of that number, from 0 on."""
        day = FIRST_DAY + timedelta(number)
        values = {"day": day, "rows": self.rows, "number": number + 1}
        self.project.query(sql("sales_of_a_day", table=self.table, **values))
        return day

    def compare(self, models: list[str]) -> list[tuple]:
        """What the fact comes to by product, if that is what each aggregate says."""
        told = "product_id, sum(amount), count(*), max(amount)"
        wanted = self.project.rows("sales", told, "true group by product_id")
        shown = "product_id, sum(amount), sum(sales), max(most)"
        for name in models:
            if self.project.rows(name, shown, "true group by product_id") != wanted:
                table = f"{self.project.schema}.{name}"
                raise Problem(f"{table} is not what the fact has.")
        return wanted
