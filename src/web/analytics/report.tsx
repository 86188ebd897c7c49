import { AnalyticsReportDocument, type AnalyticsReportQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../components/action-button.tsx'
import type { FileColumn } from '../components/columns.tsx'
import { saveJson } from '../components/save-file.ts'
import { saveTable } from '../components/save-list.tsx'
import { t } from '../i18n/language.ts'
import type { Period } from './period-choice.tsx'
import type { Scope } from './scope.tsx'

type Report = NonNullable<AnalyticsReportQuery['analyticsReport']>

interface Props {
  period: Period
  scope: Scope
}

/** Saves the figures of each campaign as a file: CSV and XLSX for people, JSON as the API has it. */
export function ReportChoice({ period, scope }: Props) {
  const name = `campaigns-${period.from}-${period.to}`
  const saveRows = async (format: 'csv' | 'xlsx') => {
    const { rows } = await reportOf({ period, scope })
    await saveTable(name, format, columnsOf(rows), rows)
  }
  const saveReport = async () => {
    const { next: _next, ...report } = await reportOf({ period, scope })
    saveJson(`${name}.json`, report)
  }
  return (
    <div class="actions">
      <ActionButton run={() => saveRows('csv')} label={t('analytics:saveCsv')} />
      <ActionButton run={() => saveRows('xlsx')} label={t('views.spreadsheet')} />
      <ActionButton run={saveReport} label={t('analytics:saveJson')} />
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

type Row = Report['rows'][number]

/** Amounts in rand instead of cents, and shares with four decimals. */
const columnsOf = ([row]: readonly Row[]): FileColumn<Row>[] =>
  row
    ? (Object.keys(row) as (keyof Row)[]).map((id) => ({
        id,
        title: id.replace(/Cents$/, 'Rand'),
        show: () => null,
        cell: ({ [id]: value }) => {
          if (typeof value !== 'number') return value
          return id.endsWith('Cents') ? { cents: value } : Number(value.toFixed(4))
        },
      }))
    : []
