import { rowWith } from '../../../common/class-fields.ts'
import { Column, Entity } from '../../../data/columns.ts'
import { Ref } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'

/** A person whom requests are about, stored as keyed digests of the normalized identifiers (normal-form.ts). */
@PersonalData({ erase: 'keep', because: 'KEPT_DIGESTS' })
@Entity()
export class RegisteredSubject extends rowWith(TenantRow, {
  email: Column('text', { nullable: true }),
  phone: Column('text', { nullable: true }),
  idNumber: Column('text', { nullable: true }),
  reference: Column('text', { nullable: true }),
}) {}

/** The verdicts of a person on a record: fields that are the subject's, and fields that are not. */
@Entity()
export class SubjectLink extends rowWith(TenantRow, {
  subjectId: Ref('registeredSubject', 'Id of the subject.'),
  resource: Column('text'),
  rowId: Column('text'),
  confirmed: Column<string[]>('text[]'),
  leftOut: Column<string[]>('text[]'),
  reason: Column('text'),
  /** The last change of the record at the time of the verdict. A later change makes the verdict void. */
  seenAt: Column('timestamptz(3)', { nullable: true }),
  decidedBy: Column('text'),
}) {}
