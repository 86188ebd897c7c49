import { useState } from 'preact/hooks'
import { AuditBoundsDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import type { CellValue, FileColumn } from '../components/columns.tsx'
import { textOf } from '../components/entered.ts'
import { SelectField, TextField } from '../components/fields.tsx'
import { Form } from '../components/form.tsx'
import { Panel } from '../components/panel.tsx'
import { saveFile } from '../components/save-file.ts'
import { notify } from '../components/toasts.tsx'
import { count } from '../format.ts'
import { t } from '../i18n/language.ts'
import { type Days, endsBeforeItBegins, momentsOf } from './period.ts'

/** Maximum number of records in a spreadsheet. */
const MOST_ROWS = 50_000

/** Saves the trail, or a period of it, as a file. */
export function Export() {
  const [isRunning, setRunning] = useState(false)
  const save = async (entered: FormData) => {
    setRunning(true)
    await saveTrail(entered).finally(() => setRunning(false))
    notify(t('audit:export.saved'))
  }
  return (
    <Panel title={t('audit:export.title')}>
      <p>{t('audit:export.about')}</p>
      <Form save={save} action={t(isRunning ? 'audit:export.running' : 'audit:export.save')}>
        <div class="pair">
          <TextField name="from" type="date" label={t('audit:filters.from')} hint={t('audit:export.open')} />
          <TextField name="to" type="date" label={t('audit:filters.to')} hint={t('audit:export.open')} />
          <SelectField
            name="format"
            label={t('audit:export.format')}
            none={t('audit:export.ndjson')}
            choices={[
              { value: 'csv', label: t('audit:export.csv') },
              { value: 'xlsx', label: t('audit:export.xlsx') },
            ]}
          />
        </div>
      </Form>
    </Panel>
  )
}

/** @throws with a sentence in the language of the page, or RequestError */
async function saveTrail(entered: FormData): Promise<void> {
  const days = { from: textOf(entered, 'from'), to: textOf(entered, 'to') }
  const format = textOf(entered, 'format') ?? 'ndjson'
  const isSheet = format === 'xlsx'
  const query = new URLSearchParams({ format: isSheet ? 'ndjson' : format, ...(await boundsOf(days)) })
  const name = ['audit', days.from, days.to].filter(Boolean).join('-')
  const file = await session.download(`/api/audit/export?${query}`)
  saveFile(`${name}.${format}`, isSheet ? await sheetOf(await file.text()) : file)
}

type Fields = Readonly<Record<string, unknown>>

/** The records of an export as a spreadsheet. @throws if it would block the page for too long */
async function sheetOf(ndjson: string): Promise<Blob> {
  const { spreadsheetOf } = await import('../components/spreadsheet.ts')
  // The last line is the checkpoint.
  const lines = ndjson.trimEnd().split('\n').slice(0, -1)
  if (lines.length > MOST_ROWS) throw new Error(t('audit:export.tooMany', { most: count(MOST_ROWS) }))
  const records = lines.map((line): Fields => JSON.parse(line))
  return spreadsheetOf(Object.keys(records[0] ?? {}).map(columnOf), records)
}

const columnOf = (id: string): FileColumn<Fields> => ({
  id,
  title: id,
  show: () => null,
  cell: ({ [id]: value }) => (typeof value === 'object' && value ? JSON.stringify(value) : (value as CellValue)),
})

/** The sequence numbers that bound a period: of the record before it, and of its last record. @throws if there is none */
async function boundsOf(days: Days): Promise<Record<string, string>> {
  if (endsBeforeItBegins(days)) throw new Error(t('audit:backwards'))
  const filter = momentsOf(days)
  if (!filter.from && !filter.to) return {}
  const { newest, oldest } = await session.request(AuditBoundsDocument, { filter })
  const [first, last] = [oldest.nodes[0]?.sequence, newest.nodes[0]?.sequence]
  if (first === undefined || last === undefined) throw new Error(t('audit:export.nothing'))
  return { after: String(first - 1), upTo: String(last) }
}
