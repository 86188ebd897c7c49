#!/usr/bin/env bash
# Builds programs of the stack that the Go module registry holds, as docker-compose.yml names them:
# build.sh FOLDER [PROGRAM...]. Without a program, those that CI starts; loki takes as long as all of them.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p "$1"
GOBIN=$(realpath "$1")
export GOBIN CGO_ENABLED=0 GOFLAGS=-trimpath
shift
[ $# -gt 0 ] || set -- prometheus blackbox prom-label-proxy alertmanager

# The programs are the tools of a module of our own: `go install` refuses modules that replace others, as Prometheus does.
build() {
  local folder=$1 version=$2
  shift 2
  # Without optimizations: compiling takes a third less time, and the tests do not measure the programs.
  (cd "$folder" && go install -gcflags 'all=-N -l' -ldflags "-s -w -X $version" "$@" tool)
}

vendored=$(mktemp -d)
trap 'rm -rf "$vendored"' EXIT
common=github.com/prometheus/common/version.Version

for program in "$@"; do
  case $program in
    # Discovery by file, HTTP and DNS only. Discovery of clouds is not needed here, and takes longer to build than the rest.
    prometheus) build prometheus $common=3.14.0 -tags remove_all_sd,enable_dns_sd ;;
    blackbox) build blackbox $common=0.28.0 ;;
    prom-label-proxy) build prom-label-proxy $common=0.15.0 ;;
    # The registry has Alertmanager without its built web pages, which it embeds. An empty page replaces them.
    alertmanager)
      cp alertmanager/go.mod alertmanager/go.sum "$vendored"
      (cd "$vendored" && go mod vendor -e 2>/dev/null)
      mkdir -p "$vendored/vendor/github.com/prometheus/alertmanager/ui/app/dist"
      touch "$vendored/vendor/github.com/prometheus/alertmanager/ui/app/dist/index.html"
      build "$vendored" $common=0.34.0
      ;;
    loki) build loki github.com/grafana/loki/v3/pkg/util/build.Version=3.7.6 ;;
    *) echo "no program $program" >&2 && exit 1 ;;
  esac
done
