/*
 * South African formats: the locale of the page's language, rand, and the time zone Africa/Johannesburg, whatever the
 * machine's own settings.
 */

export const TIME_ZONE = 'Africa/Johannesburg'
/** South Africa has no daylight saving time, so the offset is constant. */
const OFFSET = '+02:00'

const formatsOf = (locale: string) => ({
  number: new Intl.NumberFormat(locale),
  compact: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  change: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
  rand: new Intl.NumberFormat(locale, { style: 'currency', currency: 'ZAR' }),
  compactRand: new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'ZAR',
    notation: 'compact',
    maximumFractionDigits: 1,
  }),
  moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE }),
  time: new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: TIME_ZONE, hourCycle: 'h23' }),
  // The day of a time is the South African one. A calendar day is read as midnight UTC, on the same day in South Africa.
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: TIME_ZONE }),
  // These format calendar days only, which have no time zone; reading and formatting both use UTC.
  shortDay: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  monthName: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  weekday: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
  country: new Intl.DisplayNames(locale, { type: 'region' }),
})

/** Abbreviated months from CLDR, for languages whose dates and amounts browsers do not support. */
const MONTHS: Record<string, readonly string[]> = {
  'zu-ZA': ['Jan', 'Feb', 'Mas', 'Eph', 'Mey', 'Jun', 'Jul', 'Aga', 'Sep', 'Okt', 'Nov', 'Dis'],
}
/** Abbreviated days of the week from Sunday, for the same languages. */
const WEEKDAYS: Record<string, readonly string[]> = {
  'zu-ZA': ['Son', 'Mso', 'Bil', 'Tha', 'Sin', 'Hla', 'Mgq'],
}
const KNOWN = 'en-ZA'

let formats = formatsOf(KNOWN)
let months: readonly string[] | undefined
let weekdays: readonly string[] | undefined

/** Sets the locale of numbers and dates. For a locale that it does not know, a browser would use the machine's. */
export function setLocale(locale: string): void {
  months = MONTHS[locale]
  weekdays = WEEKDAYS[locale]
  formats = formatsOf(months ? KNOWN : locale)
}

function written(format: Intl.DateTimeFormat, iso: string): string {
  const moment = new Date(iso)
  if (!months) return format.format(moment)
  const { timeZone } = format.resolvedOptions()
  const month = Number(new Intl.DateTimeFormat(KNOWN, { month: 'numeric', timeZone }).format(moment))
  const parts = format.formatToParts(moment)
  return parts.map(({ type, value }) => (type === 'month' ? (months?.[month - 1] ?? value) : value)).join('')
}

export const count = (value: number): string => formats.number.format(value)
export const compact = (value: number): string => formats.compact.format(value)
export const percent = (share: number): string => formats.percent.format(share)
export const change = (share: number): string => formats.change.format(share)
export const rand = (cents: number): string => formats.rand.format(cents / 100)
export const compactRand = (cents: number): string => formats.compactRand.format(cents / 100)
export const moment = (iso: string): string => written(formats.moment, iso)
export const time = (iso: string): string => formats.time.format(new Date(iso))
export const day = (iso: string): string => written(formats.day, iso)
export const shortDay = (iso: string): string => written(formats.shortDay, iso)
export const monthName = (iso: string): string => written(formats.monthName, iso)
export const weekday = (iso: string): string =>
  weekdays?.[new Date(iso).getUTCDay()] ?? formats.weekday.format(new Date(iso))
/** The number of a calendar day in its month. */
export const dayNumber = (iso: string): string => count(new Date(iso).getUTCDate())

/** The name of a country, from its two letters. */
export const countryName = (code: string): string => formats.country.of(code) ?? code

/** Words with a fixed spelling. */
const SPELLED: Record<string, string> = { API: 'API', POPIA: 'POPIA', SMS: 'SMS', TV: 'TV', WHATSAPP: 'WhatsApp' }

/** `PENDING_APPROVAL` as an English label. */
export function labelOf(name: string): string {
  const words = name.toUpperCase().split('_')
  const text = words.map((word) => SPELLED[word] ?? word.toLowerCase()).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `startsAt` and `StartsAt` as `STARTS_AT`. */
export const constantOf = (name: string): string => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

const SPACES = /[\s\u00a0\u202f]/g
const AMOUNT = /^R?(\d{1,13})(?:[.,](\d{1,2}))?$/i

/** The whole number in a text, which may have spaces between its digits. Undefined for any other text. */
export function parseWhole(text: string): number | undefined {
  const digits = text.replace(SPACES, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** The cents of a typed amount: `R 1 234,56`, `1234.56`, `1234`. Undefined if it is not an amount. */
export function parseRand(text: string): number | undefined {
  const [, whole, fraction = ''] = AMOUNT.exec(text.replace(SPACES, '')) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** An amount in the format of an input field. */
export const editableRand = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',').replace(/,00$/, '')

const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE })

/** A time as `<input type="datetime-local">` has it, in South African time. */
export const editableMoment = (iso: string): string => parts.format(new Date(iso)).replace(' ', 'T')

/** Today's date in South Africa. */
export const today = (): string => editableMoment(new Date().toISOString()).slice(0, 10)

/** The ISO 8601 time of the text in an `<input type="datetime-local">`, which is in South African time. */
export const parseMoment = (local: string): string => new Date(`${local}${OFFSET}`).toISOString()

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/** Whether a text is a calendar day, as `<input type="date">` has it. */
export const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text))

/** The time at which a calendar day begins in South Africa. */
export const startOf = (day: string): string => parseMoment(`${day}T00:00`)

/** The time at which a calendar day ends in South Africa, which is the start of the next one. */
export const endOf = (day: string): string => new Date(Date.parse(startOf(day)) + DAY_MS).toISOString()
