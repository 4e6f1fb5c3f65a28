#!/bin/bash
# Shows the referee full screen at each login on this computer's own display. Run it as root, as
# often as you like; it upgrades no system packages. `--remove` undoes it. `--refresh` only updates
# an existing installation to a newer version or another port.
set -euo pipefail

root=${DESTDIR:-}
library=$root/usr/local/lib/referee-kiosk
autostart=$root/etc/xdg/autostart/referee-kiosk.desktop
menu=$root/usr/local/share/applications/referee-kiosk.desktop
blanked=$library/blanking-was-on # contains the user
here=$(dirname "$(readlink -f "$0")")

fail() { printf '%s\n' "$1" >&2; exit 1; }

install_missing() {
    local missing=() pair
    for pair in chromium:chromium curl:curl xset:x11-xserver-utils wlopm:wlopm swayidle:swayidle; do
        command -v "${pair%%:*}" >/dev/null && continue
        [[ $pair == chromium:* ]] && command -v chromium-browser >/dev/null && continue
        # The kiosk works without unavailable packages and says so when it starts.
        apt-cache show "${pair##*:}" >/dev/null 2>&1 && missing+=("${pair##*:}")
    done
    if ((${#missing[@]})); then
        apt-get install --yes --no-upgrade --no-install-recommends "${missing[@]}" ||
            fail "${missing[*]} could not be installed. Connect this computer to the internet first."
    fi
}

# On Wayland the desktop's own screen blanking ignores the kiosk's, so it is turned off once with
# raspi-config, for the user of the running desktop. On X11 the kiosk sets the blanking itself, with
# tools that raspi-config would disable.
switches_blanking() { command -v raspi-config >/dev/null && pgrep --exact 'labwc|wayfire' >/dev/null; }

leave_screen_on() {
    [[ ! -e $blanked ]] && switches_blanking || return 0
    [[ $(raspi-config nonint get_blanking) == 0 ]] || return 0
    raspi-config nonint do_blanking 1 && printf '%s\n' "${SUDO_USER:-}" >"$blanked"
}

give_blanking_back() {
    [[ -e $blanked ]] || return 0
    { switches_blanking && SUDO_USER=$(<"$blanked") raspi-config nonint do_blanking 0; } ||
        printf 'The screen stays on; to let it turn off again, use raspi-config (Display, Screen Blanking).\n'
}

# Users cannot read the settings of the service, so its port is written to the desktop entry.
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
        printf 'The full screen uses the new port from the next login on.\n'
}

put_program() {
    install -D -m 755 "$here/referee-kiosk" "$library/referee-kiosk"
    install -D -m 644 "$here/waiting.html" "$library/waiting.html"
}

if [[ -z $root && $EUID -ne 0 ]]; then
    fail 'Only root can do this. Type: sudo deploy/kiosk/install-kiosk.sh'
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
        printf 'The desktop starts as before from the next login on.\n'
        exit 0
        ;;
    '') ;;
    *) fail "Unknown option ${1}; use --remove or --refresh." ;;
esac

if [[ -z $root ]]; then install_missing; fi
put_program
if [[ -z $root ]]; then leave_screen_on || printf 'The desktop decides when the screen turns off.\n'; fi
put_entry "$autostart"
put_entry "$menu"
printf 'The referee is shown full screen from the next login on.\n'
printf 'To leave full screen, tap the top left corner five times quickly.\n'
