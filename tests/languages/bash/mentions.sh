#!/bin/bash
source lib/tools.sh
. 'lib/more.sh'
LIMIT=10
export CACHE="$HOME/cache"

price() {
    local rate=$1 sum
    declare -a items=("$@")
    sum=$(add "$rate" "$LIMIT")
    for item in "${items[@]}"; do
        total=$((total + sum))
        echo "${item} and ${CACHE:-$(helper "$item")}" | grep -q price
    done
    inner() { run_it "$sum"; }
    inner && return "$sum"
    export SEEN=$rate
}

price "$LIMIT" > "$LOG"
if [[ -n $CACHE ]]; then TOTAL[1]=$(price 2); fi
unset CACHE
