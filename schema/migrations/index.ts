import { sql as baseline } from './0001_baseline.ts'
import { sql as checkpoints } from './0002_checkpoints.ts'
import { sql as dataSubjects } from './0003_data_subjects.ts'
import { sql as consentRecipients } from './0004_consent_recipients.ts'
import { sql as recordDetails } from './0005_record_details.ts'
import { sql as consentByContact } from './0007_consent_by_contact.ts'
import { sql as deadRows } from './0008_dead_rows.ts'
import { sql as counters } from './0009_counters.ts'
import { sql as memberships } from './0010_memberships.ts'
import { sql as reviews } from './0011_reviews.ts'
import { sql as append } from './0012_append.ts'
import { sql as holds } from './0013_holds.ts'
import { sql as trash } from './0014_trash.ts'
import { sql as campaignRules } from './0015_campaign_rules.ts'
import { sql as personKeys } from './0017_person_keys.ts'
import { sql as personKeyIndexes } from './0018_person_key_indexes.ts'
import { sql as webhookRest } from './0019_webhook_rest.ts'
import { sql as largeObjects } from './0021_large_objects.ts'

/** Every migration, in order. */
export const migrations = [
  { name: '0001_baseline', sql: baseline },
  { name: '0002_checkpoints', sql: checkpoints },
  { name: '0003_data_subjects', sql: dataSubjects },
  { name: '0004_consent_recipients', sql: consentRecipients },
  { name: '0005_record_details', sql: recordDetails },
  { name: '0007_consent_by_contact', sql: consentByContact },
  { name: '0008_dead_rows', sql: deadRows },
  { name: '0009_counters', sql: counters },
  { name: '0010_memberships', sql: memberships },
  { name: '0011_reviews', sql: reviews },
  { name: '0012_append', sql: append },
  { name: '0013_holds', sql: holds },
  { name: '0014_trash', sql: trash },
  { name: '0015_campaign_rules', sql: campaignRules },
  { name: '0017_person_keys', sql: personKeys },
  { name: '0018_person_key_indexes', sql: personKeyIndexes },
  { name: '0019_webhook_rest', sql: webhookRest },
  { name: '0021_large_objects', sql: largeObjects },
] as const
