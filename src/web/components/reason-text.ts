import { t } from '../i18n/language.ts'

/** What the server knows of a reason: `code`, and the values of its text. */
export type Cause = Readonly<Record<string, unknown>> | null

/**
 * The reason of a change by the service, in the language of the page. A reason of an earlier version has no cause, and
 * a newer server may have causes without a text here: the English reason is shown.
 */
export function reasonText(reason: string | null | undefined, cause: Cause | undefined): string {
  if (!reason || !cause) return reason ?? ''
  return t(`notifications:reasons.${cause.code as 'NOT_APPROVED'}`, { ...cause, defaultValue: reason })
}
