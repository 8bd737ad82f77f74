"""How Spark is called, with everything it writes in one folder."""

import os
import re
from pathlib import Path

import pyspark

from java import find_java

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "profiles" / "spark"
SERVER = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"


def spark_home() -> Path:
    """Where the jars are: those of the installed pyspark, if no other is named."""
    return Path(os.environ.get("DAYBOOK_SPARK_HOME") or pyspark.__path__[0])


def class_path() -> list[str]:
    """Spark's jars, large ones first: Java looks for a class in one after another."""
    jars = (spark_home() / "jars").glob("*.jar")
    return [str(jar) for jar in sorted(jars, key=lambda jar: -jar.stat().st_size)]


def home_mark(home: Path) -> str:
    """The argument by which the server of a folder is known among all processes."""
    return f"-Ddaybook.home={home}"


def port_of(command: list[str], home: Path) -> int | None:
    """Where the server of a folder listens, if the command is that of one."""
    found = re.search(r"=(\d+)$", command[-1]) if home_mark(home) in command else None
    return int(found[1]) if found else None


def thrift_server(home: Path, port: int, settings: dict) -> list[str]:
    """The command, with more settings of Spark's; the port comes last, where find()
    looks for it."""
    metastore = f"jdbc:derby:;databaseName={home / 'metastore'};create=true"
    settings = {
        "spark.master": f"local[{max(2, os.cpu_count() or 2)}]",
        "spark.sql.warehouse.dir": home / "warehouse",
        "spark.hadoop.hive.exec.scratchdir": home / "tmp" / "hive",
        "spark.hadoop.javax.jdo.option.ConnectionURL": metastore,
        **settings,
    }
    # Spark reads this one before it starts Java, which here is started without it.
    more_jars = settings.get("spark.driver.extraClassPath")
    return [
        *spark_submit(
            os.environ.get("DAYBOOK_SERVER_MEMORY") or "3g",
            home / "tmp",
            settings,
            options=[home_mark(home), f"-Dderby.system.home={home}"],
            jars=[str(home / "classes"), *([more_jars] if more_jars else [])],
        ),
        *("--class", SERVER, "spark-internal"),
        *("--hiveconf", "hive.server2.thrift.bind.host=127.0.0.1"),
        *("--hiveconf", f"hive.server2.thrift.port={port}"),
    ]


def spark_submit(
    memory: str, tmp: Path, settings: dict, options=(), jars=()
) -> list[str]:
    """Java, and Spark's program that starts others, whose names are to follow."""
    return [
        find_java(),
        f"-Xmx{memory}",
        f"@{SETTINGS / 'java.conf'}",
        *options,
        f"-Djava.io.tmpdir={tmp}",
        *("-cp", os.pathsep.join([*jars, *class_path()])),
        "org.apache.spark.deploy.SparkSubmit",
        *("--properties-file", str(SETTINGS / "local.conf")),
        *(word for name in settings for word in ("--conf", f"{name}={settings[name]}")),
    ]


def environment() -> dict[str, str]:
    """Without the settings of another Spark, Hadoop or Hive on this machine."""
    others = ("SPARK_", "HADOOP_", "HIVE_")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(others)}
    # Given an address, Spark does not look up the machine's name.
    kept |= {"SPARK_HOME": str(spark_home()), "SPARK_LOCAL_IP": "127.0.0.1"}
    names = (kept.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    if not re.search("utf-?8", next(filter(None, names), ""), re.IGNORECASE):
        # Java would find no file whose name is not in ASCII.
        kept["LC_ALL"] = "C.UTF-8"
    return kept
