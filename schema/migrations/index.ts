import { sql as baseline } from './0001_baseline.ts'
import { sql as checkpoints } from './0002_checkpoints.ts'

/** Every migration, in order. */
export const migrations = [
  { name: '0001_baseline', sql: baseline },
  { name: '0002_checkpoints', sql: checkpoints },
] as const
