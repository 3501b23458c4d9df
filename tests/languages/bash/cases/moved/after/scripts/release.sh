#!/usr/bin/env bash
set -euo pipefail

readonly REGISTRY="registry.example.com"
RETRIES=3

. ./images.sh

clean() {
  docker image prune --force --filter until=24h
}
