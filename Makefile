# The project's commands. Each first makes its own environment where that is missing.
PYTHON ?= python3
# Another Spark's Python packages would hide the ones of .venv.
unexport PYTHONPATH PYTHONHOME
# Some Docker images set this. Each command would then compile all of dbt, which takes seconds.
unexport PYTHONDONTWRITEBYTECODE

python := .venv/bin/python
# A file may have a $ in its name, which is not make's.
ifdef EVENTS
override EVENTS := $(value EVENTS)
export EVENTS
endif
ifdef CONFIG
override CONFIG := $(value CONFIG)
export CONFIG
endif
# Where nothing was ever started, nothing is installed to find that out.
has_server := $(wildcard .daybook/server.lock)
has_cluster := $(wildcard .daybook/cluster*)

.PHONY: help ready run config check test stress up down status build cluster cluster-down docs site report
.PHONY: lint format bench compat clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' Makefile

run: ready ## build from the sample, or from EVENTS=<log> CONFIG=<its description>
	@$(python) tools/run.py

config: ready ## guess a CONFIG for EVENTS=<log>, and write it beside the log
	@$(python) tools/suggest_config.py

check: ready ## check the code and the macros, without Spark: a minute
	@$(python) tools/lint.py --without-spark
	@$(python) -m pytest -n 2 tests/conventions tests/jinja

test: ready ## check the code and run the tests
	@$(python) tools/lint.py --without-spark
	@$(python) -m pytest -n 2 --no-loadscope-reorder --durations=25

stress: ready ## run the tests that take long, and those of other versions of Spark
	@$(python) -m pytest -n 2 -m stress --no-loadscope-reorder --verbose \
		--durations=25 -o faulthandler_timeout=7500 $(TESTS)
	@$(if $(TESTS),,$(python) tools/compat.py)

up: ready ## start Spark in the background
	@$(python) tools/server.py up

down: $(if $(has_server),ready) ## stop it
	@if [ -e .daybook/server.lock ]; then $(python) tools/server.py down; else echo "Spark was not running."; fi

status: $(if $(has_server),ready) ## print its address, or that it is not running
	@if [ -e .daybook/server.lock ]; then $(python) tools/server.py status; else echo "not running"; fi

build: ready ## build and test the models on it
	@$(python) tools/on_server.py build

cluster: ready ## start a cluster: two workers, PostgreSQL; STORE=s3 keeps tables in S3
	@$(python) tools/cluster.py up

cluster-down: $(if $(has_cluster),ready) ## stop it
	@if ls -d .daybook/cluster* >/dev/null 2>&1; then $(python) tools/cluster.py down; else echo "No cluster was running."; fi

docs: ready ## write the documentation to target/static_index.html
	@$(python) tools/on_server.py docs generate
	@$(python) tools/static_docs.py

site: ready ## write the site of these pages to target/site
	@$(python) tools/docs_site.py

report: ready ## draw the report from what was built
	@$(python) tools/report.py

lint: ready ## check the code: ruff, sqlfmt, sqlfluff
	@$(python) tools/lint.py

format: ready ## put Python and SQL in their form
	@$(python) tools/lint.py --format
	@$(python) tools/private_macros.py
	@$(python) tools/docs_site.py --reference

bench: ready ## measure
	@$(python) -m bench

compat: ready ## test on other versions of Spark and dbt, and without a Thrift server
	@$(python) tools/compat.py

clean: down cluster-down ## stop Spark and remove its tables, target and logs; .venv stays
	@rm -rf .daybook target logs

ready:
	@$(PYTHON) tools/bootstrap.py
