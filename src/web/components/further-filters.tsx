import { ListFilter } from 'lucide'
import { useState } from 'preact/hooks'
import { editableRand, endOf, isDay, parseRand, startOf } from '../format.ts'
import { t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { remembered, show } from './list.tsx'
import { Menu } from './menu.tsx'
import { RecordFilter } from './record-filter.tsx'
import { Input } from './select.tsx'

/*
 * Filters of a list that need more room than a choice: ranges of days and amounts, and a person. A range `starts` has the
 * parameters `startsFrom` and `startsTo` in the address. Its days are South African, and both ends belong to the range.
 */

/** A filter, with the name and the label of its parameters. */
export interface FurtherFilter {
  name: string
  label: string
  kind: 'days' | 'rand' | 'person'
}

type End = 'from' | 'to'

const parameterOf = (name: string, end: End): string => `${name}${end === 'from' ? 'From' : 'To'}`

const dayAt = (parameters: URLSearchParams, name: string): string | undefined => {
  const day = parameters.get(name)
  return isDay(day) ? day : undefined
}

/** The times of a range of days in the address: from the first, and before the second. */
export function daysIn(name: string): [from: string | undefined, before: string | undefined] {
  const { parameters } = route.value
  const first = dayAt(parameters, parameterOf(name, 'from'))
  const last = dayAt(parameters, parameterOf(name, 'to'))
  return [first && startOf(first), last && endOf(last)]
}

const centsAt = (name: string): number | undefined => {
  const text = route.value.parameters.get(name)
  return text ? parseRand(text) : undefined
}

/** The cents of a range of amounts in the address. */
export const centsIn = (name: string): [from: number | undefined, to: number | undefined] => [
  centsAt(parameterOf(name, 'from')),
  centsAt(parameterOf(name, 'to')),
]

const parametersOf = ({ name, kind }: FurtherFilter): string[] =>
  kind === 'person' ? [name] : [parameterOf(name, 'from'), parameterOf(name, 'to')]

/** A button with the number of filters in use. It opens them. */
export function FurtherFilters({ filters }: { filters: readonly FurtherFilter[] }) {
  const names = filters.flatMap(parametersOf)
  remembered(names)
  const used = names.filter((name) => route.value.parameters.get(name))
  const clear = () => show(Object.fromEntries(used.map((name) => [name, undefined])))
  return (
    <Menu
      icon={ListFilter}
      label={used.length > 0 ? t('filters.used', { count: used.length }) : t('filters.open')}
      title={t('filters.open')}
    >
      {filters.map((filter) => (
        <Further key={filter.name} filter={filter} />
      ))}
      <div class="actions">
        <button type="button" disabled={used.length === 0} onClick={clear}>
          {t('filters.clear')}
        </button>
      </div>
    </Menu>
  )
}

function Further({ filter }: { filter: FurtherFilter }) {
  if (filter.kind === 'person') return <RecordFilter {...filter} kind="person" />
  const EndField = filter.kind === 'days' ? DayField : AmountField
  return (
    <div class="pair">
      <EndField filter={filter} end="from" />
      <EndField filter={filter} end="to" />
    </div>
  )
}

interface EndProps {
  filter: FurtherFilter
  end: End
}

const labelOf = ({ filter: { label }, end }: EndProps): string => t(`filters.${end}`, { name: label })

function DayField(props: EndProps) {
  const { name } = props.filter
  const { parameters } = route.value
  const first = dayAt(parameters, parameterOf(name, 'from'))
  const last = dayAt(parameters, parameterOf(name, 'to'))
  const isReversed = props.end === 'to' && first !== undefined && last !== undefined && last < first
  return (
    <Input
      label={labelOf(props)}
      type="date"
      value={dayAt(parameters, parameterOf(name, props.end)) ?? ''}
      fault={isReversed ? t('filters.reversed') : undefined}
      onChoose={(day) => show({ [parameterOf(name, props.end)]: day })}
    />
  )
}

function AmountField(props: EndProps) {
  const { name } = props.filter
  const own = parameterOf(name, props.end)
  const [isWrong, setWrong] = useState(false)
  const [from, to] = centsIn(name)
  const isReversed = props.end === 'to' && from !== undefined && to !== undefined && to < from
  const cents = props.end === 'from' ? from : to
  const choose = (value: string) => {
    const entered = value.trim() === '' ? undefined : parseRand(value)
    const isAmount = value.trim() === '' || entered !== undefined
    setWrong(!isAmount)
    if (isAmount) show({ [own]: entered === undefined ? undefined : editableRand(entered) })
  }
  const fault = isWrong ? t('form.amount') : isReversed ? t('filters.reversed') : undefined
  return (
    <Input
      label={labelOf(props)}
      inputMode="decimal"
      value={cents === undefined ? '' : editableRand(cents)}
      fault={fault}
      onChoose={choose}
    />
  )
}
