#!/bin/sh
# Starts the service with the database URL out of a file, as container secrets come: so it is in no manifest and in no
# `inspect`. Arguments are those of `service`.
set -eu
if [ -n "${DATABASE_URL_FILE:-}" ]; then
  DATABASE_URL="$(cat "$DATABASE_URL_FILE")"
  export DATABASE_URL
fi
exec node "${SERVICE_HOME:-/opt/service}/dist/cli/service.js" "$@"
