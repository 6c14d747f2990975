# Sourced by every finding. It makes a temporary folder, which is removed at the end, and changes into it.

set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

# npm_packages NAME@VERSION...: installs packages of npm.
npm_packages() {
  echo '{"private": true, "type": "module"}' >package.json
  npm install --silent --no-audit --no-fund --save-exact "$@"
}

# debian_package NAME=VERSION: unpacks a package of Debian under root/, and puts its programs on the PATH.
debian_package() {
  apt-get download -qq -o APT::Sandbox::User=root "$1"
  dpkg -x ./"${1%%=*}"_*.deb root
  PATH="$work/root/usr/games:$work/root/usr/bin:$PATH"
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
