import type { ChangeFragment } from '../api/generated.ts'
import { shown } from '../components/record-fields.tsx'
import { fieldName, t } from '../i18n/language.ts'

interface Props {
  rows: Readonly<Record<string, unknown>>
  changes: readonly ChangeFragment[] | null
}

/** The differences of a record from its approved state. Null if it was never approved. */
export function Changes({ rows, changes }: Props) {
  if (!changes) return <p class="quiet">{t('approvals:changes.first')}</p>
  if (changes.length === 0) return <p class="quiet">{t('approvals:changes.none')}</p>
  return (
    <table>
      <caption>{t('approvals:changes.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('approvals:changes.field')}</th>
          <th scope="col">{t('approvals:changes.before')}</th>
          <th scope="col">{t('approvals:changes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldName(field)}</th>
            <td>{shown(rows, field, before) ?? <Nothing />}</td>
            <td>{shown(rows, field, after) ?? <Nothing />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Nothing = () => <span class="quiet">{t('approvals:changes.empty')}</span>
