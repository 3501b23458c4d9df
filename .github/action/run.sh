#!/usr/bin/env bash
# Runs `codesub github` with the inputs of the action, and ends as it does.
#
# Each input is one element of an array, and values are joined to their option, so that none can become another option.
set -euo pipefail

# fail TEXT: ends as bad usage does.
fail() {
    printf '::error title=codesub::%s\n' "$1"
    printf 'exit-status=2\n' >>"$GITHUB_OUTPUT"
    exit 2
}

# is_true NAME VALUE
is_true() {
    case $2 in
        true) return 0 ;;
        false) return 1 ;;
        *) fail "The input $1 is neither true nor false." ;;
    esac
}

# With the status of cd itself, a folder that is not there would look like something that blocks.
cd -- "$INPUT_WORKING_DIRECTORY" || fail 'There is no folder at the input working-directory.'

command=(github)
if [ -n "$INPUT_PUBLISH" ]; then command+=(publish); fi
if is_true require-comment "$INPUT_REQUIRE_COMMENT"; then command+=(--require-comment); fi
if [ -n "$INPUT_COMMENT_AUTHOR" ]; then command+=("--comment-author=$INPUT_COMMENT_AUTHOR"); fi
if [ -n "$INPUT_PUBLISH" ]; then
    command+=(-- "$INPUT_PUBLISH")
else
    if [ -n "$INPUT_CONFIG" ]; then command+=("--config=$INPUT_CONFIG"); fi
    if [ -n "$INPUT_BASE" ]; then command+=("--base=$INPUT_BASE"); fi
    if [ -n "$INPUT_FAIL_ON" ]; then command+=("--fail-on=$INPUT_FAIL_ON"); fi
    if is_true include-drift "$INPUT_INCLUDE_DRIFT"; then command+=(--include-drift); fi
    if ! is_true comment "$INPUT_COMMENT"; then command+=(--no-comment); fi
    if [ -n "$INPUT_REPORT" ]; then command+=("--report=$INPUT_REPORT"); fi
fi

status=0
"$CODESUB" "${command[@]}" || status=$?
printf 'exit-status=%s\n' "$status" >>"$GITHUB_OUTPUT"
exit "$status"
