import { useEffect } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { GROUPS, type Item } from './items.ts'

interface Props {
  /** Of the field that they belong to, which keeps the focus. */
  id: string
  items: readonly Item[]
  active: Item | undefined
  choose: (item: Item) => void
}

/** What can be chosen, group by group. */
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
  // The focus stays in the field: its keys choose.
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
