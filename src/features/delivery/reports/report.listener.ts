import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { type IntakeTools, takeReportMail } from './report.intake.ts'
import { MOST_MAIL_BYTES } from './report.ts'

/*
 * A mail server for the return paths of messages. It accepts no other address, so it relays nothing. It stores nothing:
 * it refuses a mail that cannot be processed now with 451, and the other mail server sends the mail again.
 */

const MOST_CLIENTS = 20
const MOST_RECIPIENTS = 10
const IDLE_MS = 30_000
const CLOSE_MS = 1_000

export interface ReportListener {
  /** The port that it listens on. */
  port: number
  close(): Promise<void>
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
const TOO_LARGE = refusal(552, '5.3.4 The message is too large')
const TRY_AGAIN = refusal(451, '4.3.0 Try again later')

/** The mail. Undefined if the mail is larger than the maximum; the rest of it is then read and dropped. */
async function collect(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += (chunk as Buffer).length
    if (size <= MOST_MAIL_BYTES) chunks.push(chunk as Buffer)
  }
  return size <= MOST_MAIL_BYTES ? Buffer.concat(chunks) : undefined
}

/** Starts to listen. @throws Error if the port is in use */
export async function startReportListener(
  tools: IntakeTools,
  { port, host }: { port: number; host: string },
): Promise<ReportListener> {
  const { log } = tools
  /** @returns the refusal of a mail; undefined if it was processed */
  const take = async (stream: SMTPServerDataStream, recipients: string[]) => {
    const raw = await collect(stream)
    if (!raw) return TOO_LARGE
    try {
      await takeReportMail(tools, raw, recipients)
      return undefined
    } catch (error) {
      log.error({ err: error }, 'a report mail could not be processed; the mail server sends it again')
      return TRY_AGAIN
    }
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    banner: 'Reports about messages only',
    size: MOST_MAIL_BYTES,
    maxClients: MOST_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onRcptTo({ address }, { envelope }, callback) {
      if (envelope.rcptTo.length >= MOST_RECIPIENTS) return callback(refusal(452, '4.5.3 Too many recipients'))
      tools.returnPaths.find(address).then(
        (name) => callback(name ? null : refusal(550, '5.1.1 No such mailbox')),
        (error: unknown) => {
          log.error({ err: error }, 'a return path could not be looked up; the mail server tries again')
          callback(TRY_AGAIN)
        },
      )
    },
    onData(stream, { envelope }, callback) {
      const recipients = envelope.rcptTo.map(({ address }) => address)
      take(stream, recipients).then(
        (refused) => callback(refused ?? null),
        () => callback(TRY_AGAIN),
      )
    },
  })
  // A connection that breaks is no fault of the gateway. A port that is in use rejects the start below.
  server.on('error', (error) => log.debug({ err: error }, 'a connection of a mail server failed'))
  const { server: socket } = server
  server.listen(port, host)
  await once(socket, 'listening')
  return {
    port: (socket.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
