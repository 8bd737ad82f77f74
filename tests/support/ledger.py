"""What should be in a model, by a few lines of Python, while its runs die."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

MONTHS = [f"2015-{month:02}" for month in range(1, 7)]
RESTATED = MONTHS[2:4]
# Events that change what readers are to see, or the files that they see it in.
MOVING = ("committed", "pointed", "compacted")
# Another event will take their place.
UNDER_WAY = ("started", "dropping", "cloning")


@dataclass(frozen=True)
class Model:
    name: str
    config: str
    # Of the months that a batch has rows in, those that it takes the place of.
    replaces: Callable[[set], list]
    # What it consumes by new_batches, or clones; otherwise it is fed.
    upstream: str | None = None
    clones: bool = False
    # Whether it is flipped one partition after the other.
    by_partition: bool = False

    @property
    def sums(self):
        return self.upstream and not self.clones

    @property
    def reader(self):
        """A query of a table with the model's columns, by a key."""
        if self.sums:
            return (
                "select month, cast(sum(amount) as int) from {table}"
                " group by month having sum(amount) <> 0"
            )
        return "select id, month, amount from {table}"

    def write(self, project):
        if self.clones:
            sql = '{{ config(materialized="pointer_clone") }}'
            sql += f' select * from {{{{ ref("{self.upstream}") }}}}'
            project.model(self.name, sql, config=None)
        elif self.upstream:
            new = f'daybook.new_batches(ref("{self.upstream}"), retract="negate",'
            new = f'{{{{ {new} measures=["amount"]) }}}}'
            sql = f"select month, sum(amount) as amount from {new} group by month"
            project.model(self.name, sql, self.config)
        else:
            project.fed_model(self.name, self.config)


# Locks of a second or so are taken over by the next run; the others have to be broken.
BRIEFLY = "compact_after=3, lock_hours=0.0003"
MODELS = [
    Model(
        "appended",
        'batch="append", partition_by="month", compact_after=3',
        lambda _: [],
    ),
    Model(
        "restated",
        f'partition_by="month", restate_from="{RESTATED[0]}",'
        f' restate_to="{RESTATED[-1]}", {BRIEFLY}',
        lambda months: [*months, *RESTATED],
    ),
    Model("whole", BRIEFLY, lambda _: MONTHS),
    Model(
        "listed",
        f'partition_by="month", publish="partitions", {BRIEFLY}',
        list,
        by_partition=True,
    ),
    Model("summed", f'batch="append", {BRIEFLY}', lambda _: [], upstream="appended"),
    Model("cloned", "", lambda _: [], upstream="restated", clones=True),
]


@dataclass
class Ledger:
    """A model's states: as its log has it, as readers saw it last, and as it was."""

    model: Model
    rows: dict = field(default_factory=dict)
    shown: dict = field(default_factory=dict)
    # What each batch left published, by its id.
    history: dict = field(default_factory=dict)
    protected: set = field(default_factory=set)
    position: int = 0

    @property
    def name(self):
        return self.model.name

    def after_batch(self, new, rebuilt):
        """The rows when a batch has been published, or a full refresh."""
        months = {month for month, _ in new.values()}
        gone = MONTHS if rebuilt else self.model.replaces(months)
        kept = {key: row for key, row in self.rows.items() if row[0] not in gone}
        return kept | new

    def take(self, log, after):
        """Takes up what the log says; how many times readers were to see other rows."""
        news = [event for event in log if event["position"] > self.position]
        for event in news:
            if event["event"] in ("committed", "pointed"):
                self.rows = after
            if event["event"] == "committed":
                self.history[event["batch_id"]] = after
            if event["event"] == "protected":
                self.protected.add(event["of"])
            if event["event"] == "unprotected":
                self.protected.discard(event["of"])
        ended = [e["position"] for e in log if e["event"] not in UNDER_WAY]
        self.position = max(ended, default=0)
        return sum(event["event"] in ("committed", "pointed") for event in news)

    def mixes(self, seen, states):
        """Whether rows are those of one of some states, or each month's are."""
        if not self.model.by_partition:
            return seen in states
        return all(
            of_month(seen, month) in [of_month(rows, month) for rows in states]
            for month in MONTHS
        )


def of_month(rows, month):
    return {key: row for key, row in rows.items() if row[0] == month}


def sums(rows):
    """The rows of a model as one that sums them by month should have them."""
    amounts = Counter()
    for month, amount in rows.values():
        amounts[month] += amount
    return {month: (amount,) for month, amount in amounts.items() if amount}


def complete_ids(project, name):
    """The ids of a model that may have files."""
    events, checkpoint = project.log(name), project.checkpoint(name)
    state = checkpoint["state"] if checkpoint else {"ids": [], "dead": []}
    return (set(state["ids"]) - set(state["dead"])) | {
        event["batch_id"]
        for event in events
        if event["event"] in ("committed", "compacted")
    }
