/** What was erased leaves the tables at the next round of autovacuum: by default a fifth of a table must be dead first. */
export const sql = `
-- Their indexes hold texts too, and are cleaned each time, not only when it pays.
alter table analytics_record set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table campaign set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table campaign_recipient set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table client set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table consent set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table contact_basis set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table content_item set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table idempotency_key set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table invitation set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table notification_read set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table registered_subject set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table subject_link set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table suppression set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table team_member set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);

alter table alert_mark set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table announced_alert set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table api_key set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table breach set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table breach_update set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table content_version set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table data_subject_request set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table event set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table legal_hold set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table mail set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table notification set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table operator set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table organization set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table processing_activity set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table retention_setting set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table security_alert set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table webhook set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table webhook_delivery set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
`
