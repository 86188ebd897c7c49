import { type RawBuilder, sql } from 'kysely'
import { refusal } from '../../common/errors.ts'
import { anyOf } from '../../data/any-of.ts'
import { batched, type Context } from '../../engine/execute/context.ts'

/*
 * If the organization or the client demands sign-off, a campaign must be signed off to become SCHEDULED or ACTIVE, and
 * content to become PUBLISHED. Every edit voids a sign-off, so APPROVED means that the current version is approved.
 */

/** SQL condition: the organization or the client with the id `clientId` demands sign-off. */
const isDemanded = (organizationId: string, clientId: RawBuilder<unknown>) => sql<boolean>`(
  exists (select 1 from organization o where o.organization_id = ${organizationId} and o.requires_sign_off)
  or exists (select 1 from client c where c.organization_id = ${organizationId} and c.id = ${clientId}
    and c.requires_sign_off))`

const hasApproved = (organizationId: string, column: 'campaign_id' | 'content_id', id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from sign_off s where s.organization_id = ${organizationId}
    and s.${sql.ref(column)} = ${id} and s.status = 'APPROVED')`

const campaignId = sql.ref('campaign.id')

/** SQL condition: the current row of `campaign` needs no sign-off, or has one. */
export const isSignedOff = (organizationId: string): RawBuilder<boolean> => sql<boolean>`(
  not ${isDemanded(organizationId, sql.ref('campaign.client_id'))} or ${hasApproved(organizationId, 'campaign_id', campaignId)})`

/** SQL condition: the current row of `campaign` needs a sign-off, and an edit voided the one that it had. */
export const hasLostSignOff = (organizationId: string): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from sign_off v where v.organization_id = ${organizationId} and v.campaign_id = campaign.id
    and v.status = 'VOIDED' and v.approved_at is not null)
  and not ${isSignedOff(organizationId)})`

const lacksOf = (table: 'campaign' | 'content_item', lacks: (organizationId: string) => RawBuilder<boolean>) =>
  batched<boolean, number>(false, async ({ db, organizationId }, ids) => {
    const joined =
      table === 'campaign'
        ? sql``
        : sql`left join campaign on campaign.organization_id = ${organizationId} and campaign.id = content_item.campaign_id`
    const { rows } = await sql<{ id: string; lacks: boolean }>`
      select ${sql.ref(`${table}.id`)} as id, ${lacks(organizationId)} as lacks from ${sql.table(table)} ${joined}
      where ${sql.ref(`${table}.organization_id`)} = ${organizationId} and ${sql.ref(`${table}.id`)} = ${anyOf(ids)}`.execute(
      db,
    )
    return new Map(rows.map((row) => [row.id, row.lacks]))
  })

/** Whether a campaign, by its id, needs a sign-off that it does not have. */
export const campaignLacks = lacksOf('campaign', (organizationId) => sql<boolean>`not ${isSignedOff(organizationId)}`)

/**
 * Whether content, by its id, needs a sign-off that it does not have. A sign-off of the campaign covers the content
 * that the campaign had.
 */
export const contentLacks = lacksOf(
  'content_item',
  (organizationId) => sql<boolean>`(${isDemanded(organizationId, sql.ref('campaign.client_id'))}
    and not ${hasApproved(organizationId, 'content_id', sql.ref('content_item.id'))}
    and not ${hasApproved(organizationId, 'campaign_id', campaignId)})`,
)

/** @throws INVALID_STATE_TRANSITION if the campaign needs a sign-off that it does not have */
export async function demandSignedCampaign(ctx: Context, { id }: { id: string }): Promise<void> {
  if (await campaignLacks(ctx, id, ctx.writes)) throw refusal('INVALID_STATE_TRANSITION', 'CAMPAIGN_NOT_SIGNED_OFF', {})
}

/** @throws INVALID_STATE_TRANSITION if the content needs a sign-off that it does not have */
export async function demandSignedContent(ctx: Context, { id }: { id: string }): Promise<void> {
  if (await contentLacks(ctx, id, ctx.writes)) throw refusal('INVALID_STATE_TRANSITION', 'CONTENT_NOT_SIGNED_OFF', {})
}

/** @throws INVALID_STATE_TRANSITION if a new campaign of the client would need a sign-off to start */
export async function demandNoSignOff({ db, organizationId }: Context, clientId: string | null): Promise<void> {
  const { rows } = await sql<{ demanded: boolean }>`
    select ${isDemanded(organizationId, sql`${clientId}::uuid`)} as demanded`.execute(db)
  if (rows[0]?.demanded) throw refusal('INVALID_STATE_TRANSITION', 'CAMPAIGN_NOT_SIGNED_OFF', {})
}
