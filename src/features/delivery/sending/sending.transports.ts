import type { SendMailOptions } from 'nodemailer'
import { moduleBeside, Threads } from '../../../common/threads.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import type { Sender } from '../senders/sender.entity.ts'
import { aboutPassword } from '../senders/sender.keys.ts'
import type { DeliverySettings } from '../senders/sender.settings.ts'
import type { MailServer, SmtpAttempt } from './sending.smtp.ts'

/** Signing and sending a message takes more than a millisecond of processor time, so a thread does it. */
const SENDING = {
  module: moduleBeside(import.meta.url, './sending.smtp'),
  name: 'sendMail',
}
/**
 * The limits of a call. They end the thread, and with it the messages of everybody, so an attempt ends long before: only a
 * stuck thread reaches them.
 */
const STUCK = { milliseconds: 120_000, megabytes: 1024 }

/** The progress of an attempt. */
export interface Handover {
  /** The connection was open, so the failure is about the message. */
  isConnected: boolean
  /** The server accepted the DATA command, and a part of the message was sent. */
  isBegun: boolean
  /** The server accepted the DATA command, and nothing was sent because `isAllowed` answered false. */
  isRecalled: boolean
  /** Whether the message may still be sent. Called when the server has accepted the DATA command. */
  isAllowed(): Promise<boolean>
}

export const handoverOf = (isAllowed: Handover['isAllowed']): Handover => ({
  isConnected: false,
  isBegun: false,
  isRecalled: false,
  isAllowed,
})

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

  /** Sends a message. @throws SmtpFailure; `handover` then shows whether the server may have the message */
  async send(sender: Sender, mail: SendMailOptions, handover: Handover): Promise<void> {
    const pool = `${sender.organizationId} ${sender.id} ${sender.updatedAt.getTime()}`
    const call = { ...SENDING, args: [pool, this.#serverOf(sender), mail] }
    const { isConnected, failure } = await this.#thread.run<SmtpAttempt>(call, async () => {
      handover.isBegun = await handover.isAllowed()
      handover.isRecalled = !handover.isBegun
      return handover.isBegun
    })
    handover.isConnected = isConnected
    if (failure) throw Object.assign(new Error(failure.message), failure)
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
