#!/usr/bin/env bash
# Installs what the tests of ops/kubernetes need, from the registries of Go and Python: kubernetes.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p "$1"
folder=$(realpath "$1")
export GOBIN=$folder CGO_ENABLED=0 GOFLAGS=-trimpath

# With the flags of build.sh: Go then compiles its own library once for all programs, and without optimizations.
for program in kustomize helm; do
  (cd "$program" && go install -gcflags 'all=-N -l' -ldflags '-s -w' tool)
done

python3 -m venv "$folder/.python"
"$folder/.python/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
ln -sf .python/bin/kubernetes-validate "$folder/kubernetes-validate"
