import { useEffect } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { GROUPS, type Item } from './items.ts'

interface Props {
  /** The id of the field that the results belong to. The field keeps the focus. */
  id: string
  items: readonly Item[]
  active: Item | undefined
  choose: (item: Item) => void
}

/** The selectable items, by group. */
export function Results({ id, items, active, choose }: Props) {
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
              <Option key={item.key} id={`${id}-${item.key}`} item={item} isActive={item === active} choose={choose} />
            ))}
          </fieldset>
        ))}
    </div>
  )
}

interface OptionProps {
  id: string
  item: Item
  isActive: boolean
  choose: (item: Item) => void
}

const Option = ({ id, item, isActive, choose }: OptionProps) => (
  // The field keeps the focus, and its keys choose an item.
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isActive}
    class="option"
    onPointerDown={(event) => event.preventDefault()}
    onPointerUp={() => choose(item)}
  >
    <span>{item.title}</span>
    {item.kind && <span class="quiet">{item.kind}</span>}
  </div>
)
