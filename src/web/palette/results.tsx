import { useEffect } from 'preact/hooks'
import { Option } from '../components/option.tsx'
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
