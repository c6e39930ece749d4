#!/usr/bin/env bash
# Runs a command inside the project's environment: its programs first on PATH, and the browser that set-up found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

unset PYTHONDONTWRITEBYTECODE PYTHONHOME # without bytecode every start of pytest rewrites its plugins anew
PATH="$PWD/.venv/bin:$PATH"
if [ -z "${AMI_BROWSER:-}" ] && [ -s .venv/ami-browser ]; then
    AMI_BROWSER=$(cat .venv/ami-browser)
fi
export PATH AMI_BROWSER="${AMI_BROWSER:-}"
exec "$@"
