/** @long it opens every screen in both themes and on a phone, and runs axe-core on it. */
import { describe, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { DEMO_ORGANIZATION } from '../../src/security/auth/demo-token.ts'
import { startBrowser, type Visit, type Windows } from '../support/browser.ts'
import { startDemoServer } from '../support/demo.ts'
import { aBreach, aMember } from '../support/samples.ts'
import type { TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import {
  canVisit,
  dashboardOf,
  findings,
  goTo,
  isLive,
  openUserMenu,
  PHONE,
  panel,
  signIn,
  speak,
  whenVisible,
} from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startDemoServer())
  await aBreach(server.actor({ organizationId: DEMO_ORGANIZATION }))
  windows = opened.use(await startBrowser())
})

/** The views of the page, each by how a person comes to it. */
const VIEWS: [name: string, open: (page: Page) => Promise<unknown>][] = [
  ['overview', (page) => page.getByRole('img', { name: /Forecast for/ }).waitFor()],
  ['table of figures', (page) => page.getByText('The figures as a table').click()],
  ['clients', (page) => goTo(page, 'Clients').then(() => page.getByRole('rowheader').first().waitFor())],
  [
    'form with faults',
    async (page) => {
      await page.getByRole('button', { name: 'New client' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('link', { name: 'Name is required', exact: true }).waitFor()
    },
  ],
  [
    'campaigns',
    async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await goTo(page, 'Campaigns')
      await page.getByRole('rowheader').first().waitFor()
    },
  ],
  [
    'form of a campaign',
    async (page) => {
      await page.getByRole('button', { name: 'New campaign' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('link', { name: 'Name is required', exact: true }).waitFor()
    },
  ],
  [
    'connection lost',
    async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.context().setOffline(true)
      await page.getByText(/^Offline, reconnecting in \d+ s/).waitFor()
    },
  ],
]

/** Somebody whose session can be ended: by another role. */
async function someone() {
  const admin = server.actor({ organizationId: DEMO_ORGANIZATION })
  const actor = server.actor({ organizationId: DEMO_ORGANIZATION })
  const { id } = await aMember(admin, { userId: actor.userId, role: 'admin' })
  const end = async () => expect((await admin.rest('PUT', `/api/team/${id}`, { role: 'viewer' })).status).toBe(200)
  return { actor, end }
}

async function shown({ page }: Visit, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.png`, fullPage: true })
}

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  whenVisible('axe-core finds nothing serious in any view', async () => {
    await using start = await windows.open(`${server.url}/`, { colorScheme })
    await start.page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await findings(start.page)).toEqual([])
    await shown(start, `${colorScheme} sign-in`)
    const { actor, end } = await someone()
    await using visited = await dashboardOf(windows, server.url, actor, { colorScheme })
    const { page, context, complaints } = visited
    for (const [name, open] of VIEWS) {
      await open(page)
      expect([name, await findings(page)]).toEqual([name, []])
      await shown(visited, `${colorScheme} ${name}`)
    }
    await context.setOffline(false)
    await isLive(page)
    await end()
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    expect(await findings(page)).toEqual([])
    await shown(visited, `${colorScheme} sign in again`)
    // A connection that is cut is an error to the browser, whatever the page makes of it.
    expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})

whenVisible('axe-core finds nothing serious on the way in, in either colours', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await using visited = await windows.open(`${server.url}/`, { colorScheme })
    const { page } = visited
    const ways: [string, () => Promise<unknown>][] = [
      ['advanced', () => page.getByText('Advanced: with an access token').click()],
      [
        'invitation',
        () => page.goto(`${server.url}/invite#token`).then(() => page.getByText('look for a newer mail').waitFor()),
      ],
      [
        'refused',
        () => page.goto(`${server.url}/signed-in?error=access_denied`).then(() => page.getByRole('alert').waitFor()),
      ],
      [
        'explorer',
        () => page.goto(`${server.url}/graphql`).then(() => page.getByText('You are not signed in').waitFor()),
      ],
      [
        'people',
        async () => {
          await page.goto(`${server.url}/?sign-in`)
          await page.getByRole('heading', { name: 'Who are you today?' }).waitFor()
        },
      ],
    ]
    for (const [name, open] of ways) {
      await open()
      // What the explorer's package shows is its own.
      const found = name === 'explorer' ? await findings(page, '#account') : await findings(page)
      expect([name, found]).toEqual([name, []])
      await shown(visited, `${colorScheme} ${name}`)
    }
  }
})

whenVisible('on a phone nothing is wider than the screen, and nothing serious is found', async () => {
  const actor = server.actor({ organizationId: DEMO_ORGANIZATION })
  const options = { viewport: PHONE, isMobile: true, hasTouch: true }
  await using visited = await dashboardOf(windows, server.url, actor, options)
  const { page } = visited
  for (const [name, open] of VIEWS) {
    await open(page)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect([name, scrollWidth]).toEqual([name, clientWidth])
    expect([name, await findings(page)]).toEqual([name, []])
    await shown(visited, `phone ${name}`)
  }
})

whenVisible('the theme is the system’s, until the person decides', async () => {
  const actor = server.actor({ organizationId: DEMO_ORGANIZATION })
  await using visited = await dashboardOf(windows, server.url, actor, { colorScheme: 'dark' })
  const { page } = visited
  const surface = () =>
    panel(page, 'Sectors').evaluate((element) => getComputedStyle(element).getPropertyValue('background-color'))
  const dark = await surface()
  await openUserMenu(page)
  await page.getByRole('button', { name: 'Light theme' }).click()
  const light = await surface()
  expect(light).not.toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await surface()).toBe(light)
  await page.reload()
  await signIn(page, actor.token)
  expect(await surface()).toBe(light)
  // Another language shows the page again.
  await speak(page, 'af')
  await page.getByRole('link', { name: 'Kliënte', exact: true }).waitFor()
})
