import { describe, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, goTo, signIn, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const officerOf = ({ organizationId }: Actor) => server.actor({ organizationId, role: 'compliance' })
const records = (page: Page) => page.getByRole('list', { name: 'Audit records' }).getByRole('listitem')

describe('the audit trail', () => {
  whenVisible('is searched by a compliance officer, without the reads of pages unless they are asked for', async () => {
    const admin = server.actor({ userId: 'user_<b>admin</b>' })
    const client = await aClient(admin)
    await admin.rest('PUT', `/api/clients/${client.id}`, { name: 'Renamed' })
    await admin.rest('GET', '/api/clients')
    await admin.rest('GET', '/api/clients/none')
    const officer = officerOf(admin)
    await using visited = await dashboardOf(windows, server.url, officer)
    const { page, complaints } = visited
    await goTo(page, 'Audit')
    await records(page).filter({ hasText: 'Client updated' }).waitFor()
    expect(await records(page).filter({ hasText: 'listed' }).count()).toBe(0)
    await page.getByLabel('Outcome').selectOption('Refused')
    await records(page).filter({ hasText: 'Client updated' }).waitFor({ state: 'detached' })
    expect(await records(page).count()).toBe(1)
    await page.getByLabel('Outcome').selectOption('All')
    await page.getByLabel('Resource ID').fill(client.id)
    await page.getByLabel('Resource ID').press('Enter')
    await records(page).filter({ hasText: 'Request refused' }).waitFor({ state: 'detached' })
    expect(await records(page).count()).toBe(2)
    await records(page).first().locator('summary').click()
    const { data } = (await admin.rest('GET', `/api/audit/log?resourceId=${client.id}`)).body
    const [updated, created] = data
    await records(page).first().getByText(updated.hash, { exact: true }).waitFor()
    await records(page).first().getByText(created.hash, { exact: true }).waitFor()
    await records(page).first().getByText('name', { exact: true }).waitFor()
    await records(page).first().getByRole('link', { name: 'user_<b>admin</b>' }).waitFor()
    expect(await accessFaults(page, 'audit')).toEqual([])
    await page.reload()
    await signIn(page, officer.token)
    expect(await page.getByLabel('Resource ID').inputValue()).toBe(client.id)
    await page.getByLabel('Resource ID').fill('')
    await page.getByLabel('Resource ID').press('Enter')
    await page.getByLabel('Show reads').check()
    await page.getByLabel('Action').fill('client listed')
    await page.getByLabel('Action').press('Enter')
    await records(page).filter({ hasText: 'Client listed' }).waitFor()
    await page.getByLabel('From').fill('2026-03-02')
    await page.getByLabel('To', { exact: true }).fill('2026-03-01')
    await page.getByLabel('To', { exact: true }).press('Tab')
    await page.getByRole('alert').getByText('The period ends before it begins.').waitFor()
    await page.getByText('No record matches.', { exact: false }).waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('is neither shown to a manager nor to another organization by an id', async () => {
    const admin = server.actor()
    const client = await aClient(admin)
    const manager = server.actor({ organizationId: admin.organizationId, role: 'manager' })
    await using visited = await dashboardOf(windows, server.url, manager)
    expect(await visited.page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
    await visited.page.goto(`${server.url}/#/audit`)
    await visited.page.getByText('Your role does not include this.').waitFor()
    const other = server.actor()
    await using foreign = await dashboardOf(windows, server.url, other)
    await foreign.page.goto(`${server.url}/#/audit?resource=${client.id}&reads=yes`)
    await foreign.page.getByText('No record matches.', { exact: false }).waitFor()
    expect(await records(foreign.page).count()).toBe(0)
    expect([...visited.complaints, ...foreign.complaints]).toEqual([])
  })
})
