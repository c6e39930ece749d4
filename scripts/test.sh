#!/usr/bin/env bash
# Static checks, then the tests without a browser, then those with one. Fails when any of the three does.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
workers=${WORKERS:-2}
failed=()

scripts/lint.sh || failed+=("static checks")

printf '\ntests without a browser\n'
scripts/run.sh python -m pytest -n "$workers" -m 'not browser' "$@" || failed+=("tests without a browser")

printf '\ntests with a browser\n'
scripts/run.sh python -m pytest -n "$workers" --dist loadgroup -m browser "$@" || failed+=("tests with a browser")

[ ${#failed[@]} -eq 0 ] && exit
printf 'failed: %s\n' "${failed[@]}" >&2
exit 1
