import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { Daemon, freePorts } from '../../ops/cli/loopback/processes.ts'
import { TOOLS } from '../../ops/cli/tools.ts'
import { TemporaryFolder } from '../ops/support/stack.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { addressOf, canVisit, dashboardOf, goTo, signIn, whenVisible } from './dashboard.ts'

/** The gateway under a path, behind the real proxies with the settings that docs/configuration.md gives. */

const installed = [
  requireTool('/usr/sbin/nginx', 'apt-get install nginx-light'),
  requireTool('caddy', TOOLS.caddy.install),
  requireTool('traefik', TOOLS.traefik.install),
]
const suite = installed.every(Boolean) ? describe : describe.skip

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
const snippetOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(GUIDE)?.[1] ?? ''

const PAGES = ['', '/', '/campaigns/1', '/invite', '/signed-in', '/docs', '/audit', '/graphql', '/graphql/']

suite('under /cm', () => {
  let gateway: TestServer
  let windows: Windows
  const proxies: Record<string, string> = {}

  setUp(async (opened) => {
    if (canVisit) windows = opened.use(await startBrowser())
    const folder = opened.use(new TemporaryFolder()).path
    const [nginx = 0, removing = 0, caddy = 0, traefik = 0] = await freePorts(4)
    gateway = opened.use(await startServer({ PUBLIC_URL: 'https://example.org/cm', PUBLIC_DOCS: 'true' }))
    const { host } = new URL(gateway.url)
    const block = snippetOf('nginx').replace('gateway:4000', host)
    const without = block
      .replace('location ~ ^/cm(/|$)', 'location /cm/')
      .replace(`http://${host};`, `http://${host}/;`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; ${temporary}
server { listen 127.0.0.1:${nginx}; ${block} } server { listen 127.0.0.1:${removing}; ${without} } }`,
    )
    const site = snippetOf('caddyfile')
      .replace('gateway:4000', host)
      .replace('example.org', `http://127.0.0.1:${caddy}`)
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`)
    const routes = snippetOf('yaml').replace('gateway:4000', host).replace('example.org', '127.0.0.1')
    writeFileSync(join(folder, 'routes.yml'), routes)
    const started = [
      new Daemon('nginx', ['-e', join(folder, 'log'), '-c', join(folder, 'nginx.conf')]),
      new Daemon('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      }),
      new Daemon('traefik', [
        `--entryPoints.web.address=127.0.0.1:${traefik}`,
        `--providers.file.filename=${join(folder, 'routes.yml')}`,
        '--global.checkNewVersion=false',
        '--global.sendAnonymousUsage=false',
      ]),
    ]
    for (const daemon of started) opened.use(daemon)
    Object.assign(proxies, {
      nginx: `http://127.0.0.1:${nginx}`,
      'nginx that removes the path': `http://127.0.0.1:${removing}`,
      Caddy: `http://127.0.0.1:${caddy}`,
      Traefik: `http://127.0.0.1:${traefik}`,
    })
    await started[0]?.ready(`${proxies.nginx}/cm/healthz`, PATIENCE_MS)
    await started[1]?.ready(`${proxies.Caddy}/cm/healthz`, PATIENCE_MS)
    await started[2]?.ready(`${proxies.Traefik}/cm/healthz`, PATIENCE_MS)
  })

  const get = async (address: string) => {
    const response = await fetch(address, { headers: { Accept: 'text/html,*/*' } })
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
  }

  describe.each(['nginx', 'nginx that removes the path', 'Caddy', 'Traefik'])('behind %s', (name) => {
    const passesOn = name !== 'nginx that removes the path'

    test.each(passesOn ? PAGES : PAGES.slice(1))('the page %s and all that it loads is there', async (path) => {
      const origin = proxies[name] ?? ''
      const page = await get(`${origin}/cm${path}`)
      expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8'])
      const addresses = [...page.text.matchAll(/\s(?:href|src)="(\/[^"]*)"/g)].map(([, address = '']) => address)
      expect(addresses.filter((address) => !address.startsWith('/cm/'))).toEqual([])
      const files = addresses.filter((address) => /\.(css|m?js|svg)$/.test(address))
      expect(files.length).toBeGreaterThan(0)
      for (const file of files) expect([file, (await get(origin + file)).status]).toEqual([file, 200])
    })

    test('the API answers, REST and GraphQL', async () => {
      const { token } = gateway.actor()
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const base = `${proxies[name]}/cm`
      expect((await fetch(`${base}/api/clients`, { headers })).status).toBe(200)
      const body = JSON.stringify({ query: '{ clients { totalCount } }' })
      const answer = await fetch(`${base}/graphql`, { method: 'POST', headers, body })
      expect(await answer.json()).toEqual({ data: { clients: { totalCount: 0 } } })
    })
  })

  for (const name of ['nginx', 'Caddy', 'Traefik'])
    whenVisible(`behind ${name} the console signs in, goes live and opens a screen that it loads later`, async () => {
      const actor = gateway.actor()
      await using visited = await dashboardOf(windows, `${proxies[name]}/cm`, actor)
      const { page } = visited
      await goTo(page, 'Clients')
      expect(new URL(page.url()).pathname).toBe('/cm/clients')
      await page.goto(`${proxies[name]}/cm/privacy/consents?search=Thandi`)
      await signIn(page, actor.token)
      await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
      expect(addressOf(page)).toBe('/cm/privacy/consents#search=Thandi')
      expect([visited.foreign, visited.complaints]).toEqual([[], []])
    })

  test.each(['nginx', 'Caddy', 'Traefik'])('%s passes no other path on', async (name) => {
    for (const path of ['/', '/cmx/healthz', '/healthz'])
      expect([path, (await fetch(`${proxies[name]}${path}`)).headers.get('x-request-id')]).toEqual([path, null])
  })

  test('addresses that only begin like the path are not taken for it', async () => {
    expect((await gateway.fetch('/cmx/healthz')).status).toBe(404)
    expect((await gateway.fetch('/cm?x=1', { headers: { Accept: 'text/html' } })).status).toBe(200)
    expect((await gateway.fetch('/healthz')).status).toBe(200)
  })
})

test('a path that the gateway serves itself is refused', async () => {
  await expect(startServer({ PUBLIC_URL: 'https://example.org/api/v1' })).rejects.toThrow(/PUBLIC_URL.*such as \/api/)
})
