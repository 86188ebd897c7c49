import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { label } from '../i18n/language.ts'

interface Props {
  label: string
  value: string
  /** The label for no choice. Absent: something is always chosen. */
  none?: string
  choices: readonly { value: string; label: string; lang?: string }[]
  disabled?: boolean
  onChoose: (value: string) => void
}

/** A choice that takes effect at once. A form has `SelectField` instead. */
export function Select({ label: title, value, none, choices, disabled = false, onChoose }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{title}</label>
      <select id={id} value={value} disabled={disabled} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} lang={choice.lang}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

interface InputProps {
  label: string
  value: string
  type?: 'text' | 'date'
  inputMode?: 'decimal'
  required?: boolean
  min?: string
  max?: string
  /** Suggested values. Other values may be typed. */
  choices?: readonly { value: string; label?: string }[] | undefined
  fault?: string | undefined
  onChoose: (value: string) => void
}

/** A value that takes effect when the field loses the focus or Enter is pressed. A form has `TextField` instead. */
export function Input({ label: title, value, choices, fault, onChoose, ...attributes }: InputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Set only when it changes: when the page is read again, the text that somebody is typing stays.
  useLayoutEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  return (
    <div class="field">
      <label for={id}>{title}</label>
      <input
        {...attributes}
        ref={input}
        id={id}
        list={choices && `${id}-choices`}
        autocomplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={fault && `${id}-fault`}
        // A date input is invalid until the whole year is typed.
        onChange={({ currentTarget }) => currentTarget.validity.valid && onChoose(currentTarget.value)}
      />
      {choices && (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice.value} {...choice} />
          ))}
        </datalist>
      )}
      {fault && (
        <p id={`${id}-fault`} class="fault" role="alert">
          {title} {fault}
        </p>
      )}
    </div>
  )
}

/** The values of an enum with their labels. */
export const labelled = (values: readonly string[]) => values.map((value) => ({ value, label: label(value) }))
