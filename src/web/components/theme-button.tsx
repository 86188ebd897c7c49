import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'

const system = matchMedia('(prefers-color-scheme: dark)')

/** The system's theme until the person decides; that holds for as long as the page is open. */
export function ThemeButton() {
  const [isDark, setDark] = useState(system.matches)
  useEffect(() => {
    const follow = () => {
      if (!document.documentElement.dataset.theme) setDark(system.matches)
    }
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
  const toggle = () => {
    document.documentElement.dataset.theme = isDark ? 'light' : 'dark'
    setDark(!isDark)
  }
  return (
    <button type="button" onClick={toggle}>
      {isDark ? t('theme.light') : t('theme.dark')}
    </button>
  )
}
