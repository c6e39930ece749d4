# Every target sets up what it needs, from nothing; see scripts/setup.sh. PYTHON=... chooses the interpreter.

TEACHER ?= offline

.DEFAULT_GOAL := help
.PHONY: help setup environment test test-fast test-all lint demo review-demo docs package bench bench-real bench-sample clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; \
		do printf '  make %-13s %s\n' "$$name" "$$what"; done

setup: ## a virtual environment and a browser that starts
	@scripts/setup.sh browser

environment:
	@scripts/setup.sh

test: setup ## static checks and the tests, all but the nightly ones
	@scripts/test.sh

test-fast: environment ## the tests that need no browser and no patience
	@scripts/test.sh fast

test-all: setup ## static checks and every test there is, with 100 examples on databases
	@scripts/test.sh all

lint: environment ## ruff, mypy and the import contracts
	@scripts/lint.sh

demo: setup ## learn, replay, survive a redesign; TEACHER=llm to let a model teach
	@scripts/run.sh ami demo --teacher $(TEACHER)

review-demo: setup ## step through the runs of the demo in the browser, and mark them; Ctrl-C ends it
	@test -d .ami/demo/store || scripts/run.sh ami demo
	@scripts/run.sh sh -c 'cd examples && AMI_STEERING_DIR=../.ami/demo/steering exec ami review --dir ../.ami/demo/store'

docs: environment ## the documentation site, in build/site; any warning is an error
	@scripts/run.sh zensical build --strict --clean

package: environment ## the sdist and the wheel, in dist
	@rm -rf dist && scripts/run.sh python -m build

bench: setup ## the benchmarks
	@scripts/run.sh python -m benchmarks

bench-real: setup ## learn and replay flows on applications that nobody here wrote; APPS="django gradio" tries these only
	@scripts/run.sh python -m benchmarks.real $(APPS)

bench-sample: setup ## a seeded sample of the redesign benchmark; fails on a wrong element or a false pass
	@scripts/run.sh python -m benchmarks.redesign --sample

clean: ## remove everything that is not source
	@rm -rf .venv .ami examples/.ami examples/.pytest_cache .cache build dist test-results .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
