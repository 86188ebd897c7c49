import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { Dialog } from './dialog.tsx'
import { areOff, KEYS, press, turn } from './keys.ts'
import { PALETTE_KEYS } from './palette-button.tsx'

/** Handles the keys of the page. `help` shows their list. */
export function useShortcuts(help: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event, help)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** The keys of the page. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
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
