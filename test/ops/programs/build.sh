#!/usr/bin/env bash
# Builds the programs of the stack that the Go module registry holds, as docker-compose.yml names them: build.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p "$1"
GOBIN=$(realpath "$1")
export GOBIN CGO_ENABLED=0 GOFLAGS=-trimpath

# The programs are the tools of a module of our own: `go install` refuses modules that replace others, as Prometheus does.
build() {
  local folder=$1 version=$2
  shift 2
  (cd "$folder" && go install -ldflags "-s -w -X github.com/prometheus/common/version.Version=$version" "$@" tool)
}

# Discovery by file and by HTTP only: that of clouds, which nobody needs here, takes longer to build than all the rest.
build prometheus 3.14.0 -tags remove_all_sd
build blackbox 0.28.0
build prom-label-proxy 0.15.0

# The registry has Alertmanager without its built web pages, which it embeds: an empty page stands for them.
vendored=$(mktemp -d)
trap 'rm -rf "$vendored"' EXIT
cp alertmanager/go.mod alertmanager/go.sum "$vendored"
(cd "$vendored" && go mod vendor -e 2>/dev/null)
mkdir -p "$vendored/vendor/github.com/prometheus/alertmanager/ui/app/dist"
touch "$vendored/vendor/github.com/prometheus/alertmanager/ui/app/dist/index.html"
build "$vendored" 0.34.0
