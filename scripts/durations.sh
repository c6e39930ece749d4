#!/usr/bin/env bash
# The fifty slowest phases of `make test`, its last line, and when and where it ran: one file of benchmarks/suite.
#
#   scripts/durations.sh after    writes benchmarks/suite/after.txt
#
# Further arguments go to pytest. The tests run as `make test` runs them, static checks beside them included.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
name=${1:?"usage: scripts/durations.sh before|after [arguments of pytest]"}
shift
said=$(mktemp)
trap 'rm -f "$said"' EXIT

scripts/test.sh "$@" --durations=50 --color=no | tee "$said"
status=${PIPESTATUS[0]}
{
    printf '# %s: commit %s, %s CPUs, load %s at the end\n' \
        "$(date -u +%F)" "$(git rev-parse --short HEAD)" "$(nproc)" "$(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo unknown)"
    sed -n -e '/^=* slowest 50 durations =*$/p' -e '/^[0-9.]*s \(call\|setup\|teardown\) /p' \
        -e 's/^=* *\([0-9].* in [0-9.]*s\( ([0-9:]*)\)\{0,1\}\) *=*$/\1/p' "$said"
} >"benchmarks/suite/$name.txt"
printf 'written: benchmarks/suite/%s.txt\n' "$name"
exit "$status"
