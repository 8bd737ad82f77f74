"""A Hive metastore in PostgreSQL, for several servers, made by Hive's own scripts."""

from dataclasses import dataclass
from pathlib import Path

from jars import class_path, unpacked
from postgres import Postgres

JDBC = "org.postgresql:postgresql:42.7.8"


@dataclass(frozen=True)
class Hive:
    """A release of Hive, and its scripts that make the tables."""

    module: str
    scripts: tuple[str, ...]

    def folder(self) -> Path:
        return unpacked(self.module)


# Spark's own client speaks to Hive 2.3, and no single script makes its tables.
HIVE_2_3 = Hive(
    "org.apache.hive:hive-standalone-metastore:3.1.3",
    (
        "hive-schema-1.2.0",
        "upgrade-1.2.0-to-2.0.0",
        "upgrade-2.0.0-to-2.1.0",
        "upgrade-2.1.0-to-2.2.0",
        "upgrade-2.2.0-to-2.3.0",
    ),
)


def start(postgres: Postgres, hive: Hive = HIVE_2_3) -> Postgres:
    """Makes the metastore if it is not there yet."""
    postgres.start()
    if postgres.execute("""select to_regclass('"VERSION"')""") == [""]:
        folder = hive.folder() / "scripts" / "metastore" / "upgrade" / "postgres"
        scripts = [folder / f"{name}.postgres.sql" for name in hive.scripts]
        postgres.execute("\n".join(script.read_text() for script in scripts))
    return postgres


def settings(postgres: Postgres) -> dict[str, str]:
    """Spark's settings for this metastore."""
    connection = {
        "URL": f"jdbc:postgresql://127.0.0.1:{postgres.port}/",
        "DriverName": "org.postgresql.Driver",
        "UserName": "postgres",
        "Password": "none",
    }
    return {
        "spark.driver.extraClassPath": class_path(JDBC),
        # Hive reads a partition in several statements. By default, if another server
        # drops it between them, it has no values, and the query fails.
        "spark.hadoop.datanucleus.transactionIsolation": "repeatable-read",
        **{
            f"spark.hadoop.javax.jdo.option.Connection{name}": value
            for name, value in connection.items()
        },
    }
