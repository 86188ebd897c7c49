/** @long it manages clients in a browser. */
import { readFile } from 'node:fs/promises'
import { describe, expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aClient } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import {
  accessFaults,
  addressOf,
  canVisit,
  dashboardOf,
  goTo,
  hold,
  panel,
  signIn,
  visit,
  whenVisible,
} from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

describe('a client', () => {
  whenVisible('shows its contact, its compliance and its campaigns; a step can be taken back', async () => {
    const actor = server.actor()
    const contact = { name: 'N. Dlamini', email: 'n@example.org', note: '<b>early</b>' }
    const { id } = await aClient(actor, { name: 'Karoo Fresh Foods', contact })
    await aCampaign(actor, { name: 'Summer', clientId: id, type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await goTo(page, 'Clients')
    await page.getByRole('link', { name: 'Karoo Fresh Foods' }).click()
    const about = panel(page, 'Karoo Fresh Foods')
    for (const text of ['N. Dlamini', 'n@example.org', '<b>early</b>', 'Standard', 'Commercial'])
      await about.getByText(text, { exact: true }).first().waitFor()
    expect(await accessFaults(page, 'client')).toEqual([])
    await about.getByRole('button', { name: 'Move to Active' }).click()
    await page.getByText('Karoo Fresh Foods: Active').waitFor()
    await about.getByRole('button', { name: 'Move to Suspended' }).click()
    await hold(page, 'Karoo Fresh Foods: Suspended')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await about.getByText('Active', { exact: true }).waitFor()
    expect((await actor.rest('GET', `/api/clients/${id}`)).body.data.status).toBe('ACTIVE')
    await panel(page, 'Campaigns').getByRole('link', { name: 'Summer' }).click()
    await panel(page, 'Summer').getByText('Karoo Fresh Foods').waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('lists its campaigns by a column, also when the user opens all of them', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor, { name: 'Karoo Fresh Foods' })
    for (let number = 21; number > 0; number--) await aCampaign(actor, { name: `Week ${100 + number}`, clientId: id })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, `/clients/${id}`)
    const campaigns = panel(page, 'Campaigns')
    for (const title of ['Type', 'Status', 'Name']) await campaigns.getByRole('button', { name: title }).click()
    await campaigns.getByRole('row').nth(1).getByText('Week 101').waitFor()
    await campaigns.getByRole('button', { name: 'Name' }).click()
    await campaigns.getByRole('row').nth(1).getByText('Week 121').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Move to Active' }).waitFor()
    await page.keyboard.press('Escape')
    await campaigns.getByRole('link', { name: 'All campaigns (21)' }).click()
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
    await page.getByRole('row').nth(1).getByText('Week 121').waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('is assessed by a user who answers for privacy, and its compliance shows it', async () => {
    const admin = server.actor()
    const { id } = await aClient(admin, { name: 'Karoo Fresh Foods' })
    const officer = server.actor({ organizationId: admin.organizationId, role: 'compliance' })
    await using visited = await dashboardOf(windows, server.url, officer)
    const { page } = visited
    await visit(page, `/clients/${id}`)
    const about = panel(page, 'Karoo Fresh Foods')
    await about.getByRole('button', { name: 'Record an assessment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('POPIA compliant').selectOption('No')
    await dialog.getByLabel('Data classification').fill('CONFIDENTIAL')
    await dialog.getByLabel('Note').fill('<b>No policy</b>')
    expect(await accessFaults(page, 'assessment')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await about.getByText('<b>No policy</b>').waitFor()
    const { body } = await admin.rest('GET', `/api/clients/${id}`)
    expect(body.data.compliance).toMatchObject({ popiaCompliant: false, dataClassification: 'CONFIDENTIAL' })
  })

  whenVisible(
    'is deleted once that is confirmed, by users who may, and comes back by undo or from the trash',
    async () => {
      const admin = server.actor()
      const { id } = await aClient(admin, { name: 'Old Mill' })
      const member = server.actor({ organizationId: admin.organizationId, role: 'member' })
      await using own = await dashboardOf(windows, server.url, member)
      await visit(own.page, `/clients/${id}`)
      await panel(own.page, 'Old Mill').getByRole('button', { name: 'Edit' }).waitFor()
      expect(await own.page.getByRole('button', { name: 'Delete' }).count()).toBe(0)
      await using visited = await dashboardOf(windows, server.url, admin)
      const { page } = visited
      await visit(page, `/clients/${id}`)
      await panel(page, 'Old Mill').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await hold(page, 'Old Mill was deleted')
      expect((await admin.rest('GET', `/api/clients/${id}`)).status).toBe(404)
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await page.getByText('Old Mill was restored').waitFor()
      expect((await admin.rest('GET', `/api/clients/${id}`)).status).toBe(200)
      await admin.rest('DELETE', `/api/clients/${id}`)
      await goTo(page, 'Trash')
      await page.getByRole('button', { name: 'Restore Old Mill' }).waitFor()
      expect(await accessFaults(page, 'trash')).toEqual([])
      await page.getByRole('button', { name: 'Restore Old Mill' }).click()
      await page.getByText('The trash is empty.').waitFor()
      expect((await admin.rest('GET', `/api/clients/${id}`)).status).toBe(200)
    },
  )
})

whenVisible(
  'how a list was filtered and sorted is remembered, at the next visit too, but not what was searched for',
  async () => {
    const actor = server.actor()
    await aClient(actor, { name: 'Karoo Fresh Foods' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await goTo(page, 'Clients')
    await page.getByLabel('Search clients').fill('Nobody')
    await page.getByText('No client matches.').waitFor()
    await page.getByLabel('Sector').selectOption('Government')
    await page.getByLabel('Search clients').fill('')
    await page.getByText('0 clients').waitFor()
    await goTo(page, 'Campaigns')
    await page.reload()
    await signIn(page, actor.token)
    await goTo(page, 'Clients')
    await page.getByText('0 clients').waitFor()
    expect(addressOf(page)).toBe('/clients#sector=GOVERNMENT')
    await page.getByLabel('Sector').selectOption('All')
    await page.getByRole('link', { name: 'Karoo Fresh Foods' }).waitFor()
  },
)

whenVisible('all clients are saved as a file, however many, and none of another organization', async () => {
  const actor = server.actor()
  const rows = Array.from({ length: 501 }, (_, index) => ({
    name: `Client ${index}`,
    type: 'MEDIUM_BUSINESS',
    industry: 'Retail',
    sector: 'BUSINESS',
    contact: { name: 'N. Dlamini' },
  }))
  expect((await actor.rest('POST', '/api/clients/import', rows)).body.data.imported).toBe(501)
  await aClient(server.actor(), { name: 'Elsewhere' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Clients')
  const colorOf = (element: Element) => getComputedStyle(element).color
  const color = await page.getByRole('button', { name: 'Export' }).evaluate(colorOf)
  expect(await page.getByRole('link', { name: 'Import' }).evaluate(colorOf)).toBe(color)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  const names = lines.map((line) => JSON.parse(line).name)
  expect([file.suggestedFilename(), new Set(names).size, names.includes('Elsewhere')]).toEqual([
    'clients.ndjson',
    501,
    false,
  ])
})
