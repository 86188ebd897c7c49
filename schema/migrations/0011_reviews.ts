/** What was approved last, so that whoever decides again sees what has changed since, what reviewers say, and translations. */
export const sql = `
-- Null where nothing was approved, or a version approved it that did not keep this.
alter table campaign add column approved jsonb;
alter table content_item add column approved_version integer;

-- What content is a translation of: an original, which is no translation itself.
alter table content_item add column translation_of uuid;
alter table content_item add foreign key (organization_id, translation_of) references content_item;
create unique index content_item_translation on content_item (organization_id, translation_of, language)
  where translation_of is not null;

-- What is said of a version of content.
create table content_comment (
  organization_id text not null,
  id uuid not null,
  content_id uuid not null,
  version integer not null,
  text text not null,
  resolved_at timestamptz(3),
  resolved_by text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, content_id) references content_item on delete cascade
);
alter table content_comment set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
create index content_comment_by_content on content_comment (organization_id, content_id, created_at, id);

alter table content_comment enable row level security;
alter table content_comment force row level security;
create policy tenant on content_comment to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update on content_comment to gateway_tenant;
create policy backup on content_comment for select to gateway_backup using (true);
grant select on content_comment to gateway_backup;
`
