import { Entity } from '@mikro-orm/decorators/legacy'
import { Column } from '../../../data/columns.ts'
import { Ref } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData } from '../../../security/personal-data.ts'

/** A person whom requests are about, stored as keyed digests of the normalized identifiers (normal-form.ts). */
@PersonalData({ erase: 'keep', because: 'KEPT_DIGESTS' })
@Entity()
export class RegisteredSubject extends TenantRow {
  @Column('text', { nullable: true })
  readonly email!: string | null

  @Column('text', { nullable: true })
  readonly phone!: string | null

  @Column('text', { nullable: true })
  readonly idNumber!: string | null

  @Column('text', { nullable: true })
  readonly reference!: string | null
}

/** The verdicts of a person on a record: fields that are the subject's, and fields that are not. */
@Entity()
export class SubjectLink extends TenantRow {
  @Ref({ to: 'registeredSubject', description: 'Id of the subject.' })
  readonly subjectId!: string

  @Column('text')
  readonly resource!: string

  @Column('text')
  readonly rowId!: string

  @Column('text[]')
  readonly confirmed!: string[]

  @Column('text[]')
  readonly leftOut!: string[]

  @Column('text')
  readonly reason!: string

  /** The last change of the record at the time of the verdict. A later change makes the verdict void. */
  @Column('timestamptz(3)', { nullable: true })
  readonly seenAt!: Date | null

  @Column('text')
  readonly decidedBy!: string
}
