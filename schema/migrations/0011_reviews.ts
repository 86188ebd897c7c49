/** What was approved last, so that whoever decides again sees what has changed since. */
export const sql = `
-- Null where nothing was approved, or a version approved it that did not keep this.
alter table campaign add column approved jsonb;
alter table content_item add column approved_version integer;
`
