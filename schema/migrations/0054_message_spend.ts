/** The price of a sender's messages, and the spend of campaigns on messages. */
export const sql = String.raw`
alter table sender add column price_per_thousand_cents bigint not null default 0;
-- The price at the last attempt; null before, and for messages that an earlier version sent.
alter table message add column price_per_thousand_cents bigint;

create table message_spend (
  organization_id text not null,
  id uuid not null,
  campaign_id uuid not null,
  day date not null,
  thousandths bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign on delete cascade
) with (fillfactor = 80);
create unique index message_spend_day on message_spend (organization_id, campaign_id, day);
alter table message_spend set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

alter table message_spend enable row level security;
alter table message_spend force row level security;
create policy tenant on message_spend to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update, delete on message_spend to gateway_tenant;
create policy backup on message_spend for select to gateway_backup using (true);
grant select on message_spend to gateway_backup;
`
