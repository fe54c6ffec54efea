#!/bin/sh
# Prints the newest suitable Python on this machine: 3.11 to 3.14, as pyproject.toml says, with its
# venv module.
# On Debian, `ensurepip` is what python3-venv brings.
for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
    if command -v "$name" >/dev/null 2>&1 &&
        "$name" -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
        found="${found:-$name}"
        if "$name" -c 'import ensurepip' 2>/dev/null; then
            command -v "$name"
            exit 0
        fi
    fi
done
if [ -n "${found:-}" ]; then
    command -v "$found" # python3-venv is still to be installed
    exit 0
fi
echo "EpicRec needs Python 3.11 to 3.14, and none of them is installed here." >&2
exit 1
