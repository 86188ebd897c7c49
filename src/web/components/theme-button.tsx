import { useState } from 'preact/hooks'

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches

/** The system's theme until the person decides; that holds for as long as the page is open. */
export function ThemeButton() {
  const [isDark, setDark] = useState(prefersDark)
  const toggle = () => {
    document.documentElement.dataset.theme = isDark ? 'light' : 'dark'
    setDark(!isDark)
  }
  return (
    <button type="button" onClick={toggle}>
      {isDark ? 'Light' : 'Dark'} theme
    </button>
  )
}
