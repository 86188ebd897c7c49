import { useId } from 'preact/hooks'
import { label } from '../i18n/language.ts'

interface Props {
  label: string
  value: string
  /** The label for no choice. Absent: something is always chosen. */
  none?: string
  choices: readonly { value: string; label: string }[]
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
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The values of an enum with their labels. */
export const labelled = (values: readonly string[]) => values.map((value) => ({ value, label: label(value) }))
