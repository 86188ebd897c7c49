import { backoff } from '../../../common/backoff.ts'
import { isOfContent } from '../messages/message.compile.ts'
import { MessageStatus } from '../messages/message.entity.ts'
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

export const failed = (status: MessageStatus, reason: string, slows: Outcome['slows'] = null): Outcome => ({
  status,
  reason,
  retryIn: 0,
  slows,
})

/** Whether the server refused the message because the mailbox does not exist (a hard bounce). */
function isNoMailbox({ command = '', responseCode = 0, response }: SmtpFailure): boolean {
  const enhanced = enhancedOf(response)
  if (!command.startsWith('RCPT')) return false
  return enhanced ? enhanced.startsWith('5.1.') : [550, 551, 553].includes(responseCode)
}

/** The reason of an attempt that is repeated. `answer` has the codes of the mail server; empty without an answer. */
function reasonOf(code: string, answer: string): string {
  if (!answer) return `The connection to the mail server failed (${code || 'no answer'})`
  return code === 'EAUTH'
    ? `The mail server refused the user name or the password: ${answer}`
    : `The mail server asked to wait: ${answer}`
}

/** The outcome of an attempt that is repeated, or of the last one. */
function again(reason: string, attempts: number, slows: Outcome['slows']): Outcome {
  if (attempts >= MOST_ATTEMPTS)
    return failed(MessageStatus.FAILED, `All ${attempts} attempts failed. ${reason}`, slows)
  return { status: MessageStatus.QUEUED, reason, retryIn: backoff(attempts, LONGEST_SECONDS), slows }
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
  if (responseCode === undefined && wasAllowed)
    return failed(MessageStatus.UNKNOWN, 'The mail server did not answer after it got the message')
  const answer = [responseCode, enhancedOf(failure.response)].filter(Boolean).join(' ')
  const isOfMessage = isConnected && responseCode !== undefined
  if (isOfMessage && responseCode >= 500) {
    const status = isNoMailbox(failure) ? MessageStatus.BOUNCED : MessageStatus.FAILED
    return failed(status, `The mail server refused the message: ${answer}`)
  }
  return again(reasonOf(code, answer), attempts, isOfMessage ? 'domain' : 'sender')
}

/** The outcome of a message that could not be composed. An error that is not of the content may pass. */
export function notComposed(error: unknown, attempts: number): Outcome {
  if (!isOfContent(error)) return again('The service could not compose the message', attempts, 'sender')
  const faults = Object.entries(error.details ?? {}).map((each) => each.join(' '))
  return failed(MessageStatus.FAILED, `The message cannot be composed: ${faults}`)
}

export const SENT: Outcome = { status: MessageStatus.SENT, reason: null, retryIn: 0, slows: null }

/** The outcome of a message whose claim is too old. The message returns to the queue, and the gate checks it again. */
export const RELEASED: Outcome = { status: MessageStatus.QUEUED, reason: null, retryIn: 0, slows: null }
