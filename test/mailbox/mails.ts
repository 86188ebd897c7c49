import PostalMime from 'postal-mime'
import type { Received } from '../support/sink.ts'

/** A received mail, as the page shows it. */
export interface Mail {
  id: number
  at: Date
  /** The address to which mail servers send reports about the mail. */
  returnPath: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

const HREF = /href\s*=\s*"(https?:\/\/[^"\s]+)"/gi
/** The address in the header List-Unsubscribe. */
const UNSUBSCRIBE = /<(https?:\/\/[^>\s]+)>/i

/** The web addresses of a mail, without duplicates. Other schemes, such as `javascript:`, are left out. */
function linksOf(html: string, unsubscribe: string): string[] {
  const links = [...html.matchAll(HREF)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
  const [, oneClick] = UNSUBSCRIBE.exec(unsubscribe) ?? []
  return [...new Set(oneClick ? [...links, oneClick] : links)]
}

export async function readMail({ from, to, raw }: Received, id: number): Promise<Mail> {
  const { subject = '', text = '', html = '', from: author, headers } = await PostalMime.parse(raw)
  const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const links = linksOf(html, unsubscribe)
  return { id, at: new Date(), returnPath: from, from: author?.address ?? from, to, subject, text, html, links }
}

/** Text without characters that control a terminal. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ')

export const lineOf = ({ at, from, to, subject }: Mail, url: string): string =>
  printable(`${at.toTimeString().slice(0, 8)}  ${from} -> ${to}  "${subject}"  ${url}`)
