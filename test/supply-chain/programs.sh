#!/usr/bin/env bash
# Installs the libraries of in-toto, which verify a release in the tests, from the registry of Python: programs.sh FOLDER
set -euo pipefail
mkdir -p "$1"
folder=$(realpath "$1")

python3 -m venv "$folder/.python-in-toto"
"$folder/.python-in-toto/bin/pip" install --quiet --disable-pip-version-check -r "$(dirname "$0")/requirements.txt"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$folder/.python-in-toto/bin/python" >"$folder/python-in-toto"
chmod +x "$folder/python-in-toto"
