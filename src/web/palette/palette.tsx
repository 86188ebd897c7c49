import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { moved } from '../components/moved.ts'
import { attempt } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import { route } from '../route.ts'
import { GROUPS, type Item, places, steps } from './items.ts'
import { Results } from './results.tsx'
import { useFound } from './use-found.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Opens any screen, section or record, and takes the steps of the displayed record, with the keyboard only. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  // The items are fixed when the palette opens, so that they do not move while the user chooses.
  const fixed = useMemo(() => [...steps(route.peek()), ...places()], [])
  const { items: found, fault } = useFound(text)
  const words = plain(text).split(/\s+/)
  const isMeant = ({ title }: Item) => words.every((word) => plain(title).includes(word))
  const items = [...fixed.filter(isMeant), ...found].sort(
    (one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group),
  )
  const choose = (item: Item | undefined) => {
    if (!item) return
    onClose()
    void attempt(item.choose)
  }
  const press = (event: KeyboardEvent) => {
    const next = moved(event.key, active, items.length || 1)
    if (next === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (next === undefined) choose(items[active])
    else setActive(next)
  }
  // The dialog opened before, and gave the focus to its first button.
  useLayoutEffect(() => field.current?.focus(), [])

  return (
    <Dialog title={t('palette.title')} onClose={onClose}>
      <div class="field">
        <label for={id}>{t('palette.label')}</label>
        <input
          ref={field}
          id={id}
          type="text"
          role="combobox"
          autocomplete="off"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={items[active] && `${id}-${items[active].key}`}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            setActive(0)
          }}
          onKeyDown={press}
        />
      </div>
      <p class="quiet" role="status">
        {fault || t('palette.results', { count: items.length })}
      </p>
      <Results id={id} items={items} active={items[active]} choose={choose} />
    </Dialog>
  )
}
