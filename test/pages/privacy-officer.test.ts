/** @long It opens every screen of the information officer in both themes and on a phone. */
import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aClient, aConsent, aRequest, aSubject } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, chooseRecord, dashboardOf, panel, whenVisible } from './dashboard.ts'

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

const savePdf = async (page: Page, button: string) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return (await readFile(await file.path())).subarray(0, 5).toString()
}

whenVisible('a person is looked up, recorded as a customer, suppressed, and released again', async () => {
  const officer = server.actor()
  const subject = aSubject()
  const { visited, page, dialog } = await deskOf(officer, 'contacts')
  await using _ = visited
  const question = panel(page, 'May this person be contacted?')
  const ask = async (answer: string) => {
    await question.getByLabel('E-mail').fill(subject.email)
    await question.getByRole('button', { name: 'Check' }).click()
    await question.getByRole('status').getByText(answer).first().waitFor()
  }
  await ask('May be asked for consent once')
  expect(await accessFaults(page, 'contacts')).toEqual([])

  await question.getByRole('button', { name: 'Record an existing customer' }).click()
  await dialog.getByLabel('E-mail').fill(subject.email)
  await dialog.getByLabel('Evidence').fill('Invoice 12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  for (const statement of ['The details came with a sale', 'Only own similar', 'The customer could always object'])
    await dialog.getByRole('group', { name: statement }).getByLabel('Yes').check()
  expect(await accessFaults(page, 'contacts-customer')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The customer was recorded').waitFor()
  await ask('May be contacted')

  await page.getByRole('button', { name: 'Suppress a person' }).click()
  await dialog.getByLabel('E-mail').fill(subject.email)
  await dialog.getByLabel('Cause').selectOption('Complained about')
  expect(await accessFaults(page, 'contacts-suppress')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 suppression', { exact: true }).waitFor()
  expect(await page.locator('main').textContent()).not.toContain(subject.email)
  await ask('May not be contacted')
  await page.getByRole('button', { name: /^Withdraw: Complained/ }).click()
  await dialog.getByLabel('Reason').fill('By letter')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText(/^Withdrawn on .*: By letter$/).waitFor()
  // The ground of the customer ended with the suppression.
  await ask('May be asked for consent once')
  expect(visited.complaints).toEqual([])
})

whenVisible(
  'the forms of the regulations are saved: of an objection, an erasure, and a request for consent',
  async () => {
    const officer = server.actor()
    const { id: objection } = await aRequest(officer, { type: 'OBJECTION' })
    const { id: erasure } = await aRequest(officer, { type: 'DELETION' })
    const { visited, page, dialog } = await deskOf(officer, `requests/${objection}`)
    await using _ = visited
    expect(await savePdf(page, 'Save form 1 as PDF')).toBe('%PDF-')
    await page.goto(`${server.url}/#/privacy/requests/${erasure}`)
    expect(await savePdf(page, 'Save form 2 as PDF')).toBe('%PDF-')
    await page.goto(`${server.url}/#/privacy/contacts`)
    await page.getByRole('button', { name: 'Record a request for consent' }).click()
    await dialog.getByLabel('E-mail').fill(aSubject().email)
    await dialog.getByLabel('Evidence').fill('Form 4 by letter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(await savePdf(page, 'Save form 4 as PDF')).toBe('%PDF-')
    expect(visited.complaints).toEqual([])
  },
)

whenVisible('a client is held, shown by its name, and released', async () => {
  const officer = server.actor()
  const { id } = await aClient(officer, { name: 'Karoo Fresh Foods' })
  const { visited, page, dialog } = await deskOf(officer, 'holds')
  await using _ = visited
  await page.getByText('No record is held.').waitFor()
  await page.getByRole('button', { name: 'Hold one: Client' }).click()
  await chooseRecord(dialog, 'Record', 'Karoo Fresh Foods')
  await dialog.getByLabel('Legal ground').fill('Case 12/2026')
  expect(await accessFaults(page, 'holds-form')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Client: Karoo Fresh Foods' }).waitFor()
  expect(await accessFaults(page, 'holds')).toEqual([])
  expect((await officer.rest('DELETE', `/api/clients/${id}`)).body.code).toBe('LEGAL_HOLD')
  await page.getByRole('button', { name: 'Hold all records of a kind' }).click()
  await dialog.getByLabel('Kind of record').selectOption('Consent')
  await dialog.getByLabel('Legal ground').fill('A law')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Consent: all records').waitFor()
  await page.getByRole('button', { name: 'Release: Client: Karoo Fresh Foods' }).click()
  await dialog.getByLabel('Reason').fill('The case is closed')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await page.getByText(/^Released on .*: The case is closed$/).waitFor()
  expect((await officer.rest('DELETE', `/api/clients/${id}`)).status).toBe(204)
  expect(visited.complaints).toEqual([])
})

whenVisible('operators and processing are recorded, and fill the draft notice and the figures for PAIA', async () => {
  const officer = server.actor()
  await aConsent(officer)
  const { visited, page, dialog } = await deskOf(officer, 'operators')
  await using _ = visited
  await page.getByRole('button', { name: 'New operator' }).click()
  await dialog.getByLabel('Name').fill('Cape Hosting')
  await dialog.getByLabel('Services').fill('Hosting')
  await dialog.getByLabel('Written agreement').fill('CH-1')
  await dialog.getByLabel('Signed on').fill('2026-02-01')
  await dialog.getByLabel('Last day of the agreement').fill('2026-01-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('.field .fault').waitFor()
  await dialog.getByLabel('Last day of the agreement').fill('')
  expect(await accessFaults(page, 'operators-form')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: 'Cape Hosting' }).getByText('CH-1').waitFor()
  expect(await accessFaults(page, 'operators')).toEqual([])
  await page.getByRole('button', { name: 'Edit Cape Hosting' }).click()
  await dialog.getByLabel('Written agreement').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: 'Cape Hosting' }).getByText('None', { exact: true }).waitFor()

  await page.goto(`${server.url}/#/privacy/processing`)
  await page.getByRole('button', { name: 'New activity' }).click()
  await dialog.getByLabel('Name').fill('Newsletter')
  await dialog.getByLabel('Purpose').fill('News for customers')
  await dialog.getByRole('textbox', { name: 'Retention' }).fill('Two years')
  await dialog.getByLabel('Categories of people').fill('Customers\nVisitors')
  await dialog.getByRole('group', { name: 'Operators' }).getByLabel('Cape Hosting').check()
  await dialog.getByRole('group', { name: 'Special personal information' }).getByLabel('Health').check()
  await dialog.getByRole('button', { name: 'Add a transfer' }).click()
  await dialog.getByLabel('Country').fill('DE')
  await dialog.getByLabel('Recipient', { exact: true }).fill('Mailer GmbH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.locator('.field .fault').first().waitFor()
  expect(await accessFaults(page, 'processing-form')).toEqual([])
  await dialog.getByLabel('Legal ground for special information').selectOption('Consent')
  await dialog
    .getByRole('group', { name: 'Transfers out of South Africa' })
    .getByLabel('Legal ground')
    .selectOption('Adequate protection')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Newsletter' }).click()
  await panel(page, 'Newsletter').getByText('Cape Hosting').waitFor()
  await panel(page, 'Newsletter').getByText('DE, Mailer GmbH (Adequate protection)').waitFor()
  await panel(page, 'Draft of the notice').getByText('News for customers').waitFor()
  expect(await accessFaults(page, 'processing')).toEqual([])
  await page.goto(`${server.url}/#/privacy/report`)
  await panel(page, 'PAIA figures').getByText('Customers, Visitors').waitFor()
  expect(await accessFaults(page, 'paia')).toEqual([])
  expect(visited.complaints).toEqual([])
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
  await tracking.getByLabel('Yes').check()
  await tracking.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The setting was saved').waitFor()
  const { body: later } = await admin.graphql('{ privacySettings { requestGraceHours tracksMessages } }')
  expect(later.data.privacySettings).toEqual({ requestGraceHours: 48, tracksMessages: true })
  await page.goto(`${server.url}/#/privacy/nothing`)
  await page.getByText('There is no such page.').waitFor()
  expect(await page.getByText('Your role does not include this.').count()).toBe(0)
  expect(visited.complaints).toEqual([])
})
