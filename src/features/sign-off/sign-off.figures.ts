import { sql } from 'kysely'
import { Float, ID, Int } from 'type-graphql'
import { validate as isUuid } from 'uuid'
import type { Context } from '../../engine/execute/context.ts'
import { Day, Output } from '../../graphql/columns.ts'
import { field, fields, fieldsAfter, nullable } from '../../graphql/fields.ts'
import { Arguments, optional } from '../../graphql/inputs.ts'
import { HOME, type Range, rangeOf } from '../analytics/analytics.days.ts'

const MOST_CLIENTS = 100

@Arguments()
export class SignOffFiguresArgs extends fields({
  from: optional(Day, 'First day of the requests. Default: 30 days up to `to`.'),
  to: optional(Day, 'Last day of the requests, included. Default today.'),
  clientId: optional(ID, 'Only sign-offs of campaigns of this client, and of their content.'),
}) {}

@Output(
  'Numbers of sign-offs by their current state, and the time from the request to the decision. Each requested sign-off has ' +
    'one state.',
)
export class SignOffTotals extends fields({
  requested: field(Int, 'Number of sign-offs requested in the period.'),
  approved: field(Int, 'Number of sign-offs that are APPROVED.'),
  changesRequested: field(Int, 'Number of sign-offs that are CHANGES_REQUESTED.'),
  withdrawn: field(Int, 'Number of sign-offs that are REVOKED, before or after the approval.'),
  voided: field(Int, 'Number of sign-offs that are VOIDED, before or after the approval.'),
  expired: field(Int, 'Number of sign-offs that are REQUESTED, with links that have expired.'),
  waiting: field(Int, 'Number of sign-offs that are REQUESTED, with links that are valid.'),
  medianSeconds: nullable(
    Float,
    'Median of the seconds from the request to the decision, also of approvals that were withdrawn or voided later. Null ' +
      'if nothing was decided.',
  ),
  p90Seconds: nullable(
    Float,
    'Seconds from the request within which 90 % of the decisions were made. Null if nothing was decided.',
  ),
}) {}

@Output('Numbers of sign-offs of one client.')
export class SignOffClientTotals extends fieldsAfter(SignOffTotals, {
  clientId: nullable(ID, 'Id of the client. Null for sign-offs without a client.'),
  clientName: nullable(String, 'Name of the client. Null for sign-offs without a client.'),
}) {}

@Output('Sign-offs that were requested in a period, and the time to their decisions.')
export class SignOffFigures extends fields({
  from: field(Day, 'First day of the period, in South Africa.'),
  to: field(Day, 'Last day of the period, included.'),
  totals: field(SignOffTotals, 'Numbers of all sign-offs of the period.'),
  clients: field([SignOffClientTotals], `Numbers by client, most requests first. At most ${MOST_CLIENTS} clients.`),
}) {}

/** The sign-offs requested in a range, with their clients and the seconds to their decisions. */
function requestedIn(ctx: Context, { from, to }: Range, clientId: string | null | undefined) {
  const decidedAt = sql`coalesce(sign_off.approved_at,
    case when sign_off.status = 'CHANGES_REQUESTED' then sign_off.ended_at end)`
  const query = ctx.db
    .selectFrom('signOff')
    .leftJoin('contentItem', 'contentItem.id', 'signOff.contentId')
    .leftJoin('campaign', (join) =>
      join.on('campaign.id', '=', sql`coalesce(sign_off.campaign_id, content_item.campaign_id)`),
    )
    .leftJoin('client', 'client.id', 'campaign.clientId')
    .select(['client.id as clientId', 'client.name as clientName'])
    .select([
      sql<string>`case when sign_off.status = 'REQUESTED' and sign_off.expires_at <= ${ctx.now} then 'EXPIRED'
        else sign_off.status end`.as('state'),
      sql<number | null>`extract(epoch from (${decidedAt} - sign_off.created_at))::float8`.as('seconds'),
    ])
    .where('signOff.createdAt', '>=', sql<Date>`${from}::timestamp at time zone ${HOME}`)
    .where('signOff.createdAt', '<', sql<Date>`(${to}::date + 1)::timestamp at time zone ${HOME}`)
  return clientId == null ? query : query.where('client.id', '=', isUuid(clientId) ? clientId : null)
}

const stateCount = (state: string) => sql<number>`count(*) filter (where state = ${sql.lit(state)})`
const secondsAt = (share: number) =>
  sql<number | null>`percentile_cont(${sql.lit(share)}) within group (order by seconds)`

/** The figures of sign-offs requested in a period. One statement reads the totals and those of the clients. */
export async function signOffFigures(
  ctx: Context,
  { clientId, ...asked }: SignOffFiguresArgs,
): Promise<SignOffFigures> {
  const range = rangeOf({ ...asked, timeZone: HOME }, 30)
  const rows = await ctx.db
    .selectFrom(requestedIn(ctx, range, clientId).as('requested'))
    .select(['clientId', 'clientName'])
    .select([
      sql<number>`count(*)`.as('requested'),
      stateCount('APPROVED').as('approved'),
      stateCount('CHANGES_REQUESTED').as('changesRequested'),
      stateCount('REVOKED').as('withdrawn'),
      stateCount('VOIDED').as('voided'),
      stateCount('EXPIRED').as('expired'),
      stateCount('REQUESTED').as('waiting'),
      secondsAt(0.5).as('medianSeconds'),
      secondsAt(0.9).as('p90Seconds'),
    ])
    .groupBy(sql`grouping sets ((), (client_id, client_name))`)
    // The row of the totals first.
    .orderBy(sql`grouping(client_id) desc, count(*) desc, client_name nulls last, client_id`)
    .limit(1 + MOST_CLIENTS)
    .execute()
  const [totals, ...clients] = rows
  // The empty grouping set has a row even without sign-offs.
  if (!totals) throw new Error('The statement returned no totals')
  return { ...range, totals, clients }
}
