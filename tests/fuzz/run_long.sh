#!/bin/bash
# Gives each reader a number of inputs that libFuzzer makes, 10^6 without another word, one reader after the other.
#
#     tests/fuzz/run_long.sh BUILD [EXECUTIONS [READER...]]
#
# BUILD is a build folder with HLO2C_FUZZ=ON, as .ci/fuzz makes it. The run may be stopped at any time: BUILD/fuzz_long
# keeps in `state` how many inputs each reader has had and how many findings there are, in found/READER what is worth
# to begin with, in findings/READER the inputs that broke it. The next run goes on from there.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${1:?"usage: run_long.sh BUILD [EXECUTIONS [READER...]]"}
executions=${2:-1000000}
shift $(($# < 2 ? $# : 2))
readers=("$@")
if [ ${#readers[@]} -eq 0 ]; then
    readers=(weights shardings memplan target tuning figures npy npz safetensors stablehlo_text hlo_text hlo_message bytecode jax_export)
fi
chunk=50000
long=$build/fuzz_long
mkdir -p "$long"
touch "$long/state"

# stored READER FIELD: 2 for inputs, 3 for findings, 4 for the number of the next chunk.
stored() {
    awk -v reader="$1" -v field="$2" '$1 == reader { value = $field } END { print value + 0 }' "$long/state"
}

store() {
    awk -v reader="$1" '$1 != reader' "$long/state" > "$long/state.new"
    printf '%s %d %d %d\n' "$@" >> "$long/state.new"
    sort -o "$long/state.new" "$long/state.new"
    mv "$long/state.new" "$long/state"
}

failed=0
for reader in "${readers[@]}"; do
    mkdir -p "$long/found/$reader" "$long/findings/$reader"
    folders=("$long/found/$reader")
    for folder in "$source/corpora/$reader" "$build/tests/fuzz/corpora/$reader"; do
        [ ! -d "$folder" ] || folders+=("$folder")
    done
    done=$(stored "$reader" 2) findings=$(stored "$reader" 3) number=$(stored "$reader" 4)
    while [ "$done" -lt "$executions" ]; do
        runs=$((executions - done < chunk ? executions - done : chunk))
        number=$((number + 1))
        status=0
        nice -n 19 "$build/bin/fuzz_$reader" -runs=$runs -seed=$number -use_cmp=0 -entropic=0 -max_len=8192 -timeout=120 \
            -rss_limit_mb=1024 -malloc_limit_mb=512 -verbosity=0 -print_funcs=0 -print_final_stats=1 \
            -artifact_prefix="$long/findings/$reader/" "${folders[@]}" > "$long/$reader.log" 2>&1 || status=$?
        ran=$(awk '/^stat::number_of_executed_units:/ { print $2 }' "$long/$reader.log" | tail -1)
        if [ -z "$ran" ]; then
            cat "$long/$reader.log" >&2
            exit 1
        fi
        if [ "$status" -ne 0 ]; then
            findings=$((findings + 1))
            cp "$long/$reader.log" "$long/findings/$reader/$number.log"
        fi
        done=$((done + ran))
        store "$reader" "$done" "$findings" "$number"
    done
    printf '%-16s %9d inputs, %d findings\n' "$reader" "$done" "$findings"
    [ "$findings" -eq 0 ] || failed=1
done
exit $failed
