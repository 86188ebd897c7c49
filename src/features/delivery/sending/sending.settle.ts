import { sql } from 'kysely'
import { backoff } from '../../../common/backoff.ts'
import { planLookups } from '../../../data/plans.ts'
import type { Transaction } from '../../../data/transaction.ts'
import { asService, type ServiceTools } from '../../../engine/write/as-service.ts'
import { addSpend } from '../figures/message.spend.ts'
import { type Message, MessageStatus } from '../messages/message.entity.ts'
import { noteBounce } from '../reports/report.changes.ts'
import { guardReputation } from '../reports/report.reputation.ts'
import type { Sender } from '../senders/sender.entity.ts'
import type { Claim } from './sending.gate.ts'
import type { Outcome } from './sending.outcome.ts'

/** The result of a claim, and the time of the result by the database's clock. */
export interface Settled {
  claim: Claim
  outcome: Outcome
  at: Date
}

const AGENT = 'delivery'
const LONGEST_REST_SECONDS = 900

/**
 * Stores the results of claims, and adds the accepted messages to the spend. A message whose lease has expired is
 * UNKNOWN: a late result replaces this status. A message that a user queued again has another lease, so it is not changed.
 */
export async function storeOutcomes(
  unit: Transaction,
  organizationId: string,
  settled: readonly Settled[],
): Promise<void> {
  const results = settled.map(({ claim: { id, lease }, outcome: { status, reason, retryIn }, at }) => {
    return { id, lease, status, reason, retry_in: retryIn, at }
  })
  planLookups(unit.db)
  const statement = sql<Pick<Message, 'status' | 'campaignId' | 'pricePerThousandCents'>>`
    with result as materialized (
      select result.*, now() + make_interval(secs => retry_in) as retry_at
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result (
        id uuid, lease text, status text, reason text, retry_in float8, at timestamptz
      )
      -- One lookup each, by the key. Otherwise PostgreSQL may read all messages for the join.
      cross join lateral (
        select id from message where organization_id = ${organizationId} and id >= result.id order by id limit 1
      ) as found
      where found.id = result.id
    )
    update message set
      status = result.status, reason = result.reason, leased_until = null, lease = null, updated_at = now(),
      sent_at = case when result.status = 'SENT' then result.at else message.sent_at end,
      bounced_at = case when result.status = 'BOUNCED' then result.at else message.bounced_at end,
      not_before = case when result.status = 'QUEUED' then result.retry_at else message.not_before end
    from result
    where message.organization_id = ${organizationId} and message.id = result.id and message.lease = result.lease
      and message.status in ('SENDING', 'UNKNOWN')
    returning message.status, message.campaign_id, message.price_per_thousand_cents`
  const { rows } = await statement.execute(unit.db)
  const accepted = rows.filter(({ status }) => status === MessageStatus.SENT)
  await addSpend(unit, organizationId, accepted)
}

/**
 * Reduces the rate of a sender, or of its messages to a domain, after responses that asked to wait. A success ends the
 * reduction.
 */
export async function pace(
  { db, now }: Transaction,
  { organizationId, id }: Sender,
  settled: readonly Settled[],
): Promise<void> {
  const { rows } = await sql<Pick<Sender, 'failures' | 'restingDomains'>>`select failures, resting_domains from sender
    where organization_id = ${organizationId} and id = ${id} for update`.execute(db)
  const [sender] = rows
  if (!sender) return
  const domains = { ...sender.restingDomains }
  for (const { claim, outcome } of settled) {
    if (outcome.slows === null && outcome.status === MessageStatus.SENT) delete domains[claim.domain]
  }
  for (const domain of new Set(
    settled.flatMap(({ claim, outcome }) => (outcome.slows === 'domain' ? [claim.domain] : [])),
  )) {
    const failures = (sender.restingDomains[domain]?.failures ?? 0) + 1
    const until = new Date(now.getTime() + 1000 * backoff(failures, LONGEST_REST_SECONDS))
    domains[domain] = { until: until.toISOString(), failures }
  }
  const isSlowed = settled.some(({ outcome }) => outcome.slows === 'sender')
  const failures = isSlowed ? sender.failures + 1 : 0
  const rest = isSlowed ? backoff(failures, LONGEST_REST_SECONDS) : null
  const isSame = failures === sender.failures && JSON.stringify(domains) === JSON.stringify(sender.restingDomains)
  if (isSame) return
  await sql`update sender set failures = ${failures}, resting_domains = ${JSON.stringify(domains)}::jsonb,
      resting_until = now() + make_interval(secs => ${rest}::float8)
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
}

/** Suppresses the addresses of bounced messages, and pauses campaigns with too many of them. */
export async function afterBatch(
  tools: ServiceTools,
  organizationId: string,
  settled: readonly Settled[],
): Promise<void> {
  const bounced = settled.flatMap(({ claim, outcome }) => (outcome.status === MessageStatus.BOUNCED ? [claim] : []))
  for (const claim of bounced) await asService(tools, organizationId, AGENT, (ctx) => noteBounce(ctx, claim))
  await guardReputation(tools, organizationId, new Set(bounced.map(({ campaignId }) => campaignId)))
}
