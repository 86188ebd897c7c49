import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received mail. */
export interface ReceivedMail {
  to: string[]
  subject: string
  text: string
  html?: string | undefined
  /** The names and the contents of the attached files. */
  files: [name: string, content: string][]
}

/** A real SMTP server on loopback. */
export interface SmtpServer extends AsyncDisposable {
  url: string
  mails: ReceivedMail[]
  /** The Message-ID of each mail. */
  messageIds: string[]
  /** The number of recipients named so far, including those that are still waiting. */
  attempts: number
}

/** Starts a mail server that stores mails, refuses every recipient, or waits with each answer until `hold` resolves. */
export async function startSmtpServer({
  refuse = false,
  port = 0,
  hold = Promise.resolve(),
}: {
  refuse?: boolean
  port?: number
  hold?: Promise<void>
} = {}): Promise<SmtpServer> {
  const started: SmtpServer = {
    url: '',
    mails: [],
    messageIds: [],
    attempts: 0,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    closeTimeout: 100,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => {
      started.attempts++
      void hold.then(() => callback(refuse ? new Error('No such mailbox') : null))
    },
    onData(stream, session, callback) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes, { attachmentEncoding: 'utf8' }))
        .then(({ subject = '', text = '', html, messageId = '', attachments }) => {
          const files = attachments.map(({ filename, content }): [string, string] => [filename ?? '', String(content)])
          started.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), subject, text, html, files })
          started.messageIds.push(messageId)
          callback()
        }, callback)
    },
  })
  // A sender that closes its connection early is not an error of the test.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  started.url = `smtp://127.0.0.1:${address.port}`
  return started
}
