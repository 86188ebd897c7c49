/** @long it goes through the jobs of a day in a browser, at a desk and on a phone. */
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { startReceiver } from '../support/receiver.ts'
import { aClient, aWebhook } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { canVisit, goTo, panel } from './dashboard.ts'
import { aBusyPerson, aDay } from './day.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer({ WEBHOOKS_ALLOW_PRIVATE: 'true' }))
  windows = opened.use(await startBrowser())
})

/** Whether a message to a webhook was given up. */
async function isDead(admin: Actor): Promise<boolean> {
  const { body } = await admin.graphql('{ backgroundWork { kind dead } }')
  return body.data.backgroundWork.some(
    (each: { kind: string; dead: number }) => each.kind === 'WEBHOOKS' && each.dead === 1,
  )
}

aDay(
  'an administrator',
  () => windows,
  async ({ start, see, seeInAfrikaans }) => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(410).end()
    const { person: admin } = await aBusyPerson(server, 'admin')
    const { id } = await aWebhook(admin, { url: receiver.url, events: ['CLIENT_CREATED'] })
    await aClient(admin)
    await using visited = await start(server, admin)
    const { page, complaints } = visited
    const dialog = page.getByRole('dialog')
    const section = (name: string) => page.getByRole('link', { name, exact: true }).click()
    await goTo(page, 'Administration')
    await see(page, 'people')

    // An invitation by its link, where there is no mail server.
    await section('Invitations')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('lerato@example.org')
    await page.getByRole('dialog').getByLabel('Role').selectOption('member')
    await page.getByRole('dialog').getByLabel('Days until it expires').fill('31')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.locator('.field .fault').getByText('Days until it expires').waitFor()
    await page.getByRole('dialog').getByLabel('Days until it expires').fill('3')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const secret = page.getByRole('dialog', { name: 'Invitation of lerato@example.org' })
    const first = await secret.getByLabel('Link of the invitation').inputValue()
    expect(first).toMatch(new RegExp(`^${server.url}/invite#[\\w-]+$`))
    await using invited = await windows.open(first)
    await invited.page.getByRole('status').getByText('as member').waitFor()
    await see(page, 'invitation-link')
    await page.keyboard.press('Escape')
    expect(await secret.isVisible()).toBe(true)
    await visited.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await secret.getByRole('button', { name: 'Copy', exact: true }).click()
    await secret.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    await see(page, 'invitations')
    await page.getByRole('button', { name: 'Send again to lerato@example.org' }).click()
    expect(await secret.getByLabel('Link of the invitation').inputValue()).not.toBe(first)
    await secret.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Revoke the invitation of lerato@example.org' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The invitation of lerato@example.org was revoked').waitFor()
    const { body } = await admin.rest('GET', '/api/invitations')
    expect(body.data).toMatchObject([{ email: 'lerato@example.org', status: 'REVOKED' }])

    await section('API keys')
    await page.getByRole('button', { name: 'New API key' }).click()
    await dialog.getByLabel('Name').fill('Newsletter')
    await dialog.getByLabel('Role').selectOption('member')
    const scopes = dialog.getByRole('group', { name: 'Only these permissions' })
    await scopes.getByLabel('Clients: change').check()
    await dialog.getByLabel('Role').selectOption('viewer')
    await scopes.getByLabel('Clients: change').waitFor({ state: 'hidden' })
    await scopes.getByLabel('Clients: read').check()
    await see(page, 'key-form')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const key = await page.getByRole('dialog', { name: 'Newsletter' }).getByLabel('API key').inputValue()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const ask = (path: string) => server.fetch(path, { headers: { Authorization: `Bearer ${key}` } })
    expect((await ask('/api/clients')).status).toBe(200)
    expect((await ask('/api/campaigns')).status).toBe(403)
    await page.getByRole('rowheader', { name: 'Newsletter' }).waitFor()
    expect(await page.content()).not.toContain(key)
    await see(page, 'keys')
    await page.getByRole('button', { name: 'Revoke Newsletter' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Newsletter was revoked').waitFor()
    await page.getByText('There is no API key yet').waitFor()
    expect([(await ask('/api/clients')).status]).toEqual([401])

    // A webhook whose messages were given up is turned on again, and they are sent.
    await until('a message that was given up', () => isDead(admin))
    receiver.answer = (response) => response.end()
    await section('Webhooks')
    await page.getByRole('link', { name: receiver.url }).click()
    await panel(page, 'Deliveries').getByText('Given up').waitFor()
    await panel(page, 'History').getByText('The service').waitFor({ state: 'attached' })
    await see(page, 'deliveries')
    await admin.rest('PUT', `/api/service-provider/webhooks/${id}`, { status: 'ACTIVE' })
    await section('Background work')
    await page.getByRole('rowheader', { name: 'Webhooks', exact: true }).waitFor()
    await see(page, 'background-work')
    await page.getByRole('button', { name: 'Retry Webhooks' }).click()
    await page.getByText('1 item is retried').waitFor()
    await page.getByRole('button', { name: 'Retry Webhooks' }).waitFor({ state: 'detached' })
    await until('the message', () => receiver.received.length === 2)

    await section('Organization')
    await panel(page, 'Security').getByLabel('Longest session in minutes').waitFor()
    await see(page, 'organization')
    await goTo(page, 'Privacy')
    await section('Retention')
    await panel(page, 'Grace period of erasures and corrections').getByLabel('Hours').waitFor()
    await see(page, 'retention')
    // Back and forward, through sections and from one screen to the other.
    const current = page.locator('.sections [aria-current]')
    const went = async (go: () => Promise<unknown>, name: string) => {
      await go()
      await current.filter({ hasText: name }).waitFor()
    }
    await went(() => page.goBack(), 'Requests')
    await went(() => page.goBack(), 'Organization')
    await went(() => page.goBack(), 'Background work')
    await went(() => page.goForward(), 'Organization')
    await seeInAfrikaans(page)
    expect(complaints).toEqual([])
  },
)
