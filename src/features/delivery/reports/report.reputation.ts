import { sql } from 'kysely'
import type { Cause } from '../../../common/texts.ts'
import { type ServiceTools } from '../../../engine/write/as-service.ts'
import { pauseCampaign } from '../launch/campaign.pause.ts'

/*
 * Mail providers refuse a sender whose messages bounce or cause complaints. So a campaign over a limit pauses itself. A
 * person decides whether the campaign continues. The next bounce or complaint over the limit pauses it again.
 */

/** Number of a campaign's last messages that are counted. */
const WINDOW = 1000
/**
 * Maximum number of complaints: 0.1 % of the window. A single complaint pauses no campaign, however small the campaign
 * is.
 */
const MOST_COMPLAINTS = 1
const MOST_BOUNCES_SHARE = 0.05
/** Fewer bounces pause no campaign: the first messages of a campaign say little about the rest. */
const LEAST_BOUNCES = 20

interface Counts {
  counted: number
  bounced: number
  complained: number
}

/** The hard bounces and complaints of a campaign's last messages. */
const countsOf = (
  { database }: ServiceTools,
  organizationId: string,
  campaignId: string,
): Promise<Counts | undefined> =>
  database.read(organizationId, async ({ db }) => {
    const { rows } = await sql<Counts>`
      select count(*)::int as counted, count(bounced_at)::int as bounced, count(complained_at)::int as complained from (
        select bounced_at, complained_at from message
        where organization_id = ${organizationId} and campaign_id = ${campaignId}
          and coalesce(sent_at, bounced_at) is not null
        order by coalesce(sent_at, bounced_at) desc limit ${sql.lit(WINDOW)}
      ) as last`.execute(db)
    return rows[0]
  })

function faultOf({ counted, bounced, complained }: Counts): Cause | undefined {
  if (complained > MOST_COMPLAINTS) return { code: 'COMPLAINTS', complained, window: WINDOW }
  const isOver = bounced >= LEAST_BOUNCES && bounced > counted * MOST_BOUNCES_SHARE
  return isOver ? { code: 'BOUNCES', bounced, counted } : undefined
}

/** Pauses each of the campaigns with too many hard bounces or complaints. */
export async function guardReputation(
  tools: ServiceTools,
  organizationId: string,
  campaignIds: ReadonlySet<string>,
): Promise<void> {
  for (const id of campaignIds) {
    const counts = await countsOf(tools, organizationId, id)
    const fault = counts && faultOf(counts)
    if (fault) await pauseCampaign(tools, organizationId, id, fault)
  }
}
