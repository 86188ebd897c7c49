import { describe, expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aMember, anInvitation } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, addressOf, canVisit, dashboardOf, goTo, panel, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

/** A section of the administration, as somebody sees it who goes there. */
async function administrationOf(actor: { token: string }, section?: string) {
  const visited = await dashboardOf(windows, server.url, actor)
  await goTo(visited.page, 'Administration')
  if (section) await visited.page.getByRole('link', { name: section, exact: true }).click()
  return visited
}

describe('people', () => {
  whenVisible('get another role, and are removed once that is confirmed', async () => {
    const admin = server.actor()
    const { id } = await aMember(admin, { name: 'Thandi Nkosi', role: 'member' })
    const get = () => admin.rest('GET', `/api/team/${id}`)
    await using visited = await administrationOf(admin)
    const { page, complaints } = visited
    expect(await accessFaults(page, 'people')).toEqual([])
    await page.getByRole('link', { name: 'Thandi Nkosi' }).click()
    const about = panel(page, 'Thandi Nkosi')
    await panel(page, 'Activity in 30 days').getByText('Open campaigns').waitFor()
    expect(await accessFaults(page, 'person')).toEqual([])
    await about.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Role').selectOption('manager')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Thandi Nkosi was saved').waitFor()
    await about.getByText('Manager').waitFor()
    expect((await get()).body.data).toMatchObject({ role: 'manager', name: 'Thandi Nkosi' })
    await about.getByRole('button', { name: 'End sessions' }).click()
    const ending = page.getByRole('dialog', { name: 'End the sessions of Thandi Nkosi' })
    await ending.getByRole('button', { name: 'End sessions' }).click()
    await page.getByText('The sessions of Thandi Nkosi have ended').waitFor()
    await about.getByText('Sessions ended').waitFor()
    await about.getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove Thandi Nkosi?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await get()).status).toBe(200)
    await about.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Thandi Nkosi was removed').waitFor()
    expect([(await get()).status, addressOf(page)]).toEqual([404, '/administration/people'])
    expect(complaints).toEqual([])
  })

  whenVisible('are added by their user id; what is wrong stands beside its field', async () => {
    const admin = server.actor()
    await using visited = await administrationOf(admin)
    const { page } = visited
    await page.getByRole('button', { name: 'Add a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Pieter Botha')
    await dialog.getByLabel('User id').fill('user_pieter')
    await dialog.getByLabel('Role').selectOption('viewer')
    await dialog.getByLabel('E-mail').fill('nobody')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.field .fault').getByText('E-mail').waitFor()
    await dialog.getByLabel('E-mail').fill('pieter@example.org')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('rowheader', { name: 'Pieter Botha' }).waitFor()
    const { body } = await admin.rest('GET', '/api/team')
    expect(body.data).toMatchObject([{ userId: 'user_pieter', role: 'viewer', email: 'pieter@example.org' }])
  })
})

describe('invitations', () => {
  whenVisible('of a manager have the roles that a manager may give, and those alone', async () => {
    const admin = server.actor()
    await anInvitation(admin, { email: 'boss@example.org', role: 'admin' })
    await anInvitation(admin, { email: 'peer@example.org', role: 'member' })
    const manager = server.actor({ organizationId: admin.organizationId, role: 'manager' })
    await using visited = await administrationOf(manager, 'Invitations')
    const { page } = visited
    await page.getByRole('button', { name: 'Send again to peer@example.org' }).waitFor()
    expect(await page.getByRole('button', { name: 'Send again to boss@example.org' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const options = page.getByRole('dialog').getByLabel('Role').getByRole('option')
    await options.nth(1).waitFor({ state: 'attached' })
    expect(await options.allTextContents()).toEqual(['Choose a role', 'Manager', 'Member', 'Viewer'])
  })
})

whenVisible('a viewer reads people and what the roles mean, and is offered nothing that changes them', async () => {
  const admin = server.actor()
  await aMember(admin, { name: 'Thandi Nkosi' })
  await anInvitation(admin)
  const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer' })
  await using visited = await administrationOf(viewer)
  const { page, complaints } = visited
  const changes = page
    .locator('main')
    .getByRole('button', { name: /Add|Edit|End|Remove|Invite\b|invitation|Send|Revoke/ })
  await page.getByRole('link', { name: 'Thandi Nkosi' }).click()
  await panel(page, 'Thandi Nkosi').waitFor()
  expect(await changes.count()).toBe(0)
  await page.getByRole('link', { name: 'Invitations', exact: true }).click()
  await page.getByRole('rowheader').first().waitFor()
  expect(await changes.count()).toBe(0)
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await panel(page, 'Viewer').getByText('Your role').waitFor()
  await panel(page, 'Compliance').getByText('read, export, verify').waitFor()
  expect(await accessFaults(page, 'roles')).toEqual([])
  const { body } = await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')
  expect([body.data, complaints]).toEqual([[], []])
})
