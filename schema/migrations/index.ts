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
] as const
