/** @long it signs in at an identity provider, each time in a new browser. */
import { describe, expect } from '@jest/globals'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { startBrowser, type Visit, type Windows } from '../support/browser.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { inOrganization } from '../support/organization.ts'
import { clientBody } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { addressOf, canVisit, goTo, isLive, openUserMenu, whenVisible } from './dashboard.ts'

let provider: IdentityProvider
let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  provider = opened.use(await startIdentityProvider())
  server = opened.use(await startServer(provider.settings))
  windows = opened.use(await startBrowser())
})

/** Logs in at the provider, and agrees to what it asks. */
async function logIn(page: Page, login = 'thandi'): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Begins at the dashboard, and comes back signed in for an organization. */
async function signIn(page: Page, organization = 'org_north'): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await logIn(page)
  await page.getByRole('button', { name: organization }).click()
  const consent = page.getByRole('button', { name: 'Continue' })
  await consent.or(page.getByRole('status').getByText('Live', { exact: true })).waitFor()
  if (await consent.isVisible()) await consent.click()
  await isLive(page)
}

/** What the tab keeps of the session. */
const storedUser = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))
    const { access_token, refresh_token } = JSON.parse((key && sessionStorage.getItem(key)) || '{}')
    return { access: access_token as string | undefined, refresh: refresh_token as string | undefined }
  })

/** The texts that other pages, later visits or a reader of the address could see. */
async function exposed(page: Page): Promise<string> {
  const own = await page.evaluate(() => JSON.stringify([{ ...localStorage }, location.href, document.cookie]))
  const { origins } = await page.context().storageState({ indexedDB: true })
  return own + JSON.stringify(origins) + (await page.content())
}

async function shown(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** The provider's own pages ask for fonts that are not on this machine. */
const isOfPolicy = (complaint: string) => /policy|trusted/i.test(complaint)

const showsOrganization = (page: Page, name: string) => page.locator('.caller').getByText(name).waitFor()

describe('by the identity provider', () => {
  whenVisible('comes back to where the person was; a reload and a second tab need no further login', async () => {
    await provider.serve(server.url)
    await using visited = await windows.open(`${server.url}/clients`)
    const { page, context, complaints } = visited
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await shown(page, 'sign-in')
    await signIn(page)
    expect(addressOf(page)).toBe('/clients')
    expect(new URL(page.url()).search).toBe('')
    await showsOrganization(page, 'Manager, org_north')
    const { access = '' } = await storedUser(page)
    expect(access).toMatch(/^eyJ/)
    expect(await exposed(page)).not.toContain(access)

    const granted = provider.granted.length
    await page.reload()
    await isLive(page)
    const second = await context.newPage()
    await second.goto(`${server.url}/`)
    await isLive(second)
    await showsOrganization(second, 'Manager, org_north')
    expect(await exposed(second)).not.toContain(access)
    expect(provider.granted.length).toBe(granted)
    expect(complaints.filter(isOfPolicy)).toEqual([])
  })

  whenVisible('is repeated at the provider for an operation that demands a fresh sign-in', async () => {
    await provider.serve(server.url)
    await using visited = await windows.open(`${server.url}/clients`)
    const { page } = visited
    await signIn(page, 'org_south')
    const { access = '' } = await storedUser(page)
    const headers = { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify(clientBody({ name: 'Karoo Foods' }))
    expect((await server.fetch('/api/clients', { method: 'POST', headers, body })).status).toBe(201)
    const exported = async () => (await server.fetch('/api/clients/export', { headers })).status
    const demand = (security: string | null) =>
      inOrganization(
        server,
        { organizationId: 'org_south' },
        sql`update organization set security = ${security}::jsonb`,
      )
    expect(await exported()).toBe(200)
    await demand('{"stepUpMinutes": 5}')
    // No event announces a change by hand: the setting applies when the cached one is five seconds old.
    await until('the demand', async () => (await exported()) === 401)
    await page.getByText('Karoo Foods').first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByPlaceholder('Enter any login').waitFor()
    await demand(null)
  })

  whenVisible('once all tabs are closed, the provider knows the person, and asks for nothing', async () => {
    await provider.serve(server.url)
    await using visited = await windows.open(`${server.url}/`)
    const { page, context } = visited
    await signIn(page)
    await page.close()
    const next = await context.newPage()
    await next.goto(`${server.url}/?sign-in`)
    await next.getByRole('button', { name: 'org_south' }).click()
    const consent = next.getByRole('button', { name: 'Continue' })
    await consent.or(next.locator('.caller')).first().waitFor()
    if (await consent.isVisible()) await consent.click()
    await showsOrganization(next, 'org_south')
  })

  whenVisible('signs out in every tab, and at the provider', async () => {
    await provider.serve(server.url, { refresh: true })
    await using visited = await windows.open(`${server.url}/`)
    const { page, context } = visited
    await signIn(page)
    const second = await context.newPage()
    await second.goto(`${server.url}/`)
    await isLive(second)
    await openUserMenu(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    const confirm = page.getByRole('button', { name: /yes, sign me out/i })
    await confirm.waitFor()
    expect(provider.revoked).toEqual(['revocation'])
    await confirm.click()
    for (const each of [page, second]) {
      await each.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(await storedUser(each)).toEqual({})
      expect(new URL(each.url()).search).toBe('')
    }
    await second.getByRole('button', { name: 'Sign in' }).click()
    await second.getByPlaceholder('Enter any login').waitFor()
  })

  whenVisible('chooses among the organizations of a token that names several, and switches', async () => {
    await provider.serve(server.url)
    await using visited = await windows.open(`${server.url}/`)
    const { page } = visited
    await page.getByRole('button', { name: 'Sign in' }).click()
    await logIn(page)
    await page.getByText('For which organization?').waitFor()
    await shown(page, 'organizations')
    await page.getByRole('button', { name: 'org_north' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await showsOrganization(page, 'org_north')
    await openUserMenu(page)
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByRole('button', { name: 'org_south' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await showsOrganization(page, 'org_south')
    await shown(page, 'switched')
  })

  whenVisible('says what the provider refused, and offers another attempt', async () => {
    await provider.serve(server.url)
    await using visited = await windows.open(`${server.url}/campaigns`)
    const { page } = visited
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('You are not signed in').waitFor()
    await page.getByText(/aborted/).waitFor()
    await shown(page, 'refused')
    await page.getByRole('link', { name: 'Go back and try again' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(addressOf(page)).toBe('/campaigns')
  })

  whenVisible('says so when the provider cannot be reached, and a token can be pasted all the same', async () => {
    await using away = await startServer({ AUTH_ISSUER: 'http://127.0.0.1:1', AUTH_CLIENT_ID: 'dashboard' })
    await using visited = await windows.open(`${away.url}/`)
    const { page } = visited
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The identity provider cannot be reached').waitFor()
    await page.getByText('Advanced: with an access token').click()
    await page.getByLabel('Access token').waitFor()
  })

  whenVisible('takes no code that this tab has not asked for', async () => {
    await provider.serve(server.url)
    const granted = provider.granted.length
    await using visited = await windows.open(`${server.url}/signed-in?code=of-somebody-else&state=unknown`)
    const { page } = visited
    await page.getByRole('alert').getByText('You are not signed in').waitFor()
    expect(await storedUser(page)).toEqual({})
    expect(provider.granted.length).toBe(granted)
  })
})

describe('renewal', () => {
  const renewed = (page: Page, before: string | undefined) =>
    until('another token', async () => {
      const { access } = await storedUser(page)
      return access !== undefined && access !== before
    })

  whenVisible('by refresh tokens of one use continues in two tabs', async () => {
    await provider.serve(server.url, { refresh: true, seconds: 34 })
    provider.refused.length = 0
    await using visited = await windows.open(`${server.url}/`)
    const { page, context } = visited
    await signIn(page)
    const second = await context.newPage()
    await second.goto(`${server.url}/`)
    await isLive(second)
    for (let round = 0; round < 2; round++) {
      const [one, other] = await Promise.all([storedUser(page), storedUser(second)])
      expect(one.refresh).toBeDefined()
      await Promise.all([renewed(page, one.access), renewed(second, other.access)])
    }
    expect(provider.granted).toContain('refresh_token')
    expect(provider.refused).toEqual([])
    for (const each of [page, second]) {
      await isLive(each)
      await goTo(each, 'Clients')
    }
  })

  whenVisible('in one tab is waited for by the other, however late it tells of it', async () => {
    await provider.serve(server.url, { refresh: true, seconds: 34 })
    provider.refused.length = 0
    await using visited = await windows.open(`${server.url}/`)
    const { page, context } = visited
    await signIn(page)
    await context.addInitScript(() => {
      const post = BroadcastChannel.prototype.postMessage
      BroadcastChannel.prototype.postMessage = function (message) {
        const isLate = message.kind === 'held' && sessionStorage.getItem('late') !== null
        setTimeout(() => post.call(this, message), isLate ? 1500 : 0)
      }
    })
    await page.reload()
    await isLive(page)
    const second = await context.newPage()
    await second.goto(`${server.url}/`)
    await isLive(second)
    for (const each of [page, second]) await each.evaluate(() => sessionStorage.setItem('late', 'yes'))
    const [one, other] = await Promise.all([storedUser(page), storedUser(second)])
    await Promise.all([renewed(page, one.access), renewed(second, other.access)])
    expect(provider.refused).toEqual([])
    for (const each of [page, second]) await isLive(each)
  })

  whenVisible('while the gateway cannot be reached asks nobody to sign in again', async () => {
    await provider.serve(server.url, { refresh: true, seconds: 34 })
    await using visited = await windows.open(`${server.url}/`)
    const { page } = visited
    await signIn(page)
    const { access } = await storedUser(page)
    await page.route('**/graphql', (route) => route.abort())
    await renewed(page, access)
    await page.unroute('**/graphql')
    await isLive(page)
    await goTo(page, 'Clients')
    await page.getByText('No client matches.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  /** As the gateway answers once a token has expired, which it does while a laptop sleeps. */
  async function expire({ context }: Visit, token = ''): Promise<void> {
    await context.route(/\/graphql(\/stream)?$/, (route) =>
      route.request().headers().authorization === `Bearer ${token}`
        ? route.fulfill({
            status: 401,
            json: { errors: [{ message: 'The token expired', extensions: { code: 'UNAUTHORIZED' } }] },
          })
        : route.continue(),
    )
  }
  const TOKENS = (url: URL) => url.origin === provider.issuer && url.pathname === '/token'

  whenVisible('of a token that the server refuses is made once, for all requests of both tabs', async () => {
    await provider.serve(server.url, { refresh: true })
    provider.refused.length = 0
    await using visited = await windows.open(`${server.url}/`)
    const { page, context } = visited
    await signIn(page)
    const second = await context.newPage()
    await second.goto(`${server.url}/`)
    await isLive(second)
    const { access } = await storedUser(page)
    const granted = provider.granted.length
    await expire(visited, access)
    await second.evaluate(() => dispatchEvent(new Event('offline')))
    await Promise.all([goTo(page, 'Clients'), goTo(second, 'Campaigns')])
    await page.getByText('No client matches.').waitFor()
    await isLive(second)
    for (const each of [page, second]) expect(await each.getByRole('dialog').count()).toBe(0)
    expect(provider.granted.slice(granted)).toEqual(['refresh_token'])
    expect(provider.refused).toEqual([])
  })

  whenVisible('that the network keeps from the provider ends no session, and one that it refuses does', async () => {
    await provider.serve(server.url, { refresh: true })
    await using visited = await windows.open(`${server.url}/`)
    const { page, context } = visited
    await signIn(page)
    await expire(visited, (await storedUser(page)).access)
    await context.route(TOKENS, (route) => route.abort())
    await goTo(page, 'Clients')
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await context.unroute(TOKENS)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No client matches.').waitFor()

    await expire(visited, (await storedUser(page)).access)
    await context.route(TOKENS, (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }))
    await goTo(page, 'Campaigns')
    await page
      .getByRole('dialog')
      .getByText(/session/i)
      .first()
      .waitFor()
    expect(await storedUser(page)).toEqual({})
  })

  whenVisible('without refresh tokens asks the provider in an unseen frame, for the same organization', async () => {
    await provider.serve(server.url, { seconds: 34 })
    await using visited = await windows.open(`${server.url}/`)
    const { page, complaints } = visited
    await signIn(page, 'org_south')
    const { access, refresh } = await storedUser(page)
    expect(refresh).toBeUndefined()
    await renewed(page, access)
    await isLive(page)
    await showsOrganization(page, 'org_south')
    expect(complaints.filter(isOfPolicy)).toEqual([])
  })
})
