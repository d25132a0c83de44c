#!/bin/sh
# Starts `service` with these arguments, and with the database URL from a file, as container secrets are mounted: then it is
# not part of a manifest or of the output of `inspect`.
set -eu
if [ -n "${DATABASE_URL_FILE:-}" ]; then
  DATABASE_URL="$(cat "$DATABASE_URL_FILE")"
  export DATABASE_URL
fi
exec node "${SERVICE_HOME:-/opt/service}/dist/cli/service.js" "$@"
