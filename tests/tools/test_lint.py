"""The part of `make lint` that asks Spark."""

import lint


def test_sqlfluff_finds_nothing(spark_server, capsys):
    """It has dbt compile the models, which ask the server for their tables."""
    assert lint.check_models(spark_server), capsys.readouterr().err
