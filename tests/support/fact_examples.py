"""Facts told row by row, aggregates of them, and what an aggregate has to hold."""

import re
from collections import defaultdict

SALES = "sold_at timestamp_ntz, product string, amount int"
SUMS = 'dimensions=["product"], measures={"amount": "sum(amount)", "sales": "count(*)"}'
RELATION_OF = """
    {% macro fed(name) %}
        {% do return(api.Relation.create(schema=target.schema, identifier=name)) %}
    {% endmacro %}
"""


def totals(rows, key=1, value=-1):
    """[(key, sum, count)], as an aggregate of sums has it."""
    groups = defaultdict(list)
    for row in rows:
        groups[row[key]].append(row[value])
    found = [(k, sum(v), len(v)) for k, v in groups.items()]
    return sorted(found, key=lambda row: (row[0] is None, row))


def sums(project, name, key="product"):
    """What totals gives, of the aggregate."""
    return project.rows(name, f"{key}, sum(amount), sum(sales)", f"true group by {key}")


class Fact:
    """A view with all rows told so far; a model's SQL names it by str()."""

    def __init__(self, project, name, columns=SALES):
        self.project, self.name, self.columns = project, name, columns
        self.rows = []
        project.write("macros/fed.sql", RELATION_OF)
        self.feed()

    def __str__(self):
        return f'fed("{self.name}_in")'

    def add(self, *rows):
        self.rows += rows
        self.feed()

    def feed(self):
        self.project.feed(self.name, self.columns, self.rows)


def make(project, name, of, arguments=SUMS, config=""):
    """An aggregate of a fact, or of another relation."""
    project.model(
        name,
        f"{{{{ daybook.incremental_aggregate(fact={of}, posted=this, {arguments}) }}}}",
        'batch="append"' + config,
    )


def run(project, *names, threads=2, **options):
    """{model: what its run said, or its error}, of those that said something."""
    said = defaultdict(list)

    def hear(event):
        line = re.match(r"daybook: (\w+): (.*)", event.info.msg, re.DOTALL)
        if line:
            said[line[1]].append(line[2])

    outcome = project.run(
        "--threads", str(threads), select=" ".join(names), on_event=hear, **options
    )
    errors = {name: text for name, text in outcome.items() if text != "success"}
    return {name: "\n".join(lines) for name, lines in said.items()} | errors


def written(project, name):
    """The segments or partitions that the last batch wrote."""
    committed = [e for e in project.log(name) if e["event"] == "committed"]
    return [partition.strip('[]"') for partition, _ in committed[-1]["partitions"]]
