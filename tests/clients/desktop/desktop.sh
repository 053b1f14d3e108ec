# tests/clients/desktop/desktop.sh: read by init.sh. X's server with Debian's nouveau driver, and Mesa's nv50.
# The card has no monitor, so monitor.so is preloaded into the server.

# server FOLDER OPTION...: pictures of a server with these options of the driver in /tmp/FOLDER
server() {
    local folder=/tmp/$1 pid waited=0
    shift
    mkdir -p "$folder"
    {
        echo 'Section "ServerFlags"'
        echo '    Option "AutoAddDevices" "false"'
        echo '    Option "AutoAddGPU" "false"'
        echo 'EndSection'
        echo 'Section "Device"'
        echo '    Identifier "card"'
        echo '    Driver "nouveau"'
        for option; do echo "    Option \"$option\" \"true\""; done
        echo 'EndSection'
        echo 'Section "Screen"'
        echo '    Identifier "screen"'
        echo '    Device "card"'
        echo '    DefaultDepth 24'
        echo 'EndSection'
    } >"$folder/xorg.conf"
    LD_PRELOAD=/lib/monitor.so Xorg :0 -config "$folder/xorg.conf" -logfile "$folder/log" -nolisten tcp \
        -noreset -novtswitch -sharevts vt1 >"$folder/says" 2>&1 &
    pid=$!
    until [ -S /tmp/.X11-unix/X0 ] || [ $waited = 60 ] || ! kill -0 $pid; do
        sleep 1
        waited=$((waited + 1))
    done
    DISPLAY=:0 timeout 100 pictures "$folder" >"$folder/drawn" 2>&1 ||
        report "FAIL x-pictures: $(tail -n 1 "$folder/drawn") $(grep '(EE)' "$folder/log" | head -n 2 | tr '\n' ' ')"
    kill $pid
    wait $pid 2>/dev/null
    rm -f /tmp/.X11-unix/X0 /tmp/.X0-lock
}

# What 3D would do is left to the processor: the model draws nothing.
x_server() {
    local picture
    server accelerated EXANoComposite
    server plain NoAccel
    # The server lists what its driver accelerates, one operation a line.
    for picture in Solid Copy UploadToScreen DownloadFromScreen; do
        if grep -q "(II)  *$picture\$" /tmp/accelerated/log && ! grep -q "(II)  *$picture\$" /tmp/plain/log; then
            report "ok x-exa-$picture: by the card"
        else
            report "FAIL x-exa-$picture: $(grep -E '\(EE\)|EXA' /tmp/accelerated/log | tail -n 1)"
        fi
    done
    echo "---- log of the X server" && cat /tmp/accelerated/log
    for picture in solid copies uploads patterns composites; do
        if [ ! -s "/tmp/plain/$picture" ]; then
            report "FAIL x-$picture: there is no such picture"
        elif cmp -s "/tmp/accelerated/$picture" "/tmp/plain/$picture"; then
            report "ok x-$picture: equal to what the processor draws"
        else
            report "FAIL x-$picture: $(cmp -l "/tmp/accelerated/$picture" "/tmp/plain/$picture" | wc -l) bytes are others"
        fi
    done
}

# opengl CHIP MIB
opengl() {
    local verdict name rest
    EGL_PLATFORM=surfaceless timeout 300 gltest "$1" "$2" >/tmp/gltest 2>/tmp/gltest.says
    grep -E '^(ok|FAIL) ' /tmp/gltest | while read -r verdict name rest; do
        report "$verdict ${name%:}: $rest"
    done
    grep -q gl-copies /tmp/gltest || report "FAIL gl: $(tail -n 1 /tmp/gltest.says)"
}
