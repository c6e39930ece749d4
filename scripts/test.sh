#!/usr/bin/env bash
# The tests, and the static checks beside them; fails when either does.
#
#   scripts/test.sh               every test but those marked `nightly`
#   scripts/test.sh fast          of these, those that need no browser and no patience; no static checks
#   scripts/test.sh all           every test, and as many examples on databases as there are on pure code
#
# Further arguments go to pytest.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
failed=()
workers=${WORKERS:-4}

case "${1:-}" in
    all) shift && chosen=(--hypothesis-profile=nightly) && kind=all ;;
    # Nothing waits for a page here: more workers than CPUs only collect the tests once more.
    fast) shift && chosen=(-m 'not browser and not slow and not nightly' --ignore tests/end_to_end) && kind=fast && workers=${WORKERS:-2} ;;
    *) chosen=(-m 'not nightly') && kind=day ;;
esac

# The static checks use one CPU and the tests wait for pages, so they run side by side; the checks are read afterwards.
checks=$(mktemp)
trap 'rm -f "$checks"' EXIT
[ "$kind" = fast ] || scripts/lint.sh >"$checks" 2>&1 &
linting=$!

# Playwright's driver starts with compiled code, once for each run of pytest in a test.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/.venv/node-cache}"

# Each worker would rewrite the assertions of all tests anew, all at the same time; here it is done once. Two workers do
# it in less time than one and then two.
[ "$kind" = fast ] || compgen -G 'tests/end_to_end/__pycache__/conftest.*-pytest-*.pyc' >/dev/null || \
    scripts/run.sh python -m pytest --collect-only -q -p no:xdist >/dev/null 2>&1

# One worker runs all tests of a file, so that what its fixtures prepare is prepared once. Groups are no way to say so:
# pytest 9.2 does not see the ids by which pytest-xdist 3.8 marks them.
printf 'tests\n'
# Plugins for reports, which the suite tries in runs of their own, listen to every test.
without=(-p no:allure_pytest -p no:html -p no:metadata -p no:rerunfailures)
scripts/run.sh python -m pytest "${without[@]}" -n "$workers" --dist loadfile --no-loadscope-reorder "${chosen[@]}" "$@" || failed+=("tests")

wait "$linting" || failed+=("static checks")
[ "$kind" = fast ] || printf '\nstatic checks\n'
cat "$checks"

[ ${#failed[@]} -eq 0 ] && exit
printf 'failed: %s\n' "${failed[@]}" >&2
exit 1
