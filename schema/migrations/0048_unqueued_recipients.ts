/** Finds the next recipients of a channel without a message, also in an audience with many recipients of other channels. */
export const sql = [
  'drop index concurrently if exists campaign_recipient_next',
  'create index concurrently campaign_recipient_next on campaign_recipient (organization_id, campaign_id, channel, id) where queued_at is null',
  'drop index concurrently if exists campaign_recipient_unqueued',
]
