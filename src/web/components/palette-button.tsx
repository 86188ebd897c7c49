import { Search } from 'lucide'
import type { ComponentType } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { open as openSentences, t } from '../i18n/language.ts'
import { SECTIONS, type Sectioned } from '../screens.ts'
import { Icon } from './icon.tsx'
import { attempt } from './toasts.tsx'

type Palette = ComponentType<{ onClose: () => void }>

const SHORTCUT = 'Control+K'
/** The same as the page shows it. */
export const PALETTE_KEYS = 'Ctrl+K'
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Opens the command palette, which is loaded on first use. Ctrl-K opens it too, unless a dialog is open. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  const [Palette, setPalette] = useState<Palette>()
  const open = () =>
    attempt(async () => {
      const [{ default: Loaded }] = await Promise.all([
        import('../palette/palette.tsx'),
        ...(Object.keys(SECTIONS) as Sectioned[]).map(openSentences),
      ])
      setPalette(() => Loaded)
      setOpen(true)
    })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      // Prevents the browser's own search shortcut.
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) void open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" aria-keyshortcuts={SHORTCUT} title={PALETTE_KEYS} onClick={open}>
        <Icon of={Search} /> <span>{t('palette.open')}</span>
      </button>
      {isOpen && Palette && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
