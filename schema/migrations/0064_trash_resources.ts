/** The trash keeps rows of several tables with one id: a message has the id of its recipient. */
export const sql = `
alter table trash_row drop constraint trash_row_pkey;
alter table trash_row add primary key (organization_id, trash_id, resource, id, linked_by);
`
