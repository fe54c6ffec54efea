"""The tool that keeps the translations, loaded from where it lies."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

_FILE = Path(__file__).resolve().parents[2] / "packaging" / "translations.py"


def load() -> ModuleType:
    """`packaging/translations.py` as a module."""
    name = "translations_tool_itself"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, _FILE)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@cache
def core_templates() -> tuple:
    """Return the templates of messages of everything outside the window."""
    tool = load()
    return tuple(text for file in tool.core() for text in tool.templates(file))
