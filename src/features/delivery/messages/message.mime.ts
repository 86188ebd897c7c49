import { createPrivateKey } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import { escapeHtml } from '../../../common/html.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import { domainOf } from '../senders/sender.dns.ts'
import type { Sender } from '../senders/sender.entity.ts'
import { aboutDkimKey } from '../senders/sender.keys.ts'
import { footerHtml, footerText, type VisibleSender } from './message.footer.ts'
import { withTrackedLinks } from './message.links.ts'
import { fillTemplate, type Template, UNSUBSCRIBE_URL } from './message.template.ts'
import { returnMailbox, tokenOf } from './message.tokens.ts'
import { trackedAddresses } from './message.tracking.ts'

/** Purpose of the tokens in unsubscribe links. */
export const UNSUBSCRIBE = 'unsubscribe'

/** The fields of a message that are needed to compose the e-mail. */
export interface Addressed {
  id: string
  organizationId: string
  campaignId: string
  contact: string
  language: string
  attributes: Readonly<Record<string, unknown>>
  /** Whether openings and clicks are recorded. */
  isTracked: boolean
}

interface Means {
  secrets: SecretBox
  /** The base URL for links in messages, without a slash at the end. */
  baseUrl: string
}

/** The URL of a message's unsubscribe page. */
export const unsubscribeLink = ({ secrets, baseUrl }: Means, { id, organizationId }: Addressed): string =>
  `${baseUrl}/u/${tokenOf(secrets, UNSUBSCRIBE, { organizationId, messageId: id })}`

/**
 * The headers that the DKIM signature covers. RFC 8058 demands both headers for one-click unsubscribing; nodemailer leaves
 * out the second by default.
 */
const SIGNED_HEADERS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-ID:List-Unsubscribe:List-Unsubscribe-Post:' +
  'Feedback-ID:Precedence:Auto-Submitted'

/**
 * How the messages of a sender are signed. A batch calls this once: decrypting and parsing the key takes three times as long
 * as a signature. @throws Error if SECRETS_KEY no longer holds the key that encrypted it
 */
export function dkimOf({ secrets }: Pick<Means, 'secrets'>, { id, address, dkimSelector, sealedDkimKey }: Sender) {
  const privateKey = secrets.open(sealedDkimKey, aboutDkimKey(id))
  if (!privateKey) throw new Error('SECRETS_KEY lacks the key that encrypted the DKIM key of a sender')
  return {
    domainName: domainOf(address),
    keySelector: dkimSelector,
    // Nodemailer passes the key on to `node:crypto`. Its types know only the key as text.
    privateKey: createPrivateKey(privateKey) as unknown as string,
    headerFieldNames: SIGNED_HEADERS,
  }
}
export type Dkim = ReturnType<typeof dkimOf>

/** The template with tracked links, and with an image that the mail program loads when the message is opened. */
function trackedTemplate({ secrets, baseUrl }: Means, template: Template, { id, organizationId }: Addressed): Template {
  const { link, image } = trackedAddresses(secrets, baseUrl, { organizationId, messageId: id })
  const html = `${withTrackedLinks(template.html, link)}<img src="${escapeHtml(image)}" width="1" height="1" alt="">`
  return { ...template, html }
}

/** A message in the format of nodemailer, without its DKIM signature. */
export function mailOf(means: Means, sender: VisibleSender, template: Template, message: Addressed): SendMailOptions {
  const { id, organizationId, campaignId, contact, language, attributes, isTracked } = message
  const domain = domainOf(sender.address)
  const link = unsubscribeLink(means, message)
  const mailbox = returnMailbox(means.secrets, { organizationId, messageId: id })
  const { subject, html, text } = fillTemplate(isTracked ? trackedTemplate(means, template, message) : template, {
    ...attributes,
    [UNSUBSCRIBE_URL]: link,
  })
  const verbatim = (value: string) => ({ prepared: true, value })
  return {
    // An address object is always one address, but a text could contain several.
    from: { name: sender.name, address: sender.address },
    to: { name: '', address: contact },
    ...(sender.replyTo && { replyTo: { name: '', address: sender.replyTo } }),
    subject,
    html: `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"></head><body>${html}${footerHtml(sender, language, link)}</body></html>`,
    text: `${text}\n\n${footerText(sender, language, link)}\n`,
    messageId: `<${id}@${domain}>`,
    envelope: { from: `${mailbox}@${domain}`, to: contact },
    headers: {
      'List-Unsubscribe': verbatim(`<${link}>, <mailto:${mailbox}@${domain}?subject=unsubscribe>`),
      'List-Unsubscribe-Post': verbatim('List-Unsubscribe=One-Click'),
      'List-Id': verbatim(`<${campaignId}.${domain}>`),
      'Feedback-ID': verbatim(`${campaignId}:${sender.id}:campaign:gateway`),
      Precedence: 'bulk',
      'Auto-Submitted': 'auto-generated',
    },
    xMailer: false,
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  } as SendMailOptions
}
