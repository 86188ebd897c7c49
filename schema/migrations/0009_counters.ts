/** Rows are counted, and results added up by status, by whoever writes: figures cost the same however many rows there are. */
export const sql = `
-- How many rows there are, by table and by what they are counted by: {"campaign": {"DRAFT": 2}, "client": {}, "content_item": {}}.
-- Null where that is not known: in an organization that was not written to since this migration, or that a version wrote to
-- which does not count. Whoever writes next counts anew.
alter table organization_head add column counts jsonb;

-- What the results of campaigns with one status add up to. They count for the status in campaign_total, which follows that
-- of the campaign at the end of a transaction. Right wherever counts are known.
alter table campaign_total add column status text;

create table status_total (
  organization_id text not null,
  status text not null,
  records bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  conversions bigint not null,
  spend_cents bigint not null,
  revenue_cents bigint not null,
  primary key (organization_id, status),
  foreign key (organization_id) references organization
) with (fillfactor = 80);

alter table status_total enable row level security;
alter table status_total force row level security;
create policy tenant on status_total to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update, delete on status_total to gateway_tenant;
create policy backup on status_total for select to gateway_backup using (true);
grant select on status_total to gateway_backup;

-- Campaigns are ranked by their impressions, unless something else is asked for.
create index campaign_total_by_impressions on campaign_total (organization_id, impressions desc, campaign_id);

-- Counts the rows of an organization.
create function count_rows(organization text) returns jsonb language plpgsql stable as $$
begin
  return jsonb_build_object(
    'campaign', (select coalesce(jsonb_object_agg(status, rows), '{}') from (
      select status, count(*) as rows from campaign where organization_id = count_rows.organization group by status) as counted),
    'client', (select coalesce(jsonb_object_agg(sector, rows), '{}') from (
      select sector, count(*) as rows from client where organization_id = count_rows.organization group by sector) as counted),
    'content_item', (select coalesce(jsonb_object_agg(status, rows), '{}') from (
      select status, count(*) as rows from content_item where organization_id = count_rows.organization group by status) as counted)
  );
end $$;

-- What the results of an organization's campaigns add up to, by the status of the campaigns.
create function results_by_status(organization text) returns setof status_total language plpgsql stable as $$
begin
  if exists (
    select 1 from organization_head where organization_id = results_by_status.organization and counts is not null
  ) then
    return query select * from status_total where organization_id = results_by_status.organization;
  else
    return query select campaign.organization_id, campaign.status, sum(records)::bigint, sum(impressions)::bigint,
      sum(clicks)::bigint, sum(conversions)::bigint, sum(spend_cents)::bigint, sum(revenue_cents)::bigint
    from campaign join campaign_total on campaign_total.organization_id = campaign.organization_id and campaign_id = id
    where campaign.organization_id = results_by_status.organization group by campaign.organization_id, campaign.status;
  end if;
end $$;

-- Adds the results of an organization up by status, from the sums of its campaigns.
create function add_up_results(organization text) returns void language plpgsql as $$
begin
  perform organization_id from organization where organization_id = add_up_results.organization for no key update;
  update campaign_total as total set status = campaign.status from campaign
    where total.organization_id = add_up_results.organization and campaign.organization_id = add_up_results.organization
    and campaign.id = total.campaign_id and total.status is distinct from campaign.status;
  delete from status_total where organization_id = add_up_results.organization;
  insert into status_total
    select organization_id, status, sum(records), sum(impressions), sum(clicks), sum(conversions), sum(spend_cents),
      sum(revenue_cents)
    from campaign_total where organization_id = add_up_results.organization group by organization_id, status;
end $$;

-- Takes the results of campaigns, which are locked, to the status that these have now.
create function move_results(organization text, campaigns uuid[]) returns void language plpgsql as $$
begin
  if not exists (
    select 1 from campaign_total where organization_id = move_results.organization and campaign_id = any(campaigns)
  ) then
    return;
  end if;
  perform organization_id from organization where organization_id = move_results.organization for no key update;
  insert into status_total as kept
    select owner.organization_id, side.status, sum(sign * records), sum(sign * impressions), sum(sign * clicks),
      sum(sign * conversions), sum(sign * spend_cents), sum(sign * revenue_cents)
    from organization as owner
    join campaign_total as total on total.organization_id = owner.organization_id
    join campaign on campaign.organization_id = owner.organization_id and campaign.id = total.campaign_id
    cross join lateral (values (total.status, -1), (campaign.status, 1)) as side (status, sign)
    where owner.organization_id = move_results.organization and total.campaign_id = any(campaigns)
      and total.status <> campaign.status
    group by owner.organization_id, side.status
    on conflict (organization_id, status) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
  update campaign_total as total set status = campaign.status from campaign
    where total.organization_id = move_results.organization and total.campaign_id = any(campaigns)
    and campaign.organization_id = move_results.organization and campaign.id = total.campaign_id
    and total.status <> campaign.status;
end $$;

-- As it was, and the sums by status follow.
create or replace function add_results(organization text, results analytics_record[], sign integer) returns void language plpgsql as $$
begin
  perform organization_id from organization where organization_id = add_results.organization for no key update;
  insert into campaign_day as kept
    select owner.organization_id, campaign_id, day,
      sign * count(*), sign * sum(impressions), sign * sum(clicks), sign * sum(conversions),
      sign * sum(spend_cents), sign * sum(revenue_cents)
    from organization as owner cross join unnest(results) as added
    where owner.organization_id = add_results.organization
    group by owner.organization_id, campaign_id, day
    on conflict (organization_id, campaign_id, day) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
  insert into campaign_total as kept
    select owner.organization_id, campaign_id,
      sign * count(*), sign * sum(impressions), sign * sum(clicks), sign * sum(conversions),
      sign * sum(spend_cents), sign * sum(revenue_cents), campaign.status
    from organization as owner cross join unnest(results) as added
    join campaign on campaign.organization_id = owner.organization_id and campaign.id = added.campaign_id
    where owner.organization_id = add_results.organization
    group by owner.organization_id, campaign_id, campaign.status
    on conflict (organization_id, campaign_id) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
  insert into status_total as kept
    select owner.organization_id, total.status,
      sign * count(*), sign * sum(added.impressions), sign * sum(added.clicks), sign * sum(added.conversions),
      sign * sum(added.spend_cents), sign * sum(added.revenue_cents)
    from organization as owner cross join unnest(results) as added
    join campaign_total as total on total.organization_id = owner.organization_id and total.campaign_id = added.campaign_id
    where owner.organization_id = add_results.organization and total.status is not null
    group by owner.organization_id, total.status
    on conflict (organization_id, status) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
  insert into organization_day as kept
    select owner.organization_id, day,
      sign * count(*), sign * sum(impressions), sign * sum(clicks), sign * sum(conversions),
      sign * sum(spend_cents), sign * sum(revenue_cents)
    from organization as owner cross join unnest(results) as added
    where owner.organization_id = add_results.organization
    group by owner.organization_id, day
    on conflict (organization_id, day) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
end $$;

-- As it was, and the sums by status lose them too.
create or replace function delete_results_of(organization text, campaigns uuid[]) returns void language plpgsql as $$
begin
  perform organization_id from organization where organization_id = delete_results_of.organization for no key update;
  update status_total as kept set
    records = kept.records - gone.records, impressions = kept.impressions - gone.impressions,
    clicks = kept.clicks - gone.clicks, conversions = kept.conversions - gone.conversions,
    spend_cents = kept.spend_cents - gone.spend_cents, revenue_cents = kept.revenue_cents - gone.revenue_cents
  from (
    select status, sum(records) as records, sum(impressions) as impressions, sum(clicks) as clicks,
      sum(conversions) as conversions, sum(spend_cents) as spend_cents, sum(revenue_cents) as revenue_cents
    from campaign_total where organization_id = delete_results_of.organization and campaign_id = any(campaigns)
    group by status
  ) as gone
  where kept.organization_id = delete_results_of.organization and kept.status = gone.status;
  update organization_day as kept set
    records = kept.records - gone.records, impressions = kept.impressions - gone.impressions,
    clicks = kept.clicks - gone.clicks, conversions = kept.conversions - gone.conversions,
    spend_cents = kept.spend_cents - gone.spend_cents, revenue_cents = kept.revenue_cents - gone.revenue_cents
  from (
    select day, sum(records) as records, sum(impressions) as impressions, sum(clicks) as clicks,
      sum(conversions) as conversions, sum(spend_cents) as spend_cents, sum(revenue_cents) as revenue_cents
    from campaign_day where organization_id = delete_results_of.organization and campaign_id = any(campaigns)
    group by day
  ) as gone
  where kept.organization_id = delete_results_of.organization and kept.day = gone.day;
  delete from analytics_record
    where organization_id = delete_results_of.organization and campaign_id = any(campaigns);
end $$;

-- Appends records, and an event for each fact that has a payload, and counts what the transaction changed: by table and by
-- what is counted, how many more rows there are ({"campaign": {"DRAFT": -1, "ACTIVE": 1}}); null from those who do not count.
-- Campaigns that were moved are those with another status than before. Returns the number of the organization's last event;
-- null when it must not wait and the head is not there or another transaction holds it.
create function append(organization text, facts jsonb, is_waiting boolean, changes jsonb, moved uuid[]) returns bigint
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
    awaits_checkpoint = true, counts = head.counts
    where organization_id = append.organization;
  if head.event_number >= first_event then
    insert into due_work (organization_id, kind) values (append.organization, 'events') on conflict do nothing;
  end if;
  return head.event_number;
end $$;

-- For versions that do not count: what they may have changed is not known.
create or replace function append(organization text, facts jsonb, is_waiting boolean) returns bigint language plpgsql as $$
begin
  return append(append.organization, facts, is_waiting, case when is_waiting then null else '{}'::jsonb end, '{}'::uuid[]);
end $$;
`
