import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import { Audit, BeforeTransaction, Cost, Fails, Permit, statements } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { ExpectedUpdatedAt, IdArg } from '../../../graphql/arguments.ts'
import { listOf } from '../../../graphql/lists.ts'
import { Reads } from '../../../graphql/selection.ts'
import { createSender, deleteSender, updateSender, verifySender } from './sender.changes.ts'
import { checkSenders } from './sender.checks.ts'
import { recordsOf } from './sender.dns.ts'
import { DnsRecord, Sender } from './sender.entity.ts'
import { rotateHookSecret } from './sender.hooks.ts'
import { SenderInput, SenderPatch } from './sender.inputs.ts'
import { hostOf, serviceHost } from './sender.settings.ts'
import { allowedOn } from './sender.warm-up.ts'
import { SenderHooks } from './sender-hooks.outputs.ts'

const senders = listOf('sender', Sender, {
  description: 'Page of senders.',
  where: {},
  sortBy: ['createdAt', 'updatedAt', 'name', 'address', 'status'],
})

/** Creating a DKIM key takes 200 ms of CPU time. */
const KEY_POINTS = 1000

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
  createSender(
    @Arg('input', () => SenderInput, { description: 'The sender to create.' }) input: SenderInput,
    @Ctx() ctx: Context,
  ): Promise<Sender> {
    return createSender(ctx, input)
  }

  @Mutation(() => Sender, {
    description: 'Changes the given fields. A new domain or mail server makes the sender UNVERIFIED.',
  })
  @Permit('org:provider:write')
  @Audit('SENDER', 'UPDATED')
  updateSender(
    @IdArg('sender') id: string,
    @Arg('input', () => SenderPatch, { description: 'Fields to change.' }) input: SenderPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Sender> {
    return updateSender(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => ID, {
    description: 'Deletes a sender. CONFLICT while an open campaign uses it. Returns the id.',
  })
  @Permit('org:provider:delete')
  @Audit('SENDER', 'DELETED')
  @Cost(statements(7))
  @Fails('CONFLICT', 'LEGAL_HOLD')
  deleteSender(@IdArg('sender') id: string, @Ctx() ctx: Context): Promise<string> {
    return deleteSender(ctx, id)
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
  verifySender(@IdArg('sender') id: string, @Ctx() ctx: Context): Promise<Sender> {
    return verifySender(ctx, id)
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
