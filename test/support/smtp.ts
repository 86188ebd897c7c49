import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived. */
export interface ReceivedMail {
  to: string[]
  subject: string
  text: string
}

/** A real SMTP server on loopback that keeps what it is sent, or refuses every recipient. */
export async function startSmtpServer({
  refuse = false,
  port = 0,
} = {}): Promise<AsyncDisposable & { url: string; mails: ReceivedMail[] }> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => callback(refuse ? new Error('No such mailbox') : null),
    onData(stream, session, callback) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then(({ subject = '', text = '' }) => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), subject, text })
          callback()
        }, callback)
    },
  })
  // A sender that goes away in the middle of a connection is no fault of the test.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
