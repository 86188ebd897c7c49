/** A part of the address at which the hashes of an audit trail are published. The rest needs a key of the service. */
export const sql = String.raw`
alter table organization add column tiles_nonce text;
`
