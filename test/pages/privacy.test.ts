/** @long it opens every screen of privacy in a browser. */
import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aClient, aConsent, anAlert, aSubject } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

async function deskOf(actor: { token: string }, section: string) {
  const visited = await dashboardOf(windows, server.url, actor)
  await goTo(visited.page, 'Privacy')
  await visited.page.getByRole('link', { name: section, exact: true }).click()
  return visited
}

whenVisible('a consent is recorded and withdrawn', async () => {
  const officer = server.actor()
  const subject = aSubject()
  await using visited = await deskOf(officer, 'Consents')
  const { page, complaints } = visited
  await page.getByRole('button', { name: 'Record a consent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(subject.name)
  await dialog.getByLabel('E-mail').fill(subject.email)
  await dialog.getByLabel('Purpose').selectOption('MARKETING')
  await dialog.getByLabel('Channel').selectOption('EMAIL')
  await dialog.getByRole('textbox', { name: /^Wording/ }).fill('I agree to <i>news</i>.')
  await dialog.getByLabel('Expires').fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('.field .fault').getByText('Expires').waitFor()
  await dialog.getByLabel('Expires').fill('')
  expect(await accessFaults(page, 'consent-form')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 consent', { exact: true }).waitFor()
  expect(await accessFaults(page, 'consents')).toEqual([])
  await page.getByRole('link', { name: subject.name }).click()
  await page.getByText('I agree to <i>news</i>.').waitFor()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.getByLabel('Reason').fill('By phone')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await panel(page, subject.name).getByText('By phone').waitFor()
  expect(await accessFaults(page, 'consent')).toEqual([])
  const { body } = await officer.rest('GET', '/api/consents')
  expect([body.data.map(({ status }: { status: string }) => status), complaints]).toEqual([['WITHDRAWN'], []])
})

whenVisible('an alert is acknowledged with a note, and a period of retention is changed', async () => {
  const officer = server.actor()
  await anAlert(officer)
  await using visited = await deskOf(officer, 'Compliance')
  const { page } = visited
  await page.getByText('The organization has no Information Officer').first().waitFor()
  expect(await accessFaults(page, 'compliance')).toEqual([])
  await page.getByRole('button', { name: 'Acknowledge' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('Being appointed')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('Being appointed').waitFor()
  await page.getByRole('link', { name: 'Retention', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Consents' }).click()
  await dialog.getByLabel('Days').fill('many')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('.field .fault').waitFor()
  await dialog.getByLabel('Days').fill('900')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: 'Consents' }).getByText('900').waitFor()
  expect(await accessFaults(page, 'retention')).toEqual([])
})

whenVisible('an alert about one consent names the number and the day in the manner of the page', async () => {
  const officer = server.actor()
  await aConsent(officer, { expiresAt: new Date(Date.now() + 5 * 24 * 3600_000).toISOString() })
  await using visited = await deskOf(officer, 'Compliance')
  const { page } = visited
  await page.getByText(/Consents for Email expire within 30 days: 1, the first on \d\d \w+ \d{4}$/).waitFor()
})

whenVisible('the compliance report is read for a period, and saved as PDF', async () => {
  const officer = server.actor()
  await aClient(officer)
  await using visited = await deskOf(officer, 'Report')
  const { page } = visited
  await page.getByRole('rowheader', { name: 'Received', exact: true }).waitFor()
  await page.getByLabel('From', { exact: true }).fill('2026-02-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-01')
  await page.getByRole('alert').getByText('to must not be before from').first().waitFor()
  await page.getByLabel('To', { exact: true }).fill('2026-02-28')
  await page.getByText('2026 to', { exact: false }).first().waitFor()
  expect(await accessFaults(page, 'compliance-report')).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PDF' }).click(),
  ])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})
