import { render } from 'preact'
import { Page } from './page.tsx'

// The token is removed from the address at once. From then on it is only in memory.
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)

const page = document.getElementById('page')
if (page) render(<Page token={token} />, page)
