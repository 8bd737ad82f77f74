"""The sample, built once a session as `make run` builds it, and tested as it stands."""

from dataclasses import dataclass

import pytest

from arrival import sample
from support.batch_project import Checkout


@dataclass
class Sample:
    port: int
    schema: str
    vars: dict
    manifest: object
    # Of the last build, the tests among them: {node: "success", or what went wrong}.
    outcome: dict


@pytest.fixture(scope="session")
def built_sample(spark_server, tmp_path_factory):
    """In two of its three arrivals, the first and the last."""
    folder = tmp_path_factory.mktemp("sample")
    project = Checkout(folder, spark_server.port, "sample")
    first, *_, last = sample()
    project.read(last.variables)
    for command, arrival in (
        (first.command, first),
        (("build", "--exclude-resource-type", "seed"), last),
    ):
        outcome = project.build(*command[1:], vars=arrival.variables)
        assert set(outcome.values()) == {"success"}, outcome
    return Sample(
        spark_server.port, project.schema, last.variables, project.manifest, outcome
    )
