"""What a killed `make run` has locked: the next one unlocks it, or says why not."""

import pytest

from console import Problem
from project import Target
from support.batch_project import Checkout

SCHEMA = "dead_runs"
LOCK = "{schema}__daybook.gone__lock"


@pytest.fixture
def target(spark_server, tmp_path):
    project = Checkout(tmp_path, spark_server.port, SCHEMA)
    project.read({})
    target = Target(spark_server, SCHEMA)
    target.manifest = project.manifest
    yield target
    target.at_work.unlink(missing_ok=True)


def test_what_cannot_be_unlocked_is_told_until_it_can(target):
    target.query(
        f"create view {LOCK} tblproperties ('daybook.holder' = 'dead') as select 1"
    )
    target.at_work.write_text("dead\n")
    refusal = "gone stays locked .*: no batched model is called gone; there are: .*"
    for _ in range(2):
        with pytest.raises(Problem, match=refusal):
            target.recover()
    target.query(f"drop view {LOCK}")
    target.recover()
    assert not target.at_work.exists()
