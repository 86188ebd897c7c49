import { escapeUTF8 as escaped } from 'entities'
import { type Availability, DAYS, percent } from './availability.ts'
import type { ClientRecord } from './record.ts'

/** Whether an address is a public page. The status page does not show the addresses of logins and ports. */
const isPublic = ({ module }: Availability): boolean => module === 'http_2xx' || module === 'http_2xx_ssl'

/** The address without a query, which may hold anything. */
const nameOf = (target: string): string => {
  const { host, pathname } = new URL(target)
  return host + pathname.replace(/\/$/, '')
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 1rem auto; padding: 0 1rem }
h2 { font-size: 1rem; display: flex; justify-content: space-between; margin: 1.5rem 0 .25rem }
ol { display: flex; gap: 2px; list-style: none; margin: 0; padding: 0; height: 2rem }
li { flex: 1; background: #1a7f37 } li.some { background: #bf8700 } li.down { background: #cf222e }
.up { color: #1a7f37 } .down strong, strong.down { color: #cf222e }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }`

const STATES = { up: 'ONLINE', down: 'OFFLINE', unknown: 'NOT MEASURED' }

const stateOf = ({ isUp }: Availability): keyof typeof STATES => (isUp === undefined ? 'unknown' : isUp ? 'up' : 'down')

const classOf = (share: number): string => (share >= 0.999 ? 'all' : share >= 0.95 ? 'some' : 'down')

const site = (each: Availability): string => {
  const days = each.daily.map(
    ({ date, share }) =>
      `<li class="${classOf(share)}" title="${date}: ${percent(share)}"><span class="hidden">${date}: ${percent(share)}</span></li>`,
  )
  const state = stateOf(each)
  return `<section><h2>${escaped(nameOf(each.target))} <strong class="${state}">${STATES[state]}</strong></h2>
<ol>${days.join('')}</ol><p>${percent(each.share)} of the last ${DAYS} days</p></section>`
}

/** The status page of a client's public sites: one file without scripts, for a web server or a frame of another page. */
export const statusPage = ({ name }: Pick<ClientRecord, 'name'>, all: Availability[], now: Date): string => {
  const sites = all.filter(isPublic)
  const down = sites.filter(({ isUp }) => isUp === false).length
  const summary = down === 0 ? 'All sites are online' : `${down} of ${sites.length} sites are offline`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta http-equiv="refresh" content="60">
<meta name="robots" content="noindex">
<title>${escaped(name)}: status</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(name)}</h1>
<p role="status">${summary}. Measured at <time datetime="${now.toISOString()}">${now.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>.</p>
${sites.map(site).join('\n')}
</main>
</body>
</html>
`
}
