import { LRUCache } from 'lru-cache'
import { refusal } from '../../../common/errors.ts'
import type { Services } from '../../../common/services.ts'
import type { Database } from '../../../data/database.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { changeRow } from '../../../engine/write/rows.ts'
import type { Caller } from '../../../security/auth/caller.ts'
import { wakeCampaigns } from '../../campaigns/campaign.wake.ts'
import { brokenIn, expectedRecords, recordsOf } from './sender.dns.ts'
import { type DnsFound, Sender, SenderStatus } from './sender.entity.ts'
import { serviceHost } from './sender.settings.ts'

declare module '../../../common/services.ts' {
  interface Services {
    senderChecks: SenderChecks
  }
}

/** Maximum number of cached checks. */
const MOST = 1000
const FRESH_MS = 60_000

type Checked = Pick<Sender, 'address' | 'transport' | 'dkimPublicKey'>

/** The facts of a sender that determine the result of a check. */
export const factsOf = ({ address, transport, dkimPublicKey }: Checked) =>
  JSON.stringify([address, transport?.host ?? null, dkimPublicKey])

/** A check is invalid after a change of the facts. */
const keyOf = (sender: Checked & Pick<Sender, 'organizationId' | 'id'>) =>
  `${sender.organizationId} ${sender.id} ${factsOf(sender)}`

/** DNS checks of the senders of organizations. They run before the transaction that stores them. */
export class SenderChecks {
  readonly #database: Database
  readonly #found = new LRUCache<string, DnsFound>({ max: MOST, ttl: FRESH_MS })

  constructor(database: Database) {
    this.#database = database
  }

  /** Checks all senders of an organization: the ids in a mutation are not known before it runs. */
  async run(settings: Services['delivery'], organizationId: string): Promise<void> {
    const senders = await this.#database.read(organizationId, ({ db }) => db.selectFrom('sender').selectAll().execute())
    await Promise.all(
      senders.map(async (sender) => {
        const found = await settings.dns.check(expectedRecords(sender, serviceHost(settings)))
        this.#found.set(keyOf(sender), found)
      }),
    )
  }

  /** The result of the check. @throws CONFLICT if the sender was created or changed during the check */
  of(sender: Sender): DnsFound {
    const found = this.#found.get(keyOf(sender))
    if (!found) throw refusal('CONFLICT', 'SENDER_CHANGED', {})
    return found
  }
}

/** Runs the checks before the transaction. */
export const checkSenders = (
  { senderChecks, delivery }: Partial<Services>,
  { organizationId }: Caller,
): Promise<void> | undefined => delivery && senderChecks?.run(delivery, organizationId)

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
