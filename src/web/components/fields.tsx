import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { t, wordOf } from '../i18n/language.ts'
import { FormContext } from './form.tsx'

export interface FieldProps {
  name: string
  label: string
  hint?: string
  required?: boolean
}

/** The attributes that every control needs. */
export interface Control {
  id: string
  name: string
  'data-label': string
  'aria-required'?: boolean | undefined
  'aria-invalid': boolean
  'aria-describedby'?: string | undefined
}

interface Notes {
  id: string
  hint?: string | undefined
  fault?: string | undefined
}

function useNotes(name: string, hint: string | undefined): Notes & { described: string | undefined } {
  const { id: form, faults } = useContext(FormContext)
  const id = `${form}-${name}`
  const fault = faults[name]
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return { id, hint, fault, described: described || undefined }
}

/** The hint and the fault of a field. */
const Notes = ({ id, hint, fault }: Notes) => (
  <>
    {hint && (
      <p id={`${id}-hint`} class="quiet">
        {hint}
      </p>
    )}
    {fault && (
      <p id={`${id}-fault`} class="fault">
        {fault}
      </p>
    )}
  </>
)

/** A label, a control, and the notes about the field. */
export function Field({
  name,
  label,
  hint,
  required,
  children,
}: FieldProps & { children: (control: Control) => ComponentChildren }) {
  const { described, ...notes } = useNotes(name, hint)
  const control = {
    id: notes.id,
    name,
    'data-label': label,
    'aria-required': required,
    'aria-invalid': notes.fault !== undefined,
    'aria-describedby': described,
  }
  return (
    <div class="field">
      <label id={`${notes.id}-label`} for={notes.id}>
        {label}
        {required && <span class="quiet"> ({t('form.mark')})</span>}
      </label>
      {children(control)}
      <Notes {...notes} />
    </div>
  )
}

export type TextProps = FieldProps & {
  value?: string | undefined
  type?: 'text' | 'email' | 'tel' | 'date' | 'datetime-local' | undefined
  inputMode?: 'decimal' | 'numeric' | undefined
  /** Suggested values, shown in words. Other values may be typed. */
  choices?: readonly string[] | undefined
}

export function TextField({ value = '', type = 'text', inputMode, choices, ...field }: TextProps) {
  const list = choices && `${field.name}-choices`
  return (
    <Field {...field}>
      {(control) => (
        <>
          <input {...control} type={type} defaultValue={value} inputMode={inputMode} list={list} autocomplete="off" />
          {choices && (
            <datalist id={list}>
              {choices.map((choice) => (
                <option key={choice} value={wordOf(choice)} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

export const LongTextField = ({
  value = '',
  rows = 3,
  ...field
}: FieldProps & { value?: string | undefined; rows?: number | undefined }) => (
  <Field {...field}>{(control) => <textarea {...control} rows={rows} defaultValue={value} />}</Field>
)

interface Choice {
  value: string
  label: string
  /** Whether the choice is disabled now. A disabled choice is not submitted, even if it is checked. */
  isOut?: boolean
}

interface ChoicesProps extends Omit<FieldProps, 'required'> {
  values?: readonly string[]
  choices: readonly Choice[]
}

/** Any number of choices. */
export function ChoicesField({ name, label, hint, values = [], choices }: ChoicesProps) {
  const { described, ...notes } = useNotes(name, hint)
  return (
    <fieldset id={notes.id} tabIndex={-1} aria-describedby={described}>
      <legend>{label}</legend>
      <div class="choices">
        {choices.map((choice) => (
          <label key={choice.value} hidden={choice.isOut}>
            <input
              type="checkbox"
              name={name}
              disabled={choice.isOut}
              value={choice.value}
              defaultChecked={values.includes(choice.value)}
              data-label={label}
            />
            {choice.label}
          </label>
        ))}
      </div>
      <Notes {...notes} />
    </fieldset>
  )
}

/** Yes or no. */
export function CheckField({ name, label, hint, value }: Omit<FieldProps, 'required'> & { value: boolean }) {
  const { described, ...notes } = useNotes(name, hint)
  return (
    <div class="field">
      <label class="switch">
        <input
          id={notes.id}
          type="checkbox"
          name={name}
          value="true"
          defaultChecked={value}
          data-label={label}
          aria-describedby={described}
        />
        {label}
      </label>
      <Notes {...notes} />
    </div>
  )
}

interface SelectProps extends FieldProps {
  value?: string | undefined
  /** The label for no choice. */
  none: string
  choices: readonly Choice[]
}

export const SelectField = ({ value = '', none, choices, ...field }: SelectProps) => (
  <Field {...field}>
    {(control) => (
      <select {...control} defaultValue={value}>
        <option value="">{none}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
