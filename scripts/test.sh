#!/usr/bin/env bash
# The tests, and the static checks beside them; fails when either does.
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

# The static checks use one CPU and the tests wait for pages, so they run side by side; the checks are read afterwards.
checks=$(mktemp)
trap 'rm -f "$checks"' EXIT
scripts/lint.sh >"$checks" 2>&1 &
linting=$!

# One worker runs all tests of a file, so that what its fixtures prepare is prepared once. Groups are no way to say so:
# pytest 9.2 does not see the ids by which pytest-xdist 3.8 marks them.
printf 'tests\n'
scripts/run.sh python -m pytest -n "${WORKERS:-2}" --dist loadfile --no-loadscope-reorder "${chosen[@]}" "$@" || failed+=("tests")

wait "$linting" || failed+=("static checks")
printf '\nstatic checks\n'
cat "$checks"

[ ${#failed[@]} -eq 0 ] && exit
printf 'failed: %s\n' "${failed[@]}" >&2
exit 1
