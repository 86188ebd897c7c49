import { type ComponentChildren, Fragment } from 'preact'
import {
  count,
  day as dayText,
  editableMoment,
  editableRand,
  moment as momentText,
  parseMoment,
  parseRand,
  parseWhole,
  rand,
} from '../format.ts'
import { fieldName, label, t, wordOf } from '../i18n/language.ts'
import { choicesOf, linesOf, parsedOf, textOf } from './entered.ts'
import { CheckField, ChoicesField, Field, LongTextField, SelectField, TextField, type TextProps } from './fields.tsx'
import { idOf } from './held-record.ts'
import type { Find } from './record-choices.ts'
import { RecordField } from './record-field.tsx'
import { labelled } from './select.tsx'

/*
 * The fields of a record as rows. The form, the bulk form, the facts, the filters and the differences of an approval
 * are created from these rows. The label and the hint of a field are `enums:fields.<name>` and `enums:hints.<name>`.
 */

export interface ControlProps<Value> {
  name: string
  label: string
  hint?: string
  required?: boolean
  /** Text of the empty choice. */
  none: string
  value: Value | null | undefined
  record: AnyRows | undefined
}

interface Options {
  required?: boolean
  /** Whether the field is next to another field with this option. */
  isHalf?: boolean
  /** Whether the form for several records leaves the field out. */
  isSingle?: boolean
  /** Whether the page shows the field separately, not among the facts. */
  isApart?: boolean
  /** Whether the filter of the list has the field. */
  isFilter?: boolean
  /** The key of the label and the hint, if it is not the name of the field. */
  word?: keyof Words
  /** Set if the hint of the field is about another record. */
  hasNoHint?: boolean
}

/** Rows, or the values of a record, by the names of its fields. */
type AnyRows = Readonly<Record<string, unknown>>

/** One field of a record. */
export interface FieldRow<Value = never> extends Options {
  control: (props: ControlProps<Value>) => ComponentChildren
  /** The value in a form. Null if the field is empty. @throws RequestError for an invalid text */
  read: (entered: FormData, name: string, before: Value | null | undefined) => unknown
  /** `record`: the record of the value, unless it is an earlier value. */
  show: (value: NonNullable<Value>, record?: AnyRows) => ComponentChildren
  /** The value of a new record. */
  initial?: Value
  /** All values of a choice. */
  values?: readonly string[]
}

type Words = typeof import('../i18n/en/enums.json')['fields']

type FieldRowOf<Value, IsFilter> = FieldRow<NonNullable<Value>> & (IsFilter extends true ? { isFilter: true } : object)

/**
 * A row for each field that callers write. A field of the filter must set `isFilter`, and each field must have a label.
 */
export type FieldRows<Input, Filter> = {
  [F in keyof Required<Input>]: F extends keyof Words
    ? FieldRowOf<Input[F], F extends keyof Filter ? true : false>
    : `enums.json has no word for fields.${F & string}`
}

type AnyRow = FieldRow<unknown>
const rowsOf = (rows: AnyRows) => Object.entries(rows) as [name: string, row: AnyRow][]

const hintOf = (name: string): string => t(`enums:hints.${name as 'startsAt'}`, { defaultValue: '' })

interface ControlsProps {
  rows: AnyRows
  record: AnyRows | undefined
  /** The start of the names of the controls, for the fields of a group. */
  prefix?: string
  /** Set if the form edits several records: the text of an unchanged field. No field is required then. */
  unchanged?: string
}

/** The controls of a form, halves in pairs. */
export function Controls({ rows, record, prefix = '', unchanged }: ControlsProps) {
  const shown = rowsOf(rows).filter(([, { isSingle }]) => !(unchanged && isSingle))
  // A call, not a component: rows that are created again at each render would replace the control and what it holds.
  const controls = shown.map(([name, { control, required = false, initial, word = name, hasNoHint }]) => {
    const none = unchanged ?? t(required ? 'form.choose' : 'form.nothing')
    const value = record && name in record ? record[name] : unchanged ? undefined : initial
    const hint = hasNoHint ? '' : hintOf(word)
    const common = {
      name: prefix + name,
      label: fieldName(word),
      ...(hint && { hint }),
      required: required && !unchanged,
    }
    return <Fragment key={name}>{control({ ...common, none, value, record })}</Fragment>
  })
  return (
    <>
      {inPairs(
        shown.map(([, { isHalf = false }]) => isHalf),
        controls,
      )}
    </>
  )
}

function inPairs(areHalves: readonly boolean[], controls: readonly ComponentChildren[]): ComponentChildren[] {
  const [control, next, ...others] = controls
  if (control === undefined) return []
  if (areHalves[0] && areHalves[1])
    return [<div class="pair">{[control, next]}</div>, ...inPairs(areHalves.slice(2), others)]
  return [control, ...inPairs(areHalves.slice(1), controls.slice(1))]
}

/** The input of a form: a value for each field. */
export const inputIn = <Input,>(rows: AnyRows, entered: FormData, record: AnyRows | undefined, prefix = ''): Input =>
  Object.fromEntries(
    rowsOf(rows).map(([name, { read }]) => [name, read(entered, prefix + name, record?.[name])]),
  ) as Input

/** The fields that a form for several records fills in. */
export const filledIn = <Input,>(rows: AnyRows, entered: FormData, prefix: string): Input =>
  Object.fromEntries(
    Object.entries(inputIn<object>(rows, entered, undefined, prefix)).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Input

/** A value of a field in readable form. Undefined for an empty one. */
export function shown(rows: AnyRows, name: string, value: unknown, record?: AnyRows): ComponentChildren {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return
  const row = rows[name] as AnyRow | undefined
  return row ? row.show(value, record) : String(value)
}

/** The fields of a record with their values, for `Facts`. */
export const factsOf = (rows: AnyRows, record: AnyRows): [name: string, value: ComponentChildren][] =>
  rowsOf(rows).flatMap(([name, { word = name, isApart }]) =>
    isApart ? [] : [[fieldName(word), shown(rows, name, record[name], record)] as [string, ComponentChildren]],
  )

/** The values of each choice that the list filters by. */
export const filtersOf = (rows: AnyRows): Record<string, readonly string[]> =>
  Object.fromEntries(
    rowsOf(rows).flatMap(([name, { isFilter, values }]) => (isFilter && values ? [[name, values]] : [])),
  )

type TextOptions = Options & Pick<TextProps, 'type' | 'inputMode'> & { initial?: string }

type Line<Value> = Omit<FieldRow<Value>, 'control'> &
  Pick<TextProps, 'type' | 'inputMode' | 'choices'> & {
    /** The text in the control. */
    written?: (value: Value) => string
  }

/** A field of one line. */
const line = <Value,>({ type, inputMode, choices, written = String, ...row }: Line<Value>): FieldRow<Value> => ({
  ...row,
  control: ({ value, ...props }) => (
    <TextField {...props} {...{ type, inputMode, choices }} value={value == null ? '' : written(value)} />
  ),
})

export const text = (options: TextOptions = {}): FieldRow<string> =>
  line({ ...options, read: textOf, show: (value) => value })

/** A value of an open set: the page suggests the known ones, in words. Others may be typed. */
export const open = (choices: readonly string[], options: TextOptions = {}): FieldRow<string> =>
  line({
    ...options,
    choices,
    written: wordOf,
    read: (entered, name) => {
      const text = textOf(entered, name)
      return choices.find((choice) => wordOf(choice).toLowerCase() === text?.toLowerCase()) ?? text
    },
    show: wordOf,
  })

export const longText = ({ rows, ...options }: Options & { rows?: number } = {}): FieldRow<string> => ({
  ...options,
  control: ({ value, ...props }) => <LongTextField {...props} rows={rows} value={value ?? ''} />,
  read: textOf,
  show: (value) => value,
})

/** One value of an enum. */
export const choice = <Value extends string, const O extends Options>(
  values: Record<string, Value>,
  options: O & { initial?: NoInfer<Value> },
): FieldRow<Value> & O => ({
  ...options,
  values: Object.values(values),
  control: ({ record: _, value, ...props }) => (
    <SelectField {...props} choices={labelled(Object.values(values))} value={value ?? ''} />
  ),
  read: textOf,
  show: label,
})

/** Several values of an enum. */
export const choices = <Value extends string>(
  values: Record<string, Value>,
  options: Options = {},
): FieldRow<Value[]> => ({
  ...options,
  control: ({ name, label: title, hint, value }) => (
    <ChoicesField
      name={name}
      label={title}
      {...(hint && { hint })}
      values={value ?? []}
      choices={labelled(Object.values(values))}
    />
  ),
  read: (entered, name, before) => choicesOf(entered, name, Object.values(values), before ?? []),
  show: (value) => value.map(label).join(', '),
})

/** Several texts, one a line. */
export const texts = (options: Options = {}): FieldRow<string[]> => ({
  ...options,
  control: ({ value, ...props }) => <LongTextField {...props} value={(value ?? []).join('\n')} />,
  read: linesOf,
  show: (value) => value.join(', '),
})

/** Yes or no. */
export const yes = (options: Options = {}): FieldRow<boolean> => ({
  ...options,
  control: ({ value, ...props }) => <CheckField {...props} value={value ?? false} />,
  read: (entered, name) => entered.has(name),
  show: (value) => t(value ? 'yes' : 'no'),
})

/** A whole number. */
export const number = (options: Options = {}): FieldRow<number> =>
  line({
    ...options,
    inputMode: 'numeric',
    read: (entered, name) => parsedOf(entered, name, parseWhole, t('form.number')),
    show: count,
  })

/** A calendar day. */
export const date = (options: Options = {}): FieldRow<string> =>
  line({ ...options, type: 'date', read: textOf, show: dayText })

/** A part of a record, with fields of its own. */
export const group = <Input extends object>(
  rows: Readonly<Record<keyof Input, unknown>>,
  options: Options = {},
): FieldRow<Input> => ({
  ...options,
  control: ({ name, label: title, value }) => (
    <fieldset>
      <legend>{title}</legend>
      <Controls rows={rows} record={value as AnyRows | undefined} prefix={`${name}.`} />
    </fieldset>
  ),
  read: (entered, name, before) => inputIn<Input>(rows, entered, before as AnyRows | undefined, `${name}.`),
  show: (value) =>
    Object.keys(rows)
      .map((name) => shown(rows, name, { ...value }[name as keyof Input]))
      .filter(Boolean)
      .join(', '),
})

/** The e-mail address and the phone number of a person. */
export const address = {
  email: text({ type: 'email', isHalf: true }),
  phone: text({ type: 'tel', isHalf: true }),
}

/** An amount in rand. */
export const amount = (options: Options = {}): FieldRow<number> =>
  line({
    ...options,
    inputMode: 'decimal',
    written: editableRand,
    read: (entered, name) => parsedOf(entered, name, parseRand, t('form.amount')),
    show: rand,
  })

/** A secret. The page never shows it, and a draft does not store it. */
export const password = (options: Options): FieldRow<string> => ({
  ...options,
  control: (props) => (
    <Field {...props}>{(control) => <input {...control} type="password" autocomplete="new-password" />}</Field>
  ),
  read: textOf,
  show: () => '',
})

/** A time, in South African time. */
export const time = (options: Options = {}): FieldRow<string> =>
  line({
    ...options,
    type: 'datetime-local',
    written: editableMoment,
    read: (entered, name, before) => {
      const local = textOf(entered, name)
      // The input shows minutes only. An untouched value keeps its seconds.
      return before && local === editableMoment(before) ? before : local && parseMoment(local)
    },
    show: momentText,
  })

interface Reference {
  find: Find
  /** The name of the other record, from the record that refers to it. */
  nameIn: (record: AnyRows) => string
  show: (id: string, record?: AnyRows) => ComponentChildren
}

/** Another record, chosen by its name. */
export const reference = <const O extends Options>(
  { find, nameIn, show }: Reference,
  options: O,
): FieldRow<string> & O => ({
  ...options,
  control: ({ value, record, ...props }) => (
    <RecordField {...props} find={find} value={value && record ? { id: value, name: nameIn(record) } : undefined} />
  ),
  read: idOf,
  show,
})
