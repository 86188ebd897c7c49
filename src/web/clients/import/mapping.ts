import { Sector } from '../../api/generated.ts'
import type { Line } from '../../components/source.tsx'
import { fieldName, label, t } from '../../i18n/language.ts'

export const FIELDS = [
  'name',
  'type',
  'industry',
  'sector',
  'contact.name',
  'contact.email',
  'contact.phone',
  'governmentLevel',
  'securityClearance',
] as const
export type Field = (typeof FIELDS)[number]

/** Fields that every client needs. */
export const REQUIRED: readonly Field[] = ['name', 'type', 'industry', 'sector', 'contact.name']

/** The target of a column: a field of the client, a field of the organization's own, or none. */
export type Target = Field | 'own' | 'none'

export interface Mapping {
  columns: readonly string[]
  targets: readonly Target[]
  /** Fixed values for fields without a column. */
  same: Partial<Record<Field, string>>
}

/** The column title of the faults in the file of failed rows. */
export const ERROR_COLUMN = 'error'

export function labelOfField(field: Field): string {
  const labels: Record<Field, () => string> = {
    name: () => t('name'),
    type: () => t('enums:fields.type'),
    industry: () => fieldName('industry'),
    sector: () => t('enums:fields.sector'),
    'contact.name': () => fieldName('contactName'),
    'contact.email': () => fieldName('email'),
    'contact.phone': () => fieldName('phone'),
    governmentLevel: () => fieldName('governmentLevel'),
    securityClearance: () => fieldName('securityClearance'),
  }
  return labels[field]()
}

/** Other common names of such columns. */
const ALIASES: Partial<Record<Field, readonly string[]>> = {
  name: ['client', 'client name', 'company', 'company name', 'organisation', 'organization'],
  'contact.name': ['contact', 'contact person'],
  'contact.email': ['email', 'e-mail address', 'email address', 'contact email'],
  'contact.phone': ['phone', 'phone number', 'telephone', 'cell', 'mobile', 'contact phone'],
  governmentLevel: ['level'],
  securityClearance: ['clearance'],
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Guesses the field of each column. A field is used once. */
export function guess(columns: readonly string[]): Target[] {
  const free = new Set(FIELDS)
  return columns.map((column) => {
    if (column === ERROR_COLUMN) return 'none'
    const isNamed = (field: Field) =>
      [field, labelOfField(field), ...(ALIASES[field] ?? [])].some((name) => plain(name) === plain(column))
    const found = [...free].find(isNamed)
    if (found) free.delete(found)
    return found ?? 'own'
  })
}

const isSame = (one: string, other: string) => plain(one) === plain(other)

/** Accepts common spellings of a sector. */
function written(name: string, value: unknown): unknown {
  if (name !== 'sector' || typeof value !== 'string') return value
  return Object.values(Sector).find((sector) => isSame(sector, value) || isSame(label(sector), value)) ?? value
}

/** The field name of each column. Undefined for a column that is left out. */
export const namesOf = ({ columns, targets }: Mapping): (string | undefined)[] =>
  columns.map((column, index) => {
    const target = targets[index]
    if (target === 'none') return undefined
    return target === undefined || target === 'own' ? column : target
  })

const CONTACT = 'contact.'

/** The record of a row, as the server accepts it. Empty cells are absent. */
export function recordOf({ cells }: Line, mapping: Mapping): Record<string, unknown> {
  const entries = [
    ...Object.entries(mapping.same),
    ...namesOf(mapping).map((name, index) => [name ?? '', cells[index]] as const),
  ]
    .filter(([name, value]) => name !== '' && value !== '' && value !== null && value !== undefined)
    .map(([name, value]) => [name, written(name, value)] as const)
  const contact = entries.filter(([name]) => name.startsWith(CONTACT))
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(CONTACT))),
    ...(contact.length > 0 && {
      contact: Object.fromEntries(contact.map(([name, value]) => [name.slice(CONTACT.length), value])),
    }),
  }
}
