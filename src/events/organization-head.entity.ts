import { fields } from '../common/class-fields.ts'
import { Column, Entity, Key } from '../data/columns.ts'
import { PersonalData } from '../security/personal-data.ts'

/** The last audit record and the last event of an organization. Only the database function `append` changes it. */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS_AND_HASHES' })
@Entity()
export class OrganizationHead extends fields({
  organizationId: Key('text'),
  auditSequence: Column('bigint'),
  auditHash: Column('text'),
  eventNumber: Column('bigint'),
  at: Column('timestamptz(3)'),
  /** Whether audit records wait for a checkpoint. */
  awaitsCheckpoint: Column('boolean'),
  /** The number of changes of the team. Cached members are valid while it stays the same. */
  teamVersion: Column('bigint'),
  /** See `data/row-counts.ts`. */
  counts: Column<Record<string, Record<string, number>>>('jsonb', { nullable: true }),
}) {}
