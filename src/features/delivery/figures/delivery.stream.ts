import { ServiceError } from '../../../common/errors.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import type { StreamContext } from '../../../engine/stream/stream-context.ts'
import { Pacer } from '../../../events/pacer.ts'
import type { Pages, Stream } from '../../../events/stream.ts'
import type { Streams } from '../../../events/streams.ts'
import { Campaign } from '../../campaigns/campaign.entity.ts'
import { readerOf } from '../../realtime/reader.ts'
import { deliveryOf } from './delivery.figures.ts'
import type { CampaignDelivery } from './delivery.outputs.ts'

/** Interval between two reads of the figures of followed campaigns. */
const PACE_MS = 1_000
const NOT_READ = 'the progress of campaigns could not be read; the read will be retried'

/** A campaign with subscribers, and the figures that they received last. */
interface Followed {
  organizationId: string
  campaignId: string
  latest: string
  followers: Set<Stream<CampaignDelivery>>
}

/** The start of a subscription. */
interface Start {
  args: { campaignId: string }
  context: StreamContext
}

/**
 * The progress of campaigns with subscribers. Sending changes the figures without events, so they are polled: once for
 * all subscribers of a campaign, and only while there are any.
 */
export class DeliveryProgress {
  readonly #streams: Streams
  readonly #followed = new Map<string, Followed>()
  readonly #pacer: Pacer

  constructor(streams: Streams) {
    this.#streams = streams
    const pace = { name: 'campaign progress', failure: NOT_READ, gapMs: PACE_MS }
    this.#pacer = new Pacer(pace, streams, () => this.#lookUp())
  }

  /** The figures of a campaign now, and after each change. @throws NOT_FOUND */
  async follow({ args, context: { caller } }: Start): Promise<Pages<CampaignDelivery>> {
    const { organizationId } = caller
    const key = `${organizationId} ${args.campaignId}`
    const stream = await this.#streams.open<CampaignDelivery>(caller, 'delivery', (ended) => this.#leave(key, ended))
    const figures = await stream.begin(() => this.#read(organizationId, args.campaignId))
    if (stream.isEnded) return stream
    const known = this.#followed.get(key)
    const followed = known ?? {
      ...{ organizationId, campaignId: args.campaignId },
      latest: JSON.stringify(figures),
      followers: new Set<Stream<CampaignDelivery>>(),
    }
    // The other followers may have received newer figures during this read. Without this line, the next look could find
    // these figures unchanged and not send them to the new follower.
    if (followed.latest !== JSON.stringify(figures)) followed.latest = ''
    this.#followed.set(key, followed)
    followed.followers.add(stream)
    stream.push([figures])
    this.#pacer.wake()
    return stream
  }

  #leave(key: string, stream: Stream<CampaignDelivery>): void {
    const followed = this.#followed.get(key)
    followed?.followers.delete(stream)
    if (followed?.followers.size === 0) this.#followed.delete(key)
  }

  /** Returns 0 while there are campaigns to read again. A failure for one campaign does not affect the others. */
  async #lookUp(): Promise<number | undefined> {
    for (const followed of this.#followed.values()) {
      const { organizationId, campaignId } = followed
      try {
        const figures = await this.#read(organizationId, campaignId)
        const text = JSON.stringify(figures)
        if (text === followed.latest) continue
        followed.latest = text
        for (const follower of followed.followers) follower.push([figures])
      } catch (error) {
        // The campaign was deleted.
        if (error instanceof ServiceError) for (const follower of [...followed.followers]) follower.end(error)
        else this.#streams.log.error({ err: error, organizationId, campaignId }, NOT_READ)
      }
    }
    return this.#followed.size > 0 ? 0 : undefined
  }

  #read(organizationId: string, campaignId: string): Promise<CampaignDelivery> {
    return this.#streams.database.read(organizationId, async (unit) => {
      const ctx = readerOf(organizationId, unit)
      const { id } = await findRow(ctx, Campaign, campaignId, 'Campaign')
      return deliveryOf(ctx, id)
    })
  }
}

/** Follows the progress of a campaign. */
export const followDelivery = (start: Start): Promise<Pages<CampaignDelivery>> =>
  start.context.streams.shared(DeliveryProgress).follow(start)
