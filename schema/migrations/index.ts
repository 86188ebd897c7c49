import { sql as baseline } from './0001_baseline.ts'

/** Every migration, in order. */
export const migrations = [{ name: '0001_baseline', sql: baseline }] as const
