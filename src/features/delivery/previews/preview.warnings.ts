import sanitizeHtml from 'sanitize-html'
import { isHtml } from '../messages/message.text.ts'
import { MessageFlaw, type MessageWarning } from './preview.outputs.ts'

/** Mailboxes clip larger messages. */
const LARGEST = 100 * 1024

/** The targets of the links in content, before sanitizing removes the unsafe ones. */
function linksIn(body: string): string[] {
  const links: string[] = []
  if (!isHtml(body)) return links
  sanitizeHtml(body, {
    allowedTags: ['a'],
    transformTags: {
      a: (tagName, attribs) => {
        if (attribs.href !== undefined) links.push(attribs.href)
        return { tagName, attribs: {} }
      },
    },
  })
  return [...new Set(links)]
}

/** A host name with a domain. Recipients cannot reach a bare name, such as `localhost`. */
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u

/** Whether the form of a link is valid in a mailbox. */
function isWellFormed(link: string): boolean {
  if (!URL.canParse(link) || /\s/.test(link.trim())) return false
  const { protocol, hostname, pathname } = new URL(link)
  if (protocol === 'mailto:') return /^[^@]+@[^@.]+(?:\.[^@.]+)+$/.test(pathname)
  if (protocol === 'tel:') return /^\+?[\d().-]{3,}$/.test(pathname)
  return ['http:', 'https:'].includes(protocol) && HOST.test(hostname)
}

interface Judged {
  body: string
  /** Fills the variables of a text in. */
  fill: (text: string) => string
  missing: readonly string[]
  usesUnsubscribeUrl: boolean
  size: number
  hasSender: boolean
}

/** The warnings about a message. */
export function warningsOf({ body, fill, missing, usesUnsubscribeUrl, size, hasSender }: Judged): MessageWarning[] {
  const broken = linksIn(body).filter((link) => !isWellFormed(fill(link)))
  const whole = (flaw: MessageFlaw, isFlawed: boolean) => (isFlawed ? [{ flaw, detail: null }] : [])
  return [
    ...whole(MessageFlaw.NO_SENDER, !hasSender),
    ...missing.map((detail) => ({ flaw: MessageFlaw.MISSING_VARIABLE, detail })),
    ...broken.map((detail) => ({ flaw: MessageFlaw.BROKEN_LINK, detail })),
    ...whole(MessageFlaw.NO_UNSUBSCRIBE, !usesUnsubscribeUrl),
    ...whole(MessageFlaw.TOO_LARGE, size > LARGEST),
  ]
}
