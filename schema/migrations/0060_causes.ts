/** The causes of changes by the service, as codes with values. The columns with their English texts stay. */
export const sql = `
alter table campaign add column failure_cause jsonb;
alter table sign_off add column end_cause jsonb;
alter table webhook add column disabled_cause jsonb;
`
