import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, ID, ObjectType } from 'type-graphql'
import { Column, Key } from '../../data/columns.ts'
import { Count, Email, Flag, Json, RowOutput, Text, Time } from '../../graphql/columns.ts'
import type { SecuritySettings } from './security.outputs.ts'

/** The fields of the organization that callers write, except its name and its security settings. */
@ObjectType({ simpleResolvers: true })
export abstract class OrganizationDetails {
  @Json({ nullable: true, description: 'Contact details, with fields of the caller’s own.' })
  readonly contact!: Record<string, unknown> | null

  @Json({ nullable: true, description: 'Address, with fields of the caller’s own.' })
  readonly address!: Record<string, unknown> | null

  @Text({ nullable: true, description: 'Name of the Information Officer (POPIA section 55).' })
  readonly informationOfficerName!: string | null

  @Email({ nullable: true, description: 'E-mail address of the Information Officer.' })
  readonly informationOfficerEmail!: string | null

  @Text({ nullable: true, max: 32, description: 'Phone number of the Information Officer.' })
  readonly informationOfficerPhone!: string | null

  @Text({
    nullable: true,
    max: 64,
    description: 'Registration number of the Information Officer at the Information Regulator.',
  })
  readonly informationOfficerRegistration!: string | null

  @Text({
    nullable: true,
    max: 64,
    description: 'Registration number of the organization at the Information Regulator.',
  })
  readonly popiaRegistration!: string | null

  @Count({
    nullable: true,
    max: 1000,
    graphqlOnly: true,
    description:
      'Percent by which the budget of an approved campaign may be raised without another approval. Null means 10.',
  })
  readonly budgetTolerancePercent!: number | null

  @Flag({
    nullable: true,
    graphqlOnly: true,
    description:
      'Whether a campaign needs a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and content to become PUBLISHED. ' +
      'Null means false.',
  })
  readonly requiresSignOff!: boolean | null

  @Flag({
    nullable: true,
    graphqlOnly: true,
    description:
      'Whether reviewers of a sign-off who have not decided are reminded at half of the time to `dueAt` and 24 hours before ' +
      'it. Null means true.',
  })
  readonly remindsReviewers!: boolean | null
}

/** The tenant: a service provider. Its id is the organization's id at the identity provider. */
@RowOutput('org:provider:read', 'Organization that the caller acts for.')
@Entity()
export class Organization extends OrganizationDetails {
  @Key('text')
  @Field(() => ID, { name: 'id', description: 'Id of the organization at the identity provider.' })
  readonly organizationId!: string

  @Text({ nullable: true, description: 'Name of the organization.' })
  readonly name!: string | null

  @Column('jsonb', { nullable: true })
  readonly security!: SecuritySettings | null

  /** Whether openings and clicks of campaign messages are recorded. */
  @Column('boolean', { nullable: true })
  readonly tracksMessages!: boolean | null

  /** A part of the address of the published hashes of the audit trail. Null: they are not published. */
  @Column('text', { nullable: true })
  readonly tilesNonce!: string | null

  @Column('integer', { nullable: true })
  readonly requestGraceHours!: number | null

  @Time({ description: 'Time at which the record was created.' })
  readonly createdAt!: Date

  @Time({ description: 'Time of the last change.' })
  readonly updatedAt!: Date
}
