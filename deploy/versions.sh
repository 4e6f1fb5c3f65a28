# Installed versions of the referee: build, upgrade, rollback. Sourced by install.sh, which defines
# the paths.
# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of install.sh

readonly ASIDE=$HOME_OF_VERSIONS/.before

going_to='' saved=''

# ---------------------------------------------------------------- versions side by side

# Prints the name of a version: its number and a checksum, so that two builds of one number differ.
version_here() {
    local number sum
    if [[ -n $wheel ]]; then
        number=$(basename "$wheel" | cut -d - -f 2)
        sum=$(cat "$wheel" "$SOURCE/requirements.lock" | sha256sum)
    else
        number=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE/pyproject.toml")
        sum=$(cd "$SOURCE" && find referee printables camera pyproject.toml requirements.lock \
            -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum | sha256sum)
    fi
    [[ $number =~ ^[0-9][0-9A-Za-z.]*$ ]] || refuse "${wheel:-$SOURCE} has no version number."
    printf '%s-%s' "$number" "${sum:0:8}"
}

installed() { if [[ -L $HOME_OF_VERSIONS/current ]]; then readlink "$HOME_OF_VERSIONS/current"; fi; }

# The marker file of a complete version is written last; without it the build was interrupted.
build() {
    local here=$HOME_OF_VERSIONS/$1 from=() made
    # A complete version may not run: the system's Python may have been replaced since.
    [[ -e $here/whole ]] && "$here/bin/referee" --version >/dev/null 2>&1 && return
    say "Installing the referee $1 into $here. This takes a few minutes on a Raspberry Pi."
    rm -rf "$here"
    mkdir -p "$here"
    python3 -m venv "$here"
    [[ -z $wheels ]] || from=(--no-index --find-links "$wheels")
    local pip=("$here/bin/python" -m pip --quiet --disable-pip-version-check --no-cache-dir)
    "${pip[@]}" install "${from[@]}" --only-binary :all: --require-hashes \
        --requirement "$SOURCE/requirements.lock" || could_not_fetch "$here"
    if [[ -n $wheel ]]; then
        made=$wheel
    else
        # In a copy: building must not write into the project.
        made=$here/source
        mkdir "$made"
        cp -R "$SOURCE"/{referee,printables,camera,pyproject.toml,README.md,LICENSE} "$made"
        "${pip[@]}" wheel "${from[@]}" --no-deps --wheel-dir "$made/dist" "$made" ||
            could_not_fetch "$here"
    fi
    "${pip[@]}" install --no-index --no-deps "${wheel:-$(echo "$made"/dist/*.whl)}"
    rm -rf "$here/source"
    cp "$SOURCE/README.md" "$here"
    sync --file-system "$here" # before the marker, in case of a power cut
    touch "$here/whole"
}

could_not_fetch() {
    rm -rf "$1"
    refuse "Not everything could be downloaded, so nothing was changed. Is there a network?" \
        "Without one, use --wheels FOLDER."
}

switch_to() {
    ln -sfn -- "$1" "$HOME_OF_VERSIONS/.next"
    mv -T "$HOME_OF_VERSIONS/.next" "$HOME_OF_VERSIONS/current"
}

throw_away_others() {
    local one
    for one in "$HOME_OF_VERSIONS"/*/; do
        one=$(basename "$one")
        [[ $one == current || $one == "$1" || $one == "$2" ]] || rm -rf "${HOME_OF_VERSIONS:?}/$one"
    done
}

# ---------------------------------------------------------------- upgrade and rollback

# Makes a backup with the old version, if there are matches yet.
back_up() {
    local data said
    data=$(setting REFEREE_DATA)
    [[ -e ${data:-$DATA}/referee.sqlite3 && -z $(setting REFEREE_DATABASE_URL) ]] || return 0
    # If the old version does not run, the new one makes the backup.
    "$COMMAND" --version >/dev/null 2>&1 || switch_to "$going_to"
    said=$("$COMMAND" backup 2>&1) || {
        switch_to "$going_from"
        rm -rf "$ASIDE"
        start || true
        refuse "The backup failed, so the version was not changed. $said"
    }
    saved=$(sed -n 's/^It comes back with: referee restore //p' <<<"$said")
    say "All matches were backed up to $saved."
}

stop() { if runs_systemd; then systemctl stop referee.service; fi; }

start() {
    runs_systemd || return 0
    systemctl start --no-block referee.service && answers
}

# Prints the files of a version that are outside its folder.
own_files() {
    local one
    for one in "$SOURCE"/deploy/systemd/*.service; do printf '%s\n' "$UNITS/${one##*/}"; done
    printf '%s\n' "$COMMAND" "$ANNOUNCED" "$SETTINGS/referee.env"
}

keep_aside() {
    local one
    rm -rf "$ASIDE"
    mkdir "$ASIDE"
    while IFS= read -r one; do
        [[ ! -e $one ]] || { mkdir -p "$ASIDE$(dirname "$one")" && cp --archive "$one" "$ASIDE$one"; }
    done < <(own_files)
}

put_back() {
    local one
    [[ -d $ASIDE ]] || return 0
    while IFS= read -r one; do
        if [[ -e $ASIDE$one ]]; then
            cp --archive "$ASIDE$one" "$one.before" && mv "$one.before" "$one"
        else
            rm -f "$one"
        fi
    done < <(own_files)
    rm -rf "$ASIDE"
    if runs_systemd; then systemctl daemon-reload; fi
}

upgrade() {
    local old=$1 new=$2
    keep_aside
    going_from=$old going_to=$new
    stop # nothing may be entered after the backup
    back_up
    switch_to "$new"
    put_settings
    install_services
    start || go_back "The new version does not respond."
    going_from=''
    rm -rf "$ASIDE"
}

# Rolls an upgrade back and exits.
go_back() {
    trap - ERR
    trap '' INT HUP TERM PIPE # the rollback must not be interrupted
    set +e
    say "$1 Going back to $going_from." >&2
    stop
    switch_to "$going_from"
    rm -rf "${HOME_OF_VERSIONS:?}/$going_to"
    put_back
    start || {
        stop # the old version may not know the new format of the matches
        [[ -z $saved ]] || "$COMMAND" restore "$saved" >&2
        start || refuse "The old version does not respond either. See: journalctl -u referee"
    }
    refuse "The referee is back at version $going_from. To see why the new version did not start:" \
        "journalctl -u referee"
}

renew() {
    switch_to "$1"
    rm -rf "$ASIDE" # of an upgrade that ended with a power cut
    put_settings
    install_services
    if [[ -z $changed ]] && runs_systemd && systemctl is-active --quiet referee.service; then
        return # do not interrupt a running game
    fi
    stop
    start || refuse "The referee does not respond. To see why: journalctl -u referee"
}
