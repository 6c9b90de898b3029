# Shared by examples/run.sh, tests/run.sh and the checks; sourced from the root of the sources.
# Functions: say, install_packages, build_preset.

say() { printf '== %s\n' "$*"; }

# Installs what cmake/packages.txt lists and is not there yet. Does nothing, and asks for nothing, when all is there.
install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "no apt here: the packages of cmake/packages.txt are expected to be installed"
    return 0
  fi
  missing=""
  for package in $(grep -v '^#' cmake/packages.txt); do
    case $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) in
      "install ok installed") ;;
      *) missing="$missing $package" ;;
    esac
  done
  if [ -z "$missing" ]; then
    return 0
  fi
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo"
    if ! command -v sudo >/dev/null; then
      echo "packages are missing, and there is no sudo to install them; as root: apt-get install$missing" >&2
      return 1
    fi
  fi
  say "installing$missing"
  # Two commands, each checked: an outdated list of packages is a failure to report, not to hide.
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq || return 1
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
}

# build_preset PRESET [TARGET]: configures and builds into build/PRESET.
build_preset() {
  say "configuring build/$1"
  cmake --preset "$1" >"${TMPDIR:-/tmp}/millrace-configure.$$" 2>&1 || {
    cat "${TMPDIR:-/tmp}/millrace-configure.$$" >&2
    rm -f "${TMPDIR:-/tmp}/millrace-configure.$$"
    return 1
  }
  rm -f "${TMPDIR:-/tmp}/millrace-configure.$$"
  say "building build/$1${2:+, target $2}"
  cmake --build --preset "$1" --parallel "$(nproc)" ${2:+--target "$2"}
}
