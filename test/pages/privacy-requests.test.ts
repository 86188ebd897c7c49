/** @long it takes requests of data subjects through their steps in a browser. */
import { describe, expect } from '@jest/globals'
import { resultOf } from '../support/answers.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import {
  aClient,
  aConsent,
  aGrantedRequest,
  aRequest,
  aReviewedRequest,
  aSubject,
  completeNow,
  review,
} from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, PHONE, signIn, speak, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

/** On how many lines the text of an element stands. */
const linesOf = (element: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getClientRects().length
}

describe('a request of a data subject', () => {
  whenVisible('is reviewed record by record before it is decided', async () => {
    const admin = server.actor()
    const subject = aSubject()
    const client = await aClient(admin, { name: 'Karoo Fresh Foods', contact: { name: subject.name } })
    const { id } = await aRequest(admin, { type: 'ACCESS', subject })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await visit(page, '/privacy')
    await page.setViewportSize(PHONE)
    expect(await page.getByRole('cell', { name: 'days left' }).evaluate(linesOf)).toBeLessThan(4)
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit(page, `/privacy/requests/${id}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Name alone').waitFor()
    const record = page.getByRole('link', { name: 'Karoo Fresh Foods', exact: true })
    expect(await record.getAttribute('href')).toBe(`/clients/${client.id}`)
    await page.setViewportSize(PHONE)
    const treated = page.getByRole('cell', { name: 'Treated', exact: true })
    expect(await treated.first().evaluate(linesOf)).toBe(1)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Leave out: Client Karoo Fresh Foods', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('A namesake')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Left out: A namesake').waitFor()
    expect(await accessFaults(page, 'request-review')).toEqual([])
  })

  whenVisible('says in the language of the page why an erasure keeps records', async () => {
    const admin = server.actor()
    const subject = aSubject()
    const client = await aClient(admin, { name: 'Karoo Fresh Foods', contact: { name: subject.name } })
    const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
    await review(admin, id, [{ resource: 'CLIENT', rowId: client.id, verdict: 'CONFIRM', reason: 'The same person' }])
    await admin.rest('PUT', `/api/clients/${client.id}`, { industry: 'Mining' })
    const executor = server.actor({ organizationId: admin.organizationId })
    const { body } = await completeNow(executor, id)
    expect(body.data.outcome.left).toMatchObject([
      { reason: 'The record changed after it was reviewed', cause: { code: 'CHANGED_AFTER_REVIEW' } },
    ])
    expect(body.data.outcome.kept).toContainEqual({
      resource: 'CAMPAIGN_TOTAL',
      reason: 'It holds numbers only',
      cause: { code: 'KEPT_NUMBERS' },
    })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await visit(page, `/privacy/requests/${id}`)
    await page.getByText('It holds numbers only').first().waitFor()
    const left = page.getByRole('listitem').filter({ hasText: 'The record changed after it was reviewed' })
    await left.getByText('Client Karoo Fresh Foods: ').waitFor()
    expect(await left.getByRole('link').getAttribute('href')).toBe(`/clients/${client.id}`)
    await speak(page, 'af')
    await page.getByText('Dit bevat slegs getalle', { exact: true }).first().waitFor()
    await page.getByText('Die rekord het verander nadat dit nagegaan is').waitFor()
    await speak(page, 'zu')
    await page.getByText('Kuqukethe izinombolo kuphela', { exact: true }).first().waitFor()
  })

  whenVisible('says in the language of the page that its completion was undone', async () => {
    const admin = server.actor()
    const { id } = await aGrantedRequest(admin, { type: 'DELETION' })
    const officer = server.actor({ organizationId: admin.organizationId, role: 'compliance' })
    await officer.rest('POST', `/api/data-subject-requests/${id}/complete`)
    const undo = `mutation ($id: ID!) {
      undoDataSubjectCompletion(id: $id, input: { reason: "The wrong Smith" }) { failure failureCause } }`
    expect(await resultOf(admin, undo, { id })).toEqual({
      failure: 'Undone: The wrong Smith',
      failureCause: { code: 'COMPLETION_UNDONE', reason: 'The wrong Smith' },
    })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await visit(page, `/privacy/requests/${id}`)
    await page.getByText('The completion was undone: The wrong Smith').waitFor()
    await speak(page, 'af')
    await page.getByText('Die voltooiing is ongedaan gemaak: The wrong Smith').waitFor()
    await speak(page, 'zu')
    await page.getByText('Ukuqedwa kuhoxisiwe: The wrong Smith').waitFor()
  })

  whenVisible('leads to the request that it duplicates', async () => {
    const admin = server.actor()
    const subject = aSubject()
    const first = await aRequest(admin, { type: 'ACCESS', subject, receivedAt: '2026-11-02T08:00:00Z' })
    const second = await aRequest(admin, { type: 'ACCESS', subject })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await visit(page, `/privacy/requests/${second.id}`)
    const duplicated = page.getByRole('definition').getByRole('link', { name: 'Access, 02 Nov 2026', exact: true })
    expect(await duplicated.getAttribute('href')).toBe(`/privacy/requests/${first.id}`)
    await duplicated.click()
    await page.getByText('02 Nov 2026').first().waitFor()
    expect(await duplicated.count()).toBe(0)
  })

  whenVisible('is granted in part, for kinds of records that it is about', async () => {
    const admin = server.actor()
    const subject = aSubject()
    await aClient(admin, { name: 'Karoo Fresh Foods', contact: { name: subject.name, email: subject.email } })
    await aConsent(admin, { subject })
    const { id } = await aReviewedRequest(admin, { type: 'ACCESS', subject })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page, complaints } = visited
    const dialog = page.getByRole('dialog')
    await visit(page, `/privacy/requests/${id}`)
    await page.locator('main .steps .primary').getByText('Decide').waitFor()
    await page.getByRole('button', { name: 'Decide' }).click()
    await dialog.getByLabel('Decision').selectOption('Granted in part')
    await dialog.getByLabel('Reasons').fill('The client objects')
    await dialog.getByRole('group', { name: 'Granted kinds of records' }).getByLabel('Consent').check()
    expect(await accessFaults(page, 'request-grant')).toEqual([])
    await dialog.getByRole('button', { name: 'Decide' }).click()
    await dialog.waitFor({ state: 'detached' })
    const query = 'query ($id: ID!) { dataSubjectRequest(id: $id) { granted { resources } } }'
    const { body } = await admin.graphql(query, { id })
    expect([body.data.dataSubjectRequest.granted.resources, complaints]).toEqual([['CONSENT'], []])
  })

  whenVisible('that another user changed during the edit is not overwritten', async () => {
    const admin = server.actor()
    const { id } = await aRequest(admin, { details: 'Everything, please' })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await visit(page, `/privacy/requests/${id}`)
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Request', { exact: true }).fill('My words')
    await admin.rest('PUT', `/api/data-subject-requests/${id}`, { details: 'Their words' })
    await dialog.getByRole('button', { name: 'Update' }).click()
    await dialog.getByText('Theirs: Their words').waitFor()
    expect((await admin.rest('GET', `/api/data-subject-requests/${id}`)).body.data.details).toBe('Their words')
  })

  whenVisible('is lodged with the corrected data that was typed before a reload', async () => {
    const admin = server.actor()
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page, complaints } = visited
    const dialog = page.getByRole('dialog')
    const person = dialog.getByRole('group', { name: 'Person' })
    const corrected = dialog.getByRole('group', { name: 'Corrected data' })
    await visit(page, '/privacy/requests')
    await page.getByRole('button', { name: 'New request' }).click()
    await dialog.getByLabel('Type').selectOption('Correction')
    await person.getByLabel('Name').fill('Nomsa Dube')
    await corrected.getByLabel('E-mail').fill('nomsa@')
    await page.reload()
    await signIn(page, admin.token)
    await dialog.getByText('What you typed before is here again.').waitFor()
    expect(await corrected.getByLabel('E-mail').inputValue()).toBe('nomsa@')
    await person.getByLabel('E-mail').fill('nomsa')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await person.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
    expect(await corrected.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
    expect(await accessFaults(page, 'request-new')).toEqual([])
    await person.getByLabel('E-mail').fill('nomsa@example.org')
    await corrected.getByLabel('E-mail').fill('dube@example.org')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('dube@example.org', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('is extended by a number of days only', async () => {
    const admin = server.actor()
    const { id } = await aRequest(admin, { receivedAt: new Date().toISOString() })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    const dialog = page.getByRole('dialog')
    await visit(page, `/privacy/requests/${id}`)
    await page.getByRole('button', { name: 'Extend' }).click()
    expect(await dialog.getByLabel('Extension in days').inputValue()).toBe('30')
    await dialog.getByLabel('Extension in days').fill('two weeks')
    await dialog.getByLabel('Reasons of the extension').fill('Records of ten years')
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await dialog.getByText('Extension in days must be a whole number').first().waitFor()
    await dialog.getByLabel('Extension in days').fill('14')
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('14 days', { exact: true }).waitFor()
  })

  whenVisible('that was executed at once shows why', async () => {
    const admin = server.actor()
    const { id } = await aGrantedRequest(admin, { type: 'DELETION' })
    await completeNow(server.actor({ organizationId: admin.organizationId }), id)
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await visit(page, `/privacy/requests/${id}`)
    const fact = page.locator('dl.facts > div', { has: page.getByText('Why at once', { exact: true }) })
    expect(await fact.locator('dd').innerText()).not.toBe('')
  })

  whenVisible('of another organization is not there, and a viewer has no privacy desk', async () => {
    const { id } = await aRequest(server.actor(), {})
    const admin = server.actor()
    await aClient(admin)
    await using visited = await dashboardOf(windows, server.url, admin)
    await visit(visited.page, `/privacy/requests/${id}`)
    await visited.page.getByText('This record does not exist, or it was deleted.').waitFor()
    await using viewer = await dashboardOf(
      windows,
      server.url,
      server.actor({ organizationId: admin.organizationId, role: 'viewer' }),
    )
    expect(await viewer.page.getByRole('link', { name: 'Privacy' }).count()).toBe(0)
    await visit(viewer.page, '/privacy/requests')
    await viewer.page.getByText('Your role does not include this.').waitFor()
    expect(viewer.complaints).toEqual([])
  })
})
