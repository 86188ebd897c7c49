import { ServiceError } from './errors.ts'

declare module './context.ts' {
  interface Services {
    /** Absent without SMTP. */
    mailer: Mailer
    /** Where people reach the gateway, without a slash at the end. */
    publicUrl: string
  }
}

/** A message to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a message, or throws `MailFailure`: then nothing else of an operation that waits for it happens either. */
export type Mailer = (mail: Mail) => Promise<void>

/** What a mail server says of a failure; what it says in words may name the recipient. */
export interface SmtpFault {
  code?: string
  responseCode?: number
  command?: string
}

/** NOT_READY: a message could not be sent. */
export class MailFailure extends ServiceError {
  /** Whether the mail server refused the recipient or the message for good. */
  readonly isFinal: boolean

  constructor({ code, responseCode = 0 }: SmtpFault) {
    super('NOT_READY', 'The e-mail could not be sent; nothing was changed', {}, { 'Retry-After': '30' })
    this.isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  }
}

/** A mailer over SMTP. Its waits are bounded, since an operation waits for it. */
export async function smtpMailer(url: string, from: string, onFailure: (fault: SmtpFault) => void): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const waits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 }
  const transport = createTransport({ url, ...waits, disableFileAccess: true, disableUrlAccess: true })
  return async (mail) => {
    try {
      // As an object, the address is one address, whatever it holds.
      await transport.sendMail({ from, ...mail, to: { name: '', address: mail.to } })
    } catch (error) {
      const { code, responseCode, command } = error as SmtpFault
      onFailure({ code, responseCode, command })
      throw new MailFailure({ code, responseCode })
    }
  }
}
