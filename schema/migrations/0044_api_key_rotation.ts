/** API keys that are rotated, bound to networks, and announced before they expire. */
export const sql = String.raw`
alter table api_key
  add column allowed_networks text[],
  add column rotated_at timestamptz(3),
  -- The secret before the last rotation, accepted until that time.
  add column old_hash bytea,
  add column old_key_until timestamptz(3),
  -- Time of the next notice before the key expires. Null: none follows.
  add column notice_at timestamptz(3);
create unique index api_key_by_old_hash on api_key (organization_id, old_hash) where old_hash is not null;
create index api_key_by_notice on api_key (organization_id, notice_at) where notice_at is not null;

-- Keys that exist already get their notices too.
update api_key set notice_at = (expires_at at time zone 'UTC' - interval '14 days') at time zone 'UTC'
  where expires_at > now() + interval '14 days';
update api_key set notice_at = (expires_at at time zone 'UTC' - interval '1 day') at time zone 'UTC'
  where notice_at is null and expires_at > now() + interval '1 day';
insert into due_work (organization_id, kind, due_at)
  select organization_id, 'api_keys', min(notice_at) from api_key where notice_at is not null group by organization_id
  on conflict do nothing;

alter table mail add column api_key_id uuid;
alter table mail drop constraint mail_check;
alter table mail add constraint mail_check
  check (num_nonnulls(invitation_id, request_id, checkpoint_id, reviewer_id, sign_off_id, api_key_id) = 1);
alter table mail add foreign key (organization_id, api_key_id) references api_key on delete cascade;
create index mail_by_api_key on mail (organization_id, api_key_id);
`
