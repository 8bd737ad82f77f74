"""The folder that files are landed in, and how they come there.

Spark's readers pass over names that begin with _, which these do:

    _spark_metadata   Spark's log: which Parquet files count, by micro-batch
    _checkpoint       Spark's logs: what each micro-batch is to read, and whether it has
    _arrived          copies of files, to be looked through
    _queue            those in which all can be read: they will be landed
    _tmp, _lock       temporary files and Spark's messages; the lock of who is landing

Spark is let near the queue only, because it never goes back on a plan: killed in a
micro-batch, it begins with the same one again. A file that it cannot read would keep it
there forever, and one that is gone when its turn comes it takes for empty. Names are
quoted there: of some, such as one with [, it would read a micro-batch several times.
"""

import re
import shutil
from contextlib import suppress
from os import fsencode
from pathlib import Path
from urllib.parse import quote, unquote

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException, StreamingQueryException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.types import StructType

from console import Problem
from given_paths import has_utf_8_name
from sentences import spark_sentence
from stream.arrived_file import flaw, refusal

FORMATS = {
    # Quotes and line breaks as csv_rows.py has looked at them.
    "csv": {
        "header": "true",
        "enforceSchema": "false",
        "multiLine": "true",
        "escape": '"',
    },
    "json": {},
    "parquet": {},
}
# The longest name that a file can have, in bytes.
LONGEST_NAME = 255
OURS = ["arrived_at", "source_file"]
ALWAYS = {
    "mode": "FAILFAST",
    # By default it passes over what is a week older than the newest file.
    "maxFileAge": "36500d",
    # By default a column of the name _corrupt_record would be null.
    "columnNameOfCorruptRecord": OURS[0],
}


class LandingFolder:
    def __init__(self, spark: SparkSession, path: Path, columns: str, form: str):
        self.spark, self.path, self.form = spark, path, form
        self.arrived, self.queue = path / "_arrived", path / "_queue"
        self.checkpoint = path / "_checkpoint"
        self.schema = _schema(columns)
        self._begin()
        landed = spark.read.parquet(str(path))
        before = _shown(landed.drop(*OURS).schema)
        if before != (now := _shown(self.schema)):
            raise Problem(
                f"--to {path} was begun with other columns: {before}; "
                f"--columns now says {now}."
            )
        names = landed.select("source_file").distinct().collect()
        self.known = {name for (name,) in names}
        self.known |= {unquote(file.name) for file in self.queue.iterdir()}

    def take_in(self, files: list[Path]) -> None:
        """Copies files to the queue, if all of them can be read."""
        if not files:
            return
        empty(self.arrived)
        for file in files:
            if not has_utf_8_name(file):
                raise refusal(quote(fsencode(file.name)), "its name is not in UTF-8")
            copy = self.arrived / quote(file.name)
            if len(copy.name) > LONGEST_NAME:
                raise refusal(file.name, "its name is too long: rename it")
            # Until it is copied, it may be taken away.
            with suppress(FileNotFoundError):
                shutil.copyfile(file, copy)
                if found := flaw(copy, self.form, self.schema.names):
                    raise refusal(file.name, found)
                self.known.add(file.name)
        try:
            rows = self._read(self.spark.read, self.form, self.arrived)
            rows.write.format("noop").mode("overwrite").save()
        except (PySparkException, Py4JJavaError) as error:
            raise _refusal(str(error)) from error
        for copy in self.arrived.iterdir():
            copy.rename(self.queue / copy.name)

    def land(self) -> tuple[int, int]:
        """Lands the queue: how many files, and how many rows."""
        files = len([*self.queue.iterdir()])
        return files, self._land(self.form) if files else 0

    def _begin(self) -> None:
        """From then on there is something that can be read, be it without a row."""
        metadata = self.path / "_spark_metadata"
        if not any(metadata.glob("[0-9]*")):
            for log in (metadata, self.checkpoint):
                shutil.rmtree(log, ignore_errors=True)
            empty(self.queue)
            # A name that no quoted file has.
            (self.queue / "@nothing").touch()
            self._land("json")
        # Spark would begin to count from zero, and land nothing until it is up to date.
        if not any(self.checkpoint.glob("offsets/[0-9]*")):
            raise Problem(f"--to {self.path} lacks what was in its _checkpoint.")

    def _land(self, form: str) -> int:
        quoted_again = f.col("_metadata.file_name")
        rows = self._read(self.spark.readStream, form, self.queue).select(
            "*",
            f.current_timestamp().cast("timestamp_ntz").alias(OURS[0]),
            f.url_decode(f.url_decode(quoted_again)).alias(OURS[1]),
        )
        query = (
            rows.writeStream.option("checkpointLocation", str(self.checkpoint))
            .trigger(availableNow=True)
            .start(str(self.path), "parquet")
        )
        try:
            query.awaitTermination()
        except StreamingQueryException as error:
            raise _refusal(str(error)) from error
        empty(self.queue)
        return sum(each.numInputRows for each in query.recentProgress)

    def _read(self, reader, form: str, folder: Path) -> DataFrame:
        reader = reader.format(form).schema(self.schema)
        return reader.options(**ALWAYS, **FORMATS[form]).load(str(folder))


def empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    # For its owner alone: Spark's password is in one of them.
    folder.mkdir(mode=0o700)


def _schema(columns: str) -> StructType:
    try:
        schema = StructType.fromDDL(columns)
    except PySparkException as error:
        raise Problem(f"--columns: {spark_sentence(str(error))}") from error
    # One type, without a name, is a type as well.
    if not isinstance(schema, StructType) or not schema.names:
        raise Problem(f"--columns: {columns!r} is not a list of names and types.")
    for each in schema:
        if each.name.lower() in OURS:
            raise Problem(f"--columns: {each.name} is added to each row.")
        if not each.nullable:
            raise Problem(f"--columns: not null is not checked: {each.name}.")
    return schema


def _refusal(said: str) -> Problem:
    file = re.search(r"/_(?:arrived|queue)/(\S+?)\.?\s", said)
    if not file:
        return Problem(spark_sentence(said))
    causes = " ".join(spark_sentence(each) for each in said.split("Caused by: ")[1:])
    words = re.sub(r"(Encountered error while reading file )?file:/\S+ ?", "", causes)
    return refusal(unquote(unquote(file.group(1))), words.rstrip("."))


def _shown(schema: StructType) -> str:
    return ", ".join(f"{each.name} {each.dataType.simpleString()}" for each in schema)
