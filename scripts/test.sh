#!/usr/bin/env bash
# Static checks, then the tests; fails when either does.
#
#   scripts/test.sh               every test but those marked `nightly`
#   scripts/test.sh all           every test, and as many examples on databases as there are on pure code
#
# Further arguments go to pytest.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
failed=()

if [ "${1:-}" = all ]; then
    shift
    chosen=(--hypothesis-profile=nightly)
else
    chosen=(-m 'not nightly')
fi

scripts/lint.sh || failed+=("static checks")

printf '\ntests\n'
scripts/run.sh python -m pytest -n "${WORKERS:-2}" --dist loadgroup "${chosen[@]}" "$@" || failed+=("tests")

[ ${#failed[@]} -eq 0 ] && exit
printf 'failed: %s\n' "${failed[@]}" >&2
exit 1
