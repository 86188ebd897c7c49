import { rowWith } from '../../common/class-fields.ts'
import { Column, Entity } from '../../data/columns.ts'
import { Count, Details, Email, Flag, Json, OrganizationId, RowOutput, Text, Time } from '../../graphql/columns.ts'
import { fields } from '../../graphql/fields.ts'
import type { SecuritySettings } from './security.outputs.ts'

/** The fields of the organization that callers write, except its name and its security settings. */
@Details()
export abstract class OrganizationDetails extends fields({
  contact: Json('Contact details, with fields of the caller’s own.', { nullable: true }),
  address: Json('Address, with fields of the caller’s own.', { nullable: true }),
  informationOfficerName: Text('Name of the Information Officer (POPIA section 55).', { nullable: true }),
  informationOfficerEmail: Email('E-mail address of the Information Officer.', { nullable: true }),
  informationOfficerPhone: Text('Phone number of the Information Officer.', { nullable: true, max: 32 }),
  informationOfficerRegistration: Text('Registration number of the Information Officer at the Information Regulator.', {
    nullable: true,
    max: 64,
  }),
  popiaRegistration: Text('Registration number of the organization at the Information Regulator.', {
    nullable: true,
    max: 64,
  }),
  budgetTolerancePercent: Count(
    'Percent by which the budget of an approved campaign may be raised without another approval. Null means 10.',
    { nullable: true, max: 1000, graphqlOnly: true },
  ),
  requiresSignOff: Flag(
    'Whether a campaign needs a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and content to become PUBLISHED. ' +
      'Null means false.',
    { nullable: true, graphqlOnly: true },
  ),
  remindsReviewers: Flag(
    'Whether reviewers of a sign-off who have not decided are reminded at half of the time to `dueAt` and 24 hours before ' +
      'it. Null means true.',
    { nullable: true, graphqlOnly: true },
  ),
}) {}

/** The tenant: a service provider. Its id is the organization's id at the identity provider. */
@RowOutput('org:provider:read', 'Organization that the caller acts for.')
@Entity()
export class Organization extends rowWith(OrganizationDetails, {
  organizationId: OrganizationId(),
  name: Text('Name of the organization.', { nullable: true }),
  security: Column<SecuritySettings>('jsonb', { nullable: true }),
  /** Whether openings and clicks of campaign messages are recorded. */
  tracksMessages: Column('boolean', { nullable: true }),
  /** A part of the address of the published hashes of the audit trail. Null: they are not published. */
  tilesNonce: Column('text', { nullable: true }),
  requestGraceHours: Column('integer', { nullable: true }),
  createdAt: Time('Time at which the record was created.'),
  updatedAt: Time('Time of the last change.'),
}) {}
