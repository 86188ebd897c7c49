import { render } from 'preact'
import { Session, SessionProvider } from './api/session.ts'
import { App } from './app.tsx'
import { restoreTheme } from './components/theme-button.tsx'
import { start } from './i18n/language.ts'

const page = document.getElementById('page')
if (page) {
  restoreTheme()
  const session = new Session()
  void session.resume()
  await start()
  render(
    <SessionProvider value={session}>
      <App />
    </SessionProvider>,
    page,
  )
}
