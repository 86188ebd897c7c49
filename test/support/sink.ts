import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A message that the mail server received. */
export interface Received {
  from: string
  to: string
  raw: Buffer
}

/** A mail server on loopback that stores accepted messages. */
export interface Sink extends AsyncDisposable {
  port: number
  url: string
  messages: Received[]
  /** All named recipients in order, accepted or refused. */
  asked: string[]
}

/** An error answer of the mail server; undefined accepts. */
type Answer = { code: number; text: string } | undefined

export interface Verdicts {
  connect?: () => Answer
  from?: (address: string) => Answer
  to?: (address: string) => Answer | Promise<Answer>
  data?: (address: string) => Answer | Promise<Answer> | 'cut'
  /** Called with each accepted message. */
  received?: (message: Received) => void
}

const faultOf = (answer: Answer) =>
  answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null

/** Starts a mail server, on any free port by default. `verdicts` may change between messages. */
export async function startSink(verdicts: Verdicts = {}, options: SMTPServerOptions = {}, port = 0): Promise<Sink> {
  const sink: Sink = {
    port: 0,
    url: '',
    messages: [],
    asked: [],
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    closeTimeout: 100,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: 50_000_000,
    onConnect: (_session, callback) => callback(faultOf(verdicts.connect?.())),
    onMailFrom: ({ address }, _session, callback) => callback(faultOf(verdicts.from?.(address))),
    async onRcptTo({ address }, _session, callback) {
      sink.asked.push(address)
      callback(faultOf(await verdicts.to?.(address)))
    },
    async onData(stream, { envelope, id }, callback) {
      // A client that ends in the middle of a message has not sent it.
      const raw = await buffer(stream).catch(() => undefined)
      if (!raw) return
      const to = envelope.rcptTo[0]?.address ?? ''
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const answer = await verdicts.data?.(to)
      if (answer === 'cut') {
        sink.messages.push({ from, to, raw })
        for (const connection of (server as unknown as { connections: Set<Connection> }).connections)
          if (connection.session.id === id) connection._socket.destroy()
        return
      }
      if (!answer) {
        sink.messages.push({ from, to, raw })
        verdicts.received?.({ from, to, raw })
      }
      callback(faultOf(answer))
    },
    ...options,
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  // A connection that breaks is no fault of the mail server.
  server.on('error', () => {})
  sink.port = (server.server.address() as AddressInfo).port
  sink.url = `smtp://127.0.0.1:${sink.port}`
  return sink
}

interface Connection {
  session: { id: string }
  _socket: { destroy(): void }
}
