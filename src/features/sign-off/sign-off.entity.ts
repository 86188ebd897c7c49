import { rowWith } from '../../common/class-fields.ts'
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
export class SignOff extends rowWith(TenantRow, {
  campaignId: Ref(
    'campaign',
    'Id of the campaign. Null for a sign-off of content, and after the campaign was deleted.',
    { nullable: true, belongs: true, filter: 'isId' },
  ),
  contentId: Ref(
    'contentItem',
    'Id of the content. Null for a sign-off of a campaign, and after the content was deleted.',
    { nullable: true, belongs: true, filter: 'isId' },
  ),
  title: Text('Name of the campaign or title of the content at the time of the request.'),
  version: Count('Number of the version of the content. Null for a campaign.', { nullable: true }),
  snapshot: Column<Snapshot>('jsonb'),
  contentHash: Text('SHA-256, in hexadecimal, of the canonical JSON (RFC 8785) of what the reviewers see.'),
  sharesBudget: Flag('Whether the reviewers see the budget and the dates of the campaign.'),
  mayHandOver: Flag('Whether a reviewer may hand the decision over to a colleague.'),
  quorum: Count('Number of reviewers who must approve.'),
  message: Text('Message to the reviewers.', { nullable: true }),
  dueAt: Time('Time by which the decision is due.', { nullable: true }),
  expiresAt: Time('Time at which the links expire.'),
  status: Choice(SignOffStatus, 'Status of the sign-off.', { filter: 'isAny' }),
  approvedAt: Time('Time at which the quorum was reached. It stays after the sign-off is VOIDED.', { nullable: true }),
  endedAt: Time('Time of the last status change. Null while the sign-off is REQUESTED.', { nullable: true }),
  endReason: Text(
    'VOIDED: the change that voided the sign-off. CHANGES_REQUESTED, REVOKED: the reason, if there is one. Otherwise null.',
    { nullable: true },
  ),
  endCause: Json<Cause>(
    'Cause of a `endReason` that the service wrote: `code`, for example CONTENT_EDITED, and the values of the text by name. ' +
      'Null if the reason was written before version 0.6.',
    { nullable: true, graphqlOnly: true },
  ),
  /** Time of the next reminder, or of the notice that the decision is overdue. Null: none follows. */
  noticeAt: Column('timestamptz(3)', { nullable: true }),
  createdBy: ExternalId('Id of the user who requested the sign-off.'),
}) {}
