/** Reports of mail servers about messages: delivered, bounced, complained about. */
export const sql = String.raw`
-- The secret of the addresses to which the mail service of a sender reports; null: it reports nothing.
alter table sender add column sealed_hook_secret text;
alter table message add column soft_bounced_at timestamptz(3);
-- The last messages of a campaign, whose bounces and complaints are counted.
create index message_by_attempt on message (organization_id, campaign_id, (coalesce(sent_at, bounced_at)))
  where coalesce(sent_at, bounced_at) is not null;
`
