"""Readers while a model is republished many times: no failed read, no mixed one."""

import threading

import pytest

from support.batch_project import connect

MONTHS = [f"2015-{month:02}" for month in range(1, 11)]
REPUBLISHES, READERS = 100, 4


@pytest.mark.stress
@pytest.mark.timeout(3000)
def test_every_read_sees_exactly_one_republish(project):
    project.fed_model("months", 'partition_by="month"')
    columns = "marker int, month string"
    project.feed("months", columns, [(0, month) for month in MONTHS])
    project.ok(select="months")
    reads, problems, running = [0] * READERS, [], True

    def read(number):
        cursor = connect(project.port)
        while running:
            try:
                cursor.execute(
                    "select count(distinct marker), count(distinct month), count(*)"
                    f" from {project.schema}.months"
                )
                markers, months, rows = cursor.fetchone()
                if (markers, months, rows) != (1, len(MONTHS), len(MONTHS)):
                    problems.append((markers, months, rows))
            except Exception as error:
                problems.append(str(error))
            reads[number] += 1

    readers = [threading.Thread(target=read, args=(n,)) for n in range(READERS)]
    for reader in readers:
        reader.start()
    for marker in range(1, REPUBLISHES + 1):
        project.feed("months", columns, [(marker, month) for month in MONTHS])
        project.ok(select="months")
    running = False
    for reader in readers:
        reader.join()
    assert problems == []
    assert project.rows("months", "distinct marker") == [(REPUBLISHES,)]
    assert min(reads) > REPUBLISHES
    print(f"{sum(reads)} reads over {REPUBLISHES} republishes, none failed, none mixed")
