// Generated from the files of this folder by "npm run generate".
import { sql as m0001 } from './0001_baseline.ts'
import { sql as m0002 } from './0002_checkpoints.ts'
import { sql as m0003 } from './0003_data_subjects.ts'
import { sql as m0004 } from './0004_consent_recipients.ts'
import { sql as m0005 } from './0005_record_details.ts'
import { sql as m0007 } from './0007_consent_by_contact.ts'
import { sql as m0008 } from './0008_dead_rows.ts'
import { sql as m0009 } from './0009_counters.ts'
import { sql as m0010 } from './0010_memberships.ts'
import { sql as m0011 } from './0011_reviews.ts'
import { sql as m0012 } from './0012_append.ts'
import { sql as m0013 } from './0013_holds.ts'
import { sql as m0014 } from './0014_trash.ts'
import { sql as m0015 } from './0015_campaign_rules.ts'
import { sql as m0017 } from './0017_person_keys.ts'
import { sql as m0018 } from './0018_person_key_indexes.ts'
import { sql as m0019 } from './0019_webhook_rest.ts'
import { sql as m0021 } from './0021_large_objects.ts'
import { sql as m0022 } from './0022_client_import.ts'
import { sql as m0024 } from './0024_work_leases.ts'
import { sql as m0030 } from './0030_delivery.ts'
import { sql as m0033 } from './0033_test_messages.ts'
import { sql as m0035 } from './0035_delivery_reports.ts'
import { sql as m0036 } from './0036_tracking.ts'
import { sql as m0037 } from './0037_recipient_import.ts'
import { sql as m0038 } from './0038_segments.ts'
import { sql as m0039 } from './0039_registry_cleansing.ts'
import { sql as m0040 } from './0040_recipient_keys.ts'
import { sql as m0041 } from './0041_sign_off.ts'
import { sql as m0042 } from './0042_sign_off_due.ts'
import { sql as m0043 } from './0043_sign_off_notices.ts'
import { sql as m0044 } from './0044_api_key_rotation.ts'
import { sql as m0045 } from './0045_api_key_uses.ts'
import { sql as m0046 } from './0046_ended_sessions.ts'
import { sql as m0047 } from './0047_audit_tiles.ts'
import { sql as m0048 } from './0048_unqueued_recipients.ts'
import { sql as m0049 } from './0049_list_orders.ts'
import { sql as m0050 } from './0050_saved_views.ts'
import { sql as m0051 } from './0051_content_mentions.ts'
import { sql as m0052 } from './0052_oauth_clients.ts'
import { sql as m0053 } from './0053_return_reasons.ts'
import { sql as m0054 } from './0054_message_spend.ts'
import { sql as m0055 } from './0055_default_views.ts'
import { sql as m0056 } from './0056_member_mails.ts'
import { sql as m0060 } from './0060_causes.ts'
import { sql as m0061 } from './0061_report_schedules.ts'
import { sql as m0062 } from './0062_report_attempts.ts'
import { sql as m0063 } from './0063_import_causes.ts'
import { sql as m0064 } from './0064_trash_resources.ts'
import { sql as m0065 } from './0065_counted_days.ts'
import { sql as m0066 } from './0066_mail_recipients.ts'
import { sql as m0067 } from './0067_message_clicks.ts'

/** Every migration, in order. */
export const migrations = [
  { name: '0001_baseline', sql: m0001 },
  { name: '0002_checkpoints', sql: m0002 },
  { name: '0003_data_subjects', sql: m0003 },
  { name: '0004_consent_recipients', sql: m0004 },
  { name: '0005_record_details', sql: m0005 },
  { name: '0007_consent_by_contact', sql: m0007 },
  { name: '0008_dead_rows', sql: m0008 },
  { name: '0009_counters', sql: m0009 },
  { name: '0010_memberships', sql: m0010 },
  { name: '0011_reviews', sql: m0011 },
  { name: '0012_append', sql: m0012 },
  { name: '0013_holds', sql: m0013 },
  { name: '0014_trash', sql: m0014 },
  { name: '0015_campaign_rules', sql: m0015 },
  { name: '0017_person_keys', sql: m0017 },
  { name: '0018_person_key_indexes', sql: m0018 },
  { name: '0019_webhook_rest', sql: m0019 },
  { name: '0021_large_objects', sql: m0021 },
  { name: '0022_client_import', sql: m0022 },
  { name: '0024_work_leases', sql: m0024 },
  { name: '0030_delivery', sql: m0030 },
  { name: '0033_test_messages', sql: m0033 },
  { name: '0035_delivery_reports', sql: m0035 },
  { name: '0036_tracking', sql: m0036 },
  { name: '0037_recipient_import', sql: m0037 },
  { name: '0038_segments', sql: m0038 },
  { name: '0039_registry_cleansing', sql: m0039 },
  { name: '0040_recipient_keys', sql: m0040 },
  { name: '0041_sign_off', sql: m0041 },
  { name: '0042_sign_off_due', sql: m0042 },
  { name: '0043_sign_off_notices', sql: m0043 },
  { name: '0044_api_key_rotation', sql: m0044 },
  { name: '0045_api_key_uses', sql: m0045 },
  { name: '0046_ended_sessions', sql: m0046 },
  { name: '0047_audit_tiles', sql: m0047 },
  { name: '0048_unqueued_recipients', sql: m0048 },
  { name: '0049_list_orders', sql: m0049 },
  { name: '0050_saved_views', sql: m0050 },
  { name: '0051_content_mentions', sql: m0051 },
  { name: '0052_oauth_clients', sql: m0052 },
  { name: '0053_return_reasons', sql: m0053 },
  { name: '0054_message_spend', sql: m0054 },
  { name: '0055_default_views', sql: m0055 },
  { name: '0056_member_mails', sql: m0056 },
  { name: '0060_causes', sql: m0060 },
  { name: '0061_report_schedules', sql: m0061 },
  { name: '0062_report_attempts', sql: m0062 },
  { name: '0063_import_causes', sql: m0063 },
  { name: '0064_trash_resources', sql: m0064 },
  { name: '0065_counted_days', sql: m0065 },
  { name: '0066_mail_recipients', sql: m0066 },
  { name: '0067_message_clicks', sql: m0067 },
] as const
