# A fresh clone needs `make run` (the app) or `make test` (everything that is tested).
# Each environment is brought up to date when pyproject.toml has changed, and left alone otherwise.

VENV := .venv
CORE := .venv-core
BIN := $(VENV)/bin
WORKERS ?= 2
PIP_FLAGS := --quiet --disable-pip-version-check

# Settled once, and only by a target that needs it.
PYTHON ?= $(eval PYTHON := $$(shell sh packaging/find_python.sh))$(PYTHON)

.PHONY: run screens test test-core test-browsers lint types imports translations bundle smoke check clean help
.DELETE_ON_ERROR:

help:
	@echo "make run        open the app (without a display: a sample run in the terminal)"
	@echo "make test       every test"
	@echo "make test-core  the tests of the core, in an environment without Qt"
	@echo "make test-browsers  scans while a real Chromium and a real Firefox write"
	@echo "make lint       ruff: format and rules"
	@echo "make types      mypy"
	@echo "make imports    the import rules"
	@echo "make screens    pictures of every page, made anew (tests compare the window with them)"
	@echo "make translations  collect the window's texts for translators, and compile"
	@echo "make bundle     a folder with both programs, in dist/"
	@echo "make smoke      run the bundle as a stranger would"
	@echo "make check      all of it"
	@echo "make clean      remove what was built, and the environments"

.DEFAULT_GOAL := help

# Environments

$(VENV)/.made:
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh run
	@$(BIN)/python -c "import pip" 2>/dev/null || "$(PYTHON)" -m venv --clear $(VENV)
	@$(BIN)/python -m pip install $(PIP_FLAGS) --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.app: pyproject.toml $(VENV)/.made
	@echo "Installing EpicRec into $(VENV) (the first time takes a minute or two)"
	@$(BIN)/python -m pip install $(PIP_FLAGS) --editable ".[server,plots]"
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.app
	@echo "Installing the tools of development"
	@$(BIN)/python -m pip install $(PIP_FLAGS) --group dev --group bundle
	@touch $@

$(CORE)/.made:
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh run
	@$(CORE)/bin/python -c "import pip" 2>/dev/null || "$(PYTHON)" -m venv --clear $(CORE)
	@$(CORE)/bin/python -m pip install $(PIP_FLAGS) --upgrade "pip>=25.1"
	@touch $@

$(CORE)/.dev: pyproject.toml packaging/core_requirements.py $(CORE)/.made
	@echo "Installing the core without Qt into $(CORE)"
	@$(CORE)/bin/python packaging/core_requirements.py > $(CORE)/requirements.txt
	@$(CORE)/bin/python -m pip install $(PIP_FLAGS) --requirement $(CORE)/requirements.txt
	@$(CORE)/bin/python -m pip install $(PIP_FLAGS) --no-deps --editable .
	@touch $@

# The app

run: $(VENV)/.app
	@if [ "$$(uname -s)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		echo "No display here: a sample run in the terminal." >&2; \
		exec $(BIN)/epicrec run --sample; \
	else \
		exec $(BIN)/epicrec-desktop; \
	fi

# Tests

test: $(VENV)/.dev
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh bundle
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup $(PYTEST_FLAGS)

# Without pytest-qt its settings in pyproject.toml are unknown: that is meant here, and only here.
# The slow tests have run in the whole environment; here it is asked what needs Qt.
test-core: $(CORE)/.dev
	@$(CORE)/bin/python -c "import importlib.util as u; assert not u.find_spec('PySide6'), 'Qt is here'"
	$(CORE)/bin/python -m pytest -n $(WORKERS) --dist loadgroup --ignore tests/ui -m "not slow" \
		-o addopts="-ra --strict-markers --import-mode=importlib" \
		-W "ignore:Unknown config option:pytest.PytestConfigWarning" $(PYTEST_FLAGS)

# Minutes, and browsers that are installed for it: not part of the usual run.
test-browsers: $(VENV)/.dev
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh browsers
	EPICREC_TEST_BROWSERS=1 $(BIN)/python -m pytest tests/browsers -s $(PYTEST_FLAGS)

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

imports: $(VENV)/.dev
	$(BIN)/lint-imports

screens: $(VENV)/.dev
	PYTHONPATH=tests:tests/ui $(BIN)/python -m gallery

translations: $(VENV)/.dev
	$(BIN)/python packaging/translations.py

# Bundles

SOURCES := $(shell find epicrec_desktop resources packaging -type f \
	-not -name '*.pyc' -not -name smoke.py -not -path '*/__pycache__*' 2>/dev/null | tr ' ' '?')
BUNDLE := dist/epicrec-desktop

bundle: $(BUNDLE)/.built

$(BUNDLE)/.built: $(VENV)/.dev $(SOURCES)
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh bundle
	@mkdir -p build
	@echo "Building $(BUNDLE) (a few minutes)"
	@$(BIN)/pyinstaller --noconfirm --log-level WARN --workpath build/pyinstaller --distpath dist \
		packaging/epicrec.spec > build/pyinstaller.log 2>&1 || { cat build/pyinstaller.log; exit 1; }
	@touch $@
	@du -sh $(BUNDLE)

smoke: bundle
	$(BIN)/python packaging/smoke.py $(BUNDLE) build/pyinstaller.log

check: lint types imports test test-core smoke

clean:
	rm -rf build dist $(VENV) $(CORE) .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		.import_linter_cache
	find epicrec_desktop tests packaging -name __pycache__ -type d -prune -exec rm -rf {} +
