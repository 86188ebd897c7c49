import { type AnalyticsRecordInput, CampaignType } from '../api/generated.ts'
import type { Line, Sheet } from '../components/source.tsx'
import { parseRand, parseWhole } from '../format.ts'
import { fieldName, label, t } from '../i18n/language.ts'

/** One row of results from a file, with its faults. */
export interface ResultRow {
  number: number
  record: AnalyticsRecordInput
  faults: readonly string[]
}

const NAMES = ['day', 'channel', 'impressions', 'clicks', 'conversions', 'spend', 'revenue', 'key'] as const
type Name = (typeof NAMES)[number]

const FIELDS: Partial<Record<Name, string>> = { spend: 'spendCents', revenue: 'revenueCents' }

/** The title of a column, which is accepted in addition to the name. */
const titleOf = (name: Name): string => fieldName(FIELDS[name] ?? name)

const ALSO: Partial<Record<Name, readonly string[]>> = { day: ['date'], spend: ['cost'] }

const plain = (text: string) => text.trim().toLowerCase()

const columnsOf = (sheet: Sheet): ReadonlyMap<Name, number> =>
  new Map(
    NAMES.map((name) => {
      const known = [name, titleOf(name), ...(ALSO[name] ?? [])].map(plain)
      return [name, sheet.columns.findIndex((column) => known.includes(plain(column)))] as const
    }).filter(([, index]) => index >= 0),
  )

/** @throws Error if no column contains days */
export function resultRowsOf(sheet: Sheet, campaignId: string): ResultRow[] {
  const columns = columnsOf(sheet)
  if (!columns.has('day')) throw new Error(t('campaigns:file.noDay'))
  return sheet.lines.map((line) => resultRowOf(line, columns, campaignId))
}

function resultRowOf({ number, cells }: Line, columns: ReadonlyMap<Name, number>, campaignId: string): ResultRow {
  const faults: string[] = []
  const read = <Value>(name: Name, parse: (text: string) => Value | undefined, fault: string): Value | undefined => {
    const text = String(cells[columns.get(name) ?? -1] ?? '').trim()
    if (text === '') return undefined
    const value = parse(text)
    if (value === undefined) faults.push(`${titleOf(name)} ${fault}`)
    return value
  }
  const whole = (name: Name) => read(name, parseWhole, t('form.number'))
  const cents = (name: Name) => read(name, parseRand, t('form.amount'))
  const record = {
    campaignId,
    day: read('day', parseDay, t('campaigns:file.dayFault')) ?? '',
    channel: read('channel', parseChannel, t('campaigns:file.channelFault')),
    impressions: whole('impressions'),
    clicks: whole('clicks'),
    conversions: whole('conversions'),
    spendCents: cents('spend'),
    revenueCents: cents('revenue'),
    key: read('key', (text) => text, ''),
  }
  if (record.day === '' && faults.length === 0) faults.push(`${titleOf('day')} ${t('form.required')}`)
  return { number, record, faults }
}

const parseDay = (text: string): string | undefined => {
  const day = text.replaceAll('/', '-')
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined
}

const parseChannel = (text: string): CampaignType | undefined =>
  Object.values(CampaignType).find((type) => [type, label(type)].map(plain).includes(plain(text)))
