/** Nobody but a superuser makes or changes large objects: a large object belongs to no organization. */
export const sql = String.raw`
-- Only a superuser may revoke this. The embedded database migrates as one; on a server db init sends the same statement.
do $$
declare
  writer regprocedure;
begin
  if exists (select from pg_roles where rolname = current_user and rolsuper) then
    for writer in
      select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
      and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_open', 'lo_put', 'lo_truncate', 'lo_truncate64', 'lo_unlink', 'lowrite')
    loop
      execute format('revoke execute on function %s from public', writer);
    end loop;
  end if;
end $$;
`
