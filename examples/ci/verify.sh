#!/bin/sh
# Verifies the project in the current folder in any CI with a shell: in a cloud if SERVICE_BASE_URL and SERVICE_API_KEY
# (in GitHub Actions, instead of the key, SERVICE_ACCOUNT) are set, otherwise on this machine. Exits with 0 if all checks
# passed. service is installed outside of the current folder, so that the project does not decide with .npmrc or node_modules
# what runs here.
set -eu

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
(cd "$tools" && npm install --prefix . --registry https://registry.npmjs.org/ --ignore-scripts verify-service@0.1.0)

if [ -n "${SERVICE_API_KEY:-}${SERVICE_ACCOUNT:-}" ]; then
  set --
else
  set -- --local
fi
"$tools/node_modules/.bin/service" verify "$@" --no-logs --report junit=reports/service.xml --report json=reports/service.json
