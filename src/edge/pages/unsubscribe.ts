import express, { type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { escapeHtml } from '../../common/html.ts'
import type { ReportTools } from '../../features/delivery/launch/campaign.pause.ts'
import {
  languageOfTest,
  messageOfToken,
  OptOut,
  type Unsubscribable,
  unsubscribe,
} from '../../features/delivery/responses/unsubscribe.ts'
import { wordsIn } from '../../features/delivery/responses/unsubscribe.words.ts'

const BODY_LIMIT = 4096
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem; color: #1a1a1a }
button { font: inherit; padding: .6rem 1.2rem; border: 0; border-radius: .3rem; background: #0b5cad; color: #fff; cursor: pointer }
label { display: block; margin: .5rem 0 } details { margin-top: 2rem }`

const pageOf = (language: string, title: string, body: string) => `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

/** One button, and the choices by channel and purpose. The form posts to the address of the page. */
function formPage({ language, sender }: Unsubscribable): string {
  const { title, question, button, choices, more, save } = wordsIn(language)
  const radios = Object.values(OptOut).map(
    (value, index) =>
      `<label><input type="radio" name="choice" value="${value}"${index === 0 ? ' checked' : ''}> ${escapeHtml(choices[value])}</label>`,
  )
  return pageOf(
    language,
    title,
    `<p>${escapeHtml(question(sender))}</p>
<form method="post"><button name="choice" value="${OptOut.CAMPAIGN}">${escapeHtml(button)}</button></form>
<details><summary>${escapeHtml(more)}</summary><form method="post">${radios.join('')}<button>${escapeHtml(save)}</button></form></details>`,
  )
}

function donePage({ language }: Unsubscribable): string {
  const { title, done } = wordsIn(language)
  return pageOf(language, title, `<p role="status">${escapeHtml(done)}</p>`)
}

function unknownPage(): string {
  const { title, unknown } = wordsIn('en')
  return pageOf('en', title, `<p>${escapeHtml(unknown)}</p>`)
}

function testPage(language: string): string {
  const { title, test } = wordsIn(language)
  return pageOf(language, title, `<p role="status">${escapeHtml(test)}</p>`)
}

const Body = z.object({ choice: z.enum(OptOut).default(OptOut.CAMPAIGN) })

const show = (response: Response, status: number, page: string) =>
  response
    .status(status)
    .set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .type('html')
    .send(page)

/** Shows what a link is that belongs to no message: a test message has no recipient to unsubscribe. */
async function showOther(tools: ReportTools, token: string, response: Response): Promise<void> {
  const language = await languageOfTest(tools, token)
  if (language === undefined) show(response, 404, unknownPage())
  else show(response, 200, testPage(language))
}

/**
 * `/u/<token>`: the unsubscribe page of a message. GET changes nothing, since scanners follow links. POST opts out, from the
 * page or with `List-Unsubscribe=One-Click` (RFC 8058), without a sign-in or a cookie. `limited` limits callers by address.
 */
export function unsubscribeRouter(tools: ReportTools, limited: RequestHandler): Router {
  const router = Router()
  router
    .route('/u/:token')
    .get(limited, async (request, response) => {
      const { token = '' } = request.params
      const message = await messageOfToken(tools, token)
      if (message) show(response, 200, formPage(message))
      else await showOther(tools, token, response)
    })
    .post(limited, express.urlencoded({ extended: false, limit: BODY_LIMIT }), async (request, response) => {
      const { token = '' } = request.params
      const message = await messageOfToken(tools, token)
      if (!message) return showOther(tools, token, response)
      const body = Body.safeParse(request.body ?? {})
      await unsubscribe(tools, message, body.success ? body.data.choice : OptOut.CAMPAIGN)
      show(response, 200, donePage(message))
    })
  return router
}
