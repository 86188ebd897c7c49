import { ACTING_ROLES } from './acting-roles.ts'

const acting = ACTING_ROLES.map((role) => `'${role}'`).join(', ')

/**
 * Lists all parts of the schema, one row each, with the same text for every version of PostgreSQL. Not-null constraints
 * have names since version 18, so they are listed with their column instead. Objects of extensions are left out.
 */
export const CATALOGUE = `
with relation as materialized (
  select oid as id, relname::text as name, relkind, relpersistence, relacl, relowner, relrowsecurity, relforcerowsecurity,
    coalesce('security_invoker=true' = any (reloptions), false) as is_invoker
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
)
select 'table' as kind, name as relation, '' as name, concat_ws(', ',
  case relkind when 'r' then 'table' when 'p' then 'table' when 'S' then 'sequence' when 'm' then 'materialized view'
    when 'f' then 'foreign table' else case when is_invoker then 'view of its caller' else 'view' end end,
  case relpersistence when 'p' then null else 'unlogged' end,
  case when relrowsecurity then 'row-level security' end, case when relforcerowsecurity then 'forced' end) as definition,
  '{}'::text[] as columns from relation
union all
select 'column', name, attname, concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
  'default ' || pg_get_expr(adbin, adrelid), case when attgenerated <> '' then 'generated' end,
  case when attidentity <> '' then 'identity' end), '{}'
from relation join pg_attribute on attrelid = id left join pg_attrdef on adrelid = attrelid and adnum = attnum
where attnum > 0 and not attisdropped and relkind <> 'S'
union all
select 'constraint', name, conname, concat_ws(' ', pg_get_constraintdef(pg_constraint.oid),
  case when exists (select 1 from pg_trigger where tgconstraint = pg_constraint.oid and tgenabled not in ('O', 'A'))
  then 'switched off' end),
  array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey))
from relation join pg_constraint on conrelid = id where contype in ('p', 'u', 'f', 'c', 'x')
union all
select 'index', name, relname, concat_ws(' ', pg_get_indexdef(indexrelid), case when not indisvalid then 'invalid' end),
  array(select attname::text from pg_attribute where attrelid = indexrelid)
from relation join pg_index on indrelid = id join pg_class on pg_class.oid = indexrelid
where not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
union all
select 'trigger', name, tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid),
  case when tgenabled not in ('O', 'A') then 'switched off' end), '{}'
from relation join pg_trigger on tgrelid = id where not tgisinternal
union all
select 'policy', name, polname, concat_ws(' ', case when polpermissive then 'permissive' else 'restrictive' end,
  case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
  'to', (select string_agg(case role when 0 then 'public' else pg_get_userbyid(role) end, ', ' order by role::regrole::text)
    from unnest(polroles) role),
  'using ' || pg_get_expr(polqual, polrelid), 'check ' || pg_get_expr(polwithcheck, polrelid)), '{}'
from relation join pg_policy on polrelid = id
union all
select 'rule', name, rulename, pg_get_ruledef(pg_rewrite.oid), '{}'
from relation join pg_rewrite on ev_class = id where rulename <> '_RETURN'
union all
select 'grant', name, coalesce(attname || ' ', '') || 'to ' || coalesce(rolname, 'public'),
  string_agg(lower(privilege_type) || case when is_grantable then ' with grant option' else '' end, ', ' order by privilege_type),
  '{}'
from (
  select id, name, null as attname, relacl as acl from relation where relacl is not null
  union all
  select id, name, attname, attacl from relation join pg_attribute on attrelid = id where attacl is not null
) as granted cross join aclexplode(acl) left join pg_roles on pg_roles.oid = grantee
where grantee = 0 or rolname in (${acting}) group by name, attname, rolname
union all
select 'function', '', pg_proc.oid::regprocedure::text, concat_ws(' ', prorettype::regtype, lanname,
  case when prosecdef then 'security definer' end, proconfig, md5(prosrc)), '{}'
from pg_proc join pg_language on pg_language.oid = prolang where pronamespace = 'public'::regnamespace
and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`
