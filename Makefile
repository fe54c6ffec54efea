# A fresh clone needs `make run` (the app) or `make test` (everything that is tested).
# Each environment is brought up to date when pyproject.toml has changed, and left alone otherwise.

VENV := .venv
DOCS := .venv-docs
BIN := $(VENV)/bin
WORKERS ?= 2
PIP_FLAGS := --quiet --disable-pip-version-check

# In memory where the system has such a folder: each commit of a database waits for the disk.
MEMORY := $(shell [ -w /dev/shm ] && echo TMPDIR=/dev/shm)
# Tests start hundreds of processes: their modules are compiled once, whatever the caller has set.
MEMORY += PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(CURDIR)/build/pycache

# Settled once, and only by a target that needs it.
PYTHON ?= $(eval PYTHON := $$(shell sh packaging/find_python.sh))$(PYTHON)

.PHONY: run quick data lock wheels sbom docs guide-pictures screens test test-server test-lab test-slow test-wheel properties steady coverage test-browsers accuracy lint types imports translations \
	test-spark torture torture-service torture-windows fuzz mutants trend bundle packages distributions smoke test-windows test-windows-core bundle-windows packages-windows smoke-windows try-windows check clean help
.DELETE_ON_ERROR:

help:
	@echo "make run        open the app (without a display: a sample run in the terminal)"
	@echo "make quick      before every commit: lint, types, imports, the fast tests (under a minute)"
	@echo "make test       the tests of the app: core, services, commands, window, from end to end (5 minutes on two cores)"
	@echo "make test-server  the tests of epicrec-server"
	@echo "make test-lab   the tests of epicrec-lab: experiments, benchmarks, audit, research"
	@echo "make data       MovieLens latest-small from GroupLens, for some 20 tests that are skipped without it"
	@echo "make test-slow  the rest: statistics, attacks, public data"
	@echo "make test-wheel  the wheel, built and installed into an empty environment, and a walk through it"
	@echo "make properties  the tests with hypothesis, over ten times as many examples"
	@echo "make steady     the usual tests five times, in random order, while every core is busy"
	@echo "make coverage   how much of the code make test runs, by branch; fails below the floor"
	@echo "make test-browsers  scans while a real Chromium and a real Firefox write"
	@echo "make test-spark  training on a real Spark of this computer (installs it: 430 MB)"
	@echo "make accuracy   how well movies are found, per kind of row, beside the last figures"
	@echo "make torture    ends commands and the window at random moments, cuts the power, and looks (MINUTES=10)"
	@echo "make torture-service  ends workers, supervisor and publisher of the service (KILLS=100)"
	@echo "make torture-windows  the same under Windows (Wine), without cutting the power"
	@echo "make fuzz       what comes from outside, mutated: a while for each format (SECONDS=60)"
	@echo "make mutants    the program changed in small ways: which change does no test notice? (ARGS=\"--each 5\")"
	@echo "make trend      benchmarks, beside the median of earlier runs (build/trend.jsonl)"
	@echo "make lint       ruff: format and rules"
	@echo "make types      mypy"
	@echo "make imports    the import rules"
	@echo "make screens    pictures of every page, in build/screens, to be looked at"
	@echo "make docs       the documentation as a site, in build/site/; fails on a broken link"
	@echo "make guide-pictures  the pictures of the user guide, made again"
	@echo "make translations  collect the window's texts for translators, and compile"
	@echo "make bundle     a folder with both programs, in dist/"
	@echo "make packages   the bundle as a package for Debian and as an archive, in dist/packages/"
	@echo "                (DOWNLOADS=https://…: the folder they will be published in, for Flatpak and winget;"
	@echo "                HOMEPAGE=https://…: the repository, for software centers)"
	@echo "make distributions  the wheel, and the archive that a service is installed from, in dist/packages/"
	@echo "make smoke      run the bundle as a stranger would"
	@echo "make test-windows    the core's tests and a walk through the window, under Windows (Wine)"
	@echo "make test-windows-core  the part of it that asks Windows itself for something (minutes)"
	@echo "make bundle-windows  the bundle for Windows, in dist/windows/"
	@echo "make packages-windows  an installer and an archive to carry along, in dist/packages/"
	@echo "make smoke-windows   run that bundle as a stranger would"
	@echo "make try-windows     install, upgrade and remove what make packages-windows made"
	@echo "make check      all of it"
	@echo "make wheels     for which Python and system every dependency has a wheel"
	@echo "make sbom       read the SBOMs in dist/packages/ with CycloneDX's library"
	@echo "make lock       the lock file, compiled again: newest versions within the ranges"
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
	@$(BIN)/python -m pip install $(PIP_FLAGS) --editable .
	@touch $@

# Tests, CI and bundles have the versions of the lock file; `make run` what the ranges allow.
$(VENV)/.dev: pyproject.toml requirements.lock $(VENV)/.made
	@echo "Installing EpicRec and the tools of development, as locked, into $(VENV)"
	@$(BIN)/python -m pip install $(PIP_FLAGS) --only-binary :all: --require-hashes --requirement requirements.lock
	@$(BIN)/python -m pip install $(PIP_FLAGS) --no-deps --editable .
	@touch $(VENV)/.app $@

# The lock file is compiled here and nowhere else: the newest versions within the ranges, for every
# system and Python. uv is needed for this alone.
lock: $(VENV)/.made
	@$(BIN)/python -m pip install $(PIP_FLAGS) --upgrade --target build/uv uv
	@PYTHONPATH=build/uv $(BIN)/python -m uv pip compile pyproject.toml --quiet --upgrade --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
		--extra lab --extra assistant --group dev --group bundle \
		--custom-compile-command "make lock" --output-file requirements.lock

# Where the app can be installed: Python, system and processor.
wheels: $(VENV)/.made
	@$(BIN)/python -m pip install $(PIP_FLAGS) --upgrade --target build/uv uv
	@PYTHONPATH=build/uv $(BIN)/python packaging/wheels.py --check

# What the SBOMs of the packages are read by, of a version that is known to.
CYCLONEDX := cyclonedx-python-lib[json-validation]==11.12.0
sbom: $(VENV)/.made
	@$(BIN)/python -m pip install $(PIP_FLAGS) --upgrade --target build/cyclonedx "$(CYCLONEDX)"
	@PYTHONPATH=build/cyclonedx $(BIN)/python packaging/sbom_check.py dist/packages/*.cdx.json

# The app

run: $(VENV)/.app
	@if [ "$$(uname -s)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		echo "No display here: a sample run in the terminal." >&2; \
		exec $(BIN)/epicrec run --sample; \
	else \
		exec $(BIN)/epicrec-desktop; \
	fi

# Tests

# What a commit is made after: no window, no service, no browser. The rest runs in `make test`.
QUICK := tests/domain tests/privacy tests/store tests/recommend tests/matching tests/catalog \
	tests/test_logs.py tests/test_resources.py tests/test_settings.py

quick: lint imports types
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile -m "not slow" \
		$(QUICK) $(PYTEST_FLAGS)

data: $(VENV)/.app
	$(BIN)/python packaging/data.py

test: $(VENV)/.dev
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh bundle
	$(MEMORY) $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not slow" \
		--ignore tests/server --ignore tests/lab $(PYTEST_FLAGS)

test-server test-lab: test-%: $(VENV)/.dev
	$(MEMORY) $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m "not slow" tests/$* $(PYTEST_FLAGS)

test-slow: $(VENV)/.dev
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh bundle
	$(MEMORY) $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m slow $(PYTEST_FLAGS)

# Installed by the ranges of pyproject.toml, as by a user: not by the lock file.
test-wheel: $(VENV)/.dev
	$(MEMORY) $(BIN)/python -m pytest -m slow tests/end_to_end/test_wheel.py $(PYTEST_FLAGS)

# Properties, over ten times as many examples.
properties: $(VENV)/.dev
	$(MEMORY) $(BIN)/python -m pytest -n $(WORKERS) -m "not slow" --hypothesis-profile=night \
		$(shell grep -rlE '^from hypothesis' tests --include='test_*.py') $(PYTEST_FLAGS)

# The number of rounds, of workers (they take turns) or the tests: ARGS="--rounds 2 --workers 1 tests/ui"
steady: $(VENV)/.dev
	$(MEMORY) PYTHONPATH=tests $(BIN)/python -m steady $(ARGS)

coverage: $(VENV)/.dev
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh bundle
	$(MEMORY) $(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile -m "not slow" \
		--cov --cov-report term $(PYTEST_FLAGS)

# Spark is 430 MB and needs Java 17: it is installed for this alone, and outside the lock file.
test-spark: $(VENV)/.dev
	@command -v java >/dev/null || { echo "Java 17 or newer is needed"; exit 1; }
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable ".[spark]"
	$(MEMORY) $(BIN)/python -m pytest tests/server/test_spark_training.py tests/server/test_spark_kernels.py $(PYTEST_FLAGS)

# Minutes, and browsers that are installed for it: not part of the usual run.
test-browsers: $(VENV)/.dev
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh browsers
	EPICREC_TEST_BROWSERS=1 $(BIN)/python -m pytest tests/browsers -s $(PYTEST_FLAGS)

# Figures of finding movies per kind of row, beside those kept last (keep new ones: ARGS=--save).
accuracy: $(VENV)/.dev
	PYTHONPATH=tests:tests/matching $(BIN)/python -m accuracy $(ARGS)

# Attacks that anybody can run for a minute or for a night. What they find becomes a test.
MINUTES ?= 10
KILLS ?= 100
SECONDS ?= 60

torture: $(VENV)/.dev
	$(MEMORY) PYTHONPATH=tests:tests/hostile $(BIN)/python -m torture --minutes $(MINUTES) $(ARGS)

torture-windows: $(VENV)/.made
	$(BIN)/python packaging/windows/torture.py --minutes $(MINUTES) $(ARGS)

torture-service: $(VENV)/.dev
	EPICREC_TEST_KILLS=$(KILLS) $(BIN)/python -m pytest tests/server/test_killed.py -q -s -m slow $(ARGS)

fuzz: $(VENV)/.dev
	$(MEMORY) PYTHONPATH=tests:tests/history $(BIN)/python -m fuzz --seconds $(SECONDS) $(ARGS)

mutants: $(VENV)/.dev
	$(MEMORY) PYTHONPATH=tests $(BIN)/python -m mutants $(ARGS)

# How long things take, beside earlier runs.
trend: $(VENV)/.dev
	$(BIN)/python packaging/trend.py

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/windows

imports: $(VENV)/.dev
	$(BIN)/lint-imports

screens: $(VENV)/.dev
	PYTHONPATH=tests:tests/ui $(BIN)/python -m gallery

# MkDocs has an environment of its own: nothing of it is needed to run or test the program.
$(DOCS)/.made: pyproject.toml
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh run
	@$(DOCS)/bin/python -c "import pip" 2>/dev/null || "$(PYTHON)" -m venv --clear $(DOCS)
	@$(DOCS)/bin/python -m pip install $(PIP_FLAGS) --upgrade "pip>=25.1"
	@$(DOCS)/bin/python -m pip install $(PIP_FLAGS) --only-binary :all: --group docs
	@touch $@

docs: $(DOCS)/.made
	$(DOCS)/bin/python packaging/docs_site.py

GUIDE := first-run-welcome first-run-movies recommendations recommendations-card movies movies-import \
	privacy-levels privacy-release activity settings-card settings-contribute settings-encrypt \
	settings-restore locked help

guide-pictures: $(VENV)/.dev
	PYTHONPATH=tests:tests/ui $(BIN)/python -m gallery --out docs/guide/pictures \
		--view light --only $(GUIDE)

translations: $(VENV)/.dev
	$(BIN)/python packaging/translations.py

# Bundles

SOURCES := $(shell find epicrec_desktop resources packaging -type f \
	-not -name '*.pyc' -not -name smoke.py -not -path '*/__pycache__*' \
	-not -path 'packaging/windows/*' 2>/dev/null | tr ' ' '?')
BUNDLE := dist/epicrec-desktop

# Marked beside the folder: what is in it is packaged.
bundle: $(BUNDLE).built

$(BUNDLE).built: $(VENV)/.dev $(SOURCES)
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh bundle
	@mkdir -p build
	@echo "Building $(BUNDLE) (a few minutes)"
	@PYTHONHASHSEED=1 SOURCE_DATE_EPOCH=$$(PYTHONPATH=packaging $(BIN)/python -c "import packages; print(packages.moment())") \
		$(BIN)/pyinstaller --noconfirm --log-level WARN --workpath build/pyinstaller --distpath dist \
		packaging/epicrec.spec > build/pyinstaller.log 2>&1 || { cat build/pyinstaller.log; exit 1; }
	@touch $@
	@du -sh $(BUNDLE)

packages: bundle
	@HOMEPAGE="$(HOMEPAGE)" $(BIN)/python packaging/linux/build.py
	@$(BIN)/python packaging/linux/flatpak.py $(if $(DOWNLOADS),--url $(DOWNLOADS))

distributions: $(VENV)/.dev
	@$(BIN)/python packaging/distributions.py

smoke: bundle
	@PYTHON="$(PYTHON)" sh packaging/system_packages.sh smoke
	$(BIN)/python packaging/smoke.py $(BUNDLE) build/pyinstaller.log

# Windows, made from package registries alone and kept outside the checkout: packaging/windows/.
# None of it needs anything installed on this machine.

WINDOWS_BUNDLE := dist/windows/epicrec-desktop
WINDOWS_SOURCES := $(SOURCES) $(addprefix packaging/windows/,requirements.txt environment.py bundle.py)

test-windows: $(VENV)/.made
	$(BIN)/python packaging/windows/test.py $(PYTEST_FLAGS)

test-windows-core: $(VENV)/.made
	$(BIN)/python packaging/windows/test.py --core

bundle-windows: $(WINDOWS_BUNDLE).built

$(WINDOWS_BUNDLE).built: $(VENV)/.made $(WINDOWS_SOURCES)
	@echo "Building $(WINDOWS_BUNDLE) (several minutes)"
	@$(BIN)/python packaging/windows/bundle.py
	@touch $@

packages-windows: $(VENV)/.app bundle-windows
	@$(BIN)/python packaging/windows/installer.py
	@$(if $(DOWNLOADS),$(BIN)/python packaging/windows/winget.py --url $(DOWNLOADS))

try-windows: packages-windows
	$(BIN)/python packaging/windows/try_installer.py

smoke-windows: bundle-windows
	$(BIN)/python packaging/windows/smoke.py $(WINDOWS_BUNDLE)

# Every attack and measurement once, for a short while each: hours. Its last run is in docs/evaluation.md.
check: lint types imports test test-server test-lab test-slow properties test-windows smoke test-browsers screens
	$(MAKE) torture MINUTES=5
	$(MAKE) torture-service KILLS=20
	$(MAKE) fuzz SECONDS=10
	$(MAKE) mutants ARGS="--each 1"
	$(MAKE) trend

clean:
	rm -rf build dist $(VENV) $(DOCS) .pytest_cache .mypy_cache .ruff_cache .hypothesis \
		.import_linter_cache
	find epicrec_desktop tests packaging -name __pycache__ -type d -prune -exec rm -rf {} +
