#!/usr/bin/env bash
set -euo pipefail

readonly REGISTRY="registry.example.com"
RETRIES=5

# Builds an image and sends it to the registry.
publish() {
  local image="$1" tag="${2:-latest}"
  docker build --tag "$REGISTRY/$image:$tag" .
  for attempt in $(seq "$RETRIES"); do
    docker push "$REGISTRY/$image:$tag" && return 0
    sleep $((attempt * 2))
  done
  return 1
}

function clean {
  # Formatting and comments are no change.
  docker image prune --force \
    --filter until=24h;
}
