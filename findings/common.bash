# Sourced by every finding. It makes a temporary folder, which is removed at the end, and changes into it.

set -euo pipefail

findings=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

# missing WORDS: says why the finding can't be shown here, and ends it with status 2.
missing() {
  echo "$1" >&2
  exit 2
}

# need PROGRAM...: ends the script with status 2 unless the machine has these programs.
need() {
  local program
  for program; do
    command -v "$program" >/dev/null || missing "This finding needs the program $program."
  done
}

# npm_packages NAME@VERSION...: installs packages of npm.
npm_packages() {
  need node npm
  echo '{"private": true, "type": "module"}' >package.json
  npm install --silent --no-audit --no-fund --save-exact "$@" || missing "npm could not install $*. Is there a network?"
}

# go_module PATH VERSION: makes a module of the Go files in the folder, which depends on a version of another module.
go_module() {
  need go
  printf 'module finding\n\ngo 1.26\n\nrequire %s %s\n' "$1" "$2" >go.mod
  go mod tidy >/dev/null 2>&1 || missing "Go could not load $1 $2. Is there a network?"
  expect "the version of $1" "$2" "$(go list -m -f '{{.Version}}' "$1")"
}

# debian_package NAME=VERSION: unpacks a package of Debian under root/, and puts its programs on the PATH.
debian_package() {
  need apt-get dpkg
  apt-get download -qq -o APT::Sandbox::User=root "$1" ||
    missing "apt-get could not download $1. Is there a network, and is this Debian 12?"
  dpkg -x ./"${1%%=*}"_*.deb root
  PATH="$work/root/usr/games:$work/root/usr/bin:$PATH"
}

# installed PACKAGE [VERSION]: ends the script with status 2 unless the machine has a package of Debian, and expects its
# version.
installed() {
  local version
  version=$(dpkg-query -W -f '${Version}' "$1" 2>&-) || version=
  [ -n "$version" ] || missing "This finding needs Debian's package $1: apt-get install $1"
  if [ $# -gt 1 ]; then expect "the version of $1" "$2" "${version%%-*}"; fi
}

# webkit_browser: WebKitGTK's own browser, opened by webkit.js.
webkit_browser() {
  need node
  installed libwebkit2gtk-4.1-0 2.50.6
  installed xvfb
  echo '{"type": "module"}' >package.json
  cp "$findings/webkit.js" .
  MINIBROWSER=$(dpkg -L libwebkit2gtk-4.1-0 | grep '/MiniBrowser$')
  export MINIBROWSER
}

# expect WHAT EXPECTED SEEN: compares one output with the stated one.
expect() {
  if [ "$2" = "$3" ]; then
    printf 'as stated: %s\n%s\n\n' "$1" "$(sed 's/^/    /' <<<"$3")"
  else
    printf 'CHANGED: %s\n  stated:\n%s\n  seen:\n%s\n\n' "$1" "$(sed 's/^/    /' <<<"$2")" "$(sed 's/^/    /' <<<"$3")"
    failures=1
  fi
}

# finish: the exit status of the finding.
finish() { exit "$failures"; }
