import { createTransport } from 'nodemailer'
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

/** Sends a message, or throws NOT_READY: then nothing else of the operation happens either. */
export type Mailer = (mail: Mail) => Promise<void>

/** A mailer over SMTP. Its waits are bounded, since an operation waits for it. */
export function smtpMailer(url: string, from: string, onFailure: (error: unknown) => void): Mailer {
  const waits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 }
  const transport = createTransport({ url, ...waits, disableFileAccess: true, disableUrlAccess: true })
  return async (mail) => {
    try {
      await transport.sendMail({ from, ...mail })
    } catch (error) {
      onFailure(error)
      throw new ServiceError(
        'NOT_READY',
        'The e-mail could not be sent; nothing was changed',
        {},
        { 'Retry-After': '30' },
      )
    }
  }
}
