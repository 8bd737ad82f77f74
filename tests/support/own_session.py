"""dbt's own session of Spark, where a test has no server: `method: session`."""

from dataclasses import dataclass
from pathlib import Path

from dbt.adapters.spark import session


class Cursor(session.Cursor):
    """dbt's does not forget the rows of its statement before."""

    def execute(self, sql, *parameters):
        self.close()
        super().execute(sql, *parameters)


@dataclass(frozen=True)
class OwnSession:
    """In this process, or on the server of Spark Connect that SPARK_REMOTE names."""

    threads: int
    settings: dict[str, str]

    def output(self) -> dict:
        """What a profile says of it."""
        return {
            "method": "session",
            "host": "unused",
            "threads": self.threads,
            "server_side_parameters": self.settings,
        }

    def cursor(self) -> Cursor:
        return Cursor(server_side_parameters=self.settings)


def in_process(threads: int, folder: Path) -> OwnSession:
    metastore = f"jdbc:derby:;databaseName={folder / 'metastore'};create=true"
    settings = {
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.hadoop.javax.jdo.option.ConnectionURL": metastore,
        "spark.driver.extraJavaOptions": f"-Dderby.system.home={folder}",
        "spark.driver.memory": "3g",
        "spark.sql.shuffle.partitions": "4",
        "spark.ui.enabled": "false",
    }
    return OwnSession(threads, settings | of_threads(threads))


def remote(threads: int) -> OwnSession:
    """Where the server has all other settings."""
    return OwnSession(threads, of_threads(threads))


def of_threads(threads: int) -> dict[str, str]:
    """What the package asks of a session that several threads share."""
    mode = "spark.sql.sources.partitionOverwriteMode"
    return {mode: "dynamic"} if threads > 1 else {}
