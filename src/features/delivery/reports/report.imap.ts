import type { ImapFlow } from 'imapflow'
import { MOST_MAIL_BYTES } from './report.ts'

/** Connections to the mailbox for reports, within limits that a hostile server cannot exceed. */

const LIMITS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 10_000,
  maxLineLength: 1024 * 1024,
  maxLiteralSize: 2 * MOST_MAIL_BYTES,
  maxResponseSize: 3 * MOST_MAIL_BYTES,
  maxResponseTokens: 10_000,
}
const MOST_REASON = 200

/** The parts of an address such as `imaps://user:password@mail.example.org/Bounces`. */
function partsOf(address: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(address)
  const secure = protocol === 'imaps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
  }
}

interface ImapFailure extends Error {
  authenticationFailed?: boolean
  code?: string
  responseText?: string
}

/** The failure as an error that has neither the password nor the commands. */
export function withoutSecrets(failure: unknown): Error {
  const { authenticationFailed, code, responseText, message } = failure as ImapFailure
  if (authenticationFailed) return new Error('The mail server refused the user name or the password of REPORT_IMAP_URL')
  return new Error([message, code, responseText].filter(Boolean).join(': ').slice(0, MOST_REASON))
}

/**
 * Logs in and opens the folder. The password is sent only after TLS has started.
 * @throws Error without secrets
 */
export async function openMailbox(address: string): Promise<ImapFlow> {
  const { folder, ...server } = partsOf(address)
  const { ImapFlow } = await import('imapflow')
  const starttls = server.secure ? {} : { doSTARTTLS: true }
  const client = new ImapFlow({ ...server, ...starttls, ...LIMITS, logger: false, disableAutoIdle: true })
  // The command that waits for an answer reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    const { readOnly } = await client.mailboxOpen(folder)
    if (readOnly) throw new Error(`The folder ${folder} is read-only`)
    return client
  } catch (error) {
    client.close()
    throw withoutSecrets(error)
  }
}
