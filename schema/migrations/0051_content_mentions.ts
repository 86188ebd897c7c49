/** The members whom a comment on content mentions. Each of them marks the mention as read. */
export const sql = `
create table content_mention (
  organization_id text not null,
  id uuid not null,
  content_id uuid not null,
  comment_id uuid not null,
  user_id text not null,
  seen_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, content_id) references content_item on delete cascade,
  foreign key (organization_id, comment_id) references content_comment on delete cascade
);
create index content_mention_by_content on content_mention (organization_id, content_id);
create index content_mention_by_comment on content_mention (organization_id, comment_id, created_at, id);
create index content_mention_by_user on content_mention (organization_id, user_id, created_at, id);
alter table content_mention set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

alter table content_mention enable row level security;
alter table content_mention force row level security;
create policy tenant on content_mention to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update on content_mention to gateway_tenant;
create policy backup on content_mention for select to gateway_backup using (true);
grant select on content_mention to gateway_backup;

create trigger held before delete on content_mention for each row
  execute function refuse_held('CONTENT_MENTION', 'id', 'CONTENT_ITEM', 'content_id', 'CONTENT_COMMENT', 'comment_id');
`
