import { expect } from '@jest/globals'
import type { Route } from 'playwright-core'
import { resultOf } from '../support/answers.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aClient, aHold, aSubject } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { canVisit, dashboardOf, panel, speak, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

async function deskOf(actor: { token: string }, section: string) {
  const visited = await dashboardOf(windows, server.url, actor)
  await visit(visited.page, `/privacy/${section}`)
  return { visited, page: visited.page, dialog: visited.page.getByRole('dialog') }
}

whenVisible('the records of a list keep their names when the answer for an earlier page comes late', async () => {
  const admin = server.actor()
  const [first, others] = [
    await aClient(admin, { name: 'Karoo Fresh Foods' }),
    await aClient(admin, { name: 'Bay Tours' }),
  ]
  for (const { id } of [first, ...Array(20).fill(others)]) await aHold(admin, { rowId: id })
  const { visited, page } = await deskOf(admin, 'retention')
  await using _visited = visited
  // The answer for the first page is held back. That for the second page is the last one.
  const asked: Route[] = []
  await page.route('**/graphql', async (route) => {
    if (!/query RecordNames\b/.test(route.request().postData() ?? '')) return route.fallback()
    asked.push(route)
    if (asked.length === 2) await route.continue()
  })
  await page.getByRole('link', { name: 'Legal holds', exact: true }).click()
  await until('the names of the first page', () => asked.length === 1)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  const ofFirst = page.getByRole('rowheader', { name: 'Client: Karoo Fresh Foods' })
  await ofFirst.waitFor()
  await asked[0]?.continue()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.getByRole('rowheader', { name: 'Client: Bay Tours' }).first().waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await ofFirst.waitFor()
})

whenVisible('says in the language of the page why a person may not be contacted', async () => {
  const actor = server.actor()
  const { email } = aSubject()
  const suppress = 'mutation ($input: SuppressionInput!) { suppressContact(input: $input) { id } }'
  await resultOf(actor, suppress, { input: { contact: { email }, cause: 'OPT_OUT' } })
  const { visited, page } = await deskOf(actor, 'contacts')
  await using _visited = visited
  await speak(page, 'af')
  const question = page.locator('main form').first()
  const ask = async (address: string, reason: RegExp | string) => {
    await question.locator('input[type=email]').fill(address)
    await question.locator('button[type=submit]').click()
    await page.getByRole('definition').getByText(reason).waitFor()
  }
  await ask(email, /^Het uitgeteken, \d+ /)
  await ask('nobody@example.org', /^Geen toestemming is aangeteken nie, en die persoon is nog nooit gevra nie/)
})

whenVisible('the grace period is set by an administrator, and an unknown part of the desk is called that', async () => {
  const admin = server.actor()
  const { visited, page } = await deskOf(admin, 'retention')
  await using _ = visited
  const grace = panel(page, 'Grace period of erasures and corrections')
  await grace.getByLabel('Hours').fill('soon')
  await grace.getByRole('button', { name: 'Save' }).click()
  await grace.locator('.field .fault').waitFor()
  await grace.getByLabel('Hours').fill('48')
  await grace.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The grace period was saved').waitFor()
  const { body } = await admin.graphql('{ privacySettings { requestGraceHours } }')
  expect(body.data.privacySettings.requestGraceHours).toBe(48)
  const tracking = panel(page, 'Tracking of messages')
  await tracking.getByLabel('Record openings and clicks').check()
  await tracking.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The setting was saved').waitFor()
  const { body: later } = await admin.graphql('{ privacySettings { requestGraceHours tracksMessages } }')
  expect(later.data.privacySettings).toEqual({ requestGraceHours: 48, tracksMessages: true })
  await visit(page, '/privacy/nothing')
  await page.getByText('There is no such page.').waitFor()
  expect(await page.getByText('Your role does not include this.').count()).toBe(0)
  expect(visited.complaints).toEqual([])
})
