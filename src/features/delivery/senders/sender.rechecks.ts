import { sql } from 'kysely'
import { type OrganizationWork, serviceOf, type WorkTools } from '../../../background/work.ts'
import { asService } from '../../../engine/write/as-service.ts'
import { lockRow } from '../../../engine/write/rows.ts'
import { factsOf, storeCheck } from './sender.checks.ts'
import { brokenIn, expectedRecords, isUnanswered, recordsOf } from './sender.dns.ts'
import { type DnsFound, Sender, SenderStatus } from './sender.entity.ts'
import { serviceHost } from './sender.settings.ts'

/*
 * Checks the DNS records of verified senders again, once a day. A sender whose record broke sends nothing: mail
 * providers refuse its messages, which harms its domain. Its messages wait, and are sent when the records are valid.
 */

const AGENT = 'sender checks'
const DAY_SECONDS = 86_400

/** The senders that were verified once. They include those whose records broke later, so that they recover. */
const verifiedOnce = ({ database }: WorkTools, organizationId: string): Promise<Sender[]> =>
  database.read(organizationId, async ({ db }) => {
    const { rows } = await sql<Sender>`select * from sender where organization_id = ${organizationId}
      and verified_at is not null and status <> ${SenderStatus.UNVERIFIED} order by id`.execute(db)
    return rows
  })

/** Stores a check, unless the sender was changed during the check. `broken` names the records that are not valid. */
const store = (tools: WorkTools, checked: Sender, dnsFound: DnsFound, broken: string): Promise<void> =>
  asService(tools, checked.organizationId, AGENT, async (ctx) => {
    const before = await lockRow(ctx, Sender, checked.id, 'Sender')
    if (before.status !== checked.status || factsOf(before) !== factsOf(checked)) return
    const { status } = storeCheck(ctx, before, dnsFound)
    if (status === before.status) return
    if (status === SenderStatus.VERIFIED) ctx.record('SENDER', 'DNS_RESTORED', before.id)
    else ctx.record('SENDER', 'DNS_BROKEN', before.id, { records: broken })
  })

async function recheck(tools: WorkTools, sender: Sender): Promise<void> {
  const delivery = serviceOf(tools, 'delivery')
  const { organizationId, id } = sender
  const host = serviceHost(delivery)
  const dnsFound = await delivery.dns.check(expectedRecords(sender, host))
  const records = recordsOf({ ...sender, dnsFound }, host)
  // A name server that does not answer says nothing about the records.
  if (isUnanswered(records)) return tools.metrics.senderCheck('unanswered')
  const broken = brokenIn(records)
    .map(({ name }) => name)
    .join(', ')
  await store(tools, sender, dnsFound, broken)
  tools.metrics.senderCheck(broken ? 'broken' : 'valid')
  if (broken) tools.log.warn({ organizationId, sender: id }, 'a DNS record of a sender is missing or wrong')
}

/** Checks the DNS records of senders every day. */
export const recheckSenders: OrganizationWork = {
  kind: 'sender_checks',
  needs: 'delivery',
  everySeconds: DAY_SECONDS,
  async perform(tools, organizationId) {
    for (const sender of await verifiedOnce(tools, organizationId)) await recheck(tools, sender)
  },
}
