# tests/boots/servers.sh, sourced after machine.sh: the servers of docs/network/, as they stand there but for paths, ports
# and names of interfaces, each ended by its own process id.
servers=()

# Ends what start_server has started, and waits until it is gone.
stop_servers() {
    local server
    for server in ${servers[@]+"${servers[@]}"}; do
        stop_server "$server"
    done
    servers=()
}

stop_server() {
    kill "$1" 2>/dev/null
    wait "$1" 2>/dev/null
}

trap 'stop_servers; rm -rf "$work"' EXIT

# start_server COMMAND...: its process id in $server.
start_server() {
    "$@" >>"$work/servers.log" 2>&1 </dev/null &
    server=$!
    servers+=("$server")
}

free_port() {
    perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1")->sockport'
}

# wait_for FILE: for what a server writes when it is ready, ten seconds at most.
wait_for() {
    local try
    for ((try = 0; try < 200; try++)); do
        [[ ! -s $1 ]] || return 0
        sleep 0.05
    done
    return 1
}

# start_nginx LISTEN [COMMAND...]: docs/network/nginx.conf with $work/srv for /srv/barecard; the command starts it
# elsewhere, such as in a namespace.
start_nginx() {
    local listen=$1 place=$work/nginx
    shift
    mkdir -p "$place" "$work/srv/reports"
    sed "s|listen 80;|listen $listen;|; s|/srv/barecard|$work/srv|" docs/network/nginx.conf >"$place/site.conf"
    cat >"$place/nginx.conf" <<END
daemon off;
pid $place/pid;
error_log $place/error.log;
worker_processes 1;
$([[ $EUID != 0 ]] || echo "user root;")
events { }
http {
    access_log $place/access.log;
    client_body_temp_path $place/body;
    proxy_temp_path $place/proxy;
    fastcgi_temp_path $place/fastcgi;
    uwsgi_temp_path $place/uwsgi;
    scgi_temp_path $place/scgi;
    include $place/site.conf;
}
END
    rm -f "$place/pid"
    start_server "$@" "$(program nginx)" -e "$place/error.log" -c "$place/nginx.conf"
    wait_for "$place/pid"
}

# What servers that append are asked, a line for each request: method, status, range, path.
asked=$work/asked

# start_apache LISTEN [COMMAND...]: docs/network/apache.conf, likewise; modules are those of Debian's package. It does not serve as root.
start_apache() {
    local listen=$1 place=$work/apache modules=/usr/lib/apache2/modules module
    shift
    mkdir -p "$place" "$work/srv/reports"
    sed "s|/srv/barecard|$work/srv|; s|/var/lib/apache2|$place|; s|VirtualHost \*:80|VirtualHost *|" docs/network/apache.conf >"$place/site.conf"
    {
        for module in mpm_event authz_core dav dav_fs; do
            echo "LoadModule ${module}_module $modules/mod_$module.so"
        done
        printf '%s\n' "ServerName barecard" "ServerRoot $place" "Listen $listen" "PidFile $place/pid" \
            "ErrorLog $place/error.log" "LogFormat \"%m %>s %{Content-Range}i %U\" asked" "CustomLog $asked asked" \
            "DefaultRuntimeDir $place" "$([[ $EUID != 0 ]] || printf 'User www-data\nGroup www-data')" "Include $place/site.conf"
    } >"$place/apache.conf"
    chmod 711 "$work"
    [[ $EUID != 0 ]] || chown www-data "$place" "$work/srv/reports"
    rm -f "$place/pid" "$asked"
    start_server "$@" "$(program apache2)" -D FOREGROUND -f "$place/apache.conf"
    wait_for "$place/pid"
}

# start_lighttpd ADDRESS:PORT [COMMAND...]: docs/network/lighttpd.conf, likewise.
start_lighttpd() {
    local listen=$1 place=$work/lighttpd
    shift
    mkdir -p "$place" "$work/srv/reports"
    sed "s|/srv/barecard|$work/srv|" docs/network/lighttpd.conf >"$place/site.conf"
    printf '%s\n' 'server.modules = ( "mod_accesslog" )' "server.bind = \"${listen%:*}\"" "server.port = ${listen#*:}" \
        "server.pid-file = \"$place/pid\"" "server.errorlog = \"$place/error.log\"" "accesslog.filename = \"$asked\"" \
        'accesslog.format = "%m %s %{Content-Range}i %U"' "server.upload-dirs = ( \"$place\" )" \
        "include \"$place/site.conf\"" >"$place/lighttpd.conf"
    rm -f "$place/pid" "$asked"
    start_server "$@" "$(program lighttpd)" -D -f "$place/lighttpd.conf"
    wait_for "$place/pid"
}

# A server's program; they lie where only root's PATH leads.
program() {
    PATH=$PATH:/usr/sbin:/sbin command -v "$1"
}

# start_dnsmasq INTERFACE [COMMAND...]: docs/network/dnsmasq.conf, likewise.
start_dnsmasq() {
    local interface=$1 place=$work/dnsmasq
    shift
    mkdir -p "$place"
    sed "s|eth1|$interface|; s|/srv/barecard|$work/srv|" docs/network/dnsmasq.conf >"$place/conf"
    cat "$work/dnsmasq.more" >>"$place/conf" 2>/dev/null
    rm -f "$place/pid"
    start_server "$@" "$(program dnsmasq)" --keep-in-foreground --conf-file="$place/conf" --user=root --log-dhcp \
        --log-facility=- --dhcp-leasefile="$place/leases" --pid-file="$place/pid"
    wait_for "$place/pid"
}
