/** Which days of a campaign's messages were recorded as analytics, also after the record was deleted. */
export const sql = `
alter table message_spend add column is_counted boolean not null default false;
`
