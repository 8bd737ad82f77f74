"""An S3 server on the loopback, which keeps its objects in memory, and Spark's settings
for it.

    python tools/s3.py --port <port> [-D <a word by which others find the process>]

It writes a line a request to its standard error.
"""

import threading

import boto3
from botocore.config import Config
from moto.server import ThreadedMotoServer

from console import Parser, run
from jars import class_path

BUCKET = "lake"
# The account of a server that asks nobody who they are.
ACCOUNT = {"aws_access_key_id": "daybook", "aws_secret_access_key": "daybook"}
REGION = "us-east-1"
JARS = (
    "org.apache.hadoop:hadoop-aws:3.5.0",
    "software.amazon.awssdk:bundle:2.35.4",
    "software.amazon.s3.analyticsaccelerator:analyticsaccelerator-s3:1.3.1",
)
# If this jar is on the class path, Spark selects the magic committer.
OF_COMMITTERS = "org.apache.spark:spark-hadoop-cloud_2.13:4.1.2"


def settings(port: int, has_committers: bool) -> dict[str, str]:
    jars = class_path(*JARS, *([OF_COMMITTERS] if has_committers else []))
    s3a = {
        "endpoint": address(port),
        "endpoint.region": REGION,
        "path.style.access": "true",
        "connection.ssl.enabled": "false",
        "aws.credentials.provider": (
            "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider"
        ),
        "access.key": ACCOUNT["aws_access_key_id"],
        "secret.key": ACCOUNT["aws_secret_access_key"],
        # It saves six to eight requests a file.
        "committer.magic.track.commits.in.memory.enabled": "true",
    }
    return {
        "spark.driver.extraClassPath": jars,
        "spark.executor.extraClassPath": jars,
        "spark.sql.warehouse.dir": f"s3a://{BUCKET}/warehouse",
        **{f"spark.hadoop.fs.s3a.{name}": value for name, value in s3a.items()},
    }


def address(port: int) -> str:
    return f"http://127.0.0.1:{port}"


def client(port: int):
    place = {"endpoint_url": address(port), "region_name": REGION}
    return boto3.client("s3", config=Config(proxies={}), **place, **ACCOUNT)


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("-D")
    port = parser.parse_args().port
    ThreadedMotoServer("127.0.0.1", port).start()
    client(port).create_bucket(Bucket=BUCKET)
    threading.Event().wait()


if __name__ == "__main__":
    run(main)
