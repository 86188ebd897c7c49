import { Field, ID, ObjectType } from 'type-graphql'
import { DateTime, JSONObject, Output } from '../../../graphql/columns.ts'
import { PageMeta } from '../../../graphql/page.ts'
import { connectionOf } from '../../../graphql/relay.ts'
import { RequestSubject } from '../subjects/subject.ts'
import { DataSubjectRequest, RequestType } from './request.entity.ts'
import { LeftRow } from './request.outcome.ts'

@ObjectType({ description: 'A page of data-subject requests by cursor.' })
export class DataSubjectRequestConnection extends connectionOf(DataSubjectRequest) {}

@Output('The plain list of data-subject requests.')
export class DataSubjectRequestPage {
  @Field(() => [DataSubjectRequest])
  items: DataSubjectRequest[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('What the subject is to be told now. The caller sends it, unless it goes out by e-mail.')
export class SubjectNotice {
  @Field(() => String, { nullable: true, description: 'The subject’s e-mail address, else the phone number.' })
  to: string | null

  @Field(() => String)
  text: string
}

/** A request with the notice that was drawn up for it, before the subject was erased. */
export type Answered = DataSubjectRequest & { notice?: SubjectNotice }

@Output('A record that names the subject, or that is kept under a user id of the subject.')
export class HeldRecord {
  @Field(() => String, { description: 'For example CLIENT.' })
  resource: string

  @Field(() => ID)
  id: string

  @Field(() => [String], {
    description: 'email, phone, idNumber, reference, name or userId.',
  })
  matchedBy: string[]

  @Field(() => JSONObject, {
    description:
      'Everything in the record but secrets of the service. In the place of someone else’s data stands `[third party]`.',
  })
  data: Record<string, unknown>
}

@Output('Everything that is held on a subject, gathered from every table when it is asked for; no copy of it is kept.')
export class AccessPackage {
  @Field(() => ID)
  requestId: string

  @Field(() => RequestType)
  type: RequestType

  @Field(() => DateTime)
  generatedAt: Date

  @Field(() => RequestSubject)
  subject: RequestSubject

  @Field(() => [HeldRecord])
  rows: HeldRecord[]

  @Field(() => [String], { description: 'Resources of which only the first 10,000 records are here.' })
  truncated: string[]

  @Field(() => [LeftRow], {
    description:
      'Records that are not here, or not whole, because they may be about someone else, and why: the first 1,000.',
  })
  left: LeftRow[]
}
