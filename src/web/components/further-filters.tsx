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

/** What the end of a range in the address means. */
function valueAt<Value>(name: string, end: End, parse: (text: string) => Value | undefined): Value | undefined {
  return parse(route.value.parameters.get(parameterOf(name, end)) ?? '')
}

const parseDay = (text: string): string | undefined => (isDay(text) ? text : undefined)

/** The times of a range of days in the address: from the first, and before the second. */
export function daysIn(name: string): [from: string | undefined, before: string | undefined] {
  const first = valueAt(name, 'from', parseDay)
  const last = valueAt(name, 'to', parseDay)
  return [first && startOf(first), last && endOf(last)]
}

/** The cents of a range of amounts in the address. */
export const centsIn = (name: string): [from: number | undefined, to: number | undefined] => [
  valueAt(name, 'from', parseRand),
  valueAt(name, 'to', parseRand),
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
  return filter.kind === 'days' ? <Range filter={filter} of={DAYS} /> : <Range filter={filter} of={AMOUNTS} />
}

/** The values of a range. */
interface Values<Value> {
  input: { type: 'date' } | { inputMode: 'decimal' }
  parse: (text: string) => Value | undefined
  written: (value: Value) => string
  /** The fault of a text without a meaning. */
  fault: 'form.invalid' | 'form.amount'
}

const DAYS: Values<string> = { input: { type: 'date' }, parse: parseDay, written: String, fault: 'form.invalid' }
const AMOUNTS: Values<number> = {
  input: { inputMode: 'decimal' },
  parse: parseRand,
  written: editableRand,
  fault: 'form.amount',
}

interface RangeProps<Value> {
  filter: FurtherFilter
  of: Values<Value>
}

const Range = <Value extends string | number>(props: RangeProps<Value>) => (
  <div class="pair">
    <RangeEnd {...props} end="from" />
    <RangeEnd {...props} end="to" />
  </div>
)

function RangeEnd<Value extends string | number>({ filter, of, end }: RangeProps<Value> & { end: End }) {
  const { name, label } = filter
  const [isWrong, setWrong] = useState(false)
  const [from, to] = [valueAt(name, 'from', of.parse), valueAt(name, 'to', of.parse)]
  const isReversed = end === 'to' && from !== undefined && to !== undefined && to < from
  const value = end === 'from' ? from : to
  const choose = (text: string) => {
    const entered = of.parse(text)
    const isRight = text.trim() === '' || entered !== undefined
    setWrong(!isRight)
    if (isRight) show({ [parameterOf(name, end)]: entered === undefined ? undefined : of.written(entered) })
  }
  return (
    <Input
      {...of.input}
      label={t(`filters.${end}`, { name: label })}
      value={value === undefined ? '' : of.written(value)}
      fault={isWrong ? t(of.fault) : isReversed ? t('filters.reversed') : undefined}
      onChoose={choose}
    />
  )
}
