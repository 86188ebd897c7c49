#!/usr/bin/env bash
# Installs programs of other projects that use the gateway, from the registries of npm and Python: programs.sh FOLDER
set -euo pipefail
mkdir -p "$1"
folder=$(realpath "$1")
cd "$(dirname "$0")/programs"

python3 -m venv "$folder/.python-clients"
"$folder/.python-clients/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
ln -sf .python-clients/bin/openapi-python-client "$folder/openapi-python-client"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$folder/.python-clients/bin/python" >"$folder/python-openapi"
chmod +x "$folder/python-openapi"

mkdir -p "$folder/.npm-clients"
cp package.json package-lock.json "$folder/.npm-clients"
npm ci --prefix "$folder/.npm-clients" --ignore-scripts --no-audit --no-fund --silent
cd "$folder"
# The program itself: its wrapper in .bin would leave it running when a test ends the wrapper.
ln -sf .npm-clients/node_modules/@deno/*/deno .npm-clients/node_modules/@oven/*/bin/bun .
ln -sf .npm-clients/node_modules/.bin/mcp-inspector .
# The oldest Node that the packages support.
ln -sf .npm-clients/node_modules/node-linux-*/bin/node node-20
