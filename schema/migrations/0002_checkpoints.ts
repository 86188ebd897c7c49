/** Merkle trees over the audit trails, and the checkpoints that were signed of them. */
export const sql = `
-- Hashes of complete subtrees of an organization's Merkle tree, by levels of eight: a row of level 1 stands for 256 audit
-- records, one of level 2 for 65,536. The leaves are the records themselves. Made behind the records, never with them.
create table audit_tile (
  organization_id text not null,
  level integer not null,
  number bigint not null,
  hash bytea not null,
  primary key (organization_id, level, number)
);

-- Signed heads of the tree.
create table audit_checkpoint (
  organization_id text not null,
  id uuid not null,
  size bigint not null,
  note text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, size)
);

-- Where a checkpoint went, and what came back: a time stamp, the signature of a witness.
create table audit_publication (
  organization_id text not null,
  channel text not null,
  size bigint not null,
  receipt text,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, channel, size)
);

-- A checkpoint may be mailed to an auditor. It never goes away, so nothing holds the mail to it.
alter table mail add column checkpoint_id uuid;
alter table mail drop constraint mail_check;
alter table mail add constraint mail_check check (num_nonnulls(invitation_id, request_id, checkpoint_id) = 1);

-- Whether records are known to wait for a checkpoint: then the work is due already.
alter table organization_head add column awaits_checkpoint boolean not null default false;

do $$
declare
  name text;
begin
  foreach name in array array['audit_tile', 'audit_checkpoint', 'audit_publication'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to gateway_tenant
      using (organization_id = current_setting(''app.organization_id'', true))
      with check (organization_id = current_setting(''app.organization_id'', true))', name);
    execute format('grant select, insert on %I to gateway_tenant', name);
    execute format('create policy backup on %I for select to gateway_backup using (true)', name);
    execute format('grant select on %I to gateway_backup', name);
  end loop;
end $$;
-- Records of reads are appended by this role, and they make a checkpoint due.
grant insert on due_work to gateway_system;

-- As it was, and whoever appends the first record behind a checkpoint makes the next one due.
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
      organization_id, id, action, user_id, resource_type, resource_id, ip_address, user_agent
    ) values (
      organization, (fact->>'id')::uuid, fact->>'action', fact->>'userId', fact->>'resourceType',
      fact->>'resourceId', fact->'metadata'->>'ipAddress', fact->'metadata'->>'userAgent'
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
