import { render } from 'preact'
import { Session, SessionProvider } from './api/session.ts'
import { App } from './app.tsx'

const page = document.getElementById('page')
if (page) {
  const session = new Session()
  session.resume()
  render(
    <SessionProvider value={session}>
      <App />
    </SessionProvider>,
    page,
  )
}
