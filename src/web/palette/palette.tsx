import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { FindDocument } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { useTyped } from '../api/use-typed.ts'
import { Dialog } from '../components/dialog.tsx'
import { moved, Option } from '../components/option.tsx'
import { contains } from '../components/record-choices.ts'
import { attempt } from '../components/toasts.tsx'
import { t } from '../i18n/language.ts'
import { goTo, route } from '../route.ts'
import { GROUPS, type Item, places, steps } from './items.ts'

interface Props {
  /** The id of the field that the results belong to. The field keeps the focus. */
  id: string
  items: readonly Item[]
  active: Item | undefined
  choose: (item: Item) => void
}

/** The selectable items, by group. */
function Results({ id, items, active, choose }: Props) {
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [active?.key])
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('palette.title')} class="palette">
      {GROUPS.map((group) => ({ group, own: items.filter((item) => item.group === group) }))
        .filter(({ own }) => own.length > 0)
        .map(({ group, own }) => (
          <fieldset key={group}>
            <legend class="quiet">{t(`palette.${group}`)}</legend>
            {own.map((item) => (
              <Option key={item.key} id={`${id}-${item.key}`} isActive={item === active} choose={() => choose(item)}>
                <span>{item.title}</span>
                {item.kind && <span class="quiet">{item.kind}</span>}
              </Option>
            ))}
          </fieldset>
        ))}
    </div>
  )
}

const SHORTEST = 2

/** Records whose names contain the typed text. */
function useFound(text: string): { items: readonly Item[]; fault: string } {
  const may = (feature: string) => session.may(`org:${feature}:read`)
  const { found = [], fault = '' } = useTyped(
    text.trim().length < SHORTEST ? undefined : text.trim(),
    async (ask, search): Promise<Item[]> => {
      const asked = { search, clients: may('clients'), campaigns: may('campaigns'), content: may('content') }
      const { campaigns, clients, contents } = await ask(FindDocument, asked)
      return [
        ...(campaigns?.nodes ?? []).map(({ id, name }) => itemOf('campaigns', id, name)),
        ...(clients?.nodes ?? []).map(({ id, name }) => itemOf('clients', id, name)),
        ...(contents?.nodes ?? []).map(({ id, title }) => itemOf('content', id, title)),
      ]
    },
  )
  return { items: found, fault }
}

const itemOf = (screen: 'campaigns' | 'clients' | 'content', id: string, title: string): Item => ({
  key: id,
  group: 'found',
  title,
  kind: t(`screens.${screen}`),
  choose: () => goTo(screen, [id]),
})

/** Opens any screen, section or record, and takes the steps of the displayed record, with the keyboard only. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  // The items are fixed when the palette opens, so that they do not move while the user chooses.
  const fixed = useMemo(() => [...steps(route.peek()), ...places()], [])
  const { items: found, fault } = useFound(text)
  const items = [...fixed.filter(({ title }) => contains(title, text)), ...found].sort(
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
