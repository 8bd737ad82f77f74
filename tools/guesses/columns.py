"""What a guess at a column goes by: its name, and how its values repeat."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property

from spark_text import quoted_name
from time_formats import TimeForm, form_of

MOSTLY = 0.95
# An item whose values are different in more of the rows has hardly two events.
RETURNS = 0.85
# Names of what one counts by are shorter.
LETTERS = 60


@dataclass
class Column:
    name: str
    values: list[str | None]

    @property
    def parts(self) -> tuple["Column", ...]:
        """The columns of the log that it is made of."""
        return (self,)

    @property
    def sql(self) -> str:
        return quoted_name(self.name)

    @cached_property
    def counts(self) -> Counter:
        return Counter(value for value in self.values if value)

    @property
    def distinct(self) -> int:
        return len(self.counts)

    @property
    def filled(self) -> float:
        return self.counts.total() / len(self.values)

    @property
    def parted(self) -> str:
        """The name with blanks between its words."""
        parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.name)
        return re.sub(r"[\W_]+", " ", parted).strip()

    @cached_property
    def words(self) -> set[str]:
        """Of the name: case:conceptName has case, concept and name."""
        return {*self.parted.lower().split()}

    def is_called(self, words: set[str]) -> bool:
        ends = tuple(word for word in words if len(word) > 5)
        return bool(self.words & words) or any(w.endswith(ends) for w in self.words)

    @cached_property
    def form(self) -> TimeForm | None:
        """Of times, if nearly all values are times in one form, but for words such as
        n/a in fewer than half of the rows."""
        if form := form_of(self.counts):
            return form
        values = [value for value in self.counts if re.search("[0-9]", value)]
        times = [value for value in values if form_of([value])]
        rows = sum(self.counts[value] for value in times)
        is_usual = times and rows > self.counts.total() / 2
        is_time = is_usual and len(times) >= MOSTLY * len(values)
        return form_of(times) if is_time else None

    @cached_property
    def is_number(self) -> bool:
        return bool(self.counts) and all(
            re.fullmatch(r"[+-]?[0-9]+([.,][0-9]+)*", value) for value in self.counts
        )

    @cached_property
    def is_free_text(self) -> bool:
        """Also lists and objects, as JSON has them."""
        return any(
            len(value) > LETTERS or "\n" in value or value[0] in "[{"
            for value in self.counts
        )

    @cached_property
    def is_whole(self) -> bool:
        return bool(self.counts) and all(
            re.fullmatch(r"-?[0-9]{1,18}", value) for value in self.counts
        )

    def kinds(self, number: int = 3) -> list[str]:
        """Values that look different, the most usual first."""
        kinds = {}
        for value, _ in self.counts.most_common():
            looks = re.sub("[0-9]+", "9", re.sub(r"[^\W\d_]+", "a", value))
            kinds.setdefault(looks, value)
        return [*kinds.values()][:number]

    def examples(self, number: int = 3) -> list[str]:
        return [value for value, _ in self.counts.most_common(number)]


def variety(column: Column, item: Column) -> float:
    """How many values the rows of an item have, from 0, where all have the same, to 1,
    where each has another."""
    values = defaultdict(list)
    for key, value in zip(item.values, column.values, strict=True):
        if key:
            values[key].append(value)
    groups = [group for group in values.values() if len(group) > 1]
    if not groups:
        return 0.0
    return sum((len({*g}) - 1) / (len(g) - 1) for g in groups) / len(groups)
