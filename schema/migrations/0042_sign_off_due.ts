/** Sign-offs in the order in which their links expire, which is that of their due times. */
export const sql = String.raw`
create index sign_off_by_expiry on sign_off (organization_id, expires_at, id);
`
