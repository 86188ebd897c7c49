import { render } from 'preact'
import { Session, SessionProvider } from './api/session.ts'
import { App } from './app.tsx'

const page = document.getElementById('page')
if (page) {
  render(
    <SessionProvider value={new Session()}>
      <App />
    </SessionProvider>,
    page,
  )
}
