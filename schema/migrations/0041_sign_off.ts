/** Sign-offs: people outside of the team approve a campaign or content by a mailed link. */
export const sql = String.raw`
alter table organization add column requires_sign_off boolean;
alter table client add column requires_sign_off boolean not null default false;

create table sign_off (
  organization_id text not null,
  id uuid not null,
  campaign_id uuid,
  content_id uuid,
  title text not null,
  version integer,
  -- What the reviewers see, and the SHA-256 of its canonical JSON (RFC 8785).
  snapshot jsonb not null,
  content_hash text not null,
  shares_budget boolean not null,
  may_hand_over boolean not null,
  quorum integer not null,
  message text,
  due_at timestamptz(3),
  expires_at timestamptz(3) not null,
  status text not null,
  approved_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign,
  foreign key (organization_id, content_id) references content_item
);
create index sign_off_by_creation on sign_off (organization_id, created_at, id);
create index sign_off_by_campaign on sign_off (organization_id, campaign_id, created_at, id) where campaign_id is not null;
create index sign_off_by_content on sign_off (organization_id, content_id, created_at, id) where content_id is not null;

create table sign_off_reviewer (
  organization_id text not null,
  id uuid not null,
  sign_off_id uuid not null,
  name text not null,
  email text not null,
  language text not null,
  status text not null,
  handed_over_to uuid,
  -- SHA-256 of the token in the link. Null: no link is valid.
  token_hash text,
  -- The code that proves the address, as a keyed digest.
  code_tag text,
  code_until timestamptz(3),
  code_tries integer not null default 0,
  codes_sent integer not null default 0,
  -- SHA-256 of the secret of the verified session.
  session_hash text,
  session_until timestamptz(3),
  email_status text,
  email_error text,
  opened_at timestamptz(3),
  verified_at timestamptz(3),
  decided_at timestamptz(3),
  reason text,
  -- The signed statement as canonical JSON, without personal data: it names the reviewer by a salted hash.
  evidence text,
  salt text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, sign_off_id) references sign_off on delete cascade
);
create index sign_off_reviewer_by_sign_off on sign_off_reviewer (organization_id, sign_off_id, created_at, id);
create unique index sign_off_reviewer_by_token on sign_off_reviewer (organization_id, token_hash);

create table sign_off_comment (
  organization_id text not null,
  id uuid not null,
  sign_off_id uuid not null,
  reviewer_id uuid not null,
  commented_content_id uuid,
  passage text,
  text text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, sign_off_id) references sign_off on delete cascade,
  foreign key (organization_id, reviewer_id) references sign_off_reviewer on delete cascade
);
create index sign_off_comment_by_sign_off on sign_off_comment (organization_id, sign_off_id, created_at, id);
create index sign_off_comment_by_reviewer on sign_off_comment (organization_id, reviewer_id);

alter table mail add column reviewer_id uuid;
alter table mail drop constraint mail_check;
alter table mail add constraint mail_check
  check (num_nonnulls(invitation_id, request_id, checkpoint_id, reviewer_id) = 1);
alter table mail add foreign key (organization_id, reviewer_id) references sign_off_reviewer on delete cascade;
create index mail_by_reviewer on mail (organization_id, reviewer_id);

do $$
declare
  name text;
begin
  foreach name in array array['sign_off', 'sign_off_reviewer', 'sign_off_comment'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to gateway_tenant
      using (organization_id = current_setting(''app.organization_id'', true))
      with check (organization_id = current_setting(''app.organization_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to gateway_tenant', name);
    execute format('create policy backup on %I for select to gateway_backup using (true)', name);
    execute format('grant select on %I to gateway_backup', name);
    execute format('alter table %I set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0)', name);
  end loop;
end $$;

create trigger held before delete on sign_off for each row
  execute function refuse_held('SIGN_OFF', 'id', 'CAMPAIGN', 'campaign_id', 'CONTENT_ITEM', 'content_id');
create trigger held before delete on sign_off_reviewer for each row
  execute function refuse_held('SIGN_OFF_REVIEWER', 'id', 'SIGN_OFF', 'sign_off_id');
create trigger held before delete on sign_off_comment for each row
  execute function refuse_held('SIGN_OFF_COMMENT', 'id', 'SIGN_OFF', 'sign_off_id', 'SIGN_OFF_REVIEWER', 'reviewer_id');
`
