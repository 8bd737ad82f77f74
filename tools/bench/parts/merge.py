"""The same update by hand: what changes is worked out, then merged into a Delta table.

Of each arrival, from the believed rows of its key: the row that it falls in is closed,
and put in again up to the day before if it had begun by then; the arrival holds to the
end of that row, or up to the key's first day if it is before that. This is all there is
to it where a key has one arrival a batch, is never deleted, and was there before.
"""

from parts.steps import Measured, Step
from parts.versions import FAR, FAR_MOMENT, KNOWN, Versions

CHANGES = f"""
    create or replace table {{changes}} using delta as
    with
        believed as (
            select * from {{table}} where known_to = {FAR_MOMENT} {{and_believed}}
        ),
        reached as (
            select
                arrivals.*,
                min(believed.valid_from) as first_day,
                max(struct(believed.*)) filter (
                    where arrivals.day between believed.valid_from and believed.valid_to
                ) as held
            from {{arrivals}} as arrivals
            inner join believed on arrivals.k = believed.k
            group by all
        ),
        changed as (
            select *, explode(array('closed', 'shortened', 'new')) as line
            from reached
            where held is null
                or not (held.score <=> score and held.name <=> name)
        ),
        changes as (
            select
                k,
                line = 'closed' as closes,
                if(line = 'new', score, held.score) as score,
                if(line = 'new', name, held.name) as name,
                if(line = 'new', day, held.valid_from) as valid_from,
                case line
                    when 'closed' then held.valid_to
                    when 'shortened' then day - 1
                    else coalesce(held.valid_to, first_day - 1)
                end as valid_to,
                if(line = 'closed', held.known_from, arrived_at) as known_from,
                if(
                    line = 'closed', arrived_at - interval 1 second, {FAR_MOMENT}
                ) as known_to,
                string({{part}}) as held_in
            from changed
            where case line
                when 'closed' then held is not null
                when 'shortened' then held.valid_from < day
                else true
            end
        )
    select
        *,
        if(known_to = {FAR_MOMENT} and valid_to = {FAR}, 'Y', 'N') as current_flag,
        case
            when known_to < {FAR_MOMENT} then 'closed'
            when valid_to < {FAR} then 'past'
            else 'current'
        end as history_part
    from changes
"""
MERGE = f"""
    merge into {{table}} as history
    using {{changes}} as changes
    on history.k = changes.k and history.valid_from = changes.valid_from
        and history.known_from = changes.known_from and changes.closes
        and history.known_to = {FAR_MOMENT} {{and_touched}}
    when matched then update set
        known_to = changes.known_to, current_flag = 'N' {{and_part}}
    when not matched then insert ({{columns}}) values (changes.{{values}})
"""


class Merge:
    """In parts: partitioned by history_part. Only those with rows to close are read."""

    def __init__(self, versions: Versions, in_parts: bool, has_vectors: bool):
        self.versions, self.in_parts = versions, in_parts
        self.query, schema = versions.project.query, versions.schema
        self.name = "MERGE" + (" by part" if in_parts else "")
        self.name += ", vectors" if has_vectors else ""
        self.columns = KNOWN + (", history_part" if in_parts else "")
        self.changes = f"{schema}.changes"
        table = f"merged_{in_parts}_{has_vectors}".lower()
        self.table = f"{schema}.{table}"
        partitions = "partitioned by (history_part)" if in_parts else ""
        hint = "/*+ rebalance(history_part) */" if in_parts else ""
        has_vectors = str(has_vectors).lower()
        self.query(
            f"create table {self.table} using delta {partitions}"
            f" tblproperties ('delta.enableDeletionVectors' = '{has_vectors}')"
            f" as select {hint} {self.columns} from {schema}.history"
        )
        self.folder = versions.project.folder(table)

    def take(self) -> Step:
        """The statement alone is the MERGE; the bytes are those of the table."""
        with Measured(self.versions.process, self.folder) as measured:
            self.query(
                CHANGES.format(
                    changes=self.changes,
                    table=self.table,
                    arrivals=f"{self.versions.schema}.arrivals_in",
                    and_believed=self._in_parts("and history_part <> 'closed'"),
                    part=self._in_parts("held.history_part") or "null",
                )
            )
            and_touched = self._and_touched() if self.in_parts else ""
            with measured.the_statement():
                self.query(
                    MERGE.format(
                        changes=self.changes,
                        table=self.table,
                        and_touched=and_touched,
                        and_part=self._in_parts(", history_part = 'closed'"),
                        columns=self.columns,
                        values=self.columns.replace(", ", ", changes."),
                    )
                )
        return measured.step

    def _in_parts(self, sql: str) -> str:
        return sql if self.in_parts else ""

    def _and_touched(self) -> str:
        """A condition upon the parts in which rows are closed."""
        asked = f"select distinct held_in from {self.changes} where closes"
        parts = ", ".join(f"'{part}'" for (part,) in self.query(asked))
        return f"and history.history_part in ({parts})" if parts else ""

    def equal_rows(self) -> str:
        tables = (f"{self.versions.schema}.history", self.table)
        queries = (f"select {self.columns} from {table}" for table in tables)
        return self.versions.equal_rows(*queries)
