/**
 * What a mail server or a mail service reports about a message that it accepted. Not an `enum`: the command `doctor`
 * loads this file without a compiler.
 */
export const ReportKind = {
  DELIVERED: 'delivered',
  /** The address does not accept messages. */
  HARD_BOUNCE: 'hard_bounce',
  /** The message was not delivered, but the address may accept the next one. */
  SOFT_BOUNCE: 'soft_bounce',
  COMPLAINT: 'complaint',
} as const
export type ReportKind = (typeof ReportKind)[keyof typeof ReportKind]

/** A report in the form to which the reports of all sources are converted. */
export interface Report {
  messageId: string
  kind: ReportKind
  at: Date
  /** The reason of a bounce, without the address; otherwise null. */
  reason: string | null
}

const ID = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@[^<>\s]{1,255})?>?$/

/** The id of a message in its Message-ID, or in its plain form; undefined for any other text. */
export const messageIdIn = (text: string): string | undefined => ID.exec(text.trim().toLowerCase())?.[1]

/** Largest report mail, bytes. Mail servers return the whole message, or its headers. */
export const MOST_MAIL_BYTES = 2 * 1024 * 1024
