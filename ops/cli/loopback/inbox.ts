import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { PATIENCE_MS } from './processes.ts'

/** One notification that an endpoint received. */
export interface Message {
  channel: 'slack-critical' | 'slack-alerts' | 'telegram' | 'teams' | 'gateway' | 'heartbeat' | 'email'
  /** The body. For an e-mail: its headers and body as sent. */
  body: string
  authorization?: string | undefined
  /** Envelope recipients of an e-mail. */
  to?: string[]
}

type Waiting = { matches: (message: Message) => boolean; resolve: (message: Message) => void }

const CHANNELS: [prefix: string, channel: Message['channel']][] = [
  ['/slack/critical', 'slack-critical'],
  ['/slack/alerts', 'slack-alerts'],
  ['/bot', 'telegram'],
  ['/teams', 'teams'],
  ['/hooks/alertmanager', 'gateway'],
  ['/heartbeat', 'heartbeat'],
]

/** Receivers of every kind on loopback, and the messages that they received. */
export class Inbox implements AsyncDisposable {
  readonly messages: Message[] = []
  /** Channels that answer 500 instead of accepting a message. */
  readonly refusing = new Set<Message['channel']>()
  /** The address of a real gateway, which receives its messages and answers them. */
  gateway: string | undefined
  readonly #waiting = new Set<Waiting>()
  readonly #http = createServer((request, response) => void this.#answer(request, response))
  readonly #smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      void text(stream).then((body) => {
        this.#receive({ channel: 'email', body, to })
        done()
      }, done)
    },
  })

  /** Opens both servers on free ports. */
  static async open(): Promise<Inbox> {
    const inbox = new Inbox()
    // A sender that is stopped during an e-mail either sends it again, or the test stopped it on purpose.
    inbox.#smtp.on('error', () => {})
    inbox.#http.listen(0, '127.0.0.1')
    const smtp = inbox.#smtp.listen(0, '127.0.0.1')
    await Promise.all([once(inbox.#http, 'listening'), once(smtp, 'listening')])
    return inbox
  }

  /** Address of the HTTP receivers. */
  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  /** Address of the mail server, host:port. */
  get smtp(): string {
    return `127.0.0.1:${(this.#smtp.server.address() as AddressInfo).port}`
  }

  /** The first message that matches. It may have arrived before the call. */
  next(what: string, matches: (message: Message) => boolean, milliseconds = PATIENCE_MS): Promise<Message> {
    const here = this.messages.find(matches)
    if (here) return Promise.resolve(here)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { matches, resolve }
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        const seen = this.messages.map(({ channel }) => channel).join(', ') || 'nothing'
        reject(new Error(`${what} did not arrive within ${milliseconds / 1000} s; arrived: ${seen}`))
      }, milliseconds)
      waiting.resolve = (message) => {
        clearTimeout(timer)
        resolve(message)
      }
      this.#waiting.add(waiting)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections()
    await Promise.all([
      new Promise((resolve) => this.#http.close(resolve)),
      new Promise<void>((resolve) => this.#smtp.close(() => resolve())),
    ])
  }

  #receive(message: Message) {
    this.messages.push(message)
    for (const waiting of this.#waiting) {
      if (!waiting.matches(message)) continue
      this.#waiting.delete(waiting)
      waiting.resolve(message)
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const channel = CHANNELS.find(([prefix]) => request.url?.startsWith(prefix))?.[1]
    const body = await text(request)
    if (!channel) {
      response.writeHead(404).end()
      return
    }
    if (this.refusing.has(channel)) {
      response.writeHead(500).end()
      return
    }
    const { authorization } = request.headers
    if (channel === 'gateway' && this.gateway) {
      const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
      const { status } = await fetch(`${this.gateway}${request.url}`, { method: 'POST', headers, body })
      response.writeHead(status).end()
      if (status < 300) this.#receive({ channel, body, authorization })
      return
    }
    this.#receive({ channel, body, authorization })
    const answer = { ok: true, result: { message_id: 1, date: 0, chat: { id: 1, type: 'group' } } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
}
