import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { Dialog } from './dialog.tsx'
import { areOff, KEYS, press, turn } from './keys.ts'
import { PALETTE_KEYS } from './palette-button.tsx'

const isOpen = signal(false)
const open = () => {
  isOpen.value = true
}

/** Opens the list of the keys. The key `?` opens it too. */
export const ShortcutsButton = () => (
  <button type="button" aria-keyshortcuts={KEYS.help} onClick={open}>
    {t('keys.title')}
  </button>
)

/** The keys of the page. Their list is outside of the menu that opens it, because a closed menu hides its content. */
export function Shortcuts() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event, open)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  const close = () => {
    isOpen.value = false
  }
  return isOpen.value ? <KeyList onClose={close} /> : null
}

function KeyList({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(!areOff())
  const change = (on: boolean) => {
    turn(on)
    setOn(on)
  }
  const keys = [...Object.entries(KEYS), ['palette', PALETTE_KEYS]] as [keyof typeof KEYS | 'palette', string][]
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class="facts">
        {keys.map(([name, key]) => (
          <div key={name}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <label class="choice">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => change(currentTarget.checked)} />
        {t('keys.on')}
      </label>
    </Dialog>
  )
}
