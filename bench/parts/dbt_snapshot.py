"""dbt's own snapshot on Delta: one time axis, on which all arrivals are later."""

from bench.parts.sql import sql
from bench.parts.steps import Step, of_dbt
from bench.parts.versions import FAR, VALID, Versions


class Snapshot:
    name = "dbt snapshot"

    def __init__(self, versions: Versions):
        self.versions, self.schema = versions, versions.schema
        versions.project.write("snapshots/snapshotted.sql", sql("snapshotted"))
        before = sql("snapshotted_before", schema=self.schema, far=FAR)
        versions.project.query(before)
        self.folder = versions.project.folder("snapshotted")

    def take(self) -> Step:
        """The statement is the MERGE, which works out what changes, too."""
        versions = self.versions
        return of_dbt(
            versions.process, versions.project, "merge into", self.folder, "snapshot"
        )

    def equal_rows(self) -> str:
        """With what is believed by either model."""
        theirs = (
            "select k, score, name, dbt_valid_from,"
            f" coalesce(dbt_valid_to - 1, {FAR}) from {self.schema}.snapshotted"
        )
        ours = ("on_one_axis", "history where history_part <> 'closed'")
        queries = [f"select {VALID} from {self.schema}.{rows}" for rows in ours]
        found = {self.versions.equal_rows(query, theirs) for query in queries}
        return ", ".join(found)
