import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { ConsentChannel, ConsentStatus } from './consent.entity.ts'

/*
 * Direct marketing by electronic means needs consent (POPIA section 69). A channel is covered while the organization
 * holds at least one consent for it that is granted, has not expired, and names marketing in its purpose.
 */

const DIRECT: readonly string[] = [ConsentChannel.EMAIL, ConsentChannel.SMS, ConsentChannel.WHATSAPP]

const covers = sql<boolean>`c.status = ${ConsentStatus.GRANTED} and c.purpose ilike '%marketing%'
  and (c.expires_at is null or c.expires_at > now())`

/** Whether the row of `campaign` at hand uses a direct channel. */
export const usesDirectChannel: RawBuilder<boolean> = sql<boolean>`array_append(campaign.channels, campaign.type) && ${[...DIRECT]}::text[]`

/**
 * Whether every direct channel of the row of `campaign` at hand is covered, as a condition: for whom many campaigns of
 * an organization concern at once.
 */
export const isCampaignCovered = (organizationId: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select 1 from unnest(array_append(campaign.channels, campaign.type)) as used(channel)
  where used.channel = any(${[...DIRECT]}::text[]) and not exists (
    select 1 from consent c where c.organization_id = ${organizationId} and c.channel = used.channel and ${covers}
  )
)`

/** Whether consent for a channel may be what a campaign waits for. */
export const isDirect = (channel: ConsentChannel): boolean => DIRECT.includes(channel)

/** @throws CONSENT_REQUIRED that names the direct channels for which no consent is held */
export async function demandConsent(ctx: Context, channels: readonly string[]): Promise<void> {
  const direct = DIRECT.filter((channel) => channels.includes(channel))
  if (direct.length === 0) return
  const { rows } = await sql<{ channel: string }>`
    select distinct c.channel from consent c
    where c.organization_id = ${ctx.organizationId} and c.channel = any(${direct}::text[]) and ${covers}`.execute(
    ctx.db,
  )
  const uncovered = direct.filter((channel) => !rows.some((row) => row.channel === channel))
  if (uncovered.length === 0) return
  const message = `No consent for marketing is held for ${uncovered.join(', ')}: record one before the campaign starts`
  throw new ServiceError('CONSENT_REQUIRED', message, { channels: uncovered })
}
