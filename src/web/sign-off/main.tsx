import { render } from 'preact'
import { Page } from './page.tsx'

// The token leaves the address at once: from here on it is in memory only.
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)

const page = document.getElementById('page')
if (page) render(<Page token={token} />, page)
