#!/usr/bin/env bash
# Finds, downloads or builds codesub, and writes where it is to the output `binary`.
#
# A downloaded archive is unpacked only after its SHA-256 is known to be right: it is the one that the workflow names, or
# it is in the release's own list *and* GitHub attests that the release workflow built that very file from that tag. The
# list alone would only prove that nothing broke on the way.
#
# Runs in the bash of every runner: 3.2 on macOS, Git's on Windows.
set -euo pipefail

# fail STATUS TEXT: ends with an error that the run shows.
fail() {
    local text=${2//'%'/%25}
    text=${text//$'\r'/%0D}
    text=${text//$'\n'/%0A}
    printf '::error title=codesub::%s\n' "$text"
    exit "$1"
}

main() {
    local version=$INPUT_VERSION
    if [ -n "$INPUT_BINARY" ]; then
        use "$INPUT_BINARY"
        return
    fi
    if [ -z "$version" ]; then
        version=source
        if is_version "${ACTION_REF#v}"; then version=$ACTION_REF; fi
    fi
    if [ "$version" = source ]; then
        build
    elif is_version "${version#v}"; then
        download "${version#v}"
    else
        fail 2 "\`version\` is neither a version nor \`source\`: $version"
    fi
}

is_version() {
    [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]]
}

# use BINARY: what the rest of the action runs. It must run here at all.
use() {
    local binary
    binary=$(command -v -- "$1") || fail 2 "There is no program at \`$1\`."
    case $binary in
        /* | [A-Za-z]:*) ;;
        *) binary=$PWD/$binary ;;
    esac
    "$binary" --version || fail 3 "$binary does not run on this machine."
    printf 'binary=%s\n' "$binary" >>"$GITHUB_OUTPUT"
}

build() {
    command -v cargo >/dev/null || fail 2 "Building codesub needs Rust. Install it first, or name a \`version\`."
    local root=$RUNNER_TEMP/codesub-source
    # Cargo reads settings from the folders above, so it must not stand in the checkout of a pull request; and what it
    # builds has no business with the token.
    cd "$GITHUB_ACTION_PATH"
    env -u GH_TOKEN -u GITHUB_TOKEN CARGO_TARGET_DIR="$root/target" \
        cargo install --locked --force --quiet --path . --root "$root" || fail 3 'codesub could not be built.'
    use "$root/bin/codesub"
}

download() {
    local version=$1 target name archive folder
    target=$(target)
    name=codesub-$version-$target
    archive=$name.tar.gz
    folder=$RUNNER_TEMP/codesub-$version
    mkdir -p "$folder"
    # With plain names from here on: the tar of Git for Windows takes `D:` for a machine.
    cd "$folder"
    fetch "$version" "$archive"
    verify "$version" "$archive"
    tar -xzf "$archive"
    use "$folder/$name/codesub"
}

target() {
    case $RUNNER_OS-$RUNNER_ARCH in
        Linux-X64) echo x86_64-unknown-linux-gnu ;;
        Linux-ARM64) echo aarch64-unknown-linux-gnu ;;
        macOS-X64) echo x86_64-apple-darwin ;;
        macOS-ARM64) echo aarch64-apple-darwin ;;
        Windows-X64) echo x86_64-pc-windows-msvc ;;
        *) fail 2 "There are no releases for $RUNNER_OS on $RUNNER_ARCH. Use \`version: source\` or \`binary\`." >&2 ;;
    esac
}

# fetch VERSION FILE: brings a file of a release here.
fetch() {
    local url=$GITHUB_SERVER_URL/$ACTION_REPOSITORY/releases/download/v$1/$2
    curl --fail --silent --show-error --location --proto '=https' --proto-redir '=https' --tlsv1.2 --retry 3 \
        --max-time 300 --output "$2" "$url" || fail 3 "$url could not be downloaded."
}

# verify VERSION ARCHIVE
verify() {
    local version=$1 archive=$2 actual expected
    actual=$(sha256 "$archive")
    if [ -n "$INPUT_SHA256" ]; then
        expected=$(printf '%s' "$INPUT_SHA256" | tr '[:upper:]' '[:lower:]')
        [ "$actual" = "$expected" ] || fail 3 "$archive has the SHA-256 $actual, and the workflow expects $expected."
        return
    fi
    fetch "$version" checksums.txt
    expected=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1 }' checksums.txt)
    [ "$actual" = "$expected" ] || fail 3 "$archive has the SHA-256 $actual, and the release says ${expected:-nothing}."
    command -v gh >/dev/null ||
        fail 2 "Verifying where a release was built needs the GitHub CLI. Install gh, or give the \`sha256\` of the archive."
    gh attestation verify "$archive" --repo "$ACTION_REPOSITORY" \
        --signer-workflow "$ACTION_REPOSITORY/.github/workflows/release.yml" --source-ref "refs/tags/v$version" \
        --deny-self-hosted-runners || fail 3 "Nobody attests that $archive was built by $ACTION_REPOSITORY."
}

sha256() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1" | cut -d ' ' -f 1
    else
        shasum -a 256 "$1" | cut -d ' ' -f 1
    fi
}

main
