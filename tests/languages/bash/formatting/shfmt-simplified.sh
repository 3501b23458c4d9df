#!/usr/bin/env bash
set -euo pipefail
readonly LIMIT=10 NAME="a b"
declare -A MAP=([x]=1
  [y]=2)
LIST=(a b
  "c d")
export PATH="$HOME/bin:$PATH" LANG=C
TODAY=$(date +%F)
WHEN="${TODAY:-never} $(date)"
alias ll='ls -l'
function greet
{
  local name=$1
  echo "Hello, $name" >&2
}
function part()
{
  greet you
}
deploy()
{
  local target="$1"
  shift
  if [ -z "$target" ]; then
    echo "none"
    return 1
  fi
  if [[ $target == prod* && -f $target ]]; then
    echo yes
  elif ((LIMIT > 3)); then
    echo maybe
  else
    echo no
  fi
  for file in "$@"; do echo "$file"; done
  for ((i = 0; i < LIMIT; i++)); do echo $i; done
  while read -r line; do
    echo "$line"
  done < input.txt > output.txt 2>&1
  until ping -c1 host; do sleep 1; done
  case "$target" in
    a | b) echo one ;;
    c*)
      echo two
      echo three
      ;;
    *) echo other ;;
  esac
  build --with=x \
    --without=y \
    && test_it \
    || fail "it" | tee log &
  cat << EOF | sort
first $target
  second
EOF
  cat <<- 'RAW' > file
	keep $this
		and this
	RAW
  local out=$(list "$target" | head -n 1) sum=$((1 + 2 * 3))
  {
    echo a
    echo b
  } > both
  (
    cd /tmp
    ls
  )
  ! grep -q x <<< "$out"
  deploy "$@"
  diff <(sort a) <(sort b)
}
trap 'rm -f "$TODAY"' EXIT
deploy "$@"
