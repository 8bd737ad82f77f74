"""The sample, built once a session as `make run` builds it, and tested as it stands."""

from dataclasses import dataclass

import pytest

from arrival import sample
from support.dbt import Dbt


@dataclass
class Sample:
    port: int
    schema: str
    vars: dict
    # Of the data tests and unit tests: {name: status}.
    tests: dict


@pytest.fixture(scope="session")
def built_sample(spark_server, tmp_path_factory):
    dbt = Dbt(spark_server, tmp_path_factory.mktemp("sample"), schema="sample")
    assert dbt.run("seed").success
    *earlier, arrival = sample()
    for each in earlier:
        assert dbt.run("run", **each.variables).success
    outcome = dbt.run("build", "--exclude-resource-type=seed", **arrival.variables)
    assert outcome.success, outcome.lines
    tests = {
        result.node.name: result.status
        for result in outcome.result.results
        if result.node.resource_type in ("test", "unit_test")
    }
    return Sample(spark_server.port, dbt.schema, arrival.variables, tests)
