/** The networks from which an API key was used. */
export const sql = String.raw`
alter table api_key
  add column last_used_network text,
  -- Without a network, the first use of a key is not announced.
  add column used_networks text[];
`
