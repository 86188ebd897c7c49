/** Leases and attempts of scheduled reports. The first attempt of an existing row moves the next one to `due_at`. */
export const sql = `
-- The primary key serves all reads: an organization has at most 20 schedules.
alter table report_schedule add column next_attempt_at timestamptz(3) not null default now();
alter table report_schedule add column attempts integer not null default 0;
alter table report_schedule add column lease uuid;
alter table report_schedule add column leased_until timestamptz(3);
`
