/** Members who were removed stay known as removed, and each change of a team is counted. */
export const sql = String.raw`
alter table team_member add column removed_at timestamptz(3);

-- What processes remember of members they compare with this number: a word of a change may be lost.
alter table organization_head add column team_version bigint not null default 0;

-- As it was, and counts the changes of the team.
create or replace function append(organization text, facts jsonb, is_waiting boolean, changes jsonb, moved uuid[]) returns bigint
language plpgsql as $$
declare
  head organization_head;
  fact jsonb;
  change record;
  first_event bigint;
  is_added_up boolean := false;
begin
  -- Sums are locked before the head, as by those who record results.
  if changes <> '{}' and not exists (
    select 1 from organization_head where organization_id = append.organization and counts is not null
  ) then
    perform add_up_results(append.organization);
    is_added_up := true;
  elsif cardinality(moved) > 0 then
    perform move_results(append.organization, moved);
  end if;
  if is_waiting then
    select * into head from organization_head where organization_id = append.organization for update;
    if not found then
      insert into organization_head (organization_id) values (append.organization) on conflict do nothing;
      select * into head from organization_head where organization_id = append.organization for update;
    end if;
  else
    select * into head from organization_head where organization_id = append.organization for update skip locked;
    if not found then
      return null;
    end if;
  end if;
  first_event := head.event_number + 1;
  for fact in select value from jsonb_array_elements(facts) loop
    insert into audit_record (
      organization_id, id, action, user_id, resource_type, resource_id, ip_address, user_agent, details
    ) values (
      append.organization, (fact->>'id')::uuid, fact->>'action', fact->>'userId', fact->>'resourceType',
      fact->>'resourceId', fact->'metadata'->>'ipAddress', fact->'metadata'->>'userAgent',
      fact->'metadata'->>'details'
    ) returning sequence, timestamp, hash into head.audit_sequence, head.at, head.audit_hash;
    if fact ? 'payload' then
      head.event_number := head.event_number + 1;
      insert into event values (
        append.organization, head.event_number, fact->>'action', fact->>'resourceType', fact->>'resourceId',
        fact->>'userId', head.at, fact->'payload'
      );
      if fact->>'action' like 'TEAM\_MEMBER\_%' or fact->>'action' = 'INVITATION_ACCEPTED' then
        head.team_version := head.team_version + 1;
      end if;
    end if;
  end loop;
  if changes is null then
    head.counts := null;
  elsif head.counts is not null then
    for change in
      select array[in_table.key, counted.key] as path, counted.value::bigint as rows
      from jsonb_each(changes) as in_table cross join jsonb_each_text(in_table.value) as counted
    loop
      head.counts := jsonb_set(
        head.counts, change.path, to_jsonb(coalesce((head.counts #>> change.path)::bigint, 0) + change.rows)
      );
    end loop;
  elsif is_added_up then
    head.counts := count_rows(append.organization);
  end if;
  if not head.awaits_checkpoint then
    insert into due_work (organization_id, kind, due_at)
      values (append.organization, 'checkpoints', now() + interval '30 s') on conflict do nothing;
  end if;
  update organization_head set
    audit_sequence = head.audit_sequence, audit_hash = head.audit_hash, event_number = head.event_number, at = head.at,
    awaits_checkpoint = true, counts = head.counts, team_version = head.team_version
    where organization_id = append.organization;
  if head.event_number >= first_event then
    insert into due_work (organization_id, kind) values (append.organization, 'events') on conflict do nothing;
  end if;
  return head.event_number;
end $$;
`
