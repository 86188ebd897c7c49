import { Field, ID } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import type { CodedFault } from '../../../common/errors.ts'
import { DateTime, Output } from '../../../graphql/columns.ts'
import { JSONObject } from '../../../graphql/scalars.ts'
import { CAUSE, type Verdict } from '../../../graphql/transition.ts'
import { HeldRecord } from '../subjects/subject.access.ts'
import { LeftRow } from '../subjects/subject.choice.ts'
import { RequestSubject } from '../subjects/subject.ts'
import { DataSubjectRequest, RequestType } from './request.entity.ts'

@Output('Notice to the subject. The caller sends it, unless it is sent by e-mail.')
export class SubjectNotice {
  @Field(() => String, {
    nullable: true,
    description: 'Recipient: the subject’s e-mail address, or else the phone number.',
  })
  to!: string | null

  @Field(() => String, { description: 'Text of the notice.' })
  text!: string
}

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
export class DataSubjectRequestStep implements Verdict {
  @Field(() => RequestAction, { description: 'The action.' })
  action!: RequestAction

  @Field(() => Boolean, { description: 'Whether the caller can take the action now.' })
  allowed!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Reason why the caller cannot take the action. Null if the caller can.',
  })
  reason!: string | null

  @Field(() => JSONObject, { nullable: true, description: CAUSE })
  cause!: CodedFault | null
}

@Output(
  'All personal data held on a subject, collected from every table at the time of the request. No copy of the package is stored.',
)
export class AccessPackage {
  @Field(() => ID, { description: 'Id of the request.' })
  requestId!: string

  @Field(() => RequestType, { description: 'Type of the request.' })
  type!: RequestType

  @Field(() => DateTime, { description: 'Time at which the package was made.' })
  generatedAt!: Date

  @Field(() => RequestSubject, { description: 'The person whom the package is about.' })
  subject!: RequestSubject

  @Field(() => [HeldRecord], { description: 'Records that are held on the subject.' })
  rows!: HeldRecord[]

  @Field(() => [String], { description: 'Resources of which the package has only the first 10,000 records.' })
  truncated!: string[]

  @Field(() => [LeftRow], {
    description:
      'Records that are missing, in part or whole, because they may concern someone else, and the reasons: the first 1,000.',
  })
  left!: LeftRow[]
}
