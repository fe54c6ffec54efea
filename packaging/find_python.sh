#!/bin/sh
# Prints the newest suitable Python on this machine: 3.11 to 3.14, with its venv module, else
# whatever is called python3 and is no older.
# On Debian, `ensurepip` is what python3-venv brings.
for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
    if command -v "$name" >/dev/null 2>&1 &&
        "$name" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
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
echo "EpicRec needs Python 3.11 or later, which is not installed here." >&2
exit 1
