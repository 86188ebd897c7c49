import { pdfOf } from '../../src/common/pdf.ts'
import type { Part } from '../../src/common/pdf.worker.ts'
import { type TextLanguage, textsIn } from '../../src/common/texts.ts'
import type { Threads } from '../../src/common/threads.ts'
import type { Batch, StreamWriter } from '../route.ts'
import { csvLines } from './rows-out.ts'

interface Report extends Batch {
  rows: { section: string; measure: string; value: string }[]
  organization: string | null
  from: string
  to: string
  generatedAt: string
  score: number | null
  level: string | null
  language: TextLanguage
}

function partsOf({ rows, language, organization, from, to, score, level, generatedAt }: Report): Part[] {
  const t = textsIn(language, 'privacy')
  return [
    ['TITLE', t('report.heading')],
    ['SUBTITLE', organization ?? ''],
    ['SUBTITLE', t('report.days', { from, to })],
    [
      'SUBTITLE',
      score === null ? t('report.unscored') : t('report.scored', { score, level: t(`report.levels.${level}`) }),
    ],
    ['SUBTITLE', t('report.generated', { at: generatedAt })],
    ...[...Map.groupBy(rows, ({ section }) => section)].flatMap(([section, measures]): Part[] => [
      ['HEADING', section],
      ['ROWS', measures.map(({ measure, value }) => [measure, value] as const)],
    ]),
  ]
}

/** A report as PDF. */
async function pdf(report: Report, threads: Threads): Promise<Uint8Array> {
  const { language } = report
  const title = textsIn(language, 'privacy')('report.heading')
  return Buffer.from(await pdfOf(threads, { title, language, parts: partsOf(report) }), 'base64')
}

function csv({ rows, language }: Report, columns: readonly string[]): string {
  const t = textsIn(language, 'privacy')
  return csvLines(
    rows,
    columns,
    true,
    columns.map((name) => t(`report.columns.${name}`)),
  )
}

/** A report as JSON, its rows as CSV, or the report as PDF. */
export const complianceReport: StreamWriter = {
  formats: { json: 'application/json', csv: 'text/csv', pdf: 'application/pdf' },
  write({ columns, ...data }, format, _, threads) {
    if (format === 'json') return JSON.stringify({ success: true, data })
    return format === 'csv' ? csv(data as Report, columns as string[]) : pdf(data as Report, threads)
  },
  headers: ({ from, to }, format): Record<string, string> =>
    format === 'json' ? {} : { 'Content-Disposition': `attachment; filename="compliance-${from}-${to}.${format}"` },
  next: () => null,
}
