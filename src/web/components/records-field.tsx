import { X } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import type { FieldProps } from './fields.tsx'
import { heldOfAll, type Named, recordsHeld } from './held-record.ts'
import { Icon } from './icon.tsx'
import type { Find } from './record-choices.ts'
import { RecordField } from './record-field.tsx'

export interface RecordsProps extends FieldProps {
  find: Find
  /** The text of the empty field. */
  none: string
  value?: Named[] | undefined
  /** Receives each record when chosen. */
  onAdd?: (record: Named) => void
}

/** Chooses several records by their names. The server searches. */
export function RecordsField({ find, none, value = [], onAdd, ...field }: RecordsProps) {
  const held = useRef<HTMLInputElement>(null)
  const [records, setRecords] = useState(value)
  const hold = (chosen: readonly Named[]) => {
    if (!held.current) return
    held.current.value = heldOfAll(chosen)
    held.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const add = (record: Named | undefined) => {
    if (!record) return
    if (records.every(({ id }) => id !== record.id)) hold([...records, record])
    onAdd?.(record)
  }
  return (
    <>
      <input
        ref={held}
        type="hidden"
        name={field.name}
        required={field.required}
        data-label={field.label}
        defaultValue={heldOfAll(value)}
        onInput={({ currentTarget }) => setRecords(recordsHeld(currentTarget.value))}
      />
      <RecordField {...field} find={find} none={none} onChoose={add} isMany />
      {records.length > 0 && (
        <ul class="choices">
          {records.map((record) => (
            <li key={record.id} class="badge">
              {record.name}
              <button
                type="button"
                class="plain"
                aria-label={t('choice.remove', { name: record.name })}
                onClick={() => hold(records.filter(({ id }) => id !== record.id))}
              >
                <Icon of={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
