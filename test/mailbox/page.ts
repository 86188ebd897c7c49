import { escapeUTF8 } from 'entities'
import express, { type Express, type Response } from 'express'
import type { Mail } from './mails.ts'

/*
 * The page of the mailbox. Mails are hostile text: it is escaped, and HTML is shown in a frame without scripts, forms and
 * connections.
 */

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#222}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .8rem .4rem 0;border-bottom:1px solid #ddd}
pre{white-space:pre-wrap;background:#f6f6f6;padding:1rem}iframe{width:100%;height:24rem;border:1px solid #ccc}
li,dd{overflow-wrap:anywhere}dt{font-weight:600}`
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'"
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
const RELOAD_SECONDS = 3
const MOST_BYTES = '256kb'

const document = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeUTF8(title)}</title>${head}
<style>${STYLE}</style></head><body>${body}</body></html>`

const row = ({ id, at, from, to, subject }: Mail) =>
  `<tr><td>${at.toTimeString().slice(0, 8)}</td><td>${escapeUTF8(from)}</td><td>${escapeUTF8(to)}</td>
<td><a href="/mails/${id}">${escapeUTF8(subject) || '(no subject)'}</a></td></tr>`

const list = (mails: Mail[]) =>
  document(
    `Mailbox (${mails.length})`,
    `<h1>Mailbox</h1><table><tr><th>Time</th><th>From</th><th>To</th><th>Subject</th></tr>
${mails.toReversed().map(row).join('\n')}</table>${mails.length === 0 ? '<p>No mail has arrived.</p>' : ''}`,
    `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">`,
  )

const link = (address: string) =>
  `<li><a rel="noreferrer" href="${escapeUTF8(address)}">${escapeUTF8(address)}</a></li>`

const single = ({ id, from, to, subject, text, html, links }: Mail) =>
  document(
    subject,
    `<p><a href="/">All mails</a></p><h1>${escapeUTF8(subject) || '(no subject)'}</h1>
<dl><dt>From</dt><dd>${escapeUTF8(from)}</dd><dt>To</dt><dd>${escapeUTF8(to)}</dd></dl>
${html ? `<h2>HTML</h2><iframe sandbox title="HTML of the mail" src="/mails/${id}/html"></iframe>` : ''}
<h2>Links</h2><ul>${links.map(link).join('\n')}</ul><h2>Text</h2><pre>${escapeUTF8(text)}</pre>`,
  )

const send = (res: Response, html: string | undefined, policy: string) => {
  res.set({ 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' })
  res.type('html')
  if (html === undefined) res.status(404).send(document('Not found', '<p>There is no such mail.</p>'))
  else res.send(html)
}

/** `publish` takes the text of `POST /records`, and returns the answer. */
export function createPage(mails: ReadonlyMap<number, Mail>, publish: (text: string) => string): Express {
  const app = express().disable('x-powered-by')
  const find = (id: unknown) => mails.get(Number(id))
  app.use((req, res, next) => {
    // Pages of other origins neither read mails by a host name of their own nor publish records.
    const isForeign = !['localhost', '127.0.0.1'].includes(req.hostname) || req.get('Origin') !== undefined
    if (isForeign) res.status(403).type('text').send('Only from this machine, and not from other pages\n')
    else next()
  })
  app.get('/', (_req, res) => send(res, list([...mails.values()]), PAGE_POLICY))
  app.get('/mails/:id', (req, res) => {
    const mail = find(req.params.id)
    send(res, mail && single(mail), PAGE_POLICY)
  })
  app.get('/mails/:id/html', (req, res) => send(res, find(req.params.id)?.html, MAIL_POLICY))
  app.post('/records', express.text({ type: () => true, limit: MOST_BYTES }), (req, res) => {
    res.type('text')
    try {
      res.send(publish(String(req.body)))
    } catch (error) {
      res.status(400).send(`Not published: ${(error as Error).message}\n`)
    }
  })
  return app
}
