#!/usr/bin/env bash
# Deploys the shop.

set -euo pipefail

source ./lib/log.sh
. "../common.sh"
source "$DIR/unknown.sh"

NAME=shop
readonly LIMIT=10 BATCH=5
declare -r REGION="eu-west-1"
declare -ar HOSTS=(one two)
declare -A PORTS=([http]=80 [https]=443)
declare -i counter
typeset -x MODE=fast
export PATH="$HOME/bin:$PATH" LANG=C
export NAME
EMPTY=
LIST=(a b c)
LIST+=(d)
LIST[0]=z
TODAY=$(date +%F)
NAME=renamed

TEXT=$(
  cat <<EOF
Hello $NAME
EOF
)

alias ll='ls -l'
alias gs="git status"

# Says hello.
greet() {
  local who=$1
  greeting="Hello, $who"
  readonly inside=1
  helper() { :; }
  echo "$greeting"
}

function part {
  greet "$@"
}

function whole() {
  part one
}

in_subshell() (
  cd /tmp
  INNER=1
)

logged() {
  echo x
} >>log.txt 2>&1

log::info() { printf '%s\n' "$*"; }
with-dash() { log::info "$1"; }
with.dot() { with-dash "$1"; }

if [[ -n ${DEBUG:-} ]]; then
  VERBOSE=1
  trace() { set -x; }
else
  trace() { :; }
fi

for host in "${HOSTS[@]}"; do
  last=$host
done

case "$1" in
  prod) TARGET=production ;;
  *) TARGET=staging ;;
esac

[ -f .env ] && LOADED=yes

LC_ALL=C sort file
(LOST=1)
value=$(inner=1; echo "$inner")
for ((i = 0; i < 3; i++)); do :; done

trap 'greet bye' EXIT
greet "$@"
