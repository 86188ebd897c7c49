import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { withoutAddresses } from './report.generic.ts'
import { classify, classifyText } from './report.status.ts'
import { ReportKind } from './report.ts'

/*
 * Reads mail that arrives at the return path of a message: delivery status notifications (RFC 3464), feedback reports
 * (RFC 5965), bounces of mail servers with formats of their own, and requests to unsubscribe (RFC 2369). Anybody can
 * send such mail, so a return path that the service signed must identify the message.
 */

/** A report about a message, from a mail. */
export interface MailFinding {
  kind: ReportKind | 'unsubscribe'
  /** The reason of a bounce, without addresses; otherwise null. */
  reason: string | null
  /** Addresses in the mail that resemble return paths, without duplicates. */
  returnPaths: string[]
}

type Finding = Pick<MailFinding, 'kind' | 'reason'>

/** Fields of a part such as message/delivery-status, with names in lower case. */
type Fields = ReadonlyMap<string, string>

/** Upper bound of the text that is searched, characters. */
const MOST_TEXT = 1_000_000
const MOST_RETURN_PATHS = 20
const RETURN_PATH = /\bb-[0-9a-f]{32}-[0-9a-f]{10}-[0-9a-f]{16}@[a-z0-9.-]{1,253}/gi
const DEPTH = 20

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')

const partsOf = (mail: Email, ...types: string[]): string[] =>
  mail.attachments.filter(({ mimeType }) => types.includes(mimeType)).map(textOf)

const headerOf = (mail: Email, name: string): string => mail.headers.find(({ key }) => key === name)?.value ?? ''

/** Reads groups of header fields, which empty lines separate. */
const groupsOf = (text: string): Fields[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const lines = group.replace(/\n[ \t]+/g, ' ').split('\n')
      return new Map(
        lines.flatMap((line) => {
          const [, name, value] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? []
          return name ? [[name.toLowerCase(), (value ?? '').trim()] as const] : []
        }),
      )
    })

/** A field such as `Diagnostic-Code: smtp; 550 No`, without its type. */
const untyped = (value = '') => value.replace(/^\s*[\w.+-]+\s*;\s*/, '')

/** The result for the recipient. Each message of the service has one recipient. */
function statusFinding(text: string): Finding | undefined {
  const recipients = groupsOf(text).filter((fields) => fields.has('final-recipient') || fields.has('action'))
  for (const fields of recipients) {
    const action = (fields.get('action') ?? '').toLowerCase().split(/[\s(]/)[0]
    if (action === 'delivered') return { kind: ReportKind.DELIVERED, reason: null }
    if (action !== 'failed') continue
    const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? ''
    const diagnostic = untyped(fields.get('diagnostic-code'))
    const reason = diagnostic.includes(status) ? diagnostic : `${status} ${diagnostic}`
    return {
      kind: classify(status, diagnostic),
      reason: withoutAddresses(reason) || 'The mail server returned the message',
    }
  }
  return undefined
}

/** Types of feedback with which a person refuses messages. Other types have no effect. */
const UNWANTED = ['abuse', 'fraud', 'virus', 'other', 'opt-out', 'opt-out-list']

const complaint: Finding = { kind: ReportKind.COMPLAINT, reason: null }

function feedbackFinding(text: string): Finding | undefined {
  const type =
    groupsOf(text)
      .find((fields) => fields.has('feedback-type'))
      ?.get('feedback-type') ?? ''
  return UNWANTED.includes(type.toLowerCase()) ? complaint : undefined
}

const DAEMON = /\b(mailer-daemon|postmaster|mail delivery|mdaemon)\b/i
/** The service of Outlook.com sends the original message, with this header and no report. */
const OUTLOOK_COMPLAINT = 'x-hmxmroriginalrecipient'

/** The line before the original message. */
const ORIGINAL = /below this line|copy of|original message/i

/** A bounce that is not a report: the format of Exim, qmail, or an old mail server. */
function plainFinding(mail: Email): Finding | undefined {
  const from = `${mail.from?.name ?? ''} ${mail.from?.address ?? ''} ${headerOf(mail, 'from')}`
  const isBounce = headerOf(mail, 'x-failed-recipients') !== '' || DAEMON.test(from)
  const isDelay = /\b(delayed|warning|will (?:continue|keep|be retried))\b/i.test(mail.subject ?? '')
  if (!isBounce || isDelay) return undefined
  // The text of a bounce comes first, and the original message after it.
  const lines = (mail.text ?? mail.html ?? '').split('\n')
  const end = lines.findIndex((line) => line.startsWith('--') && ORIGINAL.test(line))
  const found = classifyText(lines.slice(0, end < 0 ? lines.length : end).join('\n'))
  return found && { kind: found.kind, reason: withoutAddresses(found.reason) }
}

/** Whether a program sent the mail: an automatic reply says nothing about the delivery. */
function isAutomaticReply(mail: Email): boolean {
  // Bounces of Exim declare that they are automatic replies.
  if (headerOf(mail, 'x-failed-recipients')) return false
  const isReply = /^auto-replied/i.test(headerOf(mail, 'auto-submitted')) || headerOf(mail, 'x-autoreply') !== ''
  return isReply || /disposition-notification/i.test(headerOf(mail, 'content-type'))
}

function findingOf(mail: Email): Finding | undefined {
  const [status] = partsOf(mail, 'message/delivery-status', 'message/global-delivery-status')
  if (status !== undefined) return statusFinding(status)
  const [feedback] = partsOf(mail, 'message/feedback-report')
  if (feedback !== undefined) return feedbackFinding(feedback)
  if (headerOf(mail, OUTLOOK_COMPLAINT)) return complaint
  if (isAutomaticReply(mail)) return undefined
  if (/^\s*unsubscribe\s*$/i.test(mail.subject ?? '')) return { kind: 'unsubscribe', reason: null }
  return plainFinding(mail)
}

/** The return paths in the headers, in the text and in the message that was returned. */
function returnPathsIn(mail: Email): string[] {
  const texts = [
    ...mail.headers.map(({ value }) => value),
    mail.text ?? '',
    mail.html ?? '',
    ...mail.attachments.map(textOf),
  ]
  const found = texts.join('\n').slice(0, MOST_TEXT).match(RETURN_PATH) ?? []
  return [...new Set(found.map((address) => address.toLowerCase()))].slice(0, MOST_RETURN_PATHS)
}

/**
 * Reads a mail. Undefined if it says nothing about a message: an automatic reply, a warning about a delay, a reply of a
 * person, or a mail that cannot be parsed.
 */
export async function readReportMail(raw: Uint8Array): Promise<MailFinding | undefined> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: DEPTH }).catch(() => undefined)
  const finding = mail && findingOf(mail)
  return finding && { ...finding, returnPaths: returnPathsIn(mail) }
}
