/** @long it manages API keys in a browser. */
import { describe, expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { startReceiver } from '../support/receiver.ts'
import { aBreach, aClient, aWebhook } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, speak, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer({ WEBHOOKS_ALLOW_PRIVATE: 'true' }))
  if (canVisit) windows = opened.use(await startBrowser())
})

async function sectionOf(actor: { token: string }, section: string) {
  const visited = await dashboardOf(windows, server.url, actor)
  await goTo(visited.page, 'Administration')
  await visited.page.getByRole('link', { name: section, exact: true }).click()
  return visited
}

const KEYS = '{ apiKeys { nodes { name allowedNetworks exceedsPolicy oldKeyUntil } } }'

whenVisible('a key is limited to networks, and rotated with an overlap', async () => {
  const admin = server.actor()
  const path = '/api/service-provider/api-keys'
  const { body: made } = await admin.rest('POST', path, { name: 'Nightly', role: 'viewer' })
  const policy = 'mutation { updateSecuritySettings(input: { maximumKeyDays: 30 }) { maximumKeyDays } }'
  expect((await admin.graphql(policy)).body.data.updateSecuritySettings).toEqual({ maximumKeyDays: 30 })
  await using visited = await sectionOf(admin, 'API keys')
  const { page, complaints } = visited
  const dialog = page.getByRole('dialog')
  await page.getByText('Longer than the organization allows').waitFor()
  await page.getByRole('button', { name: 'Edit Nightly' }).click()
  await dialog.getByLabel('Allowed networks').fill('127.0.0.0/8\nhere')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('.field .fault').getByText('Allowed networks').waitFor()
  expect(await accessFaults(page, 'key-edit')).toEqual([])
  await dialog.getByLabel('Allowed networks').fill('127.0.0.0/8\n::1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nightly was saved').waitFor()
  await page.getByRole('button', { name: 'Rotate Nightly' }).click()
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await dialog.locator('.field .fault').getByText('Expires').waitFor()
  const soon = new Date(Date.now() + 10 * 24 * 3600_000).toISOString().slice(0, 16)
  await dialog.getByLabel('Expires').fill(soon)
  expect(await accessFaults(page, 'key-rotate')).toEqual([])
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  const key = await page.getByRole('dialog', { name: 'Nightly' }).getByLabel('API key').inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText('The old key works until').waitFor()
  for (const secret of [key, made.data.key]) {
    const { status } = await server.fetch('/api/clients', { headers: { Authorization: `Bearer ${secret}` } })
    expect(status).toBe(200)
  }
  expect((await admin.graphql(KEYS)).body.data.apiKeys.nodes).toEqual([
    {
      name: 'Nightly',
      allowedNetworks: ['127.0.0.0/8', '::1'],
      exceedsPolicy: false,
      oldKeyUntil: expect.any(String),
    },
  ])
  expect(complaints).toEqual([])
})

whenVisible('an OAuth client is registered without a secret, renewed and revoked', async () => {
  const admin = server.actor()
  await using visited = await sectionOf(admin, 'API keys')
  const { page, complaints } = visited
  const dialog = page.getByRole('dialog')
  const register = async (name: string) => {
    await page.getByRole('button', { name: 'New API key' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('OAuth client id').fill('importer')
    await dialog.getByLabel('Role').selectOption('viewer')
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await register('Import')
  await page.getByText('Import was saved').waitFor()
  await page
    .getByRole('row', { name: /Import/ })
    .getByText('OAuth client')
    .waitFor()
  expect(await accessFaults(page, 'oauth-client')).toEqual([])
  const { token } = server.actor({
    userId: 'importer',
    clientId: 'importer',
    audience: 'http://localhost:4000',
    organizationId: admin.organizationId,
  })
  const status = async () =>
    (await server.fetch('/api/clients', { headers: { Authorization: `Bearer ${token}` } })).status
  expect(await status()).toBe(200)
  await register('Import again')
  await dialog.getByText('is already registered').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await page.getByRole('button', { name: 'Renew Import' }).click()
  await dialog.getByLabel('Expires').fill('2099-01-01T00:00')
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await page
    .getByRole('row', { name: /Import/ })
    .getByText('2099')
    .waitFor()
  await page.getByRole('button', { name: 'Revoke Import' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('There is no API key yet').waitFor()
  await until('the refusal', async () => (await status()) === 401)
  expect(complaints.filter((text) => !/409/.test(text))).toEqual([])
})

describe('a webhook', () => {
  whenVisible('is made with a secret that is shown once, changed and deleted', async () => {
    const admin = server.actor()
    await using visited = await sectionOf(admin, 'Webhooks')
    const { page } = visited
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('https://93.184.216.34/hooks')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('link', { name: 'Events is required' }).click()
    const events = dialog.getByRole('combobox', { name: 'Events' })
    await events.and(page.locator(':focus')).waitFor()
    await events.fill('invented')
    await dialog.getByText('Nothing matches.').waitFor()
    // By its code, by the words of its name in any order, and all events.
    for (const [search, name] of [
      ['SECURITY_ALERT_FIRED', 'Security alert fired'],
      ['deleted cli', 'Client deleted'],
      ['all', 'All events'],
    ] as const) {
      await events.fill(search)
      await dialog.getByRole('option', { name, exact: true }).click()
      await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor()
    }
    expect(await accessFaults(page, 'webhook-events')).toEqual([])
    await dialog.getByRole('button', { name: 'Remove All events' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const secret = () => page.getByRole('dialog').getByLabel('Secret for the signatures').inputValue()
    const first = await secret()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('link', { name: 'https://93.184.216.34/hooks' }).click()
    const about = panel(page, 'https://93.184.216.34/hooks')
    await panel(page, 'Deliveries').getByText('Nothing was sent yet').waitFor()
    expect(await accessFaults(page, 'webhook')).toEqual([])
    await about.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    const second = await secret()
    expect(second).not.toBe(first)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    // The same action after an answer is another change.
    await about.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    expect(await secret()).not.toBe(second)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await about.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Status').selectOption('DISABLED')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await about.getByText('Disabled').waitFor()
    const { body } = await admin.rest('GET', '/api/service-provider/webhooks')
    expect(body.data).toMatchObject([{ status: 'DISABLED', events: ['SECURITY_ALERT_FIRED', 'CLIENT_DELETED'] }])
    await about.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no webhook yet').waitFor()
  })

  whenVisible('shows what was sent there, and sends it again', async () => {
    await using receiver = await startReceiver()
    const admin = server.actor()
    const { id } = await aWebhook(admin, { url: receiver.url, events: ['CLIENT_CREATED'] })
    await aClient(admin)
    await until('the delivery', async () => {
      const { body } = await admin.rest('GET', `/api/service-provider/webhooks/${id}/deliveries`)
      return body.data[0]?.status === 'DELIVERED'
    })
    await using visited = await sectionOf(admin, 'Webhooks')
    const { page } = visited
    await page.getByRole('link', { name: receiver.url }).click()
    const deliveries = panel(page, 'Deliveries')
    await deliveries.getByText('Delivered').waitFor()
    await deliveries.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Client created is sent again').waitFor()
    await deliveries.getByText('2 messages').waitFor()
    await until('the message again', () => receiver.received.length === 2)
    expect(await accessFaults(page, 'deliveries')).toEqual([])
  })
})

whenVisible('who may not read the settings of the organization sees no such section', async () => {
  const admin = server.actor()
  await aWebhook(admin)
  const [manager, member] = (['manager', 'member'] as const).map((role) =>
    server.actor({ organizationId: admin.organizationId, role }),
  )
  if (!manager || !member) throw new Error('There are two')
  await using reading = await sectionOf(manager, 'Webhooks')
  await reading.page.getByRole('link', { name: 'https://93.184.216.34/hooks' }).click()
  await panel(reading.page, 'Deliveries').waitFor()
  const changes = /New|Edit|Delete|Revoke|Send/
  expect(await reading.page.locator('main').getByRole('button', { name: changes }).count()).toBe(0)
  await using visited = await sectionOf(member, 'Roles')
  expect(await visited.page.getByRole('link', { name: /API keys|Webhooks/ }).count()).toBe(0)
  await visit(visited.page, '/administration/keys')
  await visited.page.getByText('Your role does not include this.').waitFor()
  const { body } = await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')
  expect(body.data).toEqual([])
})

whenVisible('a manager reads integrations and usage, and marks the notifications as read', async () => {
  const admin = server.actor()
  await aBreach(admin)
  const manager = server.actor({ organizationId: admin.organizationId, role: 'manager' })
  const unread = async () => (await manager.graphql('{ notifications { unread } }')).body.data.notifications.unread
  await until('a notification', async () => (await unread()) > 0)
  await using visited = await sectionOf(manager, 'Notifications')
  const { page, complaints } = visited
  const badge = page.locator('main .badge').getByText('Unread').first()
  await badge.waitFor()
  // The badge is as wide as its word, not as its row.
  expect((await badge.boundingBox())?.width).toBeLessThan(120)
  expect(await accessFaults(page, 'notifications')).toEqual([])
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('Unread').first().waitFor({ state: 'detached' })
  expect(await unread()).toBe(0)
  await page.getByRole('link', { name: 'Integrations', exact: true }).click()
  await panel(page, 'Integrations').getByText('Checked').waitFor()
  expect(await accessFaults(page, 'integrations')).toEqual([])
  await speak(page, 'af')
  await page.getByText('Dit is nie opgestel nie.').first().waitFor()
  await page.getByText('Daar is geen aktiewe adresse nie.').waitFor()
  await speak(page, 'en')
  await page.getByRole('link', { name: 'Usage', exact: true }).click()
  await panel(page, 'Usage of this month').getByText('Webhook deliveries').waitFor()
  expect(await accessFaults(page, 'billing')).toEqual([])
  expect(complaints).toEqual([])
})
