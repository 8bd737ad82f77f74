"""Of what Spark and dbt say, the sentence that is for a user."""

import pytest

from sentences import sentence, spark_sentence

RUNNING = "Error running query: "
SPARK = "org.apache.spark"
PARSE = f"{SPARK}.sql.catalyst.parser.ParseException: \n"
ANALYSIS = f"{SPARK}.sql.AnalysisException: "
LOST = "most recent failure: Lost task 0.0 in stage 7.0 (localhost executor driver): "
# What Spark 4.2's Thrift server says, and what of it is told.
SAID = {
    "an analysis error, with its plan": (
        f"{RUNNING}[UNRESOLVED_COLUMN.WITH_SUGGESTION] {ANALYSIS}"
        "[UNRESOLVED_COLUMN.WITH_SUGGESTION] The column `fase` cannot be found. "
        "Did you mean one of the following? [`a`]. SQLSTATE: 42703; line 1 pos 7;\n"
        "'Project ['fase]\n+- SubqueryAlias t\n",
        "The column `fase` cannot be found. Did you mean one of the following? [`a`].",
    ),
    "a parse error": (
        f"{RUNNING}[PARSE_SYNTAX_ERROR] {PARSE}[PARSE_SYNTAX_ERROR] Syntax error at or "
        "near 'x': missing ')'. SQLSTATE: 42601 (line 1, pos 24)\n\n== SQL ==\n"
        "select cast(seq as from x\n------------------------^^^\n",
        "Syntax error at or near 'x': missing ')'.",
    ),
    "a parse error, within what dbt says": (
        "Runtime Error in model dim_date (models/facts/dim_date.sql)\n"
        f"  Database Error\n    {RUNNING}[INVALID_TYPED_LITERAL] {PARSE}    "
        "[INVALID_TYPED_LITERAL] The value of the typed literal 'DATE' is invalid: ''. "
        "SQLSTATE: 42604\n    == SQL (line 1, position 8) ==\n",
        "The value of the typed literal 'DATE' is invalid: ''.",
    ),
    "advice after the sentence": (
        f"{RUNNING}[TABLE_OR_VIEW_NOT_FOUND] {ANALYSIS}[TABLE_OR_VIEW_NOT_FOUND] "
        "The table or view `x` cannot be found. Verify it.\nSearch path: [`a`].\n"
        "To tolerate the error use IF EXISTS. SQLSTATE: 42P01",
        "The table or view `x` cannot be found. Verify it.",
    ),
    "a sentence over two lines": (
        f"{RUNNING}[COLUMN_ARITY_MISMATCH] {ANALYSIS}[COLUMN_ARITY_MISMATCH] "
        "Cannot write to `x`, the reason is not enough data columns:\n"
        "Table columns: `a`, `b`. SQLSTATE: 21S01",
        "Cannot write to `x`, the reason is not enough data columns: "
        "Table columns: `a`, `b`.",
    ),
    "what a macro raises while a query runs": (
        f"{RUNNING}[USER_RAISED_EXCEPTION] {SPARK}.SparkRuntimeException: "
        "[USER_RAISED_EXCEPTION] daybook: s.fct: item A has two SQLSTATE: P0001",
        "s.fct: item A has two",
    ),
    "a failed task": (
        f"{RUNNING}{SPARK}.SparkException: Job aborted due to stage failure: {LOST}"
        "java.lang.reflect.X\n\tat java.base\nCaused by: "
        'java.lang.NumberFormatException: For input string: "x"\n\tat java\n'
        "\t... 20 more\n\nDriver stacktrace:",
        'For input string: "x"',
    ),
    "a failed task of which Spark tells": (
        f"{RUNNING}{SPARK}.SparkException: Job aborted due to stage failure: {LOST}"
        f"{SPARK}.SparkException: [FAILED_READ_FILE.NO_HINT] Encountered error while "
        "reading file x.  SQLSTATE: KD001\n\tat org\nCaused by: java.io.EOFException\n",
        "Encountered error while reading file x.",
    ),
    "an error of Java's": (
        f"{RUNNING}java.lang.OutOfMemoryError: Java heap space",
        "Java heap space",
    ),
    "an error without a word": (
        f"{RUNNING}java.lang.NullPointerException",
        "java.lang.NullPointerException",
    ),
}


@pytest.mark.parametrize("what", SAID)
def test_spark_is_told_in_one_line(what):
    said, told = SAID[what]
    assert sentence(said) == told
    assert spark_sentence(said) == told


def test_dbt_is_told_without_its_heading_and_trace():
    said = (
        "Compilation Error in model fct (models/fct.sql)\n  daybook: s.fct: late=no:\n"
        "  use keep\n\n  > in macro raise (macros/x.sql)\n  > called by model fct"
    )
    assert sentence(said) == "s.fct: late=no: use keep"
