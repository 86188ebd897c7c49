/** Finds the people who are in an audience already. An audience of a million people is added in a thousand steps. */
export const sql = [
  'drop index concurrently if exists campaign_recipient_person',
  'create index concurrently campaign_recipient_person on campaign_recipient (organization_id, campaign_id, channel, contact_key)',
]
