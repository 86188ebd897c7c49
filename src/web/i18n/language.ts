import { signal } from '@preact/signals'
import i18next, { type TFunction } from 'i18next'
import type { Fault } from '../api/request.ts'
import { count, day, labelOf, moment, rand, setLocale } from '../format.ts'
import type { Screen } from '../screens.ts'

/** The languages of the page, each with its own name. */
export const LANGUAGES = { en: 'English', af: 'Afrikaans', zu: 'isiZulu' } as const
export type Language = keyof typeof LANGUAGES

/** The namespaces of the whole page. Each screen has another one, and `faults` is loaded when it is needed. */
const NAMESPACES = ['page', 'enums', 'notifications', 'sign-in'] as const
type Namespace = (typeof NAMESPACES)[number] | 'faults' | Screen

const KEY = 'language'
const isLanguage = (name: string | null | undefined): name is Language => Object.hasOwn(LANGUAGES, name ?? '')
const files = import.meta.glob<Record<string, unknown>>(['./*/*.json', '!./*/{mails,reviewer}.json'], {
  import: 'default',
})

/** A text of a catalogue: `t('campaigns:list.new')`. The namespace `page` is the default. */
export const t: TFunction<[...typeof NAMESPACES, 'faults', ...Screen[]]> = i18next.t

export const label = (value: string): string => t(`enums:${value}`, { defaultValue: labelOf(value) })

/** A value of an open set: in words if the page knows it, otherwise as somebody typed it. */
export const wordOf = (value: string): string =>
  t([`enums:${value}`, `clients:known.${value as 'LOCAL'}`], { defaultValue: value })

/** The area and the action of a permission such as `org:clients:read`, in words. */
export const permissionWords = (permission: string): readonly [area: string, action: string] => {
  const [, area = '', action = ''] = permission.split(':')
  return [label(area), label(action)]
}

export const permissionLabel = (permission: string): string => permissionWords(permission).join(': ')

/** The label of a type of records. */
export const resourceLabel = (type: string): string =>
  t(`enums:resources.${type as 'CLIENT'}`, { defaultValue: label(type) })

/** The label of an action of the audit trail: its resource, and what happened to it. */
export function actionLabel(action: string, resourceType: string): string {
  if (!action.startsWith(`${resourceType}_`)) return label(action)
  const verb = action.slice(resourceType.length + 1)
  return t('enums:act', {
    resource: resourceLabel(resourceType),
    verb: t(`enums:verbs.${verb as 'CREATED'}`, { defaultValue: labelOf(verb) }),
  })
}

/** Who acted, by an audit record. Actors without a name are programs, or people without an account. */
export function actorName({ userId, userName }: { userId: string; userName?: string | null }): string {
  const [kind = ''] = userId.split(':')
  return userName ?? t(`actors.${kind as 'system'}`, { defaultValue: userId })
}

/** The label of an event, whose type begins with the type of its resource. */
export function eventLabel(type: string): string {
  const words = type.split('_')
  const starts = words.map((_, index) => words.slice(0, words.length - index).join('_'))
  const resource = starts.find((start) => i18next.exists(`enums:resources.${start}`))
  return resource && !i18next.exists(`enums:${type}`) ? actionLabel(type, resource) : label(type)
}

/** The label of a field of a record. */
export const fieldName = (name: string): string => t(`enums:fields.${name as 'name'}`, { defaultValue: name })

/** A fault in the language of the page. A newer server may have faults without a text here: the English text is shown. */
export function faultText(text: string, fault: Fault | null | undefined): string {
  if (!fault) return text
  const field = fault.field ? `${fieldName(String(fault.field))} ` : ''
  return field + t(`faults:${fault.code as 'REQUIRED'}`, { ...fault, defaultValue: text })
}

/** A fault of a row: of a field, or of the whole row. The message of the server may start with the field. */
interface RowFault {
  field: string | null
  message: string
  cause: Fault | null | undefined
}

export function rowFault({ field, message, cause }: RowFault, nameOf = fieldName): string {
  if (field === null) return faultText(message, cause)
  return `${nameOf(field)} ${faultText(message.startsWith(`${field} `) ? message.slice(field.length + 1) : message, cause)}`
}

const opened = new Set<Namespace>(NAMESPACES)
export const language = signal<Language>('en')

/** The South African variant of a language. */
const tagOf = (name: Language) => `${name}-ZA`

async function read(namespace: Namespace, of: Language): Promise<void> {
  if (i18next.hasResourceBundle(tagOf(of), namespace)) return
  const sentences = await files[`./${of}/${namespace}.json`]?.()
  i18next.addResourceBundle(tagOf(of), namespace, sentences)
}

/** Loads the texts of a screen, or of faults. */
export async function open(namespace: Namespace): Promise<void> {
  opened.add(namespace)
  await read(namespace, language.peek())
}

/** Changes the language of the page, now and for the next visit. */
export async function speak(chosen: Language): Promise<void> {
  localStorage.setItem(KEY, chosen)
  await show(chosen)
}

async function show(chosen: Language): Promise<void> {
  await Promise.all([...opened].map((namespace) => read(namespace, chosen)))
  await i18next.changeLanguage(tagOf(chosen))
  setLocale(tagOf(chosen))
  document.documentElement.lang = tagOf(chosen)
  language.value = chosen
}

/** Uses the stored language, or else the browser's if there is a catalogue for it. */
export async function start(): Promise<void> {
  await i18next.init({
    load: 'currentOnly',
    fallbackLng: false,
    interpolation: { escapeValue: false },
    defaultNS: 'page',
    ns: [],
  })
  const each = (word: (value: string) => string) => (values: string | readonly string[]) =>
    [values].flat().map(word).join(', ')
  const words = { label: each(label), permission: each(permissionLabel), resource: each(resourceLabel) }
  const reason = ({ code, ...values }: { code: 'NOT_APPROVED' }) =>
    t(`notifications:reasons.${code}`, { ...values, defaultValue: '' })
  for (const [name, format] of Object.entries({ ...words, reason, field: fieldName, day, moment, number: count, rand }))
    i18next.services.formatter?.add(name, format as (value: unknown) => string)
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  await show(wanted.find(isLanguage) ?? 'en')
}
