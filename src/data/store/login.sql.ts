import { ACTING_ROLES } from './acting-roles.ts'

const acting = ACTING_ROLES.map((role) => `'${role}'`).join(', ')

/** Condition: the object belongs to an extension, which is the responsibility of an administrator. */
const isExtensions = (catalogue: string, id: string) =>
  `exists (select 1 from pg_depend where classid = '${catalogue}'::regclass and objid = ${id} and deptype = 'e')`

/**
 * Lists the rights with which a login or its acting roles could bypass row-level security, each with the statement that
 * removes the right. The server returns effective rights, so it does not matter which grant gives them. `$1` is the
 * login.
 */
export const BYPASSES = `
with subject as materialized (
  select pg_roles.*, rolname = $1 as is_login from pg_roles where rolname in ($1, ${acting})
),
-- A superuser can do all the rest, too.
login as materialized (select * from subject where is_login and not rolsuper),
everybody (role, what, remedy) as (
  select rolname, format('can create tables in the schema %I', nspname), format('revoke create on schema %I from public, %I', nspname, rolname)
  from subject join pg_namespace on nspname !~ '^pg_(toast_)?temp_' and has_schema_privilege(subject.oid, pg_namespace.oid, 'create')
  where not rolsuper
  union all
  select rolname, what, format('revoke %s on database %I from public, %I', privilege, current_database(), rolname)
  from subject cross join (values
    ('create', 'can create schemas in the database'), ('temporary', 'can create temporary tables, which hide the real ones')
  ) as kind (privilege, what) where has_database_privilege(subject.oid, current_database(), privilege) and not rolsuper
  union all
  select rolname, format('can call %s, which runs with the rights of its owner', pg_proc.oid::regprocedure),
    format('drop function %s', pg_proc.oid::regprocedure)
  from subject join pg_proc on prosecdef and has_function_privilege(subject.oid, pg_proc.oid, 'execute')
  join pg_namespace on pg_namespace.oid = pronamespace and nspname !~ '^pg_' and nspname <> 'information_schema'
  where not rolsuper and not ${isExtensions('pg_proc', 'pg_proc.oid')}
),
way (role, what, remedy) as (
  select rolname, what, format(remedy, rolname) from subject cross join lateral (values
    (rolbypassrls, 'bypasses row-level security', 'alter role %I nobypassrls'),
    (rolreplication, 'can copy the whole server', 'alter role %I noreplication'),
    (rolcreaterole, 'can create roles', 'alter role %I nocreaterole'),
    (rolcreatedb, 'can create databases', 'alter role %I nocreatedb'),
    -- The nodes of Citus reach each other as the role that a transaction acts as.
    (rolcanlogin and not is_login and not exists (select 1 from pg_extension where extname = 'citus'),
      'can log in', 'alter role %I nologin'),
    (has_parameter_privilege(rolname, 'session_replication_role', 'set'), 'can switch triggers off',
      'revoke set on parameter session_replication_role from public, %I')
  ) as attribute (holds, what, remedy) where holds and not rolsuper
  union all
  select rolname, 'is a superuser', case when is_login then 'use another login' else format('alter role %I nosuperuser', rolname) end
  from subject where rolsuper
  union all
  select subject.rolname, format('is a member of %I', other.rolname),
    format('revoke %I from %I', other.rolname, subject.rolname)
  from subject join pg_auth_members on member = subject.oid join pg_roles other on other.oid = roleid
  where not (is_login and other.rolname in (${acting}))
  union all
  select login.rolname, what, format(remedy, other.rolname, login.rolname)
  from login join pg_roles other on other.rolname in (${acting}) cross join lateral (values
    -- Since version 16 a member may be kept from acting as the role.
    (not pg_has_role(login.oid, other.oid, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end),
      format('cannot act as %I', other.rolname), 'grant %I to %I'),
    (pg_has_role(login.oid, other.oid, 'usage'), format('has the rights of %I without acting as it', other.rolname),
      case when current_setting('server_version_num')::int < 160000 then 'alter role %2$I noinherit'
      else 'revoke inherit option for %I from %I' end),
    (pg_has_role(login.oid, other.oid, 'member with admin option'), format('can add members to %I', other.rolname),
      'revoke admin option for %I from %I')
  ) as membership (holds, what, remedy) where holds
  union all
  select rolname, format('owns %s%s', min(object), case when count(*) > 1 then format(' and %s more', count(*) - 1) else '' end),
    format('give it to the owner of the database, who migrates: reassign owned by %I to ...', rolname)
  from subject join lateral (
    select pg_describe_object(classid, objid, objsubid) as object from pg_shdepend
    where refclassid = 'pg_authid'::regclass and refobjid = subject.oid and deptype = 'o'
    and dbid in (0, (select oid from pg_database where datname = current_database()))
  ) as owned on not rolsuper group by rolname
  union all
  select rolname, format('can use %s without acting as another role', min(relation)) ||
    case when count(*) > 1 then format(', and %s more', count(*) - 1) else '' end,
    format('revoke all on all tables in schema public from public, %I', rolname)
  from login join lateral (
    select pg_class.oid::regclass::text as relation from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and nspname !~ '^pg_' and nspname <> 'information_schema'
    and (has_table_privilege(login.oid, pg_class.oid, 'select, insert, update, delete, truncate, references, trigger')
      or relkind <> 'S' and has_any_column_privilege(login.oid, pg_class.oid, 'select, insert, update, references'))
    and not ${isExtensions('pg_class', 'pg_class.oid')}
  ) as readable on true group by rolname
  union all
  -- What everybody may do is said once.
  select * from (select distinct on (what) role, what, remedy from everybody order by what, role <> $1, role) as shared
)
select role, what, remedy from way order by role <> $1, role, what`

/** Unsafe settings that a new session of the login starts with. */
export const UNSAFE_SETTINGS = `select session_user as role, what, format(remedy, session_user) as remedy from (values
    (current_user <> session_user, format('begins as %I', current_user), 'alter role %I reset role'),
    (current_setting('session_replication_role') <> 'origin', 'begins with triggers switched off',
      'alter role %I reset session_replication_role'),
    (current_schema() is distinct from 'public', format('looks for tables in %I first', current_schema()),
      'alter role %I reset search_path')
  ) as start (holds, what, remedy) where holds`
