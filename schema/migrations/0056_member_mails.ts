/** Whether a member gets e-mails of notifications, and in which language. */
export const sql = `
alter table team_member
  add column mail_language text not null default 'en',
  add column mails_at_once boolean not null default true,
  -- The time of the next daily mail of unread notifications. Null: the member gets none.
  add column digest_due_at timestamptz(3);

alter table mail add column member_id uuid;
alter table mail drop constraint mail_check;
alter table mail add constraint mail_check
  check (num_nonnulls(invitation_id, request_id, checkpoint_id, reviewer_id, sign_off_id, api_key_id, member_id) = 1);
alter table mail add foreign key (organization_id, member_id) references team_member on delete cascade;
create index mail_by_member on mail (organization_id, member_id);
`
