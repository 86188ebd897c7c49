/** The link of the first click on a message, and the last click of a scanner, which follows several links at once. */
export const sql = `
alter table message add column clicked_link text;
alter table message add column scanned_at timestamptz(3);
`
