#!/usr/bin/env bash
# Installs what the tests of the audit trail need, from the registries of Python and Go: programs.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p "$1"
folder=$(realpath "$1")

python3 -m venv "$folder/.python-audit"
"$folder/.python-audit/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
printf '#!/bin/sh\nexec "%s" "$@"\n' "$folder/.python-audit/bin/python" >"$folder/python-rfc8785"
chmod +x "$folder/python-rfc8785"

# The reader of tiles. It needs Go 1.26.
(cd tiles && CGO_ENABLED=0 GOFLAGS=-trimpath go build -o "$folder/audit-tiles" .)
