import { sql as baseline } from './0001_baseline.ts'
import { sql as checkpoints } from './0002_checkpoints.ts'
import { sql as dataSubjects } from './0003_data_subjects.ts'

/** Every migration, in order. */
export const migrations = [
  { name: '0001_baseline', sql: baseline },
  { name: '0002_checkpoints', sql: checkpoints },
  { name: '0003_data_subjects', sql: dataSubjects },
] as const
