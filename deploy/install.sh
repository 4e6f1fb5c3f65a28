#!/bin/bash
# Installs the referee as a systemd service on a Raspberry Pi or another machine with Debian 12 or
# 13. Run it as root from a copy of the project. Running it again upgrades, or changes nothing.
set -Eeuo pipefail
umask 022

readonly HOME_OF_VERSIONS=/opt/referee
readonly DATA=/var/lib/referee
readonly SETTINGS=/etc/referee
readonly UNITS=/etc/systemd/system
readonly ANNOUNCED=/etc/avahi/services/referee.service
readonly COMMAND=/usr/local/bin/referee
readonly KIOSK=/usr/local/lib/referee-kiosk
readonly NEEDED_MB=900
readonly ANSWER_S=${REFEREE_INSTALL_PATIENCE_S:-120}
SOURCE=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
readonly SOURCE
# shellcheck source-path=SCRIPTDIR source=versions.sh
. "$SOURCE/deploy/versions.sh"

wheel='' wheels='' camera='' port='' kiosk='' uninstall='' purge=''
changed='' had_camera='' going_from=''

usage() {
    cat <<'USAGE'
sudo deploy/install.sh [--port 8000] [--camera SOURCE] [--kiosk] [--wheel FILE] [--wheels FOLDER]
sudo deploy/install.sh --uninstall [--purge]

  --port NUMBER     the port of the referee; 8000 by default
  --camera SOURCE   let a camera above the table watch all the time: /dev/video0, or any other
                    source of “referee watch --source”
  --kiosk           show the table full screen on this machine's own display
  --wheel FILE      install this wheel instead of building one
  --wheels FOLDER   install from this folder, without a network
  --uninstall       remove the referee; keep matches and settings
  --purge           with --uninstall: delete matches and settings too
USAGE
}

say() { printf '%s\n' "$@"; }

refuse() {
    printf '%s\n' "$*" >&2
    trap - ERR
    exit 1
}

trap 'stopped "${BASH_SOURCE[0]##*/}, line $LINENO"' ERR
trap 'stopped "it was interrupted, or the connection broke"' INT HUP TERM

stopped() {
    ((BASH_SUBSHELL == 0)) || exit 1 # the parent shell reports it
    local why="The installer did not finish ($1)."
    [[ -z $going_from ]] || go_back "$why"
    refuse "$why The version that ran before is still running. Run the installer again."
}

read_words() {
    while (($#)); do
        case $1 in
            --wheel) wheel=$(readlink -f "${2:?--wheel needs a file}") && shift ;;
            --wheels) wheels=$(readlink -f "${2:?--wheels needs a folder}") && shift ;;
            --camera) camera=${2:?--camera needs a source, such as /dev/video0} && shift ;;
            --port) port=${2:?--port needs a number} && shift ;;
            --kiosk) kiosk=yes ;;
            --uninstall) uninstall=yes ;;
            --purge) purge=yes ;;
            --help | -h) usage && exit 0 ;;
            *) usage >&2 && refuse "Unknown option: $1" ;;
        esac
        shift
    done
    [[ -z $purge || -n $uninstall ]] || refuse "--purge only works with --uninstall."
    [[ -z $wheel || -f $wheel ]] || refuse "There is no file $wheel."
    [[ -z $wheels || -d $wheels ]] || refuse "There is no folder $wheels."
    [[ -z $port || $port =~ ^[0-9]+$ && $port -gt 1023 && $port -lt 65536 ]] ||
        refuse "The port must be a number from 1024 to 65535, such as 8000."
    [[ $camera != *[[:space:]\"\'\\\$]* ]] || refuse "The camera's name must not contain spaces."
    [[ -z $kiosk || -x $SOURCE/deploy/kiosk/install-kiosk.sh ]] ||
        refuse "This copy of the project has no kiosk."
}

# ---------------------------------------------------------------- requirements

check_machine() {
    ((EUID == 0)) || refuse "Only root can do this. Type: sudo $0"
    [[ -z $uninstall ]] || return 0 # uninstalling must work on any system
    local id='' name='this system' version='' kind room
    # shellcheck disable=SC1091
    [[ -r /etc/os-release ]] && {
        id=$(. /etc/os-release && printf '%s' "${ID:-}")
        name=$(. /etc/os-release && printf '%s' "${PRETTY_NAME:-$name}")
        version=$(. /etc/os-release && printf '%s' "${VERSION_ID:-}")
    }
    version=${version%%.*}
    [[ $id == debian || $id == raspbian ]] ||
        refuse "This is for Raspberry Pi OS and Debian 12 or 13, and $name is neither."
    [[ $version =~ ^[0-9]+$ ]] ||
        refuse "$name is a test version without a number. This is for Debian 12 or 13."
    ((version >= 12)) ||
        refuse "$name is too old. Install Raspberry Pi OS or Debian 12 or 13 on this machine first."
    ((version <= 13)) ||
        refuse "The referee has not been tested on $name yet. Use Debian 12 or 13, or a newer" \
            "version of the referee."
    kind=$(dpkg --print-architecture)
    [[ $kind == arm64 || $kind == amd64 ]] ||
        refuse "This system is $kind, but the referee needs a 64-bit system."
    room=$(room_mb)
    ((room >= NEEDED_MB)) ||
        refuse "Not enough disk space in /opt: $room MB of $NEEDED_MB. Free some space first."
}

room_mb() { df --output=avail --block-size=1M "$(nearest "$HOME_OF_VERSIONS")" | tail -n 1 | tr -d ' '; }

nearest() {
    local folder=$1
    while [[ ! -d $folder ]]; do folder=$(dirname "$folder"); done
    printf '%s' "$folder"
}

# Installs missing packages only and upgrades nothing.
install_python() {
    local missing=()
    command -v python3 >/dev/null || missing+=(python3)
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    if ((${#missing[@]})); then
        bring "${missing[@]}" ||
            refuse "${missing[*]} could not be installed. Connect this machine to the internet first."
    fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        refuse "$(python3 --version) is too old: the referee needs Python 3.11 or newer."
}

# picamera2 is only available for the system's Python.
install_camera() {
    [[ $camera == picamera2* ]] || return 0
    /usr/bin/python3 -I -c 'import importlib.util as all, sys; sys.exit(not all.find_spec("picamera2"))' ||
        bring python3-picamera2 ||
        refuse "python3-picamera2 could not be installed, and Pi cameras need it. It is part of" \
            "Raspberry Pi OS; connect to the internet. A USB camera does not need it: --camera /dev/video0"
}

# Only at the first installation: an administrator may have removed it since.
install_names() {
    [[ -z $(installed) && -z $wheels ]] || return 0
    command -v avahi-daemon >/dev/null || bring avahi-daemon || true
}

bring() {
    say "Installing $*."
    get "$@" || { apt-get update --quiet --quiet && get "$@"; }
}

get() {
    DEBIAN_FRONTEND=noninteractive apt-get install --quiet --quiet --yes --no-upgrade \
        --no-install-recommends "$@" >/dev/null
}

# ---------------------------------------------------------------- user, settings, services

make_places() {
    getent passwd referee >/dev/null ||
        useradd --system --user-group --home-dir "$DATA" --no-create-home \
            --shell /usr/sbin/nologin referee
    getent group video >/dev/null || groupadd --system video
    install --directory --mode 0700 --owner referee --group referee "$DATA"
    install --directory --mode 0755 "$SETTINGS"
    local file=$SETTINGS/referee.env
    if [[ ! -e $file ]]; then
        printf '%s\n' "# Settings of the referee. Apply changes with: sudo systemctl restart referee" \
            "REFEREE_DATA=$DATA" "REFEREE_PORT=${port:-8000}" >"$file.new"
        mv "$file.new" "$file"
    fi
    [[ -x $COMMAND ]] || install --mode 0755 "$SOURCE/deploy/referee" "$COMMAND"
}

put_settings() {
    local file=$SETTINGS/referee.env
    if [[ -n $port && $port != "$(port_here)" ]]; then
        changed=yes
        [[ -z $(tail -c 1 "$file") ]] || printf '\n' >>"$file"
        grep -q '^\s*REFEREE_PORT\s*=' "$file" || printf 'REFEREE_PORT=\n' >>"$file"
        sed -i "s/^\s*REFEREE_PORT\s*=.*/REFEREE_PORT=$port/" "$file"
    fi
    chown root:referee "$file"
    chmod 0640 "$file"
    install --mode 0755 "$SOURCE/deploy/referee" "$COMMAND"
}

# Reads a setting as systemd does: with or without spaces and quotes, and with CRLF line ends.
setting() {
    sed -nE "s/^\s*$1\s*=\s*//; T; s/\s+\$//; s/^\"(.*)\"\$/\1/; s/^'(.*)'\$/\1/; p" \
        "$SETTINGS/referee.env" | tail -n 1
}

port_here() {
    local found
    found=$(setting REFEREE_PORT)
    [[ $found =~ ^[0-9]{1,5}$ ]] || found=8000 # the default of the referee
    printf '%s' "$found"
}

install_services() {
    local one
    [[ ! -e $UNITS/referee-camera.service ]] || had_camera=yes
    for one in "$SOURCE"/deploy/systemd/*.service; do
        cmp --silent "$one" "$UNITS/$(basename "$one")" || changed=yes
        install --mode 0644 "$one" "$UNITS"
    done
    mkdir -p "$(dirname "$ANNOUNCED")" # avahi may be installed later
    sed "s#<port>[0-9]*</port>#<port>$(port_here)</port>#" "$SOURCE/deploy/avahi/referee.service" \
        >"$ANNOUNCED"
    runs_systemd || return 0
    systemctl daemon-reload
    systemctl enable --quiet referee.service
}

runs_systemd() { [[ -d /run/systemd/system ]] && command -v systemctl >/dev/null; }

answers() {
    local python=$HOME_OF_VERSIONS/current/bin/python until=$((SECONDS + ANSWER_S))
    while ((SECONDS < until)); do
        # Another program may answer on that port, so the service must be active too.
        "$python" -c 'import sys, urllib.request as ask; ask.urlopen(sys.argv[1], timeout=5)' \
            "http://127.0.0.1:$(port_here)/healthz" 2>/dev/null &&
            systemctl is-active --quiet referee.service && return 0 # explicit, as this may run in a trap
        sleep 0.5
    done
    return 1
}

watch_camera() {
    local file=$SETTINGS/camera.env token source
    if [[ -n $camera ]]; then
        [[ -e $file ]] || printf '%s\n' 'CAMERA_SOURCE=' 'CAMERA_SERVER=' 'CAMERA_TOKEN=' \
            '# More options of referee watch, such as --lens 2.5' 'CAMERA_OPTIONS=' >"$file"
        chmod 0600 "$file"
        # shellcheck disable=SC2001 # “&” in ${camera//…} differs between versions of bash
        source=$(sed 's/[#&]/\\&/g' <<<"$camera") # both may be in a network camera's address
        sed -i "s#^CAMERA_SOURCE=.*#CAMERA_SOURCE=$source#" "$file"
    fi
    [[ -e $file ]] || return 0
    chmod 0600 "$file"
    sed -i "s#^CAMERA_SERVER=.*#CAMERA_SERVER=http://127.0.0.1:$(port_here)#" "$file"
    runs_systemd || return 0
    # At its start the server prints a token for all tables, including locked ones.
    token=$(journalctl --boot --unit referee.service --output cat --no-pager 2>/dev/null |
        sed -n 's/^For a camera .* --token \([A-Za-z0-9_-]*\)$/\1/p' | tail -n 1) || true
    [[ -z $token ]] || sed -i "s#^CAMERA_TOKEN=.*#CAMERA_TOKEN=$token#" "$file"
    if [[ -z $camera && -n $had_camera ]] && ! systemctl is-enabled --quiet referee-camera.service; then
        systemctl try-restart --no-block referee-camera.service # it may have been started by hand
        say "The camera stays off. To turn it on: sudo systemctl enable --now referee-camera"
        return
    fi
    systemctl enable --quiet referee-camera.service
    systemctl restart --no-block referee-camera.service
}

install_all() {
    local old new
    install_python
    install_camera
    install_names
    new=$(version_here) || exit 1
    old=$(installed)
    build "$new"
    make_places
    if [[ -n $old && $old != "$new" ]]; then
        upgrade "$old" "$new"
        throw_away_others "$new" "$old"
    else
        renew "$new"
    fi
    watch_camera
    show_full_screen
    say_what_now "$new"
}

show_full_screen() {
    local more=()
    [[ -n $kiosk || -e $KIOSK ]] || return 0
    [[ -n $kiosk ]] || more=(--refresh)
    "$SOURCE/deploy/kiosk/install-kiosk.sh" "${more[@]}" ||
        refuse "The referee is installed, but its full screen is not."
}

say_what_now() {
    local here port
    port=$(port_here)
    here=$(hostname -I 2>/dev/null | awk '{print $1}') || true
    say "" "The referee $1 is installed" "and starts whenever this machine starts." \
        "Put this machine beside the table. On the tablet, in the same network, open:" \
        "" "    http://${here:-localhost}:$port/" ""
    runs_systemd || say "systemd is not running here, so start the referee yourself: sudo referee serve"
    say "To check that everything works: sudo referee doctor"
    command -v avahi-daemon >/dev/null ||
        say "This machine does not announce its name, so you need its numeric address." \
            "To reach it as ${HOSTNAME%%.*}.local: sudo apt install avahi-daemon"
    if command -v ufw >/dev/null && ufw status 2>/dev/null | grep -q '^Status: active'; then
        say "A firewall is on. Let phones in with: sudo ufw allow $port/tcp"
    else
        say "If you have a firewall, open TCP port $port for phones. This installer opened no port."
    fi
}

take_away() {
    local one
    for one in referee-camera.service referee.service; do
        if runs_systemd && [[ -e $UNITS/$one ]]; then systemctl disable --quiet --now "$one"; fi
        rm -f "$UNITS/$one"
    done
    if runs_systemd; then systemctl daemon-reload; fi
    if [[ -e $KIOSK ]]; then "$SOURCE/deploy/kiosk/install-kiosk.sh" --remove; fi
    rm -rf "$HOME_OF_VERSIONS" "$COMMAND" "$ANNOUNCED"
    command -v avahi-daemon >/dev/null ||
        rmdir "$(dirname "$ANNOUNCED")" /etc/avahi 2>/dev/null || true # only if empty
    if [[ -z $purge ]]; then
        say "The referee was removed. The matches are still in $DATA, the settings in $SETTINGS;" \
            "--uninstall --purge deletes them too."
        return
    fi
    rm -rf "$DATA" "$SETTINGS"
    ! getent passwd referee >/dev/null || userdel referee
    say "The referee was removed, with all matches and settings."
}

read_words "$@"
check_machine
exec 9>/run/referee-install.lock
flock --nonblock 9 || refuse "The installer is already running. Wait until it has finished."
if [[ -n $uninstall ]]; then take_away; else install_all; fi
