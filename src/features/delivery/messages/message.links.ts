import { hash } from 'node:crypto'
import { decodeHTML } from 'entities'
import { escapeHtml } from '../../../common/html.ts'

/*
 * Links of a content version. A link with a variable is not tracked: its address may contain personal data of the
 * recipient, which must not be in the address of the service either.
 */

const CODE_LENGTH = 12
const LINK = /(<a\b[^>]*?\bhref=")(https?:\/\/[^"{}]*)(")/gi

/** Short code of a link, which its tracked address contains. */
const codeOf = (url: string) => hash('sha256', url, 'hex').slice(0, CODE_LENGTH)

/** The links of sanitized HTML, by their codes. */
export const linksIn = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...html.matchAll(LINK)].map(([, , href = '']) => [codeOf(decodeHTML(href)), decodeHTML(href)]))

/** Replaces the links of sanitized HTML by the addresses that `trackedUrl` gives for their codes. */
export const withTrackedLinks = (html: string, trackedUrl: (code: string) => string): string =>
  html.replace(
    LINK,
    (_, before: string, href: string, after: string) =>
      `${before}${escapeHtml(trackedUrl(codeOf(decodeHTML(href))))}${after}`,
  )
