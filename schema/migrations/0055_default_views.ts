/** How a person sees a list of the dashboard at first: at most one view for each list. */
export const sql = `
alter table saved_view add column is_default boolean not null default false;
alter table saved_view add constraint saved_view_default_is_private check (not (is_default and is_shared));
create unique index saved_view_default on saved_view (organization_id, created_by, list) where is_default;
`
