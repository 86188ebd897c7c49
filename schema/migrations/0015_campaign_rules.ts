/** Approvals that lapse, the tolerance of approved budgets, and analytics records that are suspect or keep their time of creation. */
export const sql = `
-- Percent by which the budget of an approved campaign may be raised; null: as the service has it.
alter table organization add column budget_tolerance_percent integer;

-- Campaigns that wait for an approval until their end.
create index campaign_awaiting on campaign (organization_id, ends_at) where status = 'PENDING_APPROVAL';
insert into due_work (organization_id, kind, due_at)
  select organization_id, 'campaigns', min(ends_at) from campaign
  where status = 'PENDING_APPROVAL' and ends_at is not null group by organization_id
  on conflict (organization_id, kind) do update set due_at = least(due_work.due_at, excluded.due_at);

-- Why the figures of a record are suspect; empty where they are not, or where an earlier version recorded them.
alter table analytics_record add column suspect text[] not null default '{}';
create index analytics_record_suspect on analytics_record (organization_id, day, id) where suspect <> '{}';

-- As before, with the reasons of suspect records, and the time of creation of a record that is corrected.
create or replace function record_results(organization text, results json) returns setof uuid language plpgsql as $$
declare
  made analytics_record[];
begin
  with added as (
    insert into analytics_record (
      organization_id, id, campaign_id, content_id, channel, day, impressions, clicks, conversions, spend_cents,
      revenue_cents, key, suspect, created_at, updated_at
    )
    select organization_id, result."id", result."campaignId", result."contentId", result."channel", result."day",
      result."impressions", result."clicks", result."conversions", result."spendCents", result."revenueCents",
      result."key", coalesce(result."suspect", '{}'),
      coalesce(result."createdAt", date_trunc('milliseconds', clock_timestamp())),
      date_trunc('milliseconds', clock_timestamp())
    from organization cross join json_to_recordset(results) as result (
      "id" uuid, "campaignId" uuid, "contentId" uuid, "channel" text, "day" date, "impressions" bigint, "clicks" bigint,
      "conversions" bigint, "spendCents" bigint, "revenueCents" bigint, "key" text, "suspect" text[],
      "createdAt" timestamptz
    )
    where organization_id = record_results.organization order by "key", "id"
    on conflict (organization_id, key) where key is not null do nothing
    returning *
  )
  select array_agg(added::analytics_record) into made from added;
  perform add_results(record_results.organization, made, 1);
  return query select id from unnest(made);
end $$;
`
