#!/usr/bin/env bash
# Installs what the tests of ops/kubernetes need, from the registries of Go and Python: kubernetes.sh FOLDER [helm].
# Helm takes as long to build as all that CI builds, so CI leaves it out.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p "$1"
folder=$(realpath "$1")

if [ "${2:-}" = helm ]; then
  (cd helm && GOBIN=$folder CGO_ENABLED=0 GOFLAGS=-trimpath go install -ldflags '-s -w' tool)
fi
(cd kustomize && GOBIN=$folder CGO_ENABLED=0 GOFLAGS=-trimpath go install -ldflags '-s -w' tool)

python3 -m venv "$folder/.python"
"$folder/.python/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
ln -sf .python/bin/kubernetes-validate "$folder/kubernetes-validate"
