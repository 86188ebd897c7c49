/** Openings and clicks of campaign messages. An organization has to turn tracking on. */
export const sql = String.raw`
-- Null: the organization did not turn tracking on.
alter table organization add column tracks_messages boolean;
alter table campaign add column tracks_messages boolean not null default true;
alter table message add column opened_at timestamptz(3);
alter table message add column clicked_at timestamptz(3);
`
