/** @long it signs in as several people, each in a new window. */
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { DEMO_ORGANIZATION } from '../../src/security/auth/demo-token.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { startDemoServer } from '../support/demo.ts'
import { descriptionOf, withDescription } from '../support/picture.ts'
import { aClient } from '../support/samples.ts'
import type { Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { canVisit, fillClient, goTo, isLive, openUserMenu, panel, speak, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startDemoServer())
  windows = opened.use(await startBrowser())
})

/** Chooses somebody of an organization on the page of the development provider. */
async function choose(page: Page, organization: string, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Who are you today?' }).waitFor()
  await page.getByRole('region', { name: organization }).getByRole('button', { name }).click()
}

async function signInAs(page: Page, name: string, organization = 'Demo Service Provider'): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await choose(page, organization, name)
  await isLive(page)
}

async function shown(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

/**
 * A picture of the page in a document must have been made of the same navigation, titles and buttons. `NEW_PICTURES=true`
 * makes it again.
 */
async function showsThis(page: Page, path: string): Promise<void> {
  const parts = page
    .locator('nav a, header button, main :is(h1, h2, th[scope="col"], button, summary)')
    .filter({ visible: true })
  const wordsOf = async () =>
    JSON.stringify((await parts.allInnerTexts()).map((text) => text.replace(/[^A-Za-z]+/g, ' ').trim()))
  if (process.env.NEW_PICTURES) await writeFile(path, withDescription(await page.screenshot(), await wordsOf()))
  const described = descriptionOf(await readFile(path))
  // The panels of the page are read one by one.
  await until('what the picture shows', async () => (await wordsOf()) === described).catch(() => {})
  expect(await wordsOf()).toBe(described)
}

describe('the dashboard, without an identity provider', () => {
  whenVisible('lets a newcomer be somebody of the demo, and shows the demo', async () => {
    await using visited = await windows.open(`${server.url}/`)
    const { page, foreign, complaints } = visited
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Who are you today?' }).waitFor()
    await shown(page, 'who-are-you')
    await choose(page, 'Demo Service Provider', 'Demo Admin')
    await isLive(page)
    await panel(page, 'Campaigns by status').getByText('Pending approval').waitFor()
    await page.getByRole('img', { name: /Forecast for .* with 95 percent confidence between/ }).waitFor()
    await panel(page, 'Latest audit events').getByRole('listitem').first().waitFor()
    await panel(page, 'Team activity').getByRole('rowheader').first().waitFor()
    await showsThis(page, 'src/web/screenshot.png')
    await page.reload()
    await isLive(page)
    expect([foreign, complaints]).toEqual([[], []])
  })

  whenVisible('shows roles: a viewer reads, and is offered nothing to write and no audit trail', async () => {
    await using visited = await windows.open(`${server.url}/`)
    const { page, complaints } = visited
    await signInAs(page, 'Sipho Dube')
    await page.locator('.caller').getByText('Viewer').waitFor()
    await panel(page, 'Sectors').waitFor()
    expect(await panel(page, 'Latest audit events').count()).toBe(0)
    await goTo(page, 'Clients')
    await page.getByRole('rowheader').first().waitFor()
    expect(await page.getByRole('button', { name: 'New client' }).count()).toBe(0)
    await shown(page, 'viewer')
    expect(complaints).toEqual([])
  })

  whenVisible('shows isolation: the same person sees no clients in her other organization', async () => {
    await using visited = await windows.open(`${server.url}/clients`)
    const { page } = visited
    await signInAs(page, 'Thandi Nkosi')
    await page.locator('.caller').getByText('Manager, Demo Service Provider').waitFor()
    const own = page.getByRole('rowheader', { name: 'Kwela Fashion House' })
    await own.waitFor()
    await openUserMenu(page)
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await choose(page, 'Coast Media', 'Thandi Nkosi')
    await page.locator('.caller').getByText('Viewer, Coast Media').waitFor()
    await own.waitFor({ state: 'detached' })
    expect(await page.getByRole('rowheader').count()).toBe(0)
  })

  whenVisible('continues by itself when the role changes, with the new permissions', async () => {
    const admin = server.actor({ organizationId: DEMO_ORGANIZATION })
    await using visited = await windows.open(`${server.url}/clients`)
    const { page } = visited
    await signInAs(page, 'Thandi Nkosi')
    const add = page.getByRole('button', { name: 'New client' })
    await add.waitFor()
    const { body } = await admin.rest('GET', '/api/team?search=Thandi')
    expect((await admin.rest('PUT', `/api/team/${body.data[0].id}`, { role: 'viewer' })).status).toBe(200)
    await page.locator('.caller').getByText('Viewer').waitFor()
    await add.waitFor({ state: 'detached' })
    await page.getByRole('rowheader', { name: 'Kwela Fashion House' }).waitFor()
  })

  whenVisible('signs in again in a new tab, and what was typed in the old one stays', async () => {
    const admin = server.actor({ organizationId: DEMO_ORGANIZATION })
    await using visited = await windows.open(`${server.url}/`)
    const { page, context } = visited
    await signInAs(page, 'Pieter van Wyk')
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'New client' }).click()
    await fillClient(page, 'Half typed')
    const { body } = await admin.rest('GET', '/api/team?search=Pieter')
    const [{ id }] = body.data
    // From here on the provider does not know him any more: the tokens are not renewed.
    await context.clearCookies()
    expect((await admin.rest('PUT', `/api/team/${id}`, { role: 'manager' })).status).toBe(200)
    const ended = page.getByRole('dialog', { name: 'Sign in again' })
    const opened = context.waitForEvent('page')
    await ended.getByRole('link', { name: 'Sign in in a new tab' }).click()
    const tab = await opened
    await choose(tab, 'Demo Service Provider', 'Pieter van Wyk')
    await isLive(tab)
    await ended.waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: 'New client' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('rowheader', { name: 'Half typed' }).waitFor()
  })
})

whenVisible(
  'a user whose renewed token is refused too reads in the language of the page that the session ended',
  async () => {
    await using visited = await windows.open(`${server.url}/`)
    const { page } = visited
    await signInAs(page, 'Ayesha Patel')
    await speak(page, 'af')
    const errors = [{ message: 'Unauthorized', extensions: { code: 'UNAUTHORIZED' } }]
    await page.route('**/graphql', (route) => route.fulfill({ status: 401, json: { errors } }))
    await visit(page, '/clients')
    await page.getByRole('dialog').getByText('Jou sessie het geëindig.').waitFor()
  },
)

whenVisible('a user who is removed from the team reads so, and cannot sign in any more', async () => {
  const admin = server.actor({ organizationId: DEMO_ORGANIZATION })
  await using visited = await windows.open(`${server.url}/`)
  const { page } = visited
  await signInAs(page, 'Ayesha Patel')
  const { body } = await admin.rest('GET', '/api/team?search=Ayesha')
  expect((await admin.rest('DELETE', `/api/team/${body.data[0].id}`)).status).toBe(204)
  await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await choose(page, 'Demo Service Provider', 'Ayesha Patel')
  await page
    .getByRole('alert')
    .getByText(/removed|no longer|ended/i)
    .waitFor()
  await shown(page, 'removed')
})

describe('the explorer', () => {
  whenVisible('sends the token of the signed-in user, over a reload, and none after the sign-out', async () => {
    await using visited = await windows.open(`${server.url}/graphql`)
    const { page, foreign, complaints } = visited
    await page.getByText('You are not signed in').waitFor()
    await page.getByRole('button', { name: 'Get a development token' }).click()
    await choose(page, 'Demo Service Provider', 'Lerato Mokoena')
    const result = page.locator('.result-window')
    const run = async () => {
      await page.getByText('Signed in as Lerato Mokoena').waitFor()
      await page.getByRole('button', { name: /Execute query/ }).click()
      await result
        .getByText(/Kwela.Fashion.House/)
        .first()
        .waitFor()
    }
    await run()
    await shown(page, 'explorer')
    await page.reload()
    await run()
    expect([foreign, complaints]).toEqual([[], []])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Campaign dashboard' }).waitFor()
    await page.goto(`${server.url}/graphql`)
    const refused = page.waitForResponse(
      (response): boolean => response.request().postData()?.includes('Overview') ?? false,
    )
    await page.getByRole('button', { name: /Execute query/ }).click()
    const answer: Json = await (await refused).json()
    expect(answer.errors[0].extensions.code).toBe('UNAUTHORIZED')
  })

  whenVisible('gives the token of whom somebody chose to other programs', async () => {
    await using visited = await windows.open(`${server.url}/graphql`)
    const { page, context, complaints } = visited
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText('You are not signed in').waitFor()
    expect(await page.getByRole('button', { name: 'Copy token' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Get a development token' }).click()
    await choose(page, 'Demo Service Provider', 'Sipho Dube')
    await page.getByRole('button', { name: 'Copy token' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const token = await page.evaluate<string>('navigator.clipboard.readText()')
    const headers = { Authorization: `Bearer ${token}` }
    expect((await server.fetch('/api/clients', { headers })).body.meta.total).toBeGreaterThan(0)
    // Sipho is a viewer.
    expect((await server.fetch('/api/clients', { method: 'POST', headers })).status).toBe(403)
    expect(complaints).toEqual([])
  })

  whenVisible('opens an example, also over the way to a token, and follows what a subscription tells', async () => {
    await using visited = await windows.open(`${server.url}/graphql`)
    const { page, foreign, complaints } = visited
    await page.getByText('Examples', { exact: true }).click()
    await shown(page, 'examples')
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Clients/ })
      .getByRole('link', { name: 'Follow changes' })
      .click()
    await page
      .getByText(/subscription.ClientChanges/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Get a development token' }).click()
    await choose(page, 'Demo Service Provider', 'Demo Admin')
    await page.getByText('Signed in as Demo Admin').waitFor()
    await page
      .getByText(/subscription.ClientChanges/)
      .first()
      .waitFor()
    await page.getByRole('tab', { name: 'ClientChanges' }).waitFor()
    const opened = page.waitForResponse((response) => /event-stream/.test(response.headers()['content-type'] ?? ''))
    await page.getByRole('button', { name: /Execute query/ }).click()
    expect((await opened).status()).toBe(200)
    await aClient(server.actor({ organizationId: DEMO_ORGANIZATION }), { name: 'Sent to the follower' })
    await page
      .locator('.result-window')
      .getByText(/Sent.to.the.follower/)
      .waitFor()
    expect([foreign, complaints]).toEqual([[], []])
  })
})
