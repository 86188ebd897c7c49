import { stringify } from 'csv-stringify/sync'
import type { Mail } from '../../background/mailer.ts'
import { escapeHtml, paragraphs } from '../../common/html.ts'
import { formats, textsIn } from '../../common/texts.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { Range } from '../analytics/analytics.days.ts'
import type { CampaignFigures, PeriodComparison } from '../analytics/analytics.outputs.ts'
import { campaignFigures, campaignSums, compared, figureRows } from '../analytics/analytics.queries.ts'
import { campaignsIn, isWhole } from '../analytics/analytics.scope.ts'
import type { Recipient } from './report.recipients.ts'
import type { ReportSchedule } from './report-schedule.entity.ts'

/*
 * The mail of a report: the figures of a period, and a CSV file with those of each campaign. Its only personal data is the
 * name of its recipient.
 */

/** Maximum number of campaigns in the file: those with the most impressions. */
const MOST_CAMPAIGNS = 1000

const FIGURES = [
  { label: 'IMPRESSIONS', figure: 'impressions', format: 'number' },
  { label: 'CLICKS', figure: 'clicks', format: 'number' },
  { label: 'CONVERSIONS', figure: 'conversions', format: 'number' },
  { label: 'SPEND', figure: 'spendCents', format: 'rand' },
  { label: 'REVENUE', figure: 'revenueCents', format: 'rand' },
  { label: 'CTR', figure: 'ctr', format: 'percent' },
  { label: 'CONVERSION_RATE', figure: 'conversionRate', format: 'percent' },
  { label: 'CPC', figure: 'cpcCents', format: 'rand' },
  { label: 'CPA', figure: 'cpaCents', format: 'rand' },
  { label: 'ROI', figure: 'roi', format: 'percent' },
] as const

type Scope = Pick<ReportSchedule, 'clientId' | 'sector' | 'type'>

interface Report {
  scope: Scope
  clientName: string | undefined
  figures: PeriodComparison
  campaigns: CampaignFigures[]
}

async function campaignsOf(ctx: Context, range: Range, scope: Scope): Promise<CampaignFigures[]> {
  let query = figureRows(ctx, campaignSums(ctx, range)).where('sums.records', '>', 0)
  if (!isWhole(scope)) query = query.where('campaign.id', 'in', campaignsIn(ctx, scope))
  const rows = await query.orderBy('sums.impressions', 'desc').orderBy('campaign.id').limit(MOST_CAMPAIGNS).execute()
  return rows.map(campaignFigures)
}

/** The report of a period. Undefined if the client was deleted. */
async function reportOf(ctx: Context, { clientId, sector, type }: Scope, range: Range): Promise<Report | undefined> {
  const scope = { clientId, sector, type }
  const client =
    clientId === null
      ? undefined
      : await ctx.db.selectFrom('client').select('name').where('id', '=', clientId).executeTakeFirst()
  if (clientId !== null && !client) return undefined
  const figures = await compared(ctx, range, scope)
  return { scope, clientName: client?.name, figures, campaigns: await campaignsOf(ctx, range, scope) }
}

/** The address of the same figures in the dashboard. */
function linkOf(publicUrl: string, { scope: { clientId, sector, type }, figures: { period } }: Report): string {
  const { from, to } = period
  const query = new URLSearchParams({
    ...{ from, to },
    ...(clientId && { client: clientId }),
    ...(sector && { sector }),
    ...(type && { type }),
  })
  return `${publicUrl}/analytics#${query}`
}

interface Line {
  name: string
  value: string
  change: string
}

function linesOf({ period, change }: PeriodComparison, language: Recipient['mailLanguage']): Line[] {
  const changes: Readonly<Record<string, number | null | undefined>> = { ...change }
  return FIGURES.map(({ label, figure, format }) => {
    const [value, share] = [period[figure], changes[figure]]
    return {
      name: formats.label(label, language),
      value: value === null ? textsIn(language, 'mails')('report.none') : formats[format](value, language),
      change: share == null ? '' : formats.change(share, language),
    }
  })
}

const tableOf = (lines: readonly Line[]): string => {
  const cell = (text: string) => `<td style="padding:4px 16px 4px 0">${escapeHtml(text)}</td>`
  const rows = lines.map(({ name, value, change }) => `<tr>${cell(name)}${cell(value)}${cell(change)}</tr>`)
  return `<table>${rows.join('')}</table>`
}

/** Amounts in rand, and shares with four decimals. */
const numberOf = (figure: string, value: number | null) =>
  value === null ? null : figure.endsWith('Cents') ? (value / 100).toFixed(2) : Number(value.toFixed(4))

function fileOf({ campaigns }: Report, language: Recipient['mailLanguage']): string {
  const labels = ['CAMPAIGN', 'CLIENT', 'TYPE', ...FIGURES.map(({ label }) => label)]
  const rows = campaigns.map((campaign) => [
    campaign.name,
    campaign.clientName,
    formats.label(campaign.type, language),
    ...FIGURES.map(({ figure }) => numberOf(figure, campaign[figure])),
  ])
  const columns = labels.map((label) => formats.label(label, language))
  // Excel needs the byte order mark to read UTF-8. Escaping prevents it from running a name as a formula.
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true })
}

function mailOf(report: Report, { name, email, mailLanguage: language }: Recipient, publicUrl?: string): Mail {
  const t = textsIn(language, 'mails')
  const { scope, clientName, figures } = report
  const daysOf = ({ from, to }: Range) => ({ from: formats.day(from, language), to: formats.day(to, language) })
  const only = [clientName, ...[scope.sector, scope.type].map((each) => each && formats.label(each, language))]
  const kept = only.filter((each) => each != null)
  const subject = t('report.subject', daysOf(figures.period))
  const heading = [subject, ...(kept.length > 0 ? [t('report.only', { scope: kept.join(', ') })] : [])]
  const intro = [
    t('mail.dear', { person: name }),
    [...heading, t('report.against', daysOf(figures.previous))].join('\n'),
  ]
  const end = [t('report.file', { most: MOST_CAMPAIGNS }), t('report.why')]
  const lines = linesOf(figures, language)
  const listed = lines.map(({ name: figure, value, change }) => `${figure}: ${value}${change && ` (${change})`}`)
  const link = publicUrl && linkOf(publicUrl, report)
  const linked = link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(t('report.open'))}</a></p>` : ''
  const { from, to } = figures.period
  return {
    to: email,
    subject,
    text: [...intro, listed.join('\n'), ...(link ? [`${t('report.open')}: ${link}`] : []), ...end].join('\n\n'),
    html: `<html lang="${language}"><body>${paragraphs(intro.join('\n\n'))}${tableOf(lines)}${linked}${paragraphs(end.join('\n\n'))}</body></html>`,
    attachments: [{ filename: `campaigns-${from}-${to}.csv`, content: fileOf(report, language) }],
  }
}

export interface ReportMail {
  memberId: string
  mail: Mail
}

/** The report of a period for each recipient. Empty if there is nobody to send it to, or if the client was deleted. */
export async function reportMails(
  ctx: Context,
  scope: Scope,
  range: Range,
  recipients: readonly Recipient[],
): Promise<ReportMail[]> {
  if (recipients.length === 0) return []
  const report = await reportOf(ctx, scope, range)
  if (!report) return []
  const { publicUrl } = ctx.services
  return recipients.map((recipient) => ({ memberId: recipient.id, mail: mailOf(report, recipient, publicUrl) }))
}
