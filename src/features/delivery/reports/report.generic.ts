import { z } from 'zod'
import { invalidBody } from '../../../common/errors.ts'
import { messageIdIn, type Report, ReportKind } from './report.ts'

/*
 * The body of `POST /hooks/delivery/generic`, which docs/delivery.md describes: reports of any mail service, signed with
 * the sender's secret.
 */

/** Maximum number of reports in one request. */
const MOST_REPORTS = 100
const LONGEST_REASON = 200

/** A reason is shown to users who may not read addresses. */
export const withoutAddresses = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?<![^\s<>"(])[^\s<>"(]+@[^\s<>")]+/g, '(address)')
    .trim()
    .slice(0, LONGEST_REASON)

const Body = z.object({
  reports: z
    .array(
      z.object({
        messageId: z
          .string()
          .max(320)
          .transform((text, context) => {
            const id = messageIdIn(text)
            if (id) return id
            context.addIssue('must be the Message-ID of a message, or its id')
            return z.NEVER
          }),
        type: z.enum(ReportKind),
        at: z.iso.datetime({ offset: true }).optional(),
        reason: z.string().max(2000).optional(),
      }),
    )
    .min(1)
    .max(MOST_REPORTS),
})

/**
 * Reads the body of a request.
 * @param now the time of reports without a time
 * @throws VALIDATION_ERROR that names each invalid field
 */
export function genericReports(body: unknown, now: Date): Report[] {
  const parsed = Body.safeParse(body)
  if (!parsed.success) throw invalidBody(parsed.error.issues)
  return parsed.data.reports.map(({ messageId, type: kind, at, reason }) => ({
    ...{ messageId, kind, at: at ? new Date(at) : now },
    reason: reason ? withoutAddresses(reason) : null,
  }))
}
