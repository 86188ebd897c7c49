import {
  type CleansingRowFragment,
  CleansingsDocument,
  CompleteCleansingDocument,
  ExportedCleansingsDocument,
  RegistryCleansingOrderField,
  StartCleansingDocument,
} from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import { countColumn, type FileColumn, statusColumn, timeColumn } from '../components/columns.tsx'
import { linesOf } from '../components/entered.ts'
import { FormButton } from '../components/input-form.tsx'
import { longText } from '../components/record-fields.tsx'
import { Records, useList } from '../components/records.tsx'
import { saveFile } from '../components/save-file.ts'
import { notify } from '../components/toasts.tsx'
import { moment } from '../format.ts'
import { t } from '../i18n/language.ts'

/** Maximum number of contacts that the server accepts in one answer. */
const BATCH = 500

const columns = (): FileColumn<CleansingRowFragment>[] => [
  timeColumn('createdAt', { title: t('delivery:cleansing.started'), isRoomy: false }),
  statusColumn(),
  countColumn('contacts', { title: t('delivery:cleansing.contacts'), isRoomy: true }),
  countColumn('matches', { title: t('delivery:cleansing.matches') }),
  timeColumn('completedAt', { title: t('delivery:cleansing.completed') }),
]

/** Comparisons with the opt-out registry. */
export function Cleansings() {
  const mayWrite = session.may('org:privacy:write')
  return (
    <>
      <p>{t('delivery:cleansing.hint')}</p>
      <Records
        list="CLEANSINGS"
        words="delivery:cleansing"
        {...useList(CleansingsDocument, ExportedCleansingsDocument, RegistryCleansingOrderField)}
        actions={mayWrite && <Start />}
        mayWrite={false}
        columns={columns()}
        nameOf={({ createdAt }) => moment(createdAt)}
        rowActions={mayWrite ? (row) => row.status === 'STARTED' && <Answer cleansing={row} /> : undefined}
      />
    </>
  )
}

/** Starts a cleansing and saves the file for the registry. */
function Start() {
  const start = async () => {
    const first = (await session.save(StartCleansingDocument, {})).file
    const { id } = first.cleansing
    const pieces = [first.csv]
    for (let { next } = first; next !== null; ) {
      const { file } = await session.save(StartCleansingDocument, { id, after: next })
      pieces.push(file.csv.slice(file.csv.indexOf('\n') + 1))
      next = file.next
    }
    saveFile('contacts-for-the-registry.csv', new Blob(pieces, { type: 'text/csv' }))
    notify(t('delivery:cleansing.saved'))
  }
  return <ActionButton isPrimary run={start} label={t('delivery:cleansing.start')} />
}

/** Records the answer of the registry, in pieces. */
function Answer({ cleansing: { id, createdAt } }: { cleansing: CleansingRowFragment }) {
  const save = async ({ csv: lines }: { csv: string[] }) => {
    for (let start = 0; start === 0 || start < lines.length; start += BATCH) {
      const input = { csv: lines.slice(start, start + BATCH).join('\n'), isLast: start + BATCH >= lines.length }
      await session.save(CompleteCleansingDocument, { id, input })
    }
    notify(t('delivery:cleansing.recorded'))
  }
  return (
    <FormButton<{ csv: string[] }>
      isOfRow
      label={t('delivery:cleansing.answer')}
      title={t('delivery:cleansing.answerOf', { name: moment(createdAt) })}
      draft={`cleansing ${id}`}
      rows={{ csv: { ...longText({ rows: 8 }), read: linesOf } }}
      action={t('delivery:cleansing.record')}
      save={save}
    />
  )
}
