import { describeNames } from '../../common/enums.ts'
import type { Cause } from '../../common/texts.ts'
import { Column } from '../../data/columns.ts'
import { Choice, Count, ExternalId, Flag, Json, Ref, Text, Time } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData, Retained } from '../../security/personal-data.ts'
import type { Snapshot } from './sign-off.snapshot.ts'

export const SignOffStatus = describeNames('SignOffStatus', 'Status of a sign-off.', {
  REQUESTED: 'Waiting for the reviewers.',
  APPROVED: 'Approved by as many reviewers as the quorum requires.',
  CHANGES_REQUESTED: 'A reviewer asked for changes.',
  VOIDED: 'The campaign or content changed after the request. `endReason` names the change.',
  REVOKED: 'Withdrawn by the organization.',
})
export type SignOffStatus = keyof typeof SignOffStatus

/**
 * A sign-off stays as evidence after its campaign or content was deleted. Its reviewers and comments are deleted with
 * it.
 */
@NodeOutput('signOff', 'org:content:read', 'Sign-off: people outside of the team approve a campaign or content.')
@PersonalData({ erase: 'pseudonymise', isEvidence: true })
@Retained({
  resource: 'SIGN_OFFS',
  days: 1825,
  since: 'updatedAt',
  statuses: [SignOffStatus.APPROVED, SignOffStatus.CHANGES_REQUESTED, SignOffStatus.VOIDED, SignOffStatus.REVOKED],
})
export class SignOff extends TenantRow {
  @Ref({
    to: 'campaign',
    nullable: true,
    belongs: true,
    filter: 'isId',
    description: 'Id of the campaign. Null for a sign-off of content, and after the campaign was deleted.',
  })
  readonly campaignId!: string | null

  @Ref({
    to: 'contentItem',
    nullable: true,
    belongs: true,
    filter: 'isId',
    description: 'Id of the content. Null for a sign-off of a campaign, and after the content was deleted.',
  })
  readonly contentId!: string | null

  @Text({ description: 'Name of the campaign or title of the content at the time of the request.' })
  readonly title!: string

  @Count({ nullable: true, description: 'Number of the version of the content. Null for a campaign.' })
  readonly version!: number | null

  @Column('jsonb')
  readonly snapshot!: Snapshot

  @Text({ description: 'SHA-256, in hexadecimal, of the canonical JSON (RFC 8785) of what the reviewers see.' })
  readonly contentHash!: string

  @Flag({ description: 'Whether the reviewers see the budget and the dates of the campaign.' })
  readonly sharesBudget!: boolean

  @Flag({ description: 'Whether a reviewer may hand the decision over to a colleague.' })
  readonly mayHandOver!: boolean

  @Count({ description: 'Number of reviewers who must approve.' })
  readonly quorum!: number

  @Text({ nullable: true, description: 'Message to the reviewers.' })
  readonly message!: string | null

  @Time({ nullable: true, description: 'Time by which the decision is due.' })
  readonly dueAt!: Date | null

  @Time({ description: 'Time at which the links expire.' })
  readonly expiresAt!: Date

  @Choice(SignOffStatus, { filter: 'isAny', description: 'Status of the sign-off.' })
  readonly status!: SignOffStatus

  @Time({ nullable: true, description: 'Time at which the quorum was reached. It stays after the sign-off is VOIDED.' })
  readonly approvedAt!: Date | null

  @Time({ nullable: true, description: 'Time of the last status change. Null while the sign-off is REQUESTED.' })
  readonly endedAt!: Date | null

  @Text({
    nullable: true,
    description:
      'VOIDED: the change that voided the sign-off. CHANGES_REQUESTED, REVOKED: the reason, if there is one. Otherwise null.',
  })
  readonly endReason!: string | null

  @Json({
    nullable: true,
    graphqlOnly: true,
    description:
      'Cause of a `endReason` that the service wrote: `code`, for example CONTENT_EDITED, and the values of the text by name. ' +
      'Null if the reason was written before version 0.6.',
  })
  readonly endCause!: Cause | null

  /** Time of the next reminder, or of the notice that the decision is overdue. Null: none follows. */
  @Column('timestamptz(3)', { nullable: true })
  readonly noticeAt!: Date | null

  @ExternalId({ description: 'Id of the user who requested the sign-off.' })
  readonly createdBy!: string
}
