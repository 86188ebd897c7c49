#!/bin/sh
# Run at every `up`, before the migrations, and safe to run again: brings the gateway's logins, their passwords and its
# database to what .env says, as `npm run db -- init` would. gateway_owner owns the tables, and migrates; gateway_runtime
# serves, and owns and makes nothing: a gateway that could look past row-level security refuses to serve. The exporter's
# role sees statistics and no rows.
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
OWNER_PASSWORD=$(secret "$folder/postgres_owner_password")
RUNTIME_PASSWORD=$(secret "$folder/postgres_password")
MONITORING_PASSWORD=$(secret "$folder/postgres_monitoring_password")
export PGPASSWORD OWNER_PASSWORD RUNTIME_PASSWORD MONITORING_PASSWORD

# From the environment: an argument would be seen in the list of processes.
psql -v ON_ERROR_STOP=1 --no-psqlrc --no-password --quiet --tuples-only <<'SQL'
set client_min_messages = warning;
select format('create role %I nologin', name) from unnest(array['gateway_tenant', 'gateway_system', 'gateway_backup']) as name
where not exists (select from pg_roles where rolname = name) \gexec

\getenv owner_password OWNER_PASSWORD
select 'create role gateway_owner' where not exists (select from pg_roles where rolname = 'gateway_owner') \gexec
alter role gateway_owner with login nosuperuser nobypassrls nocreaterole nocreatedb password :'owner_password';
grant gateway_backup to gateway_owner;

\getenv runtime_password RUNTIME_PASSWORD
select 'create role gateway_runtime' where not exists (select from pg_roles where rolname = 'gateway_runtime') \gexec
alter role gateway_runtime with login noinherit nosuperuser nobypassrls nocreaterole nocreatedb noreplication
  password :'runtime_password';
grant gateway_tenant, gateway_system to gateway_runtime;

select 'create database gateway owner gateway_owner' where not exists (select from pg_database where datname = 'gateway') \gexec
select pg_get_userbyid(datdba) <> 'gateway_owner' as is_older from pg_database where datname = 'gateway' \gset
\if :is_older
  \warn 'The database gateway is one of version 0.1, which this version does not take over. Keep it under another name, and'
  \warn 'run this again: alter database gateway rename to gateway_0_1'
  do $$ begin raise exception 'nothing was changed in it'; end $$;
\endif
revoke all on database gateway from public;
grant connect on database gateway to gateway_runtime;
-- The login of version 0.1, which could make roles.
select 'alter role gateway nologin nocreaterole' where exists (select from pg_roles where rolname = 'gateway') \gexec

\getenv monitoring_password MONITORING_PASSWORD
select 'create role monitoring' where not exists (select from pg_roles where rolname = 'monitoring') \gexec
alter role monitoring with login nosuperuser nobypassrls nocreaterole connection limit 3 password :'monitoring_password';
grant pg_monitor to monitoring;
grant connect on database gateway to monitoring;
SQL
