#!/usr/bin/env bash
# All static checks, each of them even when one before it complained.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
status=0

check() {
    printf 'lint: %s\n' "$*"
    "${quiet[@]}" scripts/run.sh "$@" || status=1
}

# Some checkers have much to say about success.
on_failure() {
    local said
    said=$("$@" 2>&1) || { printf '%s\n' "$said"; return 1; }
}

quiet=()
check ruff check --quiet .
check ruff format --check --quiet .
check mypy --no-error-summary
quiet=(on_failure)
check lint-imports
exit "$status"
