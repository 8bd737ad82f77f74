"""dbt's own snapshot on Delta: one time axis, upon which all arrivals are later."""

from parts.steps import Step, of_dbt
from parts.versions import FAR, VALID, Versions

SNAPSHOT = """
    {% snapshot snapshotted %}
    {{ config(
        unique_key="k", strategy="check", check_cols=["score", "name"],
        updated_at="day", file_format="delta") }}
    select k, score, name, day from {{ target.schema }}.arrivals_in
    {% endsnapshot %}
"""
# As dbt would have made it of the versions, one after the other.
TABLE = f"""
    create table {{schema}}.snapshotted using delta as
    select
        k,
        score,
        name,
        valid_from as day,
        md5(k || '|' || valid_from) as dbt_scd_id,
        valid_from as dbt_updated_at,
        valid_from as dbt_valid_from,
        if(valid_to < {FAR}, valid_to + 1, null) as dbt_valid_to
    from {{schema}}.on_one_axis
"""
AS_OURS = f"""
    select
        k, score, name, dbt_valid_from, coalesce(dbt_valid_to - 1, {FAR})
    from {{schema}}.snapshotted
"""


class Snapshot:
    name = "dbt snapshot"

    def __init__(self, versions: Versions):
        self.versions, self.schema = versions, versions.schema
        versions.project.write("snapshots/snapshotted.sql", SNAPSHOT)
        versions.project.query(TABLE.format(schema=self.schema))
        self.folder = versions.project.folder("snapshotted")

    def take(self) -> Step:
        """The statement is the MERGE, which works out what changes, too."""
        versions = self.versions
        return of_dbt(
            versions.process, versions.project, "merge into", self.folder, "snapshot"
        )

    def equal_rows(self) -> str:
        """With what is believed by either model."""
        theirs = AS_OURS.format(schema=self.schema)
        ours = ("on_one_axis", "history where history_part <> 'closed'")
        queries = [f"select {VALID} from {self.schema}.{rows}" for rows in ours]
        found = {self.versions.equal_rows(query, theirs) for query in queries}
        return ", ".join(found)
