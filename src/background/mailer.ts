declare module '../common/services.ts' {
  interface Services {
    /** The mailer. Absent if SMTP is not configured. */
    mailer: Mailer
    /** The public URL of the gateway, without a slash at the end. */
    publicUrl: string
  }
}

/** A message to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same as HTML. */
  html?: string | undefined
  attachments?: { filename: string; content: string }[] | undefined
}

/**
 * Sends a message. `id` is the same for each attempt of the message, so a recipient's program recognizes a duplicate by
 * its Message-ID.
 * @throws MailFailure
 */
export type Mailer = (mail: Mail, id: string, signal: AbortSignal) => Promise<void>

/** The codes of a mail server's answer. Its text is left out, because it may contain the recipient's address. */
interface SmtpFault {
  code?: string | undefined
  responseCode?: number | undefined
}

/** A message could not be sent. The message of this error contains no address, so it may be shown. */
export class MailFailure extends Error {
  /** Whether the mail server refused the recipient or the message for good. */
  readonly isFinal: boolean
  /** Codes for the log. */
  readonly fault: SmtpFault

  constructor({ code, responseCode }: SmtpFault) {
    super(
      responseCode
        ? `The mail server answered ${responseCode}`
        : code === 'EABORT' || code === 'ETIMEDOUT'
          ? 'The mail server did not answer in time'
          : `The mail server could not be reached (${code ?? 'unknown'})`,
    )
    this.fault = { code, responseCode }
    this.isFinal = (responseCode ?? 0) >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  }
}

/** Maximum duration of an attempt, milliseconds, however slow the server is. */
const LONGEST_MS = 30_000
const WAITS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

/** A mailer over SMTP. */
export async function smtpMailer(url: string, from: string): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...WAITS, disableFileAccess: true, disableUrlAccess: true })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return async (mail, id, signal) => {
    try {
      await transport.sendMail({
        from,
        ...mail,
        // An object is always one address. A text could contain several.
        to: { name: '', address: mail.to },
        messageId: `<${id}@${domain}>`,
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      })
    } catch (error) {
      throw new MailFailure(error as SmtpFault)
    }
  }
}
