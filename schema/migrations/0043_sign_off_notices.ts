/** Reminders of reviewers, and the mail to the requester of an overdue sign-off. */
export const sql = String.raw`
alter table organization add column reminds_reviewers boolean;

-- Time of the next reminder, or of the notice that the decision is overdue. Null: none follows.
alter table sign_off add column notice_at timestamptz(3);
create index sign_off_by_notice on sign_off (organization_id, notice_at)
  where notice_at is not null and status = 'REQUESTED';

alter table mail add column sign_off_id uuid;
alter table mail drop constraint mail_check;
alter table mail add constraint mail_check
  check (num_nonnulls(invitation_id, request_id, checkpoint_id, reviewer_id, sign_off_id) = 1);
alter table mail add foreign key (organization_id, sign_off_id) references sign_off on delete cascade;
create index mail_by_sign_off on mail (organization_id, sign_off_id);
`
