import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { FormContext } from './form.tsx'

interface FieldProps {
  name: string
  label: string
  hint?: string
  required?: boolean
}

/** What a control needs to say of itself, whichever it is. */
interface Control {
  id: string
  name: string
  'data-label': string
  'aria-required'?: boolean | undefined
  'aria-invalid': boolean
  'aria-describedby'?: string | undefined
}

/** A label, a control, and beside it what the server says of the field. */
function Field({
  name,
  label,
  hint,
  required,
  children,
}: FieldProps & { children: (control: Control) => ComponentChildren }) {
  const { id: form, faults } = useContext(FormContext)
  const id = `${form}-${name}`
  const fault = faults[name]
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const control = {
    id,
    name,
    'data-label': label,
    'aria-required': required,
    'aria-invalid': fault !== undefined,
    'aria-describedby': described || undefined,
  }
  return (
    <div class="field">
      <label for={id}>
        {label}
        {required && <span class="quiet"> ({t('form.mark')})</span>}
      </label>
      {children(control)}
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
    </div>
  )
}

type TextProps = FieldProps & {
  value?: string | undefined
  type?: 'text' | 'email' | 'tel' | 'date' | 'datetime-local'
  inputMode?: 'decimal' | 'numeric'
  /** Values that are offered; others may be typed. */
  choices?: readonly string[]
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
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

export function LongTextField({
  value = '',
  rows = 3,
  ...field
}: FieldProps & { value?: string | undefined; rows?: number }) {
  return <Field {...field}>{(control) => <textarea {...control} rows={rows} defaultValue={value} />}</Field>
}

interface SelectProps extends FieldProps {
  value?: string | undefined
  /** What stands for no choice. */
  none: string
  choices: readonly { value: string; label: string }[]
}

export function SelectField({ value = '', none, choices, ...field }: SelectProps) {
  return (
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
}
