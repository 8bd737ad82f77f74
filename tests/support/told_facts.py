"""Facts told row by row, aggregates of them, and what an aggregate has to hold."""

from collections import defaultdict

SALES = "sold_at timestamp_ntz, product string, amount int"
SUMS = 'dimensions=["product"], measures={"amount": "sum(amount)", "sales": "count(*)"}'
RELATION_OF = """
    {% macro fed(name) %}
        {% do return(api.Relation.create(schema=target.schema, identifier=name)) %}
    {% endmacro %}
"""


class Fact:
    """A view with all rows that were told so far; its name is <name>_in."""

    def __init__(self, project, name, columns=SALES):
        self.project, self.name, self.columns = project, name, columns
        self.rows = []
        self.feed()

    def add(self, *rows):
        self.rows += rows
        self.feed()

    def feed(self):
        self.project.feed(self.name, self.columns, self.rows)

    def by(self, key, value=-1):
        """[(key, sum, count)], as an aggregate of sums has it."""
        groups = defaultdict(list)
        for row in self.rows:
            groups[row[key]].append(row[value])
        return sorted((k, sum(v), len(v)) for k, v in groups.items())


def make(project, name, arguments=SUMS, of=None, config=""):
    """An aggregate; of is the fact's name, or a call that gives the relation."""
    project.write("macros/fed.sql", RELATION_OF)
    of = of or f'fed("{name}_in")'
    project.model(
        name,
        f"{{{{ daybook.incremental_aggregate(fact={of}, posted=this, {arguments}) }}}}",
        'batch="append"' + config,
    )


def run(project, name, every=False, threads=2, **options):
    """What the run of a model said, or its error; every line of dbt's, where asked."""
    lines = []
    outcome = project.run(
        *("--threads", str(threads)),
        select=name,
        on_event=lambda event: lines.append(event.info.msg),
        **options,
    )
    for one in name.split():
        if outcome[one] != "success":
            return outcome[one]
    return lines if every else [x for x in lines if x.startswith("daybook:")]
