"""A test's project whose models lie in Iceberg: in the catalog `lake` of the server."""

import json
import re

from support.batch_project import Project, typed_rows


class IcebergProject(Project):
    """Its schema has the catalog before it. There, what `feed` makes is a table."""

    def __init__(self, path, port, schema, settings=()):
        super().__init__(path, port, f"lake.{schema}", settings)

    def _make(self):
        super()._make()
        file = self.path / "dbt_project.yml"
        file.write_text(f"{file.read_text()}vars: {{daybook_file_format: iceberg}}\n")

    def feed(self, name, columns, rows):
        table = f"{self.schema}.{name}_in"
        self.query(
            f"create or replace table {table} using iceberg"
            f" as {typed_rows(columns, rows)}"
        )

    def drop(self):
        """A catalog of Iceberg's drops no schema that has tables."""
        for schema in (self.schema, f"{self.schema}__daybook"):
            self.query(f"create schema if not exists {schema}")
            for table in self.names(schema=schema):
                self.query(f"drop table {schema}.{table} purge")
            self.query(f"drop schema {schema}")

    def state(self, name):
        """What the log of a model adds up to, as the newest snapshot has it."""
        table = f"{self.schema}.{name}"
        head = f"(select snapshot_id from {table}.refs where name = 'main')"
        ((text,),) = self.query(
            f"select summary['daybook.state'] from {table}.snapshots"
            f" where snapshot_id = {head}"
        )
        return json.loads(text)["state"]

    def published(self, name):
        chain = self.state(name)["chain"]
        return [batch["batch_id"] for batch in chain if not batch.get("pointed")]

    def branches(self, name):
        listed = self.query(f"select name from {self.schema}.{name}.refs")
        return sorted(
            int(i) for (n,) in listed for i in re.findall(r"daybook_(\d+)", n)
        )
