#!/bin/bash
# fresh_debian.sh FOLDER: the two commands of the README in a Debian 12 that has nothing but its base, made with
# debootstrap in FOLDER/debian. Needs root, debootstrap, the network and some minutes; not part of the test suite.
# Packages come from the mirror that this machine's own apt uses. Exit status 0 when both commands end with 0.
set -euo pipefail
folder=${1:?fresh_debian.sh FOLDER}
root=$(cd "$(dirname "$0")/../.." && pwd)
suite=bookworm
mkdir -p "$folder"
target=$(cd "$folder" && pwd)/debian

# The first URI of this machine's apt that serves the suite's main archive, in either format of its lists.
mirror_of_this_machine() {
  {
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
      sed -n "s/^deb *\(\[[^]]*\] *\)\{0,1\}\([^ ]*\) *$suite .*/\2/p"
    awk -v suite="$suite" '
      BEGIN { RS = ""; FS = "\n" }
      { uri = ""; fits = 0
        for (i = 1; i <= NF; i++) {
          count = split($i, words, /[ \t]+/)
          if (words[1] == "URIs:") uri = words[2]
          if (words[1] == "Suites:") for (j = 2; j <= count; j++) if (words[j] == suite) fits = 1
        }
        if (fits && uri != "") print uri
      }' /etc/apt/sources.list.d/*.sources 2>/dev/null
  } | head -n 1
}

if [ "$(id -u)" -ne 0 ]; then
  echo "debootstrap and chroot need root" >&2
  exit 2
fi
if ! command -v debootstrap >/dev/null; then
  echo "debootstrap is missing: apt-get install debootstrap" >&2
  exit 2
fi
mirror=$(mirror_of_this_machine || true)
if [ -z "$mirror" ]; then
  echo "no source of $suite among this machine's apt sources" >&2
  exit 2
fi

if [ ! -e "$target/etc/debian_version" ]; then
  debootstrap --variant=minbase "$suite" "$target" "$mirror" >"$folder/debootstrap.log"
fi
# Names of hosts and settings of apt that this machine needs to reach its mirror.
cp -L /etc/resolv.conf "$target/etc/resolv.conf"
cp -L /etc/hosts "$target/etc/hosts"
if [ -d /etc/apt/apt.conf.d ]; then cp -rL /etc/apt/apt.conf.d/. "$target/etc/apt/apt.conf.d/"; fi

rm -rf "$target/millrace"
git clone --quiet --no-local "$root" "$target/millrace"

for place in proc sys dev; do
  mkdir -p "$target/$place"
  mountpoint -q "$target/$place" || mount --rbind "/$place" "$target/$place"
  mount --make-rslave "$target/$place"
done
leave() {
  for place in dev sys proc; do umount -l "$target/$place" 2>/dev/null || true; done
}
trap leave EXIT

# inside COMMAND: in the new Debian, with no more environment than the way to the network.
inside() {
  chroot "$target" /usr/bin/env -i HOME=/tmp PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    LANG=C.UTF-8 ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    sh -c "cd /millrace && $1"
}

status=0
for command in examples/run.sh tests/run.sh; do
  log="$folder/$(echo "$command" | tr '/' '-').log"
  began=$(date +%s)
  if inside "$command" >"$log" 2>&1; then outcome=0; else outcome=$?; fi
  echo "== $command: exit status $outcome after $(($(date +%s) - began)) s, log $log"
  tail -n 15 "$log"
  [ "$outcome" -eq 0 ] || status=1
done
exit "$status"
