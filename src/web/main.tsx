import { render } from 'preact'
import { Session, SessionProvider } from './api/session.ts'
import { App } from './app.tsx'
import { start } from './i18n/language.ts'

const page = document.getElementById('page')
if (page) {
  const session = new Session()
  session.resume()
  await start()
  render(
    <SessionProvider value={session}>
      <App />
    </SessionProvider>,
    page,
  )
}
