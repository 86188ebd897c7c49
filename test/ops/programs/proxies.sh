#!/usr/bin/env bash
# Installs Caddy and Traefik for the tests, from the registry of Python: proxies.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p "$1"
folder=$(realpath "$1")

python3 -m venv "$folder/.proxies"
"$folder/.proxies/bin/pip" install --quiet --disable-pip-version-check -r proxies.txt
ln -sf .proxies/bin/caddy .proxies/bin/traefik "$folder"
