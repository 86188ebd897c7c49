import sanitizeHtml from 'sanitize-html'
import { notFound } from '../../common/errors.ts'
import { escapeHtml } from '../../common/html.ts'
import type { Threads } from '../../common/threads.ts'
import { ContentType } from '../content/content-item.entity.ts'
import { compiled, textParts } from '../delivery/messages/message.compile.ts'
import { MESSAGE_RULES } from '../delivery/messages/message.template.ts'
import { demandReadable, demandSession, type Review } from './sign-off.reviews.ts'
import type { SeenContent, Snapshot } from './sign-off.snapshot.ts'
import { note } from './sign-off.trail.ts'

/* E-mails as the page of a reviewer shows them: the HTML part in a frame, and the text part next to it. */

const isMail = ({ type }: Pick<SeenContent, 'type'>) => type === ContentType.EMAIL

/** The text parts of the e-mails. They follow from the snapshot, so the decision is not bound to them separately. */
export async function messageTextsOf(threads: Threads, { contents }: Snapshot) {
  const mails = contents.filter(isMail)
  const texts = await textParts(
    threads,
    mails.map(({ body }) => body),
  )
  return mails.map(({ id }, index) => ({ contentId: id, text: texts[index] ?? '' }))
}

/** An e-mail of the sign-off. @throws NOT_FOUND for other content */
export async function readMessage(review: Review, session: string, contentId: string): Promise<SeenContent> {
  demandSession(review, session)
  demandReadable(review)
  const { ctx, signOff } = review
  const mail = signOff.snapshot.contents.find((each) => each.id === contentId && isMail(each))
  if (!mail) throw notFound('Content')
  note(ctx, 'VIEWED', signOff.id, { isRead: true })
  return mail
}

/**
 * Links lead nowhere. Images have an address only on request: loading one would tell the sender who reads. The text part
 * contains the addresses of the links.
 */
const shownRules = (hasImages: boolean): sanitizeHtml.IOptions => ({
  ...MESSAGE_RULES,
  allowedAttributes: { ...MESSAGE_RULES.allowedAttributes, a: ['name'], img: hasImages ? ['alt', 'src'] : ['alt'] },
})

/** The page of the frame. Placeholders of variables stay visible. */
export async function shownMessage(
  threads: Threads,
  { title, body, language }: SeenContent,
  hasImages: boolean,
): Promise<string> {
  const { html } = await compiled(threads, { title, body })
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(title)}</title>
<style>a:not([name]) { color: #0645ad; text-decoration: underline }</style>
</head>
<body>${sanitizeHtml(html, shownRules(hasImages))}</body>
</html>
`
}
