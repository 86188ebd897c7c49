import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { canVisit, dashboardOf, panel, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

async function deskOf(actor: { token: string }, section: string) {
  const visited = await dashboardOf(windows, server.url, actor)
  await visited.page.goto(`${server.url}/#/privacy/${section}`)
  return { visited, page: visited.page, dialog: visited.page.getByRole('dialog') }
}

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
  await page.goto(`${server.url}/#/privacy/nothing`)
  await page.getByText('There is no such page.').waitFor()
  expect(await page.getByText('Your role does not include this.').count()).toBe(0)
  expect(visited.complaints).toEqual([])
})
