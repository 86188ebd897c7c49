import { ID } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import type { CodedFault } from '../../../common/errors.ts'
import { DateTime, Output } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { JSONObjectOf } from '../../../graphql/scalars.ts'
import { CAUSE, type Verdict } from '../../../graphql/transition.ts'
import { HeldRecord } from '../subjects/subject.access.ts'
import { LeftRow } from '../subjects/subject.choice.ts'
import { RequestSubject } from '../subjects/subject.ts'
import { DataSubjectRequest, RequestType } from './request.entity.ts'

@Output('Notice to the subject. The caller sends it, unless it is sent by e-mail.')
export class SubjectNotice extends fields({
  to: nullable(String, 'Recipient: the subject’s e-mail address, or else the phone number.'),
  text: field(String, 'Text of the notice.'),
}) {}

/** A request with its notice, which was composed before the subject was erased. */
export type Answered = DataSubjectRequest & { notice?: SubjectNotice }

export const RequestAction = describeNames('DataSubjectRequestAction', 'Action on a data-subject request.', {
  UPDATE: 'Assign the request, change its details, withdraw it or mark it as a duplicate.',
  VERIFY_IDENTITY: 'Record proof of identity.',
  DECIDE: 'Decide the request.',
  EXTEND: 'Extend the period to answer.',
  REVIEW: 'Preview the effect of the request, and review records.',
  COMPLETE: 'Execute the request.',
  UNDO: 'Undo the completion within its grace period.',
  END_GRACE: 'End the grace period now.',
  EXPORT: 'Export the access package.',
})
export type RequestAction = keyof typeof RequestAction

@Output('Action that the status of a data-subject request and the permissions of the caller allow.')
export class DataSubjectRequestStep
  extends fields({
    action: field(RequestAction, 'The action.'),
    allowed: field(Boolean, 'Whether the caller can take the action now.'),
    reason: nullable(String, 'Reason why the caller cannot take the action. Null if the caller can.'),
    cause: nullable(JSONObjectOf<CodedFault>(), CAUSE),
  })
  implements Verdict {}

@Output(
  'All personal data held on a subject, collected from every table at the time of the request. No copy of the package is stored.',
)
export class AccessPackage extends fields({
  requestId: field(ID, 'Id of the request.'),
  type: field(RequestType, 'Type of the request.'),
  generatedAt: field(DateTime, 'Time at which the package was made.'),
  subject: field(RequestSubject, 'The person whom the package is about.'),
  rows: field([HeldRecord], 'Records that are held on the subject.'),
  truncated: field([String], 'Resources of which the package has only the first 10,000 records.'),
  left: field(
    [LeftRow],
    'Records that are missing, in part or whole, because they may concern someone else, and the reasons: the first 1,000.',
  ),
}) {}
