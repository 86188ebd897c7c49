import type { RequestRowFragment } from '../api/generated.ts'
import { day } from '../format.ts'
import { t } from '../i18n/language.ts'

/** The due date of a request, and the number of days left. */
export function clockOf({ dueAt, daysLeft, overdue }: RequestRowFragment): string {
  if (daysLeft === null) return day(dueAt)
  if (overdue) return t('privacy:requests.late', { count: -daysLeft, day: day(dueAt) })
  return t('privacy:requests.left', { count: daysLeft, day: day(dueAt) })
}
