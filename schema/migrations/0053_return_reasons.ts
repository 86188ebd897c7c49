/** The reason of a reviewer who returns a campaign or content to its author. */
export const sql = String.raw`
alter table campaign add column return_reason text;
alter table content_item add column return_reason text;
`
