# shellcheck shell=sh
# What deploy/driftwatch, deploy/test and .ci/run share: the toolchain, the system packages, one build at a time.
# Sourced after `root` is set to the repository; POSIX sh, GNU find and coreutils, flock (util-linux).
#
# Exit codes: 3 something that only the machine's owner can provide is missing; 4 the build failed.

unset CDPATH
: "${root:?set root to the repository before sourcing this}"

# say TEXT: one line on stderr, so that stdout stays the report's.
say() { printf 'driftwatch: %s\n' "$*" >&2; }

# die CODE TEXT: the last line, then the end.
die() {
  code=$1
  shift
  say "$*"
  exit "$code"
}

# is_toolchain DIRECTORY: OpenStack's client is called swift as well, so the compiler must lie beside it.
is_toolchain() { [ -x "$1/swift" ] && [ -x "$1/swiftc" ]; }

# find_toolchain: puts the toolchain first on PATH; fails where there is none. Cron's PATH seldom names it.
find_toolchain() {
  on_path=$(command -v swift) || on_path=
  behind=$(readlink -f -- "$on_path") || behind=
  for directory in "${on_path%/*}" "${behind%/*}" /usr/local/swift/usr/bin /opt/swift/usr/bin /usr/libexec/swift/bin \
    /usr/libexec/swift/*/bin /usr/libexec/swift/*/usr/bin "${HOME:-/nonexistent}/.local/share/swiftly/bin"; do
    if [ -n "$directory" ] && is_toolchain "$directory"; then
      toolchain=$directory
      PATH=$directory:${PATH:-/usr/bin:/bin}
      export PATH
      return 0
    fi
  done
  toolchain=
  return 1
}

# needed_version: what the manifest's first line asks for, e.g. 6.2.
needed_version() { sed -n '1s/^.*swift-tools-version: *\([0-9][0-9]*\.[0-9][0-9]*\).*$/\1/p' "$root/Package.swift"; }

require_toolchain() {
  find_toolchain ||
    die 3 "no Swift toolchain on PATH, in /usr/local/swift, /opt/swift or /usr/libexec/swift:" \
      "install Swift $(needed_version) or newer from https://www.swift.org/install/linux/ and call this again"
}

# require_version: runs after the packages are there, since a bare system cannot even start the toolchain.
require_version() {
  needed=$(needed_version)
  found=$(cd "$root" && swift --version 2>/dev/null | sed -n 's/^.*Swift version \([0-9][0-9.]*\).*$/\1/p' | head -n 1) || found=
  [ -n "$found" ] || die 3 "$toolchain/swift does not start: run \`swift --version\` to see why"
  lowest=$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -n 1)
  [ "$lowest" = "$needed" ] ||
    die 3 "$toolchain holds Swift $found, but $needed or newer is needed: https://www.swift.org/install/linux/"
}

# matches PATTERN…: whether there is a file for at least one of the patterns.
matches() {
  for found in "$@"; do
    [ ! -e "$found" ] || return 0
  done
  return 1
}

has_development_files() { command -v pkg-config >/dev/null 2>&1 && pkg-config --exists "$1"; }

# cxx_package: the C++ library that belongs to this release's default compiler; `libstdc++-dev` has several providers.
cxx_package() {
  name=$(LC_ALL=C apt-cache depends g++ 2>/dev/null | sed -n 's/^ *Depends: g++-\([0-9][0-9]*\)$/libstdc++-\1-dev/p')
  printf '%s\n' "${name:-g++}"
}

# linker_package: gold, with which SwiftPM links manifests, is a package of its own from Debian 13 on.
linker_package() {
  if LC_ALL=C apt-cache show binutils-gold 2>/dev/null | grep -q '^Version:'; then
    echo binutils-gold
  else
    echo binutils
  fi
}

# library_packages: for each library that the toolchain's own programs do not find.
library_packages() {
  for program in swift swift-build swift-package swift-test swift-frontend clang ld.lld; do
    [ ! -e "$toolchain/$program" ] || LC_ALL=C ldd "$toolchain/$program" 2>/dev/null || :
  done | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*$/\1/p' | sort -u | while read -r library; do
    case $library in
    libcurl.so.4) [ "$1" = with-curl ] || echo libcurl4 ;;
    libsqlite3.so.0) [ "$2" = with-sqlite ] || echo libsqlite3-0 ;;
    libncurses.so.6) echo libncurses6 ;;
    libtinfo.so.6) echo libtinfo6 ;;
    libxml2.so.2) echo libxml2 ;;
    libuuid.so.1) echo libuuid1 ;;
    libz.so.1) [ "$3" = with-zlib ] || echo zlib1g ;;
    libedit.so.2) echo libedit2 ;;
    libstdc++.so.6) echo libstdc++6 ;;
    libgcc_s.so.1) echo libgcc-s1 ;;
    libpython*) ;; # only the debugger asks for it
    *) say "the toolchain needs $library and no package is known for it: install it by hand" ;;
    esac
  done
}

# missing_packages PURPOSE: Debian names of what is not there, in one line; judged by what the build uses, not by
# what dpkg calls installed, so a libcurl built by hand or the GnuTLS variant counts. PURPOSE is `build` or `test`.
missing_packages() {
  curl=with-curl sqlite=with-sqlite zlib=with-zlib
  {
    command -v pkg-config >/dev/null 2>&1 || echo pkg-config
    if has_development_files libcurl; then curl=; else echo libcurl4-openssl-dev; fi
    if has_development_files sqlite3; then sqlite=; else echo libsqlite3-dev; fi
    if has_development_files zlib; then zlib=; else echo zlib1g-dev; fi
    # Loaded when something is fetched or digested; libcurl's OpenSSL variant brings it.
    matches /usr/lib/*/libcrypto.so.3 /usr/lib64/libcrypto.so.3 /usr/local/lib*/libcrypto.so.3 || echo libssl3
    [ -s /etc/ssl/certs/ca-certificates.crt ] || echo ca-certificates
    [ -e /usr/share/zoneinfo/UTC ] || echo tzdata
    matches /usr/lib/gcc/*/*/libstdc++.* || cxx_package
    command -v ld.gold >/dev/null 2>&1 || linker_package
    library_packages "$curl" "$sqlite" "$zlib"
    if [ "$1" = test ]; then
      # What tests call: servers on loopback, their certificates, the JUnit report's validation, patches and transforms.
      command -v python3 >/dev/null 2>&1 || echo python3
      /usr/bin/python3 -c "import jsonschema" >/dev/null 2>&1 || echo python3-jsonschema
      command -v openssl >/dev/null 2>&1 || echo openssl
      command -v xmllint >/dev/null 2>&1 || echo libxml2-utils
      for tool in git jq patch; do command -v "$tool" >/dev/null 2>&1 || echo "$tool"; done
    fi
  } | sort -u | tr '\n' ' ' | sed 's/ $//'
}

# as_root COMMAND…: without a password, or not at all. The lock stays with us, not with what a package starts.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@" 9>&-
  else
    sudo -n env DEBIAN_FRONTEND=noninteractive "$@" 9>&-
  fi
}

can_be_root() { [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; }; }

# quietly LOG COMMAND…: shows progress on a terminal; otherwise the output goes to LOG. Stdout and stdin are the caller's.
quietly() {
  log=$1
  shift
  if [ -t 2 ]; then "$@" </dev/null >&2; else "$@" </dev/null >"$log" 2>&1; fi
}

# require_packages PURPOSE: installs what is missing, or says in one line how to, and ends with 3.
require_packages() {
  packages=$(missing_packages "$1")
  [ -n "$packages" ] || return 0
  command -v apt-get >/dev/null 2>&1 ||
    die 3 "not found here: $packages (Debian's names; this system has no apt-get, so install their counterparts)"
  install="apt-get install -y --no-install-recommends"
  can_be_root || die 3 "packages are missing; as root: apt-get update && $install $packages"
  quietly "$scratch/deploy-packages.log" as_root apt-get -q -o DPkg::Lock::Timeout=300 update || :
  packages=$(missing_packages "$1") # the fresh lists may know better names
  say "installing $packages"
  # shellcheck disable=SC2086 # a list of package names
  if ! quietly "$scratch/deploy-packages.log" as_root $install -q -o DPkg::Lock::Timeout=300 $packages; then
    [ -t 2 ] || tail -n 20 "$scratch/deploy-packages.log" >&2
    die 3 "apt-get failed, see above; to do it by hand, as root: apt-get update && $install $packages"
  fi
  packages=$(missing_packages "$1")
  [ -z "$packages" ] || die 3 "still missing after apt-get: $packages"
}

# want_server: installs a PostgreSQL server, which the tests start for themselves; without one they leave out what needs it and say so.
want_server() {
  matches /usr/lib/postgresql/*/bin/postgres && return 0
  command -v apt-get >/dev/null 2>&1 && can_be_root || return 0
  say "installing postgresql"
  quietly "$scratch/deploy-packages.log" as_root apt-get install -y --no-install-recommends -q -o DPkg::Lock::Timeout=300 \
    postgresql || say "postgresql cannot be installed: tests of ledgers on a server are left out"
}

# lock: one set-up or build at a time; the descriptor is inherited by the compiler, so a killed script leaves no race.
lock() {
  scratch=$root/.build
  if ! mkdir -p "$scratch" 2>/dev/null || ! (: >>"$scratch/deploy.lock") 2>/dev/null; then
    die 4 "cannot write $scratch: build as the owner of the repository"
  fi
  # The compiler keeps caches in HOME, which cron or a service may lack or be unable to write.
  build_home=${HOME:-}
  if [ ! -d "$build_home" ] || [ ! -w "$build_home" ]; then
    build_home=$scratch/home
    mkdir -p "$build_home"
  fi
  exec 9>>"$scratch/deploy.lock"
  flock -n 9 || {
    say "waiting for another build of this repository"
    flock 9
  }
  # Compiled modules remember their path, and a repository that was moved does not build with those of the old one.
  built_at=$(cat "$scratch/deploy.root" 2>/dev/null) || built_at=$root
  [ "$built_at" = "$root" ] || rm -rf "$scratch"/*/*/ModuleCache
  printf '%s\n' "$root" >"$scratch/deploy.root"
}

unlock() { exec 9>&-; }

# build WHAT ARGUMENT…: `swift build`; a failure shows the compiler's errors and ends with 4.
build() {
  build_log=$scratch/deploy-$1.log
  [ -t 2 ] || say "building $1; the first time this takes some minutes"
  shift
  if ! (cd "$root" && quietly "$build_log" env HOME="$build_home" swift build --scratch-path "$scratch" "$@"); then
    [ -t 2 ] || grep -v -E '^(\[[0-9]+/[0-9]+\]|Building for |Build complete)' "$build_log" | head -n 200 >&2 || :
    die 4 "the build failed, see the errors above"
  fi
}
