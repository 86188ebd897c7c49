import { z } from 'zod'
import { invalid } from '../../common/errors.ts'

const MOST = 20
const Asked = z.looseObject({
  query: z.string().optional(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})
const Listed = z.record(z.string().min(1).max(100), Asked)

/** GraphQL requests, by the id of each in the events of the response. */
export type Subscriptions = z.infer<typeof Listed>

/**
 * The subscriptions that a request to `/graphql/stream` starts together; undefined if it starts one operation.
 * @throws VALIDATION_ERROR
 */
export function subscriptionsIn(body: unknown): Subscriptions | undefined {
  const { subscriptions } = (body ?? {}) as { subscriptions?: unknown }
  if (subscriptions === undefined) return undefined
  const { data } = Listed.safeParse(subscriptions)
  const count = Object.keys(data ?? {}).length
  if (!data || count === 0 || count > MOST)
    throw invalid({ subscriptions: `must have 1 to ${MOST} GraphQL requests, each under an id of 1 to 100 characters` })
  return data
}
