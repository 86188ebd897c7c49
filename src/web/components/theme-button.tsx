import { useEffect, useState } from 'preact/hooks'
import { t } from '../i18n/language.ts'

const system = matchMedia('(prefers-color-scheme: dark)')

const KEY = 'theme'
const chosen = () => document.documentElement.dataset.theme
const isDarkNow = () => (chosen() ? chosen() === 'dark' : system.matches)

/** Applies the theme that the user chose at an earlier visit. */
export function restoreTheme(): void {
  const theme = localStorage.getItem(KEY)
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}

/** The system's theme until the user chooses one. */
export function ThemeButton() {
  const [isDark, setDark] = useState(isDarkNow)
  useEffect(() => {
    const follow = () => {
      if (!chosen()) setDark(system.matches)
    }
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
  const toggle = () => {
    const theme = isDark ? 'light' : 'dark'
    document.documentElement.dataset.theme = theme
    localStorage.setItem(KEY, theme)
    setDark(!isDark)
  }
  return (
    <button type="button" onClick={toggle}>
      {isDark ? t('theme.light') : t('theme.dark')}
    </button>
  )
}
