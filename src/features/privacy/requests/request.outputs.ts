import { Field, ID } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { DateTime, Output } from '../../../graphql/columns.ts'
import { JSONObject } from '../../../graphql/scalars.ts'
import { RequestSubject } from '../subjects/subject.ts'
import { DataSubjectRequest, RequestType } from './request.entity.ts'
import { LeftRow } from './request.outcome.ts'

@Output('Notice to the subject. The caller sends it, unless it is sent by e-mail.')
export class SubjectNotice {
  @Field(() => String, {
    nullable: true,
    description: 'Recipient: the subject’s e-mail address, else the phone number.',
  })
  to!: string | null

  @Field(() => String, { description: 'Text of the notice.' })
  text!: string
}

/** A request with the notice that was drawn up for it, before the subject was erased. */
export type Answered = DataSubjectRequest & { notice?: SubjectNotice }

export const RequestAction = describeNames('DataSubjectRequestAction', 'Action on a data-subject request.', {
  UPDATE: 'Assign it, change its details, withdraw it or mark it as a duplicate.',
  VERIFY_IDENTITY: 'Record proof of identity.',
  DECIDE: 'Decide it.',
  EXTEND: 'Extend the period to answer.',
  REVIEW: 'Preview its effect, and review records.',
  COMPLETE: 'Execute it.',
  UNDO: 'Undo the completion within its grace period.',
  END_GRACE: 'End the grace period now.',
  EXPORT: 'Export the access package.',
})
export type RequestAction = keyof typeof RequestAction

@Output('Action that the status of a data-subject request and the permissions of the caller provide for.')
export class DataSubjectRequestStep {
  @Field(() => RequestAction, { description: 'The action.' })
  action!: RequestAction

  @Field(() => Boolean, { description: 'Whether the caller can take it now.' })
  allowed!: boolean

  @Field(() => String, { nullable: true, description: 'Reason why not; null when the caller can.' })
  reason!: string | null
}

@Output('Record that names the subject, or that belongs to a user id of the subject.')
export class HeldRecord {
  @Field(() => String, { description: 'Type of the resource, for example CLIENT.' })
  resource!: string

  @Field(() => ID, { description: 'Id of the record.' })
  id!: string

  @Field(() => [String], {
    description: 'Identifiers by which the subject was recognised: email, phone, idNumber, reference, name or userId.',
  })
  matchedBy!: string[]

  @Field(() => JSONObject, {
    description:
      'All fields of the record except secrets of the service. Other people’s data is replaced by `[third ' +
      'party]`.',
  })
  data!: Record<string, unknown>
}

@Output('Everything that is held on a subject, gathered from every table when it is asked for; no copy of it is kept.')
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

  @Field(() => [String], { description: 'Resources of which only the first 10,000 records are here.' })
  truncated!: string[]

  @Field(() => [LeftRow], {
    description:
      'Records that are not here, or not whole, because they may be about someone else, and why: the first 1,000.',
  })
  left!: LeftRow[]
}
