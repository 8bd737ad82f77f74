"""Sessions of Spark in which a scenario is played again."""

import pytest

# Sessions of a project in which neither ANSI mode nor the time zone is the usual one.
NOT_ANSI_IN_NEW_YORK = pytest.mark.parametrize(
    "project",
    [
        (
            "spark.sql.ansi.enabled = false",
            "spark.sql.session.timeZone = America/New_York",
        )
    ],
    ids=["not ANSI"],
    indirect=True,
    scope="module",
)
