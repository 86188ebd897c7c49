/** Appending to the audit trail costs the database less: single look-ups, and conditions without queries. */
export const sql = String.raw`
-- As it was. Records that the head does not name yet are those of the same transaction; and where the end was taken away by
-- someone who could, the head still knows it: then the gap is found by verification.
create or replace function link_audit_record() returns trigger language plpgsql as $$
declare
  -- No JSON, no record: it would be hashed as it is.
  details json := new.details;
  previous_hash text;
  previous_at timestamptz;
begin
  select coalesce(latest.sequence, head.audit_sequence) + 1, coalesce(latest.hash, head.audit_hash), coalesce(latest.timestamp, head.at)
    into new.sequence, previous_hash, previous_at
    from public.organization_head as head left join lateral (
      select sequence, hash, timestamp from public.audit_record as record
      where record.organization_id = new.organization_id and record.sequence > head.audit_sequence
      order by record.sequence desc limit 1
    ) as latest on true
    where head.organization_id = new.organization_id;
  if not found then
    raise exception 'audit records need a head' using errcode = 'insufficient_privilege';
  end if;
  -- The clock of the server may have been set back.
  new.timestamp := greatest(date_trunc('milliseconds', clock_timestamp()), previous_at);
  new.hash := encode(sha256(convert_to(
    previous_hash || E'\n' || new.sequence || E'\n{"action":' || to_json(new.action) || ',"id":"' || new.id ||
    '","metadata":{' || coalesce('"details":' || details || ',', '') || '"ipAddress":' || to_json(new.ip_address) ||
    ',"userAgent":' || to_json(new.user_agent) || '},"organizationId":' || to_json(new.organization_id) ||
    ',"resourceId":' || coalesce(to_json(new.resource_id)::text, 'null') ||
    ',"resourceType":' || to_json(new.resource_type) ||
    ',"timestamp":"' || to_char(new.timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ||
    '","userId":' || to_json(new.user_id) || '}', 'UTF8')), 'hex');
  return new;
end $$;

-- As it was.
create or replace function advance_head() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.audit_sequence, new.audit_hash, new.event_number, new.at)
      is distinct from (0::bigint, repeat('0', 64), 0::bigint, '-infinity'::timestamptz) then
      raise exception 'a head begins at 0' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or new.organization_id <> old.organization_id
    or new.audit_sequence < old.audit_sequence or new.event_number < old.event_number then
    raise exception 'a head only goes forward' using errcode = 'insufficient_privilege';
  end if;
  if new.audit_sequence <> old.audit_sequence or new.audit_hash <> old.audit_hash or new.at <> old.at then
    perform from public.audit_record where organization_id = new.organization_id
      and sequence = new.audit_sequence and hash = new.audit_hash and timestamp = new.at;
    if not found then
      raise exception 'a head names an audit record' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if new.event_number > old.event_number then
    perform from public.event where organization_id = new.organization_id and number = new.event_number;
    if not found then
      raise exception 'a head names an event' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $$;

-- As it was.
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
  if changes <> '{}' then
    is_added_up := not exists (
      select from organization_head where organization_id = append.organization and counts is not null
    );
  end if;
  if is_added_up then
    perform add_up_results(append.organization);
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
  for place in 0 .. jsonb_array_length(facts) - 1 loop
    fact := facts->place;
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
  elsif is_added_up and head.counts is null then
    head.counts := count_rows(append.organization);
  elsif changes <> '{}' and head.counts is not null then
    for change in
      select array[in_table.key, counted.key] as path, counted.value::bigint as rows
      from jsonb_each(changes) as in_table cross join jsonb_each_text(in_table.value) as counted
    loop
      head.counts := jsonb_set(
        head.counts, change.path, to_jsonb(coalesce((head.counts #>> change.path)::bigint, 0) + change.rows)
      );
    end loop;
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
