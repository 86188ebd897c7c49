/** Deleted clients, campaigns and content are stored with all that belongs to them, so that they can be restored. */
export const sql = String.raw`
-- A record that was deleted. It keeps its id. The resource is its table, in capitals.
create table trash_item (
  organization_id text not null,
  id uuid not null,
  resource text not null,
  name text not null,
  content jsonb not null,
  deleted_by text not null,
  deleted_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index trash_item_by_deletion on trash_item (organization_id, deleted_at, id);

-- A row that was removed with a record; or one that stayed, and then linked_by is its column that referred to the record.
-- The owner is the resource of the record.
create table trash_row (
  organization_id text not null,
  trash_id uuid not null,
  id uuid not null,
  linked_by text not null,
  resource text not null,
  owner text not null,
  content jsonb,
  primary key (organization_id, trash_id, id, linked_by),
  foreign key (organization_id, trash_id) references trash_item on delete cascade
);
create index trash_row_by_id on trash_row (organization_id, id);

do $$
declare
  name text;
begin
  foreach name in array array['trash_item', 'trash_row'] loop
    execute format('alter table %I set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0)', name);
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to gateway_tenant
      using (organization_id = current_setting(''app.organization_id'', true))
      with check (organization_id = current_setting(''app.organization_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to gateway_tenant', name);
    execute format('create policy backup on %I for select to gateway_backup using (true)', name);
    execute format('grant select on %I to gateway_backup', name);
  end loop;
end $$;

-- A hold on a resource, or on a record, keeps what of it is in the trash. A restore removes a row from the trash that is back
-- in its table.
create function refuse_held_in_trash() returns trigger language plpgsql as $$
declare
  removed jsonb := to_jsonb(old);
  hold record;
  is_back boolean;
begin
  if removed ->> 'content' is null then
    return old;
  end if;
  perform organization_id from public.organization where organization_id = old.organization_id for key share;
  select id, kind into hold from public.legal_hold as placed
    where placed.organization_id = old.organization_id
      and placed.released_at is null and (placed.until is null or placed.until > now())
      and exists (
        select 1 from (values (removed ->> 'resource', removed ->> 'id'), (removed ->> 'owner', removed ->> 'trash_id'))
          as kept (resource, id)
        where placed.resource = kept.resource and kept.id is not null
          and coalesce(nullif(lower(regexp_replace(placed.row_id, '^\s+|\s+$', '', 'g')), ''), kept.id) = kept.id
      )
    order by placed.created_at, placed.id limit 1;
  if found then
    execute format('select exists (select 1 from public.%I where organization_id = $1 and id = $2)', lower(old.resource))
      into is_back using old.organization_id, old.id;
    if not is_back then
      raise exception 'a legal hold keeps the row' using errcode = 'GWLH1', detail = json_build_object(
        'holdId', hold.id, 'kind', hold.kind, 'resource', old.resource, 'rowId', old.id)::text;
    end if;
  end if;
  return old;
end $$;
create trigger held before delete on trash_item for each row execute function refuse_held_in_trash();
create trigger held before delete on trash_row for each row execute function refuse_held_in_trash();

-- Adds up the results of a campaign that was restored: its own sums, and those of its organization.
create function add_up_campaign(organization text, campaign uuid) returns void language plpgsql as $$
begin
  perform organization_id from organization where organization_id = add_up_campaign.organization for no key update;
  insert into campaign_day
    select organization_id, campaign_id, day, count(*), sum(impressions), sum(clicks), sum(conversions),
      sum(spend_cents), sum(revenue_cents)
    from analytics_record
    where organization_id = add_up_campaign.organization and campaign_id = add_up_campaign.campaign
    group by organization_id, campaign_id, day;
  insert into campaign_total
    select added.organization_id, added.campaign_id, sum(records), sum(impressions), sum(clicks), sum(conversions),
      sum(spend_cents), sum(revenue_cents), owner.status
    from campaign_day as added
    join campaign as owner on owner.organization_id = added.organization_id and owner.id = added.campaign_id
    where added.organization_id = add_up_campaign.organization and added.campaign_id = add_up_campaign.campaign
    group by added.organization_id, added.campaign_id, owner.status;
  insert into status_total as kept
    select organization_id, status, records, impressions, clicks, conversions, spend_cents, revenue_cents
    from campaign_total
    where organization_id = add_up_campaign.organization and campaign_id = add_up_campaign.campaign
    on conflict (organization_id, status) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
  insert into organization_day as kept
    select organization_id, day, records, impressions, clicks, conversions, spend_cents, revenue_cents
    from campaign_day
    where organization_id = add_up_campaign.organization and campaign_id = add_up_campaign.campaign
    on conflict (organization_id, day) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
end $$;
`
