/** Why the recipients of a file could not be added, as a code with values. The column with its English text stays. */
export const sql = `
alter table recipient_import add column failure_cause jsonb;
`
