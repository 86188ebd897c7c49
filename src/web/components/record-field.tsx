import { X } from 'lucide'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useTyped } from '../api/use-typed.ts'
import { t } from '../i18n/language.ts'
import { type Control, Field, type FieldProps } from './fields.tsx'
import { heldOf, type Named, recordHeld } from './held-record.ts'
import { Icon } from './icon.tsx'
import { moved, Option } from './option.tsx'
import type { Find } from './record-choices.ts'

interface Props extends FieldProps {
  find: Find
  /** Shown while no record is chosen. */
  none: string
  value?: Named | undefined
  /** For a field outside of a form: receives each chosen record, or undefined for no record. */
  onChoose?: ((record: Named | undefined) => void) | undefined
  /** Whether the field is empty again after each choice. The form reads another control then. */
  isMany?: boolean
}

/** Chooses a record by its name. The server searches. */
export const RecordField = (props: Props) => (
  <Field {...props}>{(control) => <Chooser {...props} control={control} />}</Field>
)

function Chooser({ control, find, none, value: initial, onChoose, isMany = false }: Props & { control: Control }) {
  const { name, 'data-label': title, ...own } = control
  const held = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(initial)
  // Undefined while the list is closed. The name of the chosen record is no search.
  const [search, setSearch] = useState<string>()
  const [active, setActive] = useState(-1)
  const { found, fault } = useTyped(search, find)
  const isOpen = search !== undefined
  const items = found?.found ?? []
  const open = (text: string, first: number) => {
    setSearch(text)
    setActive(first)
  }
  const show = (record: Named | undefined) => {
    setChosen(record)
    setSearch(undefined)
    if (field.current) field.current.value = record?.name ?? ''
  }
  const hold = (record: Named | undefined) => {
    if (!held.current) return
    held.current.value = isMany ? '' : heldOf(record)
    held.current.dispatchEvent(new Event('input', { bubbles: true }))
    onChoose?.(record)
  }
  const type = ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
    if (value === '') hold(undefined)
    open(value.trim(), value === '' ? -1 : 0)
  }
  const close = () => show(recordHeld(held.current?.value ?? ''))
  const press = (event: KeyboardEvent) => {
    const next = moved(event.key, active, items.length || 1)
    const isOfList = next !== undefined || (isOpen && (event.key === 'Enter' || event.key === 'Escape'))
    if (!isOfList) return
    // Otherwise Enter would send the form, and Escape would close the dialog.
    event.preventDefault()
    if (next !== undefined) open(search ?? '', isOpen ? next : 0)
    else if (event.key === 'Enter' && items[active]) hold(items[active])
    else close()
  }
  useEffect(() => {
    if (isOpen) document.getElementById(`${own.id}-list`)?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, found])
  useEffect(() => {
    document.getElementById(`${own.id}-option-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div class="chooser">
      <input
        ref={held}
        type="hidden"
        name={isMany ? undefined : name}
        data-label={title}
        required={own['aria-required'] ?? false}
        defaultValue={heldOf(initial)}
        onInput={({ currentTarget }) => show(recordHeld(currentTarget.value))}
      />
      <input
        {...own}
        ref={field}
        type="text"
        role="combobox"
        autocomplete="off"
        placeholder={none}
        defaultValue={initial?.name ?? ''}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${own.id}-list`}
        aria-activedescendant={isOpen && items[active] ? `${own.id}-option-${active}` : undefined}
        onInput={type}
        onClick={() => !isOpen && open('', -1)}
        onKeyDown={press}
        onBlur={close}
      />
      {chosen && (
        <button
          type="button"
          class="plain"
          aria-label={t('choice.clear', { name: title })}
          onClick={() => hold(undefined)}
        >
          <Icon of={X} />
        </button>
      )}
      {isOpen && (
        <div class="choice-list">
          <div id={`${own.id}-list`} role="listbox" tabIndex={-1} aria-label={title}>
            {items.map((item, place) => (
              <Option
                key={item.id}
                id={`${own.id}-option-${place}`}
                isActive={place === active}
                choose={() => hold(item)}
              >
                {item.name}
              </Option>
            ))}
          </div>
          <p class="quiet" role="status">
            {fault ?? (found ? countOf(found.total, items.length) : t('loading'))}
          </p>
        </div>
      )}
    </div>
  )
}

function countOf(total: number, shown: number): string {
  if (total === 0) return t('choice.none')
  return total > shown ? t('choice.more', { shown, total }) : t('choice.all', { count: total })
}
