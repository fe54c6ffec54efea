"""Validates SBOMs against CycloneDX's own schema, and reads them as its library does.

    python packaging/sbom_check.py FILE…

Needs cyclonedx-python-lib[json-validation], which `make sbom` installs for it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def main(files: list[str]) -> int:
    faults = 0
    for file in files:
        text = Path(file).read_text(encoding="utf-8")
        if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
            faults += 1
            print(f"{file}: {error}", file=sys.stderr)
            continue
        bom = Bom.from_json(json.loads(text))
        bom.validate()  # what depends on what is there
        print(f"{file}: CycloneDX 1.6, {len(bom.components)} components")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
