import { createTransport } from 'nodemailer'
import { invalidFields, notFound } from '../../../common/errors.ts'
import { newId } from '../../../data/ids.ts'
import { checkPermission } from '../../../engine/access/permits.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { Campaign } from '../../campaigns/campaign.entity.ts'
import { fillText, variablesIn } from '../../content/content.variables.ts'
import { ContentItem, ContentType } from '../../content/content-item.entity.ts'
import { contactAt, hasKey, keysOf } from '../../privacy/contacts/contact.ts'
import { compiledFor } from '../messages/message.compile.ts'
import type { VisibleSender } from '../messages/message.footer.ts'
import { mailOf, unsubscribeLink } from '../messages/message.mime.ts'
import { UNSUBSCRIBE_URL } from '../messages/message.template.ts'
import { Sender } from '../senders/sender.entity.ts'
import type { MessageHeader, MessagePreview } from './preview.outputs.ts'
import { warningsOf } from './preview.warnings.ts'

/** The sender that a preview shows for a campaign without one. */
const NO_SENDER: VisibleSender = {
  id: '',
  name: '—',
  address: 'sender@example.invalid',
  replyTo: null,
  physicalAddress: '—',
  telephone: '—',
}
/** The recipient that a preview shows for a campaign without an audience. */
const NO_RECIPIENT = { contact: 'recipient@example.invalid', language: null, attributes: {} }

/** Composes messages in memory. Nothing is sent. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** The recipient with an address, or the first one. @throws NOT_FOUND for an address outside of the audience */
async function recipientOf({ db }: Context, campaignId: string, contact: string | null | undefined) {
  const recipients = db
    .selectFrom('campaignRecipient')
    .select(['contact', 'language', 'attributes'])
    .where('campaignId', '=', campaignId)
    .where('channel', '=', 'EMAIL' as never)
    .orderBy('id')
    .limit(1)
  if (!contact) return recipients.executeTakeFirst()
  const found = await recipients.where(hasKey(['contactKey'], keysOf(contactAt(contact)))).executeTakeFirst()
  if (!found) throw notFound('Recipient')
  return found
}

/** E-mail content of a campaign. @throws NOT_FOUND, VALIDATION_ERROR */
export async function emailContent(ctx: Context, campaignId: string, contentId: string): Promise<ContentItem> {
  const content = await findRow(ctx, ContentItem, contentId, 'Content')
  if (content.campaignId !== campaignId) throw notFound('Content')
  if (content.type !== ContentType.EMAIL)
    throw invalidFields({ contentId: { code: 'NOT_EMAIL_CONTENT', type: ContentType.EMAIL } })
  return content
}

/** Variables without a value show their names. */
export const namesAsValues = (variables: readonly string[]): Record<string, string> =>
  Object.fromEntries(variables.map((name) => [name, `{{${name}}}`]))

/** Headers end at the first empty line. A continued line starts with a blank. */
function headersOf(raw: string): MessageHeader[] {
  const [head = ''] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return lines.map((line) => {
    const [name = '', ...value] = line.split(':')
    return { name, value: value.join(':').trim() }
  })
}

/** Composes the message of one recipient. Nothing is stored or sent. */
export async function previewMessage(
  ctx: Context,
  campaignId: string,
  contentId: string,
  contact?: string | null,
): Promise<MessagePreview> {
  checkPermission(ctx.caller, 'org:campaigns:read')
  const campaign = await findRow(ctx, Campaign, campaignId, 'Campaign')
  const { title, body, language } = await emailContent(ctx, campaign.id, contentId)
  const sender = campaign.senderId ? await findRow(ctx, Sender, campaign.senderId, 'Sender') : null
  const found = await recipientOf(ctx, campaign.id, contact)
  const recipient = found ?? NO_RECIPIENT
  const template = await compiledFor(ctx, { title, body })
  const missing = found ? template.variables.filter((name) => !Object.hasOwn(found.attributes, name)) : []
  const attributes = { ...namesAsValues(template.variables), ...recipient.attributes }
  const message = {
    ...recipient,
    // No message has this id, so the unsubscribe link of the preview has no effect.
    id: newId(),
    organizationId: ctx.organizationId,
    campaignId: campaign.id,
    language: recipient.language ?? language,
    attributes,
    isTracked: false,
  }
  const means = { secrets: ctx.service('secrets'), baseUrl: ctx.service('delivery').baseUrl }
  const mail = mailOf(means, sender ?? NO_SENDER, template, message)
  const { message: raw } = (await composer.sendMail(mail)) as unknown as { message: Buffer }
  const values = { ...attributes, [UNSUBSCRIBE_URL]: unsubscribeLink(means, message) }
  return {
    subject: mail.subject ?? '',
    html: String(mail.html),
    text: String(mail.text),
    headers: headersOf(raw.toString('latin1')),
    size: raw.length,
    contact: found?.contact ?? null,
    warnings: warningsOf({
      body,
      fill: (text) => fillText(text, values),
      missing,
      usesUnsubscribeUrl: variablesIn(body).includes(UNSUBSCRIBE_URL),
      size: raw.length,
      hasSender: sender !== null,
    }),
  }
}
