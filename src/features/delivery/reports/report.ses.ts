import { z } from 'zod'
import type { SecretBox } from '../../../security/secrets.ts'
import { readReturnPath } from '../messages/message.tokens.ts'
import { messageIdIn, type Report, ReportKind } from './report.ts'

/*
 * Notifications and events of Amazon SES about a message. SES replaces the Message-ID, and reports the original headers
 * only if it is configured to. So the return path identifies the message.
 */

const text = z.string().max(2000)
const Notification = z.object({
  // Notifications have the first field, events of a configuration set have the second.
  notificationType: text.optional(),
  eventType: text.optional(),
  mail: z.object({
    source: text.default(''),
    timestamp: z.iso.datetime({ offset: true }),
    headers: z.array(z.object({ name: text, value: z.string() })).default([]),
  }),
  bounce: z
    .object({
      bounceType: text,
      bounceSubType: text.default(''),
      timestamp: z.iso.datetime({ offset: true }).optional(),
      bouncedRecipients: z.array(z.object({ status: text.optional() })).default([]),
    })
    .optional(),
  complaint: z
    .object({
      complaintFeedbackType: text.nullish(),
      timestamp: z.iso.datetime({ offset: true }).optional(),
    })
    .optional(),
  delivery: z.object({ timestamp: z.iso.datetime({ offset: true }).optional() }).optional(),
})

type Notification = z.infer<typeof Notification>

/** The result in a notification. Undefined if the notification is not about the delivery. */
function findingOf({ bounce, complaint, delivery }: Notification) {
  if (bounce) {
    const { bounceType, bounceSubType, bouncedRecipients, timestamp } = bounce
    const status = /^[245]\.\d{1,3}\.\d{1,3}$/.exec(bouncedRecipients[0]?.status ?? '')?.[0]
    const kind = bounceType === 'Permanent' ? ReportKind.HARD_BOUNCE : ReportKind.SOFT_BOUNCE
    const reason = [bounceType, bounceSubType].map((word) => word.replace(/[^A-Za-z]/g, '')).join(' ')
    return { kind, timestamp, reason: ['Amazon SES:', reason, status].filter(Boolean).join(' ') }
  }
  // A person moved the message out of the spam folder.
  if (complaint)
    return complaint.complaintFeedbackType === 'not-spam'
      ? undefined
      : { kind: ReportKind.COMPLAINT, timestamp: complaint.timestamp, reason: null }
  return delivery && { kind: ReportKind.DELIVERED, timestamp: delivery.timestamp, reason: null }
}

/** The report in a notification; undefined for a notification about something else, or not about our message. */
export function sesReport(secrets: SecretBox, organizationId: string, message: unknown): Report | undefined {
  const parsed = Notification.safeParse(message)
  if (!parsed.success) return undefined
  const finding = findingOf(parsed.data)
  const { source, headers, timestamp } = parsed.data.mail
  const original = headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? ''
  const messageId = readReturnPath(secrets, organizationId, source) ?? messageIdIn(original)
  if (!finding || !messageId) return undefined
  const { kind, reason } = finding
  return { messageId, kind, reason, at: new Date(finding.timestamp ?? timestamp) }
}
