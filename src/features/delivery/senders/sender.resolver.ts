import { sql } from 'kysely'
import { Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import { invalidFields, refusal } from '../../../common/errors.ts'
import { newId } from '../../../data/ids.ts'
import { Audit, BeforeTransaction, Cost, Fails, Permit, statements } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { atMost } from '../../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../../graphql/arguments.ts'
import { contains, listOf } from '../../../graphql/lists.ts'
import { NameFilter } from '../../../graphql/name-filter.ts'
import { changedValues, newValues } from '../../../graphql/row-inputs.ts'
import { Reads } from '../../../graphql/selection.ts'
import { TERMINAL_STATUSES } from '../../campaigns/campaign.rules.ts'
import { checkSenders, storeCheck } from './sender.checks.ts'
import { domainOf, recordsOf } from './sender.dns.ts'
import { DnsRecord, Sender, SenderDetails, SenderStatus, type SmtpTransport } from './sender.entity.ts'
import { rotateHookSecret } from './sender.hooks.ts'
import { SenderInput, SenderPatch, type SmtpTransportInput } from './sender.inputs.ts'
import { aboutDkimKey, aboutPassword, newDkimKey, selectorOf } from './sender.keys.ts'
import { hostOf, isAllowedHost, serviceHost } from './sender.settings.ts'
import { allowedOn } from './sender.warm-up.ts'
import { SenderHooks } from './sender-hooks.outputs.ts'

const senders = listOf('sender', Sender, {
  description: 'Page of senders.',
  filter: NameFilter,
  where: { search: contains('name') },
  sortBy: ['createdAt', 'updatedAt', 'name', 'address', 'status'],
})

/** Creating a DKIM key takes 200 ms of CPU time. */
const KEY_POINTS = 1000

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

@Resolver(() => Sender)
export class SenderResolver {
  @ListRoot(senders, 'SENDER', 'The senders of the organization. Default order: newest first.')
  declare readonly senders: RootField

  @RowRoot(Sender, 'SENDER', 'Sender')
  declare readonly sender: RootField

  @Mutation(() => Sender, {
    description: 'Creates a sender with a DKIM key. Publish its `dnsRecords`, then verify it. At most 50: CONFLICT.',
  })
  @Permit('org:provider:write')
  @Audit('SENDER', 'CREATED')
  @Cost(KEY_POINTS)
  @Fails('CONFLICT')
  async createSender(
    @InputArg(SenderInput, 'The sender to create.') input: SenderInput,
    @Ctx() ctx: Context,
  ): Promise<Sender> {
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

  @Mutation(() => Sender, {
    description: 'Changes the given fields. A new domain or mail server makes the sender UNVERIFIED.',
  })
  @Permit('org:provider:write')
  @Audit('SENDER', 'UPDATED')
  async updateSender(
    @IdArg('sender') id: string,
    @InputArg(SenderPatch, 'Fields to change.') { transport: given, ...patch }: SenderPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
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

  @Mutation(() => ID, {
    description: 'Deletes a sender. CONFLICT while an open campaign uses it. Returns the id.',
  })
  @Permit('org:provider:delete')
  @Audit('SENDER', 'DELETED')
  @Cost(statements(7))
  @Fails('CONFLICT', 'LEGAL_HOLD')
  async deleteSender(@IdArg('sender') id: string, @Ctx() ctx: Context): Promise<string> {
    await lockRow(ctx, Sender, id, 'Sender')
    const { rows } = await sql<{ id: string }>`select id from campaign
      where organization_id = ${ctx.organizationId} and sender_id = ${id} and status <> all(${[...TERMINAL_STATUSES]}::text[])
      limit 1`.execute(ctx.db)
    if (rows[0]) {
      throw refusal('CONFLICT', 'SENDER_IN_USE', { campaignId: rows[0].id })
    }
    return removeRow(ctx, Sender, id, 'Sender')
  }

  @Mutation(() => Sender, {
    description:
      'Looks up the DNS records of a sender. VERIFIED if all required records are valid, otherwise FAILED; ' +
      '`dnsRecords` shows the problems. CONFLICT if the sender was changed at the same time.',
  })
  @Permit('org:provider:write')
  @Audit('SENDER', 'VERIFIED')
  @BeforeTransaction(checkSenders)
  @Cost(KEY_POINTS)
  @Fails('CONFLICT')
  async verifySender(@IdArg('sender') id: string, @Ctx() ctx: Context): Promise<Sender> {
    const sender = await lockRow(ctx, Sender, id, 'Sender')
    return storeCheck(ctx, sender, ctx.service('senderChecks').of(sender))
  }

  @Mutation(() => SenderHooks, {
    description:
      'Creates a new secret for the reports of a mail service about messages of a sender, and returns it once, with the ' +
      'addresses that accept the reports. They work at once. Within 5 seconds, the earlier ones no longer work.',
  })
  @Permit('org:provider:write')
  @Audit('SENDER', 'SECRET_ROTATED')
  rotateSenderHookSecret(@IdArg('sender') id: string, @Ctx() ctx: Context): Promise<SenderHooks> {
    return rotateHookSecret(ctx, id)
  }

  @FieldResolver(() => [DnsRecord], {
    description: 'DNS records to publish (SPF, DKIM, DMARC and MX), each with the result of the last check.',
  })
  @Reads('address', 'dkimSelector', 'dkimPublicKey', 'transport', 'dnsFound')
  dnsRecords(@Root() sender: Sender, @Ctx() ctx: Context): DnsRecord[] {
    return recordsOf(sender, serviceHost(ctx.service('delivery')))
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Number of messages that may still be sent today (Africa/Johannesburg) during the warm-up: 500 on the first day, ' +
      'twice as many on each of the next 13. Null: no limit, after the warm-up and for mail servers on a private network.',
  })
  @Reads('verifiedAt', 'sentOn', 'sentToday', 'transport')
  allowedToday(@Root() sender: Sender, @Ctx() ctx: Context): number | null {
    return allowedOn(sender, hostOf(sender, ctx.service('delivery')) ?? '', ctx.now)
  }
}
