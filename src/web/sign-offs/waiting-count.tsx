import { WaitingSignOffsDocument } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { count } from '../format.ts'
import { t } from '../i18n/language.ts'

/** The number of sign-offs that wait for clients, in the navigation. */
export function WaitingCount() {
  const { data } = useQuery(WaitingSignOffsDocument, {}, { topics: ['signOffs'] })
  const waiting = data?.list.totalCount ?? 0
  if (waiting === 0) return null
  return (
    <span class="count">
      {count(waiting)} <span class="hidden">{t('waiting')}</span>
    </span>
  )
}
