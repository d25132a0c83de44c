#!/bin/sh
# Verifies the project in this folder, in any CI that can run a shell: in the cloud where SERVICE_API_KEY is set (and
# SERVICE_BASE_URL, for a cloud of your own), else on this machine. The exit status is the verdict.
set -eu

if [ -n "${SERVICE_API_KEY:-}" ]; then
  set --
else
  set -- --local
fi
npx service verify "$@" --no-logs --report junit=reports/service.xml --report json=reports/service.json
