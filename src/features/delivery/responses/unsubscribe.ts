import { sql } from 'kysely'
import { serviceOf } from '../../../background/work.ts'
import type { Database } from '../../../data/database.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { asService, type ServiceTools } from '../../../engine/write/as-service.ts'
import { Language } from '../../content/content-item.entity.ts'
import { ConsentChannel } from '../../privacy/consents/consent.entity.ts'
import { ContactPurpose } from '../../privacy/consents/consent.purposes.ts'
import { contactAt } from '../../privacy/contacts/contact.ts'
import { SuppressionCause } from '../../privacy/contacts/suppression.entity.ts'
import { marksOf, type Scope, suppress, suppressionsFor } from '../../privacy/contacts/suppression.ts'
import { originText } from '../../privacy/origin.ts'
import { type ReportTools } from '../launch/campaign.pause.ts'
import { UNSUBSCRIBE } from '../messages/message.mime.ts'
import { type MessageName, readToken } from '../messages/message.tokens.ts'

/*
 * Opting out by the link in a message. The link identifies the message, and the message has the address, so nobody
 * needs to sign in. One transaction suppresses the person and withdraws the consents. Every later claim sees the
 * suppression.
 */

/** The scope of an opt-out. */
export enum OptOut {
  CAMPAIGN = 'campaign',
  MARKETING = 'marketing',
  EVERYTHING = 'everything',
}

/** The fields of a message that its unsubscribe page shows. */
export interface Unsubscribable extends MessageName {
  sender: string
  language: string
  contact: string
  purpose: ContactPurpose
}

const AGENT = 'unsubscribe'

/**
 * The message that a token refers to; undefined if the service did not sign the token, or the message no longer exists.
 */
export async function messageOfToken(tools: ServiceTools, token: string): Promise<Unsubscribable | undefined> {
  const name = readToken(serviceOf(tools, 'secrets'), UNSUBSCRIBE, token)
  return name && messageNamed(tools.database, name)
}

/** The language of the test message that a token refers to; undefined if it refers to none, or the test was deleted. */
export async function languageOfTest(tools: ServiceTools, token: string): Promise<string | undefined> {
  const name = readToken(serviceOf(tools, 'secrets'), UNSUBSCRIBE, token)
  if (!name) return undefined
  const { organizationId, messageId } = name
  const { rows } = await tools.database.read(organizationId, ({ db }) =>
    sql<{ language: string | null }>`select content.language from test_message test
      left join content_version content on content.organization_id = ${organizationId}
        and content.content_id = test.content_id and content.version = test.content_version
      where test.organization_id = ${organizationId} and test.id = ${messageId}`.execute(db),
  )
  return rows[0] && (rows[0].language ?? Language.en)
}

/**
 * The message with a name that the service signed, also while its campaign is in the trash; undefined if it no longer
 * exists.
 */
export async function messageNamed(database: Database, name: MessageName): Promise<Unsubscribable | undefined> {
  const { organizationId, messageId } = name
  const { rows } = await database.read(organizationId, ({ db }) =>
    sql<Omit<Unsubscribable, 'organizationId' | 'messageId'>>`
      select coalesce(sender.name, organization.name, '') as sender, found.language, found.contact, found.purpose from (
        select message.sender_id, message.language, message.contact, campaign.purpose from message
        join campaign on campaign.organization_id = ${organizationId} and campaign.id = message.campaign_id
        where message.organization_id = ${organizationId} and message.id = ${messageId}
        union all
        select (deleted.content ->> 'sender_id')::uuid, deleted.content ->> 'language', deleted.content ->> 'contact',
          campaign.content ->> 'purpose' from trash_row deleted
        join trash_item campaign on campaign.organization_id = ${organizationId} and campaign.id = deleted.trash_id
        where ${isTrashedMessage(organizationId)} and deleted.id = ${messageId}
      ) as found
      join organization on organization.organization_id = ${organizationId}
      left join sender on sender.organization_id = ${organizationId} and sender.id = found.sender_id`.execute(db),
  )
  return rows[0] && { ...name, ...rows[0] }
}

/** SQL condition: the row `deleted` of the trash is a message. */
export const isTrashedMessage = (organizationId: string) => sql<boolean>`deleted.organization_id = ${organizationId}
  and deleted.resource = 'MESSAGE' and deleted.linked_by = ''`

const scopeOf = (optOut: OptOut, purpose: ContactPurpose): Scope => {
  if (optOut === OptOut.EVERYTHING) return { purpose: null, channel: null }
  if (optOut === OptOut.MARKETING) return { purpose: ContactPurpose.MARKETING, channel: null }
  return { purpose, channel: ConsentChannel.EMAIL }
}

const covers = (wide: Scope, narrow: Scope) =>
  (wide.purpose === null || wide.purpose === narrow.purpose) &&
  (wide.channel === null || wide.channel === narrow.channel)

/** Suppresses a contact, unless an existing suppression has the same or a larger scope. */
export async function suppressOnce(
  ctx: Context,
  contact: string,
  scope: Scope,
  { cause, note }: { cause: SuppressionCause; note: string },
): Promise<void> {
  const known = contactAt(contact)
  // The pseudonym of an erased person is not an address.
  if (!known.email && !known.phone) return
  const inForce = await suppressionsFor(ctx, marksOf(ctx, known))
  if (inForce.some((each) => covers(each, scope))) return
  const { suppression } = await suppress(ctx, { contact: known, cause, note, ...scope })
  ctx.record('SUPPRESSION', 'CREATED', suppression.id)
}

/** Opts a person out. Repeating it changes nothing. */
export async function unsubscribe(tools: ReportTools, message: Unsubscribable, optOut: OptOut): Promise<void> {
  const isFirst = await asService(tools, message.organizationId, AGENT, async (ctx) => {
    const { organizationId, messageId, contact, purpose } = message
    const note = originText('MESSAGE', messageId)
    await suppressOnce(ctx, contact, scopeOf(optOut, purpose), { cause: SuppressionCause.OPT_OUT, note })
    const live = await sql`update message set unsubscribed_at = ${ctx.now}, updated_at = ${ctx.now}
      where organization_id = ${organizationId} and id = ${messageId} and unsubscribed_at is null`.execute(ctx.db)
    const stored = await sql`update trash_row deleted
      set content = deleted.content || jsonb_build_object('unsubscribed_at', ${ctx.now}::timestamptz)
      where ${isTrashedMessage(organizationId)} and deleted.id = ${messageId} and deleted.content ->> 'unsubscribed_at' is null`.execute(
      ctx.db,
    )
    return live.numAffectedRows === 1n || stored.numAffectedRows === 1n
  })
  if (isFirst) tools.metrics.messageReport('UNSUBSCRIBED')
}
