import juice from 'juice'
import sanitizeHtml from 'sanitize-html'
import { invalidFields } from '../../../common/errors.ts'
import { escapeHtml, paragraphs } from '../../../common/html.ts'
import { fillText, MOST_ADDED, variablesIn } from '../../content/content.variables.ts'
import { linksIn } from './message.links.ts'
import { isHtml, textOf } from './message.text.ts'

/*
 * The content of a campaign as a template, compiled once per version and filled in for each person. A variable is
 * `{{name}}`. Templates have no logic.
 */

export interface Template {
  subject: string
  html: string
  text: string
  variables: readonly string[]
  /** The links that can be tracked, by their codes. */
  links: Readonly<Record<string, string>>
}

/** The variable that the service fills in. */
export const UNSUBSCRIBE_URL = 'unsubscribeUrl'
const SAFE_LINK = /^(https?:|mailto:|tel:|\{\{\s*unsubscribeUrl\s*\}\})/i

/** What the HTML of a message may contain. */
export const MESSAGE_RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags.filter((tag) => !['style', 'script'].includes(tag)),
    ...['img', 'center', 'font'],
  ],
  allowedAttributes: {
    '*': ['style', 'class', 'lang', 'dir', 'title', 'align', 'valign', 'width', 'height', 'bgcolor', 'role'],
    a: ['href', 'name', 'target'],
    img: ['src', 'alt'],
    font: ['color', 'face', 'size'],
    table: ['border', 'cellpadding', 'cellspacing', 'summary'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http', 'cid'] },
  allowProtocolRelative: false,
  // Mails nest some dozens of tags. Deeper ones are left out, and their text stays: what derives the text is recursive.
  nestingLimit: 200,
  transformTags: {
    // Removes unsafe links: a relative link does not work in a mailbox, and a variable could contain any scheme.
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: href && SAFE_LINK.test(href.trim()) ? { ...attribs, href } : attribs,
    }),
  },
}

/** The text part of content. Inlined styles do not change it. */
const textPartOf = (body: string): string => (isHtml(body) ? textOf(sanitizeHtml(body, MESSAGE_RULES)) : body.trim())

/** The text parts of several contents. A body of many tags takes a fifth of a second, so `textParts` calls this in a thread. */
export const textPartsOf = (bodies: readonly string[]): string[] => bodies.map(textPartOf)

function inlined(html: string): string {
  try {
    return juice(html)
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw invalidFields({ body: 'TOO_COMPLEX' })
    throw error
  }
}

/**
 * Compiles content: inlines the styles, sanitizes the HTML, and derives the text part. Styles can take any time, so
 * `compiled` calls this in a thread.
 * @throws VALIDATION_ERROR if its HTML is nested too deeply, or its styles are repeated too often
 */
export function compileTemplate({ title, body }: { title: string; body: string }): Template {
  const html = sanitizeHtml(inlined(isHtml(body) ? body : paragraphs(body)), MESSAGE_RULES)
  if (html.length > body.length + MOST_ADDED)
    throw invalidFields({ body: { code: 'STYLES_REPEATED', most: MOST_ADDED } })
  const text = textPartOf(body)
  const variables = variablesIn(title, body).filter((name) => name !== UNSUBSCRIBE_URL)
  return { subject: title, html, text, variables, links: linksIn(html) }
}

/** A message for one person. */
export interface Filled {
  subject: string
  html: string
  text: string
}

const oneLine = (text: string) => text.replace(/[\r\n\t]+/g, ' ').trim()

/** Fills in a template. Values are escaped in HTML. Line breaks are removed from the subject. */
export function fillTemplate(template: Template, values: Readonly<Record<string, unknown>>): Filled {
  const fill = (text: string, encode: (value: string) => string) => fillText(text, values, encode)
  return {
    subject: oneLine(fill(template.subject, oneLine)),
    html: fill(template.html, escapeHtml),
    text: fill(template.text, String),
  }
}
