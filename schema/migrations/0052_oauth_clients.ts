/** OAuth clients that are registered as API keys: the identity provider has the secret, so the row has no hash. */
export const sql = String.raw`
alter table api_key
  alter column hash drop not null,
  add column oauth_client_id text;
alter table api_key add constraint api_key_secret check ((hash is null) = (oauth_client_id is not null));
create unique index api_key_by_oauth_client on api_key (organization_id, oauth_client_id)
  where oauth_client_id is not null;
`
