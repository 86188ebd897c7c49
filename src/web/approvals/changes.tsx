import type { ChangeFragment } from '../api/generated.ts'
import type { Column } from '../components/columns.tsx'
import { shown } from '../components/record-fields.tsx'
import { Table } from '../components/table.tsx'
import { fieldName, t } from '../i18n/language.ts'

interface Props {
  rows: Readonly<Record<string, unknown>>
  changes: readonly ChangeFragment[] | null
}

/** The differences of a record from its approved state. Null if it was never approved. */
export function Changes({ rows, changes }: Props) {
  if (!changes) return <p class="quiet">{t('approvals:changes.first')}</p>
  const side = (id: 'before' | 'after'): Column<ChangeFragment> => ({
    id,
    title: t(`approvals:changes.${id}`),
    show: (change) => shown(rows, change.field, change[id]) ?? <Nothing />,
  })
  if (changes.length === 0) return <p class="quiet">{t('approvals:changes.none')}</p>
  return (
    <Table
      caption={t('approvals:changes.title')}
      rows={changes.map((change) => ({ ...change, id: change.field }))}
      columns={[
        { id: 'field', title: t('approvals:changes.field'), show: ({ field }) => fieldName(field) },
        side('before'),
        side('after'),
      ]}
    />
  )
}

const Nothing = () => <span class="quiet">{t('approvals:changes.empty')}</span>
