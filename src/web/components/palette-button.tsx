import { Search } from 'lucide'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { open as openSentences, t } from '../i18n/language.ts'
import { SECTIONS, type Sectioned } from '../screens.ts'
import { Icon } from './icon.tsx'
import { attempt } from './toasts.tsx'

type Palette = ComponentType<{ onClose: () => void }>

const SHORTCUT = 'Control+K'
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Opens what goes anywhere, which is loaded when it is first opened; Ctrl-K does too, unless a dialog is in front. */
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
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      // Else the browser's own search takes the keys.
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) void open()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" aria-keyshortcuts={SHORTCUT} title={t('palette.keys')} onClick={open}>
        <Icon of={Search} /> {t('palette.open')}
      </button>
      {isOpen && Palette && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
