import type { Cause } from '../../../common/texts.ts'

/*
 * The service stores why a message was not sent as the English text of its cause, because replicas of earlier versions
 * write and read it too.
 */

/** The English texts. Those of released versions stay. */
const TEXTS = {
  MAIL_ATTEMPTS: /^All (?<attempts>\d+) attempts failed\. (?<last>.+)$/,
  MAIL_NO_ANSWER: /^The connection to the mail server failed \(no answer\)$/,
  MAIL_NO_CONNECTION: /^The connection to the mail server failed \((?<error>[^)]+)\)$/,
  MAIL_SIGN_IN: /^The mail server refused the user name or the password: (?<answer>.+)$/,
  MAIL_WAIT: /^The mail server asked to wait: (?<answer>.+)$/,
  MAIL_SILENT: /^The mail server did not answer after it got the message$/,
  MAIL_REFUSED: /^The mail server refused the message: (?<answer>.+)$/,
  MAIL_RETURNED: /^The mail server returned the message$/,
  MAIL_INTERRUPTED: /^The process ended before the mail server answered$/,
  MAIL_NO_SENDER: /^The campaign has no verified sender, or the content was deleted$/,
  CONTENT_DELETED: /^The content was deleted$/,
  MAIL_NOT_COMPOSED: /^The service could not compose the message$/,
  MAIL_FAULTY: /^The message cannot be composed: (?<faults>.+)$/s,
} satisfies Partial<Record<Cause['code'], RegExp>>

/** Why a message was not sent: the code of its text, and the values in it. */
export interface MessageCause extends Cause {
  code: keyof typeof TEXTS
}

/** The cause that a stored reason names. Null for a code, and for the words of a mail server. */
export function messageCauseIn(reason: string | null): MessageCause | null {
  if (reason === null) return null
  for (const [code, text] of Object.entries(TEXTS) as [MessageCause['code'], RegExp][]) {
    const found = text.exec(reason)
    if (!found) continue
    const { last, ...values } = found.groups ?? {}
    if (last === undefined) return { code, ...values }
    const cause = messageCauseIn(last)
    return cause && { code, ...values, last: cause }
  }
  return null
}
