/** @long it leaves and restores many forms in a browser. */
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aClient, aMember } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import {
  canVisit,
  dashboardOf,
  fillClient,
  findings,
  goTo,
  openUserMenu,
  signIn,
  typeAtOnce,
  visit,
  whenVisible,
} from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

whenVisible('a form that is half filled survives a reload, until it is saved', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  await goTo(page, 'Clients')
  await page.getByRole('button', { name: 'New client' }).click()
  await fillClient(page, 'Half Typed')
  await page.reload()
  await signIn(page, actor.token)
  await page.getByText('What you typed before is here again.').waitFor()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Sector').inputValue()).toBe('BUSINESS')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('rowheader', { name: 'Half Typed' }).waitFor()
  expect(await stored(page)).not.toContain('Half Typed')
  await page.getByRole('button', { name: 'New client' }).click()
  expect(await page.getByRole('dialog').getByLabel('Contact name').inputValue()).toBe('')
  expect(complaints).toEqual([])
})

whenVisible('a text that is typed as soon as the form is there survives a reload', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Clients')
  await typeAtOnce(page, 'dialog [name=name]', 'Typed At Once')
  await page.getByRole('button', { name: 'New client' }).click()
  const name = page.getByRole('dialog').getByLabel('Name', { exact: false }).first()
  expect(await name.inputValue()).toBe('Typed At Once')
  expect(await stored(page)).toContain('Typed At Once')
  await page.reload()
  await signIn(page, actor.token)
  await page.getByText('What you typed before is here again.').waitFor()
  expect(await name.inputValue()).toBe('Typed At Once')
})

whenVisible('a filter of the audit trail keeps what is typed as soon as it is there', async () => {
  await using visited = await dashboardOf(windows, server.url, server.actor())
  const { page } = visited
  await typeAtOnce(page, 'main search input[type=text]', 'client created')
  await goTo(page, 'Audit')
  await page.getByText('Newest first').waitFor()
  expect(await page.locator('main search input[type=text]').first().inputValue()).toBe('client created')
})

whenVisible('leaving a changed form asks first; an untouched one closes at once', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Clients')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New client' }).click()
  await dialog.getByLabel('Contact name').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'New client' }).click()
  await fillClient(page, 'Second Thoughts')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await leave()
    await dialog.getByText('What you typed is not saved.').waitFor()
    expect(await findings(page, 'dialog')).toEqual([])
    await page.keyboard.press('Enter')
    await dialog.getByText('What you typed is not saved.').waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Contact name').inputValue()).toBe('N. Dlamini')
  }
  // The browser itself closes a dialog at the second Escape in a row.
  for (let times = 0; times < 4; times++) await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Go on' }).and(page.locator(':focus')).waitFor()
  await dialog.getByRole('button', { name: 'Discard it' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await stored(page)).not.toContain('Second Thoughts')
})

whenVisible(
  'an untouched form with a choice that is read later closes at once, and a changed choice asks',
  async () => {
    const actor = server.actor()
    const { id } = await aMember(actor, { name: 'Thandi Nkosi', role: 'manager' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    const dialog = page.getByRole('dialog')
    const open = async () => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await dialog.getByLabel('Role').waitFor()
    }
    await visit(page, `/administration/people/${id}`)
    await open()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await open()
    await dialog.getByLabel('Role').selectOption('viewer')
    await page.keyboard.press('Escape')
    await dialog.getByText('What you typed is not saved.').waitFor()
  },
)

whenVisible('nobody else finds what was typed, and a sign-out forgets it', async () => {
  const actor = server.actor()
  const other = server.actor({ organizationId: actor.organizationId })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Clients')
  await page.getByRole('button', { name: 'New client' }).click()
  await fillClient(page, 'For My Eyes')
  expect(await stored(page)).toContain('For My Eyes')
  await page.reload()
  await signIn(page, other.token)
  const name = page.getByRole('dialog').getByLabel('Contact name')
  expect(await name.inputValue()).toBe('')
  expect(await stored(page)).not.toContain('For My Eyes')

  await name.fill('M. Botha')
  expect(await stored(page)).toContain('M. Botha')
  await page.keyboard.press('Escape')
  await page.reload()
  await signIn(page, other.token)
  await page.getByText('What you typed before is here again.').waitFor()
  await visit(page, '/overview')
  await openUserMenu(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await stored(page)).not.toContain('M. Botha')
})

whenVisible('a half-filled form stores no password', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  await visit(page, '/delivery/senders')
  await page.getByRole('button', { name: 'New sender' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name that recipients see').fill('Karoo Foods')
  await dialog.getByLabel('E-mail address').fill('news@page.example')
  await dialog.getByLabel('Physical address').fill('1 Long Street, Cape Town')
  await dialog.getByLabel('Telephone number').fill('+27 21 555 0100')
  await dialog.getByText('Own mail server').click()
  await dialog.getByLabel('Host').fill('mail.page.example')
  await dialog.getByLabel('Port').fill('587')
  await dialog.getByLabel('User name').fill('karoo')
  await dialog.getByLabel('Password').fill('only the server knows')
  expect(await stored(page)).toContain('mail.page.example')
  expect(await stored(page)).not.toContain('only the server knows')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('mail.page.example:587').waitFor()
  expect(complaints).toEqual([])
})

whenVisible('a draft stores only the changed fields; changes of others to the record stay', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { name: 'Shared Ltd', industry: 'Retail' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Clients')
  await page.getByRole('button', { name: 'Edit Shared Ltd' }).click()
  await page.getByRole('dialog').getByLabel('Contact name').fill('P. Mokoena')
  const changed = await server
    .actor({ organizationId: actor.organizationId })
    .rest('PUT', `/api/clients/${id}`, { industry: 'Mining' })
  expect(changed.status).toBe(200)
  await page.reload()
  await signIn(page, actor.token)
  const dialog = page.getByRole('dialog')
  await page.getByText('What you typed before is here again.').waitFor()
  expect(await dialog.getByLabel('Contact name').inputValue()).toBe('P. Mokoena')
  expect(await dialog.getByLabel('Industry').inputValue()).toBe('Mining')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await actor.rest('GET', `/api/clients/${id}`)
  expect(JSON.stringify(body)).toContain('Mining')
  expect(JSON.stringify(body)).toContain('P. Mokoena')
})
