import { backoff } from '../../../common/backoff.ts'
import { causeText } from '../../../common/texts.ts'
import { isOfContent } from '../messages/message.compile.ts'
import { MessageStatus } from '../messages/message.entity.ts'
import type { MessageCause } from '../messages/message.reasons.ts'
import type { SmtpFailure } from './sending.smtp.worker.ts'
import type { Attempt } from './sending.transports.ts'

/** The result of an attempt. */
export interface Outcome {
  status: MessageStatus
  /** The reason of a failure, without the address; null for SENT. */
  reason: string | null
  /** Seconds until the next attempt, for a message that is QUEUED again. */
  retryIn: number
  /** The scope of the rate reduction: all messages of the sender, or its messages to the recipient's domain. */
  slows: 'sender' | 'domain' | null
}

const MOST_ATTEMPTS = 12
const LONGEST_SECONDS = 3 * 3600
const enhancedOf = (response: string | undefined) => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0] ?? ''

export const failed = (status: MessageStatus, cause: MessageCause, slows: Outcome['slows'] = null): Outcome => ({
  status,
  reason: causeText(cause),
  retryIn: 0,
  slows,
})

/** Whether the server refused the message because the mailbox does not exist (a hard bounce). */
function isNoMailbox({ command = '', responseCode = 0, response }: SmtpFailure): boolean {
  const enhanced = enhancedOf(response)
  if (!command.startsWith('RCPT')) return false
  return enhanced ? enhanced.startsWith('5.1.') : [550, 551, 553].includes(responseCode)
}

/** The cause of an attempt that is repeated. `answer` has the codes of the mail server; empty without an answer. */
function causeOf(error: string, answer: string): MessageCause {
  if (answer) return { code: error === 'EAUTH' ? 'MAIL_SIGN_IN' : 'MAIL_WAIT', answer }
  return error ? { code: 'MAIL_NO_CONNECTION', error } : { code: 'MAIL_NO_ANSWER' }
}

/** The outcome of an attempt that is repeated, or of the last one. */
function again(cause: MessageCause, attempts: number, slows: Outcome['slows']): Outcome {
  if (attempts >= MOST_ATTEMPTS)
    return failed(MessageStatus.FAILED, { code: 'MAIL_ATTEMPTS', attempts, last: cause }, slows)
  return { status: MessageStatus.QUEUED, reason: causeText(cause), retryIn: backoff(attempts, LONGEST_SECONDS), slows }
}

/**
 * Judges an attempt. A message that the server may have accepted becomes UNKNOWN and is not sent again. A response on an
 * open connection is about the message and its recipient. Any other failure is about the mail server.
 * @param attempts the number of attempts, including this one
 */
export function judge({ failure, isConnected, wasAllowed }: Attempt, attempts: number): Outcome {
  if (!failure) return SENT
  if (wasAllowed === false) return RELEASED
  const { code = '', responseCode } = failure
  if (responseCode === undefined && wasAllowed) return failed(MessageStatus.UNKNOWN, { code: 'MAIL_SILENT' })
  const answer = [responseCode, enhancedOf(failure.response)].filter(Boolean).join(' ')
  const isOfMessage = isConnected && responseCode !== undefined
  if (isOfMessage && responseCode >= 500) {
    const status = isNoMailbox(failure) ? MessageStatus.BOUNCED : MessageStatus.FAILED
    return failed(status, { code: 'MAIL_REFUSED', answer })
  }
  return again(causeOf(code, answer), attempts, isOfMessage ? 'domain' : 'sender')
}

/** The outcome of a message that could not be composed. An error that is not of the content may pass. */
export function notComposed(error: unknown, attempts: number): Outcome {
  if (!isOfContent(error)) return again({ code: 'MAIL_NOT_COMPOSED' }, attempts, 'sender')
  const faults = Object.entries(error.details ?? {}).map((each) => each.join(' '))
  return failed(MessageStatus.FAILED, { code: 'MAIL_FAULTY', faults: faults.join() })
}

export const SENT: Outcome = { status: MessageStatus.SENT, reason: null, retryIn: 0, slows: null }

/** The outcome of a message whose claim is too old. The message returns to the queue, and the gate checks it again. */
export const RELEASED: Outcome = { status: MessageStatus.QUEUED, reason: null, retryIn: 0, slows: null }
