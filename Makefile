# One runner for everything. `make serve` and `make test` are all that a newcomer needs; both make
# their own environment in .venv. A second run installs nothing. ARGS=... goes to pytest. Coverage is
# measured by a target of its own, because measuring makes the tests half as fast.

PORT ?= 8000
JOBS ?= auto
SOAK_SECONDS ?= 1800
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' \
	>/dev/null 2>&1 && echo $$python && break; done)

# Tests start the referee a hundred times, so what is compiled is kept, whatever is set around us.
export PYTHONDONTWRITEBYTECODE :=

# Several tests run at once, so threads of NumPy inside each only wait for one another, and spin.
export OPENBLAS_NUM_THREADS := 1

BIN := .venv/bin
PIP := python -m pip --quiet --disable-pip-version-check
INSTALLED := .venv/.installed
TEST := .venv/.installed-test
DEV := .venv/.installed-dev
WHEEL := build/wheel

# What a wheel can lack: a module, a command, a page, a font, a picture's reader, a transcript. All
# the rest says the same of it as of the checkout.
OF_WHEEL := $(addprefix tests/, core printables \
	package/test_installed.py package/test_names.py package/test_vendored.py \
	games/test_transcripts.py games/test_completeness.py \
	match/test_cli.py match/storage/test_store.py match/storage/test_stored_matches.py \
	match/storage/test_postgres.py \
	table/paper/test_print_command.py table/sight/test_scan_command.py table/boards/test_score_command.py \
	web/pages/test_doctor.py web/pages/test_https.py web/api/test_interface.py web/pages/test_openings.py \
	web/pages/test_pages.py web/api/test_programs.py web/score/test_scores.py web/pages/test_starts.py)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test coverage browser long wheel lint types imports transcripts bench shape soak screenshots \
	icons sounds translations lock clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1: /p' Makefile

serve: $(INSTALLED) ## install what the referee needs and start it (PORT=8000)
	$(BIN)/referee serve --port $(PORT)

test: $(TEST) ## install what the tests need and run them all, two more at a time than there are cores
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal --durations 20 $(ARGS)

coverage: $(TEST) ## all tests once more, measuring which lines and branches they reach
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal --cov --cov-report=term

browser: $(TEST) ## only the journeys through a real browser
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal -m browser $(ARGS)

long: $(TEST) ## what takes too long for every run, such as 50,000 random games
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal -m long -o timeout=0 $(ARGS)

wheel: $(TEST) ## build wheel and sdist, then test far away from the checkout that the wheel is whole
	rm -rf dist $(WHEEL)
	mkdir -p $(WHEEL)
	$(BIN)/python -m build --no-isolation --outdir dist .
	$(BIN)/check-wheel-contents dist/*.whl
	$(BIN)/python -m venv $(WHEEL)/venv
	$(WHEEL)/venv/bin/$(PIP) install --upgrade 'pip>=25.1'
	$(WHEEL)/venv/bin/$(PIP) install --no-compile --require-hashes -r requirements.lock
	$(WHEEL)/venv/bin/$(PIP) install --no-compile dist/*.whl --group test
	cp -R tests pyproject.toml $(WHEEL)
	cd $(WHEEL) && REFEREE_TESTS_WHEEL=1 venv/bin/python -m pytest \
		--numprocesses $(JOBS) --dist worksteal \
		-m 'not browser and not package and not long and not once' $(OF_WHEEL) $(ARGS)

lint: $(DEV) ## style and small mistakes
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV) ## strict types
	$(BIN)/mypy

imports: $(DEV) ## who may import whom
	$(BIN)/lint-imports

transcripts: $(TEST) ## rewrite the stated facts of the golden transcripts; review the difference
	$(BIN)/python -m pytest tests/games/test_transcripts.py --rewrite

bench: $(DEV) ## measure engine, store and server beside their peers, as one JSON
	mkdir -p build
	$(BIN)/python tests/bench --output build/bench.json

shape: $(DEV) ## print layers, imports, sizes and what one tap crosses, to watch them
	$(BIN)/python tests/bench/shape.py

soak: $(TEST) ## let fifty people roam over many tables for half an hour (SOAK_SECONDS=1800)
	REFEREE_TESTS_SOAK_S=$(SOAK_SECONDS) $(BIN)/python -m pytest -s -m long -o timeout=0 tests/soak $(ARGS)

screenshots: $(TEST) ## take the pictures of the README and of every screen (build/screens); look at each
	$(BIN)/python tests/browser/screenshots.py
	PYTHONPATH=tests/browser/support $(BIN)/python tests/browser/screens.py
	PYTHONPATH=tests/browser/support $(BIN)/python tests/browser/icons.py

icons: $(TEST) ## rewrite the paths of all icons so that they can be printed
	$(BIN)/python tools/icons.py referee/games/*/static/icons.svg

sounds: $(INSTALLED) ## make the sounds of the screens, and the silent video that keeps them on
	$(BIN)/python tools/sounds.py referee/web/screens/static
	$(BIN)/python tools/silent_video.py referee/web/screens/static/awake.mp4

translations: $(INSTALLED) ## collect the sentences that a catalogue must translate
	mkdir -p referee/web/translations
	$(BIN)/pybabel extract --mapping-file pyproject.toml --keyword say:1 --keyword say_count:1,2 \
		--no-wrap --sort-by-file --add-location file --project tabletop-referee \
		--copyright-holder 'the tabletop-referee contributors' \
		--output-file referee/web/translations/messages.pot .

lock: $(INSTALLED) ## renew requirements.lock: the newest versions that pyproject.toml allows
	$(BIN)/$(PIP) install --group lock
	$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --all-extras --upgrade \
		--generate-hashes --no-emit-index-url --no-emit-find-links \
		--custom-compile-command 'make lock' --quiet --output-file requirements.lock
	$(BIN)/python tests/deploy/fresh/aarch64_wheels.py

clean: ## remove everything that make made
	rm -rf .venv build dist .coverage .coverage.*

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer with venv was found." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/$(PIP) install --upgrade 'pip>=25.1'

# Order-only on the interpreter: its own date says nothing about what is installed.
$(INSTALLED): requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/$(PIP) install --require-hashes -r requirements.lock
	$(BIN)/$(PIP) install --no-deps --editable .
	@touch $@

$(TEST): $(INSTALLED)
	$(BIN)/$(PIP) install --group test
	@touch $@

$(DEV): $(TEST)
	$(BIN)/$(PIP) install --group dev
	@touch $@
