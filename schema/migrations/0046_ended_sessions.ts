/** The time at which the sessions of a member were ended: tokens of earlier sign-ins are refused. */
export const sql = String.raw`
alter table team_member add column sessions_ended_at timestamptz(3);
`
