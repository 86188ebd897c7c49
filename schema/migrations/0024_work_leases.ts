/** Turns of organizations have leases and count their failures; dead webhook deliveries have an index. */
export const sql = `
alter table due_work add column lease uuid;
alter table due_work add column leased_until timestamptz(3);
alter table due_work add column failures integer not null default 0;
create index webhook_delivery_dead on webhook_delivery (organization_id, id) where status = 'DEAD';
`
