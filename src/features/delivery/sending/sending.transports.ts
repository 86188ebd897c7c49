import type { SendMailOptions } from 'nodemailer'
import { moduleBeside, Threads } from '../../../common/threads.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import type { Sender } from '../senders/sender.entity.ts'
import { aboutPassword } from '../senders/sender.keys.ts'
import type { DeliverySettings } from '../senders/sender.settings.ts'
import type { MailServer, SmtpAttempt, SmtpFailure } from './sending.smtp.worker.ts'

/** Signing and sending a message takes more than a millisecond of processor time, so a thread does it. */
const SENDING = {
  module: moduleBeside(import.meta.url, './sending.smtp.worker'),
  name: 'sendMail',
}
/**
 * The limits of a call. They end the thread, and with it the messages of everybody, so an attempt ends long before: only a
 * stuck thread reaches them.
 */
const STUCK = { milliseconds: 120_000, megabytes: 1024 }

/** The end of an attempt, and how far the message was. */
export interface Attempt extends SmtpAttempt {
  /**
   * Whether the message might still be sent when the server had accepted the DATA command. true: the server may have the
   * message. false: nothing of it was sent. Undefined before the DATA command.
   */
  wasAllowed: boolean | undefined
}

/** Sends messages by the mail servers of their senders. All connections are in one thread. */
export class Transports {
  readonly #settings: DeliverySettings
  readonly #secrets: SecretBox
  // Turns and connections limit the number of messages in progress.
  readonly #thread = new Threads({ most: 1, atOnce: Number.POSITIVE_INFINITY, ...STUCK })

  constructor(settings: DeliverySettings, secrets: SecretBox) {
    this.#settings = settings
    this.#secrets = secrets
  }

  /**
   * Sends a message.
   * @param isAllowed whether the message may still be sent; called when the server has accepted the DATA command
   */
  async send(sender: Sender, mail: SendMailOptions, isAllowed: () => Promise<boolean>): Promise<Attempt> {
    const pool = `${sender.organizationId} ${sender.id} ${sender.updatedAt.getTime()}`
    let wasAllowed: boolean | undefined
    try {
      const call = { ...SENDING, args: [pool, this.#serverOf(sender), mail] }
      const attempt = await this.#thread.run<SmtpAttempt>(call, async () => {
        wasAllowed = await isAllowed()
        return wasAllowed
      })
      return { ...attempt, wasAllowed }
    } catch (error) {
      return { isConnected: false, failure: error as SmtpFailure, wasAllowed }
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  #serverOf({ id, transport, sealedPassword }: Sender): MailServer {
    const { smtpUrl, allowPrivate } = this.#settings
    if (!transport) {
      if (!smtpUrl) throw Object.assign(new Error('The sender has no mail server'), { code: 'ECONNECTION' })
      return { url: smtpUrl }
    }
    const { host, port, secure, user } = transport
    const password = sealedPassword ? this.#secrets.open(sealedPassword, aboutPassword(id)) : undefined
    if (user && password === undefined)
      throw Object.assign(new Error('The password cannot be decrypted'), { code: 'EAUTH' })
    return { host, port, secure, allowPrivate, auth: user ? { user, pass: password } : null }
  }
}
