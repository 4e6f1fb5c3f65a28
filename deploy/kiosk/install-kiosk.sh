#!/bin/bash
# Lets every login on this computer's own display begin with the referee, full screen; `--remove`
# undoes that. Run as root, again as often as you like. Nothing of the system is upgraded.
# `--refresh` brings only what is there already up to date: a newer version, another port.
set -euo pipefail

root=${DESTDIR:-}
library=$root/usr/local/lib/referee-kiosk
autostart=$root/etc/xdg/autostart/referee-kiosk.desktop
menu=$root/usr/local/share/applications/referee-kiosk.desktop
blanked=$library/blanking-was-on # holds for whom
here=$(dirname "$(readlink -f "$0")")

fail() { printf '%s\n' "$1" >&2; exit 1; }

install_missing() {
    local missing=() pair
    for pair in chromium:chromium curl:curl xset:x11-xserver-utils wlopm:wlopm swayidle:swayidle; do
        command -v "${pair%%:*}" >/dev/null && continue
        [[ $pair == chromium:* ]] && command -v chromium-browser >/dev/null && continue
        # What this system does not offer is done without; the kiosk says so when it starts.
        apt-cache show "${pair##*:}" >/dev/null 2>&1 && missing+=("${pair##*:}")
    done
    if ((${#missing[@]})); then
        apt-get install --yes --no-upgrade --no-install-recommends "${missing[@]}" ||
            fail "${missing[*]} could not be installed. Bring this computer into a network first."
    fi
}

# On Wayland the desktop's own blanking goes on beside the kiosk's. raspi-config switches that of the
# desktop which runs, for its user; who switches it on again later has reasons. On X11 the kiosk
# itself sets the one that there is, and raspi-config would take away what it sets it with.
switches_blanking() { command -v raspi-config >/dev/null && pgrep --exact 'labwc|wayfire' >/dev/null; }

leave_screen_on() {
    [[ ! -e $blanked ]] && switches_blanking || return 0
    [[ $(raspi-config nonint get_blanking) == 0 ]] || return 0
    raspi-config nonint do_blanking 1 && printf '%s\n' "${SUDO_USER:-}" >"$blanked"
}

give_blanking_back() {
    [[ -e $blanked ]] || return 0
    { switches_blanking && SUDO_USER=$(<"$blanked") raspi-config nonint do_blanking 0; } ||
        printf 'The screen stays on; raspi-config (Display, Screen Blanking) lets it go dark again.\n'
}

# The installed referee may have another port. Whoever logs in cannot read its settings, so the port
# is written into what starts the kiosk.
put_entry() {
    local port
    port=$(sed -n 's/^REFEREE_PORT=\([0-9][0-9]*\)$/\1/p' "$root/etc/referee/referee.env" 2>/dev/null | tail -n 1) || true
    install -D -m 644 "$here/referee-kiosk.desktop" "$1"
    sed -i "s#^Exec=#&env REFEREE_KIOSK_ADDRESS=http://127.0.0.1:${port:-8000}/ #" "$1"
}

refresh() {
    local one before
    before=$(cat "$autostart" "$menu" 2>/dev/null) || true
    put_program
    for one in "$autostart" "$menu"; do
        if [[ -e $one ]]; then put_entry "$one"; fi
    done
    [[ $before == "$(cat "$autostart" "$menu" 2>/dev/null)" ]] ||
        printf 'From the next login on the full screen asks at the new port.\n'
}

put_program() {
    install -D -m 755 "$here/referee-kiosk" "$library/referee-kiosk"
    install -D -m 644 "$here/waiting.html" "$library/waiting.html"
}

if [[ -z $root && $EUID -ne 0 ]]; then
    fail 'This changes how the computer starts, so it wants root: sudo deploy/kiosk/install-kiosk.sh'
fi
case ${1:-} in
    --refresh)
        refresh
        exit 0
        ;;
    --remove)
        if [[ -z $root ]]; then give_blanking_back; fi
        rm -rf "$library"
        rm -f "$autostart" "$menu"
        printf 'The desktop comes up as before, from the next login on.\n'
        exit 0
        ;;
    '') ;;
    *) fail "There is no ${1}; there are only --remove and --refresh." ;;
esac

if [[ -z $root ]]; then install_missing; fi
put_program
if [[ -z $root ]]; then leave_screen_on || printf 'The screen goes dark as the desktop has it.\n'; fi
put_entry "$autostart"
put_entry "$menu"
printf 'From the next login on the referee is shown full screen.\n'
printf 'Five quick taps in the corner at the top left lead out of it.\n'
