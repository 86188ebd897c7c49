#!/bin/sh
# Run at every `up`, before the gateway, and safe to run again: brings the gateway's role, password and database to what
# .env says. The gateway refuses to serve as a role that could look past row-level security, and the image's own user is a
# superuser: so the gateway gets a role and a database of its own. The exporter's role sees statistics and no rows.
set -eu

# The value of a secret. By itself, since a failed command within another's arguments goes unnoticed.
secret() {
  if [ ! -r "$1" ]; then
    echo "$1 cannot be read by uid $(id -u), groups $(id -G): see OPS_GID in .env, then npm run ops -- render" >&2
    return 1
  fi
  if [ ! -s "$1" ]; then
    echo "$1 is empty: npm run ops -- env check" >&2
    return 1
  fi
  cat "$1"
}

folder=${SECRETS_FOLDER:-/run/secrets}
PGPASSWORD=$(secret "$folder/postgres_admin_password")
GATEWAY_PASSWORD=$(secret "$folder/postgres_password")
MONITORING_PASSWORD=$(secret "$folder/postgres_monitoring_password")
export PGPASSWORD GATEWAY_PASSWORD MONITORING_PASSWORD

# From the environment: an argument would be seen in the list of processes.
psql -v ON_ERROR_STOP=1 --no-psqlrc --no-password --quiet --tuples-only <<'SQL'
set client_min_messages = warning;
\getenv password GATEWAY_PASSWORD
select 'create role gateway' where not exists (select from pg_roles where rolname = 'gateway') \gexec
alter role gateway with login nosuperuser nobypassrls createrole password :'password';
select 'create database gateway owner gateway' where not exists (select from pg_database where datname = 'gateway') \gexec
alter database gateway owner to gateway;

\getenv monitoring_password MONITORING_PASSWORD
select 'create role monitoring' where not exists (select from pg_roles where rolname = 'monitoring') \gexec
alter role monitoring with login nosuperuser nobypassrls nocreaterole connection limit 3 password :'monitoring_password';
grant pg_monitor to monitoring;
grant connect on database gateway to monitoring;
SQL
