/** A mail about an API key or a sign-off names the member who gets it, so that it is taken back if the member leaves. */
export const sql = `
alter table mail drop constraint mail_check;
alter table mail add constraint mail_check check (
  num_nonnulls(invitation_id, request_id, checkpoint_id, reviewer_id, sign_off_id, api_key_id) <= 1
  and num_nonnulls(invitation_id, request_id, checkpoint_id, reviewer_id, sign_off_id, api_key_id, member_id) >= 1);
`
