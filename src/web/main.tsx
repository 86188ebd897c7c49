import { render } from 'preact'
import { session } from './api/session.ts'
import { App } from './app.tsx'
import { restoreTheme } from './components/theme-button.tsx'
import { start } from './i18n/language.ts'

const page = document.getElementById('page')
if (page) {
  restoreTheme()
  void session.resume()
  await start()
  render(<App />, page)
}
