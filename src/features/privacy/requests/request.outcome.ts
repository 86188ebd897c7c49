import { Field, ID, Int } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'
import { RowStanding } from '../subjects/subject.choice.ts'
import type { Left } from '../subjects/subject.erasure.ts'

@Output('What a subject’s data should read; what is null stays as it is.')
export class RequestCorrection {
  @Field(() => String, { nullable: true })
  name: string | null

  @Field(() => String, { nullable: true })
  email: string | null

  @Field(() => String, { nullable: true })
  phone: string | null
}

@Output('What happened to the rows of one resource that held the subject’s data.')
export class TreatedResource {
  @Field(() => String, { description: 'For example CLIENT.' })
  resource: string

  @Field(() => Int, { description: 'Rows that were found, for an access package.' })
  found: number

  @Field(() => Int, { description: 'Rows that were deleted.' })
  deleted: number

  @Field(() => Int, { description: 'Rows in which the subject was replaced: by a pseudonym, or by the correction.' })
  rewritten: number
}

@Output('A resource that an erasure leaves alone.')
export class KeptResource {
  @Field(() => String)
  resource: string

  @Field(() => String)
  reason: string
}

@Output('A record that was left as it is, in part or whole.')
export class LeftRow {
  @Field(() => String, { description: 'For example CLIENT.' })
  resource: string

  @Field(() => ID)
  rowId: string

  @Field(() => RowStanding)
  standing: RowStanding

  @Field(() => String, { nullable: true, description: 'Why, where a person or the law says so.' })
  reason: string | null
}

/** What a request lists of the rows that were left: it is kept, and is to stay of a size to be read. */
const MOST_LEFT = 1_000

/** The rows that were left, as they are shown. */
export const leftRows = (left: readonly Left[]): LeftRow[] =>
  left.slice(0, MOST_LEFT).map(({ table, id, standing, reason }) => {
    return { resource: table.toUpperCase(), rowId: id, standing, reason }
  })

@Output('What was done to complete a request.')
export class ExecutionOutcome {
  @Field(() => [TreatedResource])
  resources: TreatedResource[]

  @Field(() => [KeptResource], { description: 'What an erasure leaves alone, and why.' })
  kept: KeptResource[]

  @Field(() => Int, { description: 'Consents that were withdrawn.' })
  consentsWithdrawn: number

  @Field(() => Int, { description: 'Access packages of earlier requests that were revoked.' })
  packagesRevoked: number

  @Field(() => [LeftRow], {
    nullable: true,
    description:
      'Records that were left as they are, in part or whole, and why: the first 1,000. Those in REVIEW name the subject, ' +
      'or may, and nobody confirmed it.',
  })
  left?: LeftRow[]
}
