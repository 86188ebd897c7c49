/** @long it takes requests of data subjects through every step in a browser. */
import { readFile } from 'node:fs/promises'
import { describe, expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aClient, aConsent, aGrantedRequest, aRequest, aReviewedRequest, aSubject } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

describe('a request of a data subject', () => {
  whenVisible('is lodged, proven, previewed, decided and answered with a package', async () => {
    const admin = server.actor()
    const subject = aSubject({ name: 'Nomsa <b>Dlamini</b>' })
    await aConsent(admin, { subject })
    const officer = server.actor({ organizationId: admin.organizationId, role: 'compliance' })
    await using visited = await dashboardOf(windows, server.url, officer)
    const { page, complaints } = visited
    await goTo(page, 'Privacy')
    await page.getByRole('button', { name: 'New request' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type').selectOption('CORRECTION')
    await dialog.getByRole('group', { name: 'Corrected data' }).waitFor()
    await dialog.getByLabel('Type').selectOption('ACCESS')
    await dialog.getByLabel('Name').fill(subject.name)
    await dialog.getByLabel('E-mail').fill(subject.email)
    await dialog.getByLabel('Request', { exact: true }).fill('What do you hold on me?')
    expect(await accessFaults(page, 'request-form')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    const about = panel(page, `Access: ${subject.name}`)
    await about.getByText('What do you hold on me?').waitFor()
    await about.getByRole('button', { name: 'Record identity' }).click()
    await dialog.getByLabel('How identity was proven').fill('Identity document seen')
    await dialog.getByRole('button', { name: 'Record identity' }).click()
    await about.getByText('Identity document seen').waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Treated: 2.').waitFor()
    expect(await accessFaults(page, 'request')).toEqual([])
    await about.getByRole('button', { name: 'Decide' }).click()
    await dialog.getByLabel('Decision').selectOption('REFUSED')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    await dialog.locator('.field .fault').getByText('Reasons').waitFor()
    await dialog.getByLabel('Decision').selectOption('APPROVED')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      about.getByRole('button', { name: 'Save the access package' }).click(),
    ])
    const saved = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(saved.rows.map(({ resource }: { resource: string }) => resource)).toContain('CONSENT')
    await about.getByRole('button', { name: 'Complete' }).click()
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await about.getByText('Completed').first().waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('for erasure is completed by someone else, can be undone, and has a certificate', async () => {
    const decider = server.actor()
    const subject = aSubject()
    await aConsent(decider, { subject })
    const { id } = await aGrantedRequest(decider, { type: 'DELETION', subject })
    await using own = await dashboardOf(windows, server.url, decider)
    await own.page.goto(`${server.url}/#/privacy/requests/${id}`)
    await own.page.getByText('must be completed by a person other than the one who decided it').waitFor()
    expect(await own.page.getByRole('button', { name: 'Complete' }).isDisabled()).toBe(true)
    const other = server.actor({ organizationId: decider.organizationId })
    await using visited = await dashboardOf(windows, server.url, other)
    const { page } = visited
    await page.goto(`${server.url}/#/privacy/requests/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Complete' }).click()
    await dialog.getByText(`send the notice yourself: ${subject.email}`).waitFor()
    await dialog.getByText('When the period ends by itself, the notice stays without the address.').waitFor()
    expect(await accessFaults(page, 'request-notice-warning')).toEqual([])
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await page.getByRole('button', { name: 'Undo the completion' }).click()
    await dialog.getByLabel('Reason').fill('A court asked for the records')
    await dialog.getByRole('button', { name: 'Undo the completion' }).click()
    await page.getByText('Undone: A court asked for the records').waitFor()
    await page.getByRole('button', { name: 'Complete' }).click()
    await dialog.getByLabel('Why at once').fill('The subject is in danger')
    await dialog.getByRole('button', { name: 'Complete' }).click()
    const notice = page.getByRole('dialog', { name: `Notice for ${subject.email}` })
    await notice.getByText(subject.name).waitFor()
    expect(await accessFaults(page, 'request-last-notice')).toEqual([])
    await page.keyboard.press('Escape')
    await visited.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await notice.getByRole('button', { name: 'Copy', exact: true }).click()
    await notice.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(subject.name)
    await page.emulateMedia({ media: 'print' })
    const seen = (text: string) =>
      page
        .getByText(text)
        .first()
        .evaluate((shown) => getComputedStyle(shown).visibility)
    expect([await seen(subject.name), await seen('This is shown once.')]).toEqual(['visible', 'hidden'])
    await page.emulateMedia({ media: null })
    await notice.getByRole('button', { name: 'I have copied it' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the certificate' }).click(),
    ])
    const { statement } = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(JSON.parse(statement)).toHaveProperty('requestId', id)
    expect(await accessFaults(page, 'request-outcome')).toEqual([])
  })

  whenVisible('is reviewed record by record before it is decided', async () => {
    const admin = server.actor()
    const subject = aSubject()
    await aClient(admin, { name: 'Karoo Fresh Foods', contact: { name: subject.name } })
    const { id } = await aRequest(admin, { type: 'ACCESS', subject })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    await page.goto(`${server.url}/#/privacy/requests/${id}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Name alone').waitFor()
    await page.getByRole('button', { name: /^Leave out: Client/ }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('A namesake')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Left out: A namesake').waitFor()
    expect(await accessFaults(page, 'request-review')).toEqual([])
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
    await page.goto(`${server.url}/#/privacy/requests/${id}`)
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
    await page.goto(`${server.url}/#/privacy/requests/${id}`)
    await page.getByRole('button', { name: 'Update' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Request', { exact: true }).fill('My words')
    await admin.rest('PUT', `/api/data-subject-requests/${id}`, { details: 'Their words' })
    await dialog.getByRole('button', { name: 'Update' }).click()
    await dialog.getByText('Theirs: Their words').waitFor()
    expect((await admin.rest('GET', `/api/data-subject-requests/${id}`)).body.data.details).toBe('Their words')
  })

  whenVisible('of another organization is not there, and a viewer has no privacy desk', async () => {
    const { id } = await aRequest(server.actor(), {})
    const admin = server.actor()
    await aClient(admin)
    await using visited = await dashboardOf(windows, server.url, admin)
    await visited.page.goto(`${server.url}/#/privacy/requests/${id}`)
    await visited.page.getByText('Data-subject request not found').waitFor()
    await using viewer = await dashboardOf(
      windows,
      server.url,
      server.actor({ organizationId: admin.organizationId, role: 'viewer' }),
    )
    expect(await viewer.page.getByRole('link', { name: 'Privacy' }).count()).toBe(0)
    await viewer.page.goto(`${server.url}/#/privacy/requests`)
    await viewer.page.getByText('Your role does not include this.').waitFor()
    expect(viewer.complaints).toEqual([])
  })
})
