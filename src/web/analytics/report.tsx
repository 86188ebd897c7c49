import { AnalyticsReportDocument, type AnalyticsReportQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { saveFile } from '../components/save-file.ts'
import type { Column } from '../components/table.tsx'
import { useBusy } from '../components/use-busy.ts'
import { t } from '../i18n/language.ts'
import type { Period } from './period.ts'
import type { Scope } from './scope.tsx'

type Report = NonNullable<AnalyticsReportQuery['analyticsReport']>

interface Props {
  period: Period
  scope: Scope
}

/** Saves the figures of each campaign as a file: CSV and XLSX for people, JSON as the API has it. */
export function ReportChoice({ period, scope }: Props) {
  const { isBusy, run } = useBusy()
  const name = `campaigns-${period.from}-${period.to}`
  const saveCsv = async () =>
    saveFile(`${name}.csv`, new Blob([await csvOf(await reportOf({ period, scope }))], { type: 'text/csv' }))
  const saveSpreadsheet = async () => {
    const { spreadsheetOf } = await import('../components/spreadsheet.ts')
    const { rows } = await reportOf({ period, scope })
    saveFile(`${name}.xlsx`, await spreadsheetOf(columnsOf(rows), rows))
  }
  const saveJson = async () => {
    const { next: _next, ...report } = await reportOf({ period, scope })
    saveFile(`${name}.json`, new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }))
  }
  return (
    <div class="actions">
      <button type="button" disabled={isBusy} onClick={() => run(saveCsv)}>
        {t('analytics:saveCsv')}
      </button>
      <button type="button" disabled={isBusy} onClick={() => run(saveSpreadsheet)}>
        {t('views.spreadsheet')}
      </button>
      <button type="button" disabled={isBusy} onClick={() => run(saveJson)}>
        {t('analytics:saveJson')}
      </button>
    </div>
  )
}

/** All batches of the report. */
async function reportOf({ period: { from, to }, scope }: Props): Promise<Report> {
  const ask = async (after: string | null): Promise<Report> =>
    (await session.request(AnalyticsReportDocument, { from, to, ...scope, after })).analyticsReport
  const report = await ask(null)
  const rows = [...report.rows]
  for (let { next } = report; next !== null; ) {
    const batch = await ask(next)
    rows.push(...batch.rows)
    next = batch.next
  }
  return { ...report, rows }
}

const isCents = (name: string) => name.endsWith('Cents')
const titleOf = (name: string) => name.replace(/Cents$/, 'Rand')

/** Amounts in rand instead of cents, and shares with four decimals. */
const readable = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'number') return [titleOf(name), value]
      return [titleOf(name), isCents(name) ? (value / 100).toFixed(2) : Number(value.toFixed(4))]
    }),
  )

type Row = Report['rows'][number]

/** The columns of the CSV, with numbers and amounts as such. */
const columnsOf = ([row]: readonly Row[]): Column<Row>[] =>
  row
    ? (Object.keys(row) as (keyof Row)[]).map((id) => ({
        id,
        title: titleOf(id),
        show: () => null,
        cell: ({ [id]: value }) => (typeof value === 'number' && isCents(id) ? { cents: value } : value),
      }))
    : []

async function csvOf({ rows }: Report): Promise<string> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const lines = rows.map(readable)
  const columns = Object.keys(lines[0] ?? {})
  // Excel needs the byte order mark to read UTF-8. Escaping prevents it from running a name as a formula.
  return stringify(lines, { header: true, columns, bom: true, escape_formulas: true })
}
