import { Field, Int } from 'type-graphql'
import { Output } from '../../kernel/columns.ts'

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
}
