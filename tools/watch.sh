# shellcheck shell=bash
# Starts QEMU, shows what the firmware says on the serial port, and makes the verdict of it. Sourced by
# run-qemu.sh, which sets the machine (machine, qemu_options), the folder of the run (work), what the command
# line asks for (given, debug) and whether the machine stays on after the verdict (stay).

qemu_pid='' verdict='' started=false last_line=''
rounds=false ended=false # whether there are several, and whether the verdict is the last one

# QEMU alone holds the writing end of its serial port, so that its end, however early, ends our reading.
start_qemu() {
    mkfifo "$work"/{serial,monitor}.{in,out}
    exec 4<>"$work/serial.out" 5<>"$work/monitor.in"
    exec 3<"$work/serial.out"
    setpriv --pdeathsig KILL \
        qemu-system-x86_64 "${machine[@]}" ${qemu_options[@]+"${qemu_options[@]}"} <&0 3<&- 5<&- 6>&- &
    qemu_pid=$!
    exec 4>&-
}

# Of several rounds the worst verdict counts.
keep_worst() {
    case $verdict in
    FAIL*) return 0 ;;
    INCOMPLETE*) [[ $1 == FAIL* ]] || return 0 ;;
    'NOT TESTED'*) [[ $1 != PASS* ]] || return 0 ;;
    esac
    verdict=$1
}

# OVMF's own console output comes before the report on the same wire.
show_line() {
    local line=${1%$'\r'}
    if ! $started; then
        [[ $line == *"TAP version 13" ]] || return 0
        started=true line='TAP version 13'
    fi
    printf '%s\n' "$line"
    [[ -z $line ]] || last_line=$line
    case $line in
    '# 1 round: '* | '# '[0-9]*' rounds: '*) rounds=true ;;
    '# verdict: '*)
        keep_worst "${line#'# verdict: '}"
        $rounds || ended=true
        ;;
    '# all rounds: '*) ended=true ;;
    '# '*' loaded at 0x'*)
        ! $debug || say "gdb: add-symbol-file build/BOOTX64.elf -o ${line##* loaded at }"
        ;;
    esac
}

# Until QEMU ends, the verdict is there and QEMU stays, or time is up (then it fails).
watch_serial() {
    local line wait_options=() status
    while true; do
        if ((given[timeout] > 0)); then
            ((SECONDS < given[timeout])) || return 1
            wait_options=(-t $((given[timeout] - SECONDS)))
        fi
        status=0
        IFS= read -r "${wait_options[@]}" -u 3 line || status=$?
        [[ $status != 0 && -z $line ]] || show_line "$line"
        ((status <= 128)) || return 1
        ((status == 0)) || return 0
        ! $stay || ! $ended || return 0
    done
}

# The screen is complete when two pictures of it are equal.
take_screenshot() {
    local previous=$work/previous.png current=$work/current.png tries
    for ((tries = 0; tries < 20; tries++)); do
        rm -f "$current"
        echo "screendump $current -f png" >&5
        sleep 0.4
        ! cmp -s "$previous" "$current" || break
        [[ ! -s $current ]] || cp "$current" "$previous"
    done
    [[ ! -s $previous ]] || cp "$previous" "${given[out]}/screen.png" || not_kept screen.png
}

qemu_runs() {
    kill -0 "$qemu_pid" 2>/dev/null
}

stop_qemu() {
    local tries
    echo quit >&5
    for ((tries = 0; tries < 20; tries++)); do
        qemu_runs || break
        sleep 0.1
    done
    kill_qemu
}

# A machine that hangs in the model reads neither its monitor nor a signal that it may handle. Our own standard
# error is closed to the shell's note that QEMU was killed.
kill_qemu() {
    local status=0
    ! qemu_runs || kill -KILL "$qemu_pid" || say "QEMU (process $qemu_pid) cannot be ended"
    wait "$qemu_pid" 2>/dev/null || status=$?
    ((status == 0 || status == 128 + 9)) || say "QEMU ended with status $status"
}

explain_missing_verdict() {
    [[ -z $verdict ]] || return 0
    case $1 in
    late) verdict="INCOMPLETE: no verdict within ${given[timeout]} s (--timeout)" ;;
    stopped) verdict="INCOMPLETE: QEMU ended before the verdict" ;;
    *) verdict="INCOMPLETE: QEMU ended with status $1 before the verdict" ;;
    esac
    verdict+=$($started && echo "; the last line was: $last_line" || echo "; the firmware said nothing")
}

# QEMU's status carries the firmware's; where the machine stayed on, the verdict line does.
verdict_status() {
    case $1:$verdict in
    33:* | stopped:PASS*) echo 0 ;;
    35:* | stopped:FAIL*) echo 1 ;;
    *) echo 2 ;;
    esac
}
