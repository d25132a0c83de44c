#!/bin/sh
# Verifies the project in the current folder in any CI with a shell: in a cloud if SERVICE_API_KEY and SERVICE_BASE_URL are
# set, otherwise on this machine. Exits with 0 if all checks passed.
set -eu

if [ -n "${SERVICE_API_KEY:-}" ]; then
  set --
else
  set -- --local
fi
npx service verify "$@" --no-logs --report junit=reports/service.xml --report json=reports/service.json
