"""What holds for every module of the package, beyond what the linters look at."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import epicrec_desktop

PACKAGE = Path(epicrec_desktop.__file__).parent


def _names_given(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    names = [part.id for t in targets for part in ast.walk(t) if isinstance(part, ast.Name)]
    return [*names, node.name] if isinstance(node, ast.ClassDef) else names


def test_no_module_gives_a_name_twice():
    """The second of two constants would hold for the uses of the first one, too."""
    twice = []
    for file in sorted(PACKAGE.rglob("*.py")):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        count = Counter(name for node in body for name in _names_given(node))
        twice += [f"{file.name}: {name}" for name, n in count.items() if n > 1]
    assert twice == []


@pytest.mark.parametrize(
    ("contract", "excepted"),
    [
        ("Wall 1: no Qt outside ui and app", {"ui", "app", "__main__"}),
        ("One door: nothing else opens a connection", {"door", "server", "lab"}),
    ],
)
def test_an_import_contract_is_about_all_but_the_excepted(contract, excepted):
    """A package or module that is new has a place in the layers, and in these lists too."""
    settings = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["name"]: one for one in settings["tool"]["importlinter"]["contracts"]}
    there = {
        path.stem
        for path in PACKAGE.iterdir()
        if path.name != "__init__.py" and (path.suffix == ".py" or (path / "__init__.py").exists())
    }
    listed = {name.partition(".")[2] for name in contracts[contract]["source_modules"]}
    assert listed == there - excepted


FEATURES = {
    "assistant": (
        {"services.assistant", "cli.assistant"},
        {"wiring", "ui.settings.providers", "ui.settings.provider_card"},
    ),
    "tonight": (
        {"services.tonight", "cli.tonight", "ui.recommendations.tonight"},
        {"wiring", "ui.recommendations.page"},
    ),
    "year": (
        {"services.year_in_movies", "cli.year", "ui.movies.year"},
        {"cli.library", "ui.movies.page"},
    ),
    "users": (
        {
            "services.local_users",
            "cli.local_users",
            "ui.settings.local_users",
            "ui.shell.user_selection",
            "ui.common.user_name",
        },
        {"app", "cli.installation", "cli.opening", "cli.user_data", "services.erasing"}
        | {"services.tonight", "ui.common.window_frame", "ui.recommendations.tonight"}
        | {"ui.settings.page"},
    ),
    "encryption": (
        {f"services.protection.{name}" for name in ("key_file", "keyring", "library_encryption")}
        | {"services.protection", "services.protection.secret_service"}
        | {"store.encryption", "cli.protect", "ui.settings.protection"}
        | {"ui.common.passphrase", "ui.shell.lock_screen"},
        {"app", "cli.installation", "cli.opening", "cli.tonight", "cli.user_data"}
        | {"services.erasing", "services.tonight", "store.database_opening"}
        | {"ui.recommendations.tonight", "ui.settings.page", "ui.shell.app_session", "wiring"},
    ),
    "contributions": (
        {f"services.contribution_{name}" for name in ("service", "status", "text")}
        | {"services.sampled_contribution", "store.contributions"}
        | {"cli.contribute", "ui.settings.contributions"},
        {f"services.backup.export_{name}" for name in ("document", "reader", "writer")}
        | {"services.backup.restore", "services.account", "services.contacts"}
        | {"services.door_entries", "services.period_calendar", "services.sample_store"}
        | {"services.user_data", "store.catalog", "store.samples", "store.tables"}
        | {"store.unlisted", "ui.activity.page", "ui.settings.page", "wiring"},
    ),
}
"""The modules of a feature, and those that place it in the program. Commands are found by name."""


def _imported(file: Path) -> Iterator[str]:
    """Yield the names of ours that a module imports, at whatever time."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[2] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            package = node.module.partition(".")[2]
            yield package
            yield from (f"{package}.{one.name}" for one in node.names)


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each module imports, by name, both without the package's own name."""
    return {
        ".".join(file.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): {
            *_imported(file)
        }
        for file in PACKAGE.rglob("*.py")
    }


@pytest.mark.parametrize("feature", FEATURES)
def test_a_feature_can_be_deleted(feature, imports):
    """With its modules go only the lines of those that place it."""
    modules, places = FEATURES[feature]
    assert modules <= imports.keys()
    knowing = {name for name, known in imports.items() if known & modules}
    assert knowing - modules == places
