import type { RequestRowFragment } from '../api/generated.ts'
import { day } from '../format.ts'
import { t } from '../i18n/language.ts'

/** Until when a request must be answered, and how many days that leaves. */
export function clockOf({ dueAt, daysLeft, overdue }: RequestRowFragment): string {
  if (daysLeft === null) return day(dueAt)
  if (overdue) return t('privacy:requests.late', { count: -daysLeft, day: day(dueAt) })
  return t('privacy:requests.left', { count: daysLeft, day: day(dueAt) })
}
