import { newId } from '../../kernel/columns.ts'
import type { Context } from '../../kernel/context.ts'
import { changeRow } from '../../kernel/rows.ts'
import type { DataSubject } from '../subjects/subject.ts'
import { type DataSubjectRequest, NoticeDelivery } from './request.entity.ts'
import type { SubjectNotice } from './request.outputs.ts'

declare module '../../kernel/transaction.ts' {
  interface Tables {
    noticeMail: { id: string; organizationId: string; requestId: string; sealedMail: string }
  }
}

/** What the mail of a notice is sealed for. */
export const aboutMail = (id: string): string => `notice ${id}`

/**
 * Queues a notice in the transaction of the operation: what is rolled back is never mailed, and what is committed is,
 * even if the process dies right behind the commit. Returns whether there is a way to mail it.
 */
export async function mailNotice(
  ctx: Context,
  request: DataSubjectRequest,
  { text }: SubjectNotice,
  { email }: DataSubject = request.subject,
): Promise<boolean> {
  if (!ctx.services.mailer || !email) return false
  const id = newId()
  const mail = { to: email, subject: 'Your request about your personal data', text }
  const sealedMail = ctx.service('secrets').seal(JSON.stringify(mail), aboutMail(id))
  await ctx.db
    .insertInto('noticeMail')
    .values({ id, organizationId: ctx.organizationId, requestId: request.id, sealedMail })
    .execute()
  changeRow(request, { noticeDelivery: NoticeDelivery.QUEUED })
  return true
}
