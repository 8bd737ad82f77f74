"""A replacing model that selects only the rows after its own last one loses the older
ones; one that compares whole partitions does not."""

import pytest

from support.macros import Macros

QUERY = "select id, at from shop.events e where %s (select %s from shop.orders m)"
# They select only rows that are newer than the model's last one, or that it lacks.
LASTS = [
    ("at >", "max(at)"),
    ("e.at >", "max(m.at)"),
    ("at >=", "max(`m`.`at`)"),
    ("at >=", "max(shop.orders.at)"),
    ("at >=", "MAX( at ) as last"),
    ("at >=", "max(at) last"),
    ("at >", "coalesce(max(at), timestamp('1900-01-01'))"),
    ("at >", "coalesce(max(at), cast('1900-01-01' as timestamp)) as last"),
    ("at >", "ifnull(max(at), date'1900-01-01')"),
    ("at >", "nvl(max(m.at), 0) last"),
    ("at not in", "at"),
    ("`at` not in", "at"),
    ("at not in", "distinct at"),
    ("at not in", "m.at"),
]
# Without partitions, these leave rows out as well.
LASTS_OF_ALL = [
    ("at >", "max(at) - interval 3 days"),
    ("at >", "date_sub(max(at), 3)"),
    ("at >", "cast(max(at) as date)"),
    ("at >", "coalesce(max(at), 0) - 3"),
    ("at >=", "date_trunc('month', max(at))"),
]
OTHERS = [("at >", "avg(at)"), ("at >=", "percentile(at, 0.5)")]


def refused(compared, expression, partition_by=()):
    options = {"partition_by": list(partition_by)}
    plan = {"pattern": None, "text": QUERY % (compared, expression)}
    said = Macros().refusal("_refuse_rows_it_lacks", options, plan)
    assert said is None or "selects only rows whose at the model does not" in said
    return said is not None


@pytest.mark.parametrize(("compared", "expression"), LASTS)
def test_only_rows_after_the_last_one_are_refused(compared, expression):
    assert refused(compared, expression)
    assert refused(compared, expression, ["month"])
    # Partitions that are compared by their column are whole.
    assert not refused(compared, expression, ["month", "AT"])
    other_name = compared.replace("at", "moment", 1)
    assert not refused(other_name, expression, ["at"])


@pytest.mark.parametrize(("compared", "expression"), LASTS_OF_ALL)
def test_an_expression_may_round_to_partitions_if_there_are_some(compared, expression):
    assert refused(compared, expression)
    assert not refused(compared, expression, ["month"])


@pytest.mark.parametrize(("compared", "expression"), OTHERS)
def test_what_compares_otherwise_is_not_refused(compared, expression):
    assert not refused(compared, expression)
    assert not refused(compared, expression, ["month"])
