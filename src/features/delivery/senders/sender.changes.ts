import { sql } from 'kysely'
import { invalidFields, refusal } from '../../../common/errors.ts'
import { newId } from '../../../data/ids.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { atMost } from '../../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../../engine/write/rows.ts'
import { changedValues, newValues } from '../../../graphql/row-inputs.ts'
import { TERMINAL_STATUSES } from '../../campaigns/campaign.rules.ts'
import { wakeCampaigns } from '../../campaigns/campaign.wake.ts'
import { brokenIn, domainOf, recordsOf } from './sender.dns.ts'
import { type DnsFound, Sender, SenderDetails, SenderStatus, type SmtpTransport } from './sender.entity.ts'
import type { SenderInput, SenderPatch, SmtpTransportInput } from './sender.inputs.ts'
import { aboutDkimKey, aboutPassword, newDkimKey, selectorOf } from './sender.keys.ts'
import { isAllowedHost, serviceHost } from './sender.settings.ts'

const demandRoom = atMost(50, Sender, 'TOO_MANY_SENDERS')

/** The stored form of a mail server, with its password encrypted for the sender. */
function transportOf(
  ctx: Context,
  senderId: string,
  input: SmtpTransportInput | null | undefined,
): { transport: SmtpTransport | null; sealedPassword: string | null } {
  if (!input) return { transport: null, sealedPassword: null }
  const { host, port, secure, user, password } = input
  if (!isAllowedHost(host, ctx.service('delivery'))) throw invalidFields({ 'transport.host': 'PUBLIC_HOST_NEEDED' })
  if (!user !== !password) throw invalidFields({ 'transport.password': 'PASSWORD_WITHOUT_USER' })
  return {
    transport: { host: host.trim().toLowerCase(), port, secure: secure ?? false, user: user || null },
    sealedPassword: password ? ctx.service('secrets').seal(password, aboutPassword(senderId)) : null,
  }
}

/** Creates a sender with its own DKIM key. */
export async function createSender(ctx: Context, input: SenderInput): Promise<Sender> {
  // No other change of the organization waits for the key.
  const { privateKey, publicKey } = await newDkimKey()
  await demandRoom(ctx)
  const id = newId()
  return addRow(
    ctx,
    Sender,
    {
      ...newValues(SenderDetails, input),
      ...transportOf(ctx, id, input.transport),
      status: SenderStatus.UNVERIFIED,
      dkimSelector: selectorOf(id),
      dkimPublicKey: publicKey,
      sealedDkimKey: ctx.service('secrets').seal(privateKey, aboutDkimKey(id)),
      dnsFound: null,
      sentToday: 0,
      failures: 0,
      restingDomains: {},
      createdBy: ctx.caller.userId,
    },
    id,
  )
}

/** Changes the fields that are given. A new domain or mail server must be verified again. */
export async function updateSender(
  ctx: Context,
  id: string,
  { transport: given, ...patch }: SenderPatch,
  expectedUpdatedAt?: Date,
): Promise<Sender> {
  const sender = await lockRow(ctx, Sender, id, 'Sender', expectedUpdatedAt)
  const server = given === undefined ? {} : transportOf(ctx, id, given)
  const changes = { ...changedValues(SenderDetails, patch), ...server }
  const isOther =
    (changes.address !== undefined && domainOf(changes.address) !== domainOf(sender.address)) ||
    (given !== undefined && given?.host !== sender.transport?.host)
  const unverified = isOther && { status: SenderStatus.UNVERIFIED, dnsFound: null }
  const changed = changeRow(ctx, Sender, sender, {
    ...changes,
    ...unverified,
    ...(given !== undefined && { failures: 0, restingUntil: null }),
    ...(patch.quietHours === false && sender.quietHours && { restingUntil: null }),
  })
  if (changed.quietHours !== sender.quietHours)
    ctx.record('SENDER', changed.quietHours ? 'QUIET_HOURS_ENABLED' : 'QUIET_HOURS_DISABLED', id)
  ctx.makeDue('delivery')
  return changed
}

/** Deletes a sender that no open campaign uses. */
export async function deleteSender(ctx: Context, id: string): Promise<string> {
  await lockRow(ctx, Sender, id, 'Sender')
  const { rows } = await sql<{ id: string }>`select id from campaign
    where organization_id = ${ctx.organizationId} and sender_id = ${id} and status <> all(${[...TERMINAL_STATUSES]}::text[])
    limit 1`.execute(ctx.db)
  if (rows[0]) {
    throw refusal('CONFLICT', 'SENDER_IN_USE', { campaignId: rows[0].id })
  }
  return removeRow(ctx, Sender, id, 'Sender')
}

/** Stores the result of the DNS check that ran before the transaction. */
export async function verifySender(ctx: Context, id: string): Promise<Sender> {
  const sender = await lockRow(ctx, Sender, id, 'Sender')
  return storeCheck(ctx, sender, ctx.service('senderChecks').of(sender))
}

/** Stores what a check of the DNS records found. A valid result resumes the campaigns of the sender. */
export function storeCheck(ctx: Context, sender: Sender, dnsFound: DnsFound): Sender {
  const records = recordsOf({ ...sender, dnsFound }, serviceHost(ctx.service('delivery')))
  const isVerified = brokenIn(records).length === 0
  wakeCampaigns(ctx)
  return changeRow(ctx, Sender, sender, {
    dnsFound,
    status: isVerified ? SenderStatus.VERIFIED : SenderStatus.FAILED,
    verifiedAt: isVerified ? (sender.verifiedAt ?? ctx.now) : sender.verifiedAt,
  })
}
