import { Field, ID } from 'type-graphql'
import { DateTime, JSONObject, Output } from '../../../graphql/columns.ts'
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
