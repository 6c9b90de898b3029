#!/bin/sh
# scripts.sh ROOT: what begins with #! may be executed, and every shell script is free of syntax errors.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$1
cd "$root" || exit 1
"$here/files.sh" . | {
  status=0
  while read -r file; do
    first=""
    IFS= read -r first 2>/dev/null <"$file" || true
    case $first in
      '#!'*)
        if [ ! -x "$file" ]; then
          echo "$file: is a script and may not be executed (chmod +x)"
          status=1
        fi
        ;;
    esac
    case $first in
      '#!/bin/sh'* | '#!/bin/bash'* | '#!/usr/bin/env bash'* | '#!/usr/bin/env sh'*)
        interpreter=sh
        case $first in *bash*) interpreter=bash ;; esac
        if ! "$interpreter" -n "$file"; then status=1; fi
        ;;
    esac
  done
  exit $status
}
