#!/usr/bin/env bash
# Runs `codesub github` with the inputs of the action, and ends as it does.
#
# Each input is one element of an array, and values are joined to their option, so that none can become another option.
set -euo pipefail

# is_true NAME VALUE
is_true() {
    case $2 in
        true) return 0 ;;
        false) return 1 ;;
        *)
            printf '::error title=codesub::The input %s is neither true nor false.\n' "$1"
            exit 2
            ;;
    esac
}

cd -- "$INPUT_WORKING_DIRECTORY"

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
