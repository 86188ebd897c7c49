/** What an audit record says of what happened, beside who did what. */
export const sql = String.raw`
-- Canonical JSON (RFC 8785), as text: so that it is hashed as it was written. Records of before have none, and keep their form.
alter table audit_record add column details text;

-- As it was, and the hash covers the details, where there are any, as a member of the metadata.
create or replace function link_audit_record() returns trigger language plpgsql as $$
declare
  previous record;
begin
  -- Where the end was taken away by someone who could, the head still knows it: then the gap is found by verification.
  select * into previous from (
    (select sequence, hash, timestamp as at from public.audit_record
      where organization_id = new.organization_id order by sequence desc limit 1)
    union all
    select audit_sequence, audit_hash, at from public.organization_head where organization_id = new.organization_id
  ) as ends order by sequence desc limit 1;
  if not found then
    raise exception 'audit records need a head' using errcode = 'insufficient_privilege';
  end if;
  -- No JSON, no record: it would be hashed as it is.
  perform new.details::json;
  new.sequence := previous.sequence + 1;
  -- The clock of the server may have been set back.
  new.timestamp := greatest(date_trunc('milliseconds', clock_timestamp()), previous.at);
  new.hash := encode(sha256(convert_to(
    previous.hash || E'\n' || new.sequence || E'\n{"action":' || to_json(new.action) || ',"id":"' || new.id ||
    '","metadata":{' || coalesce('"details":' || new.details || ',', '') || '"ipAddress":' || to_json(new.ip_address) || ',"userAgent":' || to_json(new.user_agent) ||
    '},"organizationId":' || to_json(new.organization_id) ||
    ',"resourceId":' || coalesce(to_json(new.resource_id)::text, 'null') ||
    ',"resourceType":' || to_json(new.resource_type) ||
    ',"timestamp":"' || to_char(new.timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ||
    '","userId":' || to_json(new.user_id) || '}', 'UTF8')), 'hex');
  return new;
end $$;

-- As it was, and takes the details.
create or replace function append(organization text, facts jsonb, is_waiting boolean) returns bigint language plpgsql as $$
declare
  head organization_head;
  fact jsonb;
  first_event bigint;
begin
  if is_waiting then
    select * into head from organization_head where organization_id = organization for update;
    if not found then
      insert into organization_head (organization_id) values (organization) on conflict do nothing;
      select * into head from organization_head where organization_id = organization for update;
    end if;
  else
    select * into head from organization_head where organization_id = organization for update skip locked;
    if not found then
      return null;
    end if;
  end if;
  first_event := head.event_number + 1;
  for fact in select value from jsonb_array_elements(facts) loop
    insert into audit_record (
      organization_id, id, action, user_id, resource_type, resource_id, ip_address, user_agent, details
    ) values (
      organization, (fact->>'id')::uuid, fact->>'action', fact->>'userId', fact->>'resourceType',
      fact->>'resourceId', fact->'metadata'->>'ipAddress', fact->'metadata'->>'userAgent',
      fact->'metadata'->>'details'
    ) returning sequence, timestamp, hash into head.audit_sequence, head.at, head.audit_hash;
    if fact ? 'payload' then
      head.event_number := head.event_number + 1;
      insert into event values (
        organization, head.event_number, fact->>'action', fact->>'resourceType', fact->>'resourceId', fact->>'userId',
        head.at, fact->'payload'
      );
    end if;
  end loop;
  if not head.awaits_checkpoint then
    insert into due_work (organization_id, kind, due_at) values (organization, 'checkpoints', now() + interval '30 s')
      on conflict do nothing;
  end if;
  update organization_head set
    audit_sequence = head.audit_sequence, audit_hash = head.audit_hash, event_number = head.event_number, at = head.at,
    awaits_checkpoint = true
    where organization_id = organization;
  if head.event_number >= first_event then
    insert into due_work (organization_id, kind) values (organization, 'events') on conflict do nothing;
  end if;
  return head.event_number;
end $$;
`
