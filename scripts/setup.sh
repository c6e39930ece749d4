#!/usr/bin/env bash
# From a bare checkout to an environment that runs the suite. Every step is skipped when it has been done already.
#
#   scripts/setup.sh            a Python, .venv, the project with its development extras
#   scripts/setup.sh browser    the same, and a browser that really starts
#
# PYTHON=/path/to/python chooses the interpreter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

LOG=${TMPDIR:-/tmp}/pytest-ami-setup-$$.log
STAMP=.venv/ami-installed
TWIN=.venv/ami-async
trap 'rm -f "$LOG"' EXIT

begin() { printf 'set-up: %s ... ' "$1"; SECONDS=0; }
end() { printf '%s (%d s)\n' "${1:-done}" "$SECONDS"; }
die() { printf '\nset-up failed: %s\n' "$1" >&2; exit 1; }

# Runs a command quietly; what it said is shown only when it fails.
quietly() {
    "$@" >"$LOG" 2>&1 </dev/null && return
    printf 'failed\n\n' >&2
    tail -n 40 "$LOG" >&2
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

# Installs into the environment. uv takes a quarter of pip's time, but it reads no settings of pip: where pip has an index
# of its own, and where uv cannot be had or does not succeed, pip installs.
install() {
    .venv/bin/uv pip install --no-config --no-progress --python .venv/bin/python "$@" >"$LOG" 2>&1 </dev/null && return
    quietly .venv/bin/python -m pip install --disable-pip-version-check --no-input --no-compile "$@"
}

fetch_uv() {
    [ -z "${PIP_INDEX_URL:-}$(.venv/bin/python -m pip config get global.index-url 2>/dev/null)" ] || return 0
    .venv/bin/python -m pip install --disable-pip-version-check --no-input --no-compile --no-deps --only-binary :all: \
        uv >/dev/null 2>&1 </dev/null || true
}

can_apt() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

# A Python is of use when it is new enough and can make virtual environments; Debian ships the latter apart.
usable() {
    command -v "$1" >/dev/null &&
        "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' >/dev/null 2>&1
}

find_python() {
    local name
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python3.10}; do
        if usable "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

python_or_die() {
    find_python && return
    [ -z "${PYTHON:-}" ] || die "PYTHON=$PYTHON is not a Python of 3.10 or newer with the modules venv and ensurepip."
    if can_apt; then
        begin "Python from apt-get" >&2
        quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get update || true
        quietly as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y --no-install-recommends python3 python3-venv >&2 || true
        end >&2
        find_python && return
    fi
    die "no Python of 3.10 or newer with the modules venv and ensurepip was found.
On Debian or Ubuntu install it with:  apt-get install -y python3 python3-venv
Or name one:                          make setup PYTHON=/path/to/python3"
}

environment() {
    local python where what
    if [ -x .venv/bin/python ] && [ -z "${PYTHON:-}" ]; then
        python=.venv/bin/python # stay with what there is, whatever `python3` means today
    else
        python=$(python_or_die)
    fi
    # A virtual environment that was copied or moved along with its checkout still points to the old place.
    where="$("$python" -c 'import sys; print(*sys.version_info[:3], sep=".")' 2>/dev/null || echo broken) $PWD"
    what="$(sha256sum <pyproject.toml)"
    [ -d "$TWIN" ] && [ "$(cat "$STAMP" 2>/dev/null)" = "$where"$'\n'"$what" ] && return
    [ ! -L .venv ] || die ".venv is a link, and set-up would empty the environment that it leads to. Remove the link: rm .venv"

    if [ "$(head -n 1 "$STAMP" 2>/dev/null)" != "$where" ]; then
        [ "$python" != .venv/bin/python ] || python=$(python_or_die)
        where="$("$python" -c 'import sys; print(*sys.version_info[:3], sep=".")') $PWD"
        begin "virtual environment with $python"
        quietly "$python" -m venv --clear .venv || die "the virtual environment could not be made."
        end
    fi
    begin "pytest-ami and what its tests need"
    fetch_uv
    install --editable '.[dev]' || die "pip could not install the project; its last lines are above."
    # The asyncio twin of pytest-playwright aborts pytest beside it: it is put aside, for tests/plugin/test_async.py.
    install --no-deps --upgrade --target "$TWIN" \
        'pytest-playwright-asyncio>=0.7' 'pytest-asyncio>=0.26' 'backports-asyncio-runner; python_version < "3.11"' ||
        die "pip could not install pytest-playwright-asyncio; its last lines are above."
    printf '%s\n%s\n' "$where" "$what" >"$STAMP"
    end
    # Beside the search for a browser, which mostly waits; a file for another Python may not compile. Programs that are
    # compiled already, or of which the tests import little or nothing, are two thirds of it.
    .venv/bin/python -m compileall -q -j 2 -x \
        '/(mypy|mypyc|pip|virtualenv|distlib|identify|moto|setuptools|pkg_resources|pymdownx|griffe|zensical|lexers|styles)/' \
        .venv/lib "$TWIN" >/dev/null 2>&1 &
}

environment
if [ "${1:-}" = browser ]; then
    .venv/bin/python scripts/setup_browser.py || exit
fi
wait
