/** An endpoint that does not answer rests before the next attempt, so that it holds no slot that others need. */
export const sql = `
alter table webhook add column unanswered integer not null default 0;
alter table webhook add column resting_until timestamptz(3);
`
