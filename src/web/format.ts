/*
 * How South Africans write things: en-ZA, rand, and the time of Africa/Johannesburg whatever the machine's own is.
 */

export const LOCALE = 'en-ZA'
export const TIME_ZONE = 'Africa/Johannesburg'
/** There is no summer time: the offset never changes. */
const OFFSET = '+02:00'

const numbers = new Intl.NumberFormat(LOCALE)
const compactNumbers = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
const changes = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
const rands = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'ZAR' })
const wholeRands = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'ZAR',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const moments = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE })
const times = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium', timeZone: TIME_ZONE, hourCycle: 'h23' })
/** A calendar day belongs to no time zone; it is read and written in one and the same. */
const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const shortDays = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const count = (value: number): string => numbers.format(value)
export const compact = (value: number): string => compactNumbers.format(value)
export const percent = (share: number): string => percents.format(share)
export const change = (share: number): string => changes.format(share)
export const rand = (cents: number): string => rands.format(cents / 100)
export const compactRand = (cents: number): string => wholeRands.format(cents / 100)
export const moment = (iso: string): string => moments.format(new Date(iso))
export const time = (iso: string): string => times.format(new Date(iso))
export const day = (iso: string): string => days.format(new Date(iso))
export const shortDay = (iso: string): string => shortDays.format(new Date(iso))

/** Words that are not written as words. */
const SPELLED: Record<string, string> = { API: 'API', POPIA: 'POPIA', SMS: 'SMS', TV: 'TV', WHATSAPP: 'WhatsApp' }

/** `PENDING_APPROVAL` as a person would write it. */
export function label(name: string): string {
  const words = name.toUpperCase().split('_')
  const text = words.map((word) => SPELLED[word] ?? word.toLowerCase()).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const SPACES = /[\s\u00a0\u202f]/g
const AMOUNT = /^R?(\d{1,13})(?:[.,](\d{1,2}))?$/i

/** Cents of an amount as it is typed: `R 1 234,56`, `1234.56`, `1234`. Undefined when it is none. */
export function parseRand(text: string): number | undefined {
  const [, whole, fraction = ''] = AMOUNT.exec(text.replace(SPACES, '')) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** An amount as it is typed into a field. */
export const editableRand = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',').replace(/,00$/, '')

const parts = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE })

/** A moment as `<input type="datetime-local">` has it, in South African time. */
export const editableMoment = (iso: string): string => parts.format(new Date(iso)).replace(' ', 'T')

/** The moment that such a field means. */
export const parseMoment = (local: string): string => new Date(`${local}${OFFSET}`).toISOString()
