import { pdfOf } from '../../src/common/pdf.ts'
import { type TextLanguage, textsIn } from '../../src/common/texts.ts'
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

const VALUE_COLUMN = 400

function draw(document: PDFKit.PDFDocument, report: Report): void {
  const t = textsIn(report.language, 'privacy')
  const { from, to, score, level, generatedAt } = report
  document.fontSize(18).text(t('report.heading'))
  document
    .fontSize(11)
    .text(report.organization ?? '')
    .moveDown(0.5)
  document.text(t('report.days', { from, to }))
  document.text(
    score === null ? t('report.unscored') : t('report.scored', { score, level: t(`report.levels.${level}`) }),
  )
  document.text(t('report.generated', { at: generatedAt }))
  for (const [section, rows] of Map.groupBy(report.rows, ({ section }) => section)) {
    document.moveDown().fontSize(13).text(section, document.page.margins.left).fontSize(10).moveDown(0.3)
    for (const { measure, value } of rows) {
      // A row must not be split across pages, so both of its texts start at the same height.
      if (document.y > document.page.height - document.page.margins.bottom - 20) document.addPage()
      const height = document.y
      document.text(measure, document.page.margins.left, height, { width: VALUE_COLUMN - 80 })
      const below = document.y
      document.text(value, VALUE_COLUMN, height)
      document.y = Math.max(below, document.y)
    }
  }
}

/** A report as PDF. */
const pdf = (report: Report): Promise<Uint8Array> =>
  pdfOf(textsIn(report.language, 'privacy')('report.heading'), (document) => draw(document, report))

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
  write({ columns, ...data }, format) {
    if (format === 'json') return JSON.stringify({ success: true, data })
    return format === 'csv' ? csv(data as Report, columns as string[]) : pdf(data as Report)
  },
  headers: ({ from, to }, format): Record<string, string> =>
    format === 'json' ? {} : { 'Content-Disposition': `attachment; filename="compliance-${from}-${to}.${format}"` },
  next: () => null,
}
