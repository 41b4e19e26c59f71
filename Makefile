# Every target is one command that also works without make: see README, "Without make".
PYTHON ?= python3
START = $(PYTHON) course/start.py
NB ?=

lab: ## set up and open JupyterLab on the first notebook (ARGS=--no-browser for a remote machine)
	@$(START) lab $(ARGS)

check: ## a minute: style, algorithms, kit, contract, ledger; no notebook is run, no browser
	@$(START) check $(ARGS)

test: ## six minutes: also figures, notebooks, grader, a browser, and all of what changed (ARGS="--since REV")
	@$(START) test $(ARGS)

nightly: ## an hour: every test at its full length, every deck and browser, some planted mistakes
	@$(START) nightly $(ARGS)

notebooks: ## run the notebooks and store their outputs (NB=07 for one)
	@$(START) notebooks $(NB)

homework: ## write the student versions into build/homework/release (NB=07 for one)
	@$(START) homework $(NB)

SUBMITTED ?= build/homework/submitted
export SUBMITTED
grade: ## grade SUBMITTED=folder with <student>/<assignment>/ in it (ARGS="--resume", "--student ada", "--due 2026-11-20T12:00", "--jobs 8")
	@$(START) grade "$$SUBMITTED" $(ARGS)

slides: ## decks that work without a kernel, in build/slides (NB=07 for one)
	@$(START) slides $(NB) $(if $(AT),--at $(AT))

pdf: ## the decks on paper, a page for each step of a story, in build/slides (NB=07 for one)
	@$(START) pdf $(NB)

guide: ## a page per notebook for the lecturer, in build/guide: what to say at each figure (NB=07 for one)
	@$(START) guide $(NB)

rehearse: ## walk decks and live slides in a browser, report what would go wrong (NB=07 for one; ARGS="--only deck")
	@$(START) rehearse $(NB) $(ARGS)

bench: ## measure slider latency, algorithms and the grading of a class (ARGS=homework:5000); table in build/bench.md
	@$(START) bench $(ARGS)

mutants: ## plant mistakes in helpers and count how many the tests catch
	@$(START) mutants $(ARGS)

lint: ## check the code's style
	@$(START) lint

lock: ## write requirements.lock anew from pyproject.toml
	@$(START) lock

clean: ## remove what make made, but never build/homework: marks, salt and submitted work are there
	rm -rf .venv
	[ ! -d build ] || find build -mindepth 1 -maxdepth 1 ! -name homework -exec rm -rf {} +
	@[ ! -d build/homework ] || echo "build/homework stays: it holds marks, salt and submitted work."

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

.DEFAULT_GOAL := help
.PHONY: lab check test nightly notebooks homework grade slides pdf guide rehearse bench mutants lint lock clean help
