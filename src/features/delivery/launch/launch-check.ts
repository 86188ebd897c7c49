import { type RawBuilder, sql } from 'kysely'
import { ServiceError } from '../../../common/errors.ts'
import type { Cause } from '../../../common/texts.ts'
import { anyOf } from '../../../data/any-of.ts'
import { batched, type Context } from '../../../engine/execute/context.ts'
import { LaunchNeed, type LaunchRequirement } from './launch-check.outputs.ts'

/*
 * The service sends an e-mail campaign that has a sender. Such a campaign can start when it has approved content, an
 * audience and a verified sender. A campaign without a sender is a record: another system sends it, as in the legacy
 * API.
 */

/** The condition that the service sends the e-mails of the current row of `campaign`. */
export const isSentHere = sql<boolean>`campaign.sender_id is not null and 'EMAIL' = any(array_append(campaign.channels, campaign.type))`

/** The approved e-mail content of a campaign, under the alias `item`. */
export const approvedContent = (organizationId: string, campaignId: RawBuilder<unknown>) => sql`content_item item
  where item.organization_id = ${organizationId} and item.campaign_id = ${campaignId} and item.type = 'EMAIL'
    and item.status in ('APPROVED', 'PUBLISHED') and not item.is_template`

/** The variables that the approved content of a campaign uses: one row each, in the column `name`. */
export const variablesOf = (organizationId: string, campaignId: RawBuilder<unknown>) => sql`
  select distinct used.match[1] as name from (
    select item.title || ' ' || item.body as text from ${approvedContent(organizationId, campaignId)}
  ) as texts cross join lateral regexp_matches(texts.text, '\\{\\{\\s*([A-Za-z_]\\w{0,63})\\s*\\}\\}', 'g') as used(match)`

/** The variables of the approved content that have no value for the recipient `r` of a campaign. */
const lackedVariables = (organizationId: string, campaignId: RawBuilder<unknown>) => sql`(
  select array_agg(variable.name order by variable.name) from (${variablesOf(organizationId, campaignId)}) as variable
  where variable.name <> 'unsubscribeUrl' and exists (
    select 1 from campaign_recipient r where r.organization_id = ${organizationId} and r.campaign_id = ${campaignId}
      and r.channel = 'EMAIL' and r.queued_at is null and not r.attributes ? variable.name
  ))`

/** Whether rows of an import of recipients of a campaign still wait. */
const isImporting = (organizationId: string, campaignId: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from recipient_import importing
  join recipient_import_part part on part.organization_id = ${organizationId} and part.import_id = importing.id
  where importing.organization_id = ${organizationId} and importing.campaign_id = ${campaignId}
    and importing.status in ('QUEUED', 'RUNNING'))`

/** Whether the current row of `campaign` has recipients, or a segment that gives it recipients at its start. */
const hasAudience = (organizationId: string) => sql<boolean>`((
  campaign.segment_id is not null and campaign.segment_frozen_at is null
) or exists (select 1 from campaign_recipient r where r.organization_id = ${organizationId}
  and r.campaign_id = campaign.id and r.channel = 'EMAIL'))`

/** The cause for which the audience of the current row of `campaign` is not ready. Null if it lacks nothing. */
export const lackOfAudience = (organizationId: string): RawBuilder<Cause | null> => sql<Cause | null>`case
  when not (${isSentHere}) then null
  when not ${hasAudience(organizationId)} then jsonb_build_object('code', 'SEGMENT_EMPTY')
  else jsonb_build_object('code', 'VARIABLES_MISSING',
    'variables', array_to_string(${lackedVariables(organizationId, sql.ref('campaign.id'))}, ', ')) end`

interface Facts {
  id: string
  hasSender: boolean
  senderStatus: string | null
  hasTransport: boolean
  hasAudience: boolean
  isImporting: boolean
  contents: number
  languages: number
  variables: string[] | null
  isCleansed: boolean
}

const campaignId = sql.ref('campaign.id')

const factsOf = batched<Facts | undefined, number>(undefined, async ({ db, organizationId }, ids) => {
  const { rows } = await sql<Facts>`
    select campaign.id, campaign.sender_id is not null as has_sender, sender.status as sender_status,
      coalesce(sender.transport is not null, false) as has_transport,
      ${hasAudience(organizationId)} as has_audience,
      ${isImporting(organizationId, campaignId)} as is_importing,
      (select count(*)::int from ${approvedContent(organizationId, campaignId)}) as contents,
      (select count(distinct item.language)::int from ${approvedContent(organizationId, campaignId)}) as languages,
      ${lackedVariables(organizationId, campaignId)} as variables,
      campaign.purpose <> 'MARKETING' or exists (select 1 from registry_cleansing
        where registry_cleansing.organization_id = ${organizationId} and completed_at > now() - interval '1 month') as is_cleansed
    from campaign left join sender on sender.organization_id = ${organizationId} and sender.id = campaign.sender_id
    where campaign.organization_id = ${organizationId} and campaign.id = ${anyOf(ids)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
})

/** The missing preconditions of sending a campaign, each with the next step. */
function lacksOf(facts: Facts, hasServiceHost: boolean): LaunchRequirement[] {
  const { hasSender, senderStatus, hasTransport, hasAudience, contents, languages, variables, isCleansed } = facts
  const lacking: Readonly<Record<LaunchNeed, string | false>> = {
    CONTENT: contents === 0 && 'approved content of the type EMAIL',
    ONE_CONTENT: contents > languages && 'exactly one approved content per language (archive the others)',
    AUDIENCE: !hasAudience && 'an audience (addCampaignRecipients, importRecipients or setCampaignSegment)',
    IMPORT: facts.isImporting && 'the end of the import of recipients',
    SENDER: !hasSender && 'a sender (setCampaignSender)',
    VERIFIED_SENDER:
      hasSender && senderStatus !== 'VERIFIED' && `a VERIFIED sender (it is ${senderStatus}: verifySender)`,
    MAIL_SERVER: hasSender && !hasTransport && !hasServiceHost && 'a mail server of the sender (updateSender)',
    CLEANSING: !isCleansed && 'a completed cleansing in the last month (startCleansing)',
    VARIABLES: variables !== null && `the variables ${variables.join(', ')} of every recipient`,
  }
  return Object.values(LaunchNeed).flatMap((need) => {
    const missing = lacking[need]
    if (!missing) return []
    const named = need === LaunchNeed.VARIABLES ? (variables ?? []) : []
    return [{ need, missing, isBlocking: need !== LaunchNeed.CLEANSING, variables: named }]
  })
}

/** The missing preconditions of sending a campaign; none if the campaign has no e-mail channel. */
export async function launchCheck(ctx: Context, campaign: Decided): Promise<LaunchRequirement[]> {
  if (!usesEmail(campaign)) return []
  const facts = await factsOf(ctx, campaign.id, ctx.writes)
  return facts ? lacksOf(facts, hasServiceHost(ctx)) : []
}

const hasServiceHost = ({ services }: Context) => services.delivery?.smtpUrl !== undefined

interface Decided {
  id: string
  type: string
  channels: readonly string[]
}

const usesEmail = ({ type, channels }: Decided) => [type, ...channels].some((channel) => channel === 'EMAIL')

/**
 * @param isRecord whether a campaign with an audience but without a sender is a record of a campaign that another
 * system sends
 * @throws INVALID_STATE_TRANSITION that names all missing preconditions of sending the campaign
 */
export async function demandReady(ctx: Context, campaign: Decided, { isRecord = false } = {}): Promise<void> {
  if (!usesEmail(campaign)) return
  const facts = await factsOf(ctx, campaign.id, ctx.writes)
  if (!facts) return
  const isSent = facts.hasSender || (facts.hasAudience && campaign.type === 'EMAIL' && !isRecord)
  const blocking = lacksOf(facts, hasServiceHost(ctx)).filter(({ isBlocking }) => isBlocking)
  if (!isSent || blocking.length === 0) return
  const missing = blocking.map((each) => each.missing)
  const message = `The campaign cannot be sent yet. It needs ${missing.join('; ')}`
  const details = { missing, needs: blocking.map(({ need }) => need) }
  throw new ServiceError('INVALID_STATE_TRANSITION', message, details, {}, { reason: 'NOT_READY_TO_SEND' })
}

/**
 * The condition that the current row of `campaign` may start at its start time: the service does not send the campaign,
 * or all preconditions hold. A mail server is no precondition. Without a mail server, each message fails with that
 * reason.
 */
export const isReadyToSend = (organizationId: string): RawBuilder<boolean> => sql<boolean>`(not (${isSentHere}) or (
  exists (select 1 from sender where sender.organization_id = ${organizationId} and sender.id = campaign.sender_id
    and sender.status = 'VERIFIED')
  and ${hasAudience(organizationId)}
  and not ${isImporting(organizationId, campaignId)}
  and exists (select 1 from ${approvedContent(organizationId, campaignId)})
  and ${lackedVariables(organizationId, campaignId)} is null
))`
