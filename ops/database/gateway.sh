#!/bin/sh
# Run once, by the image, when the data directory is new. The gateway refuses to serve as a role that could look past
# row-level security, and the image's own user is a superuser: so the gateway gets a role and a database of its own.
set -eu
psql -v ON_ERROR_STOP=1 --no-password --username "$POSTGRES_USER" --dbname postgres \
  -v password="$(cat "${GATEWAY_PASSWORD_FILE:-/run/secrets/postgres_password}")" <<'SQL'
create role gateway login createrole password :'password';
create database gateway owner gateway;
SQL
