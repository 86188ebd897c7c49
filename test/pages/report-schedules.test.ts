/** @long it looks at schedules in both themes and on a phone, for access faults. */
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { queuedMails } from '../support/mails.ts'
import { aClient, aMember } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import {
  accessFaults,
  canVisit,
  chooseRecord,
  dashboardOf,
  panel,
  picture,
  speak,
  visit,
  whenVisible,
} from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const SIZES = [{ viewport: { width: 1440, height: 900 } }, { viewport: { width: 390, height: 844 } }]

const CREATE = 'mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { id } }'
const UPDATE = `mutation ($id: ID!, $input: ReportSchedulePatch!) {
  updateReportSchedule(id: $id, input: $input) { id } }`
const LIST = '{ reportSchedules { nodes { id sentOn hour timeZone recipientIds sector isPaused } } }'

/** An administrator who is a member of the team, and a viewer. */
async function aTeam() {
  const admin = server.actor()
  const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer' })
  await aMember(admin, { userId: admin.userId, name: 'Sipho Dube', role: 'admin', email: 'sipho@example.org' })
  const reader = { userId: viewer.userId, name: 'Thandi Nkosi', role: 'viewer', email: 'thandi@example.org' }
  const { id: viewerId } = await aMember(admin, reader)
  return { admin, viewer, viewerId }
}

whenVisible('a report is scheduled with the filter of the screen, paused, sent at once and deleted', async () => {
  const { admin } = await aTeam()
  const { id: clientId } = await aClient(admin, { name: 'Water Board' })
  for (const size of SIZES) {
    await using visited = await dashboardOf(windows, server.url, admin, size)
    const { page, complaints } = visited
    await visit(page, `/analytics#client=${clientId}&sector=BUSINESS`)
    const schedules = panel(page, 'Scheduled reports')
    await schedules.getByText('No report is scheduled.').waitFor()
    await schedules.getByRole('button', { name: 'Schedule this report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule this report' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Nothing was saved').waitFor()
    await dialog.getByLabel('Sent').selectOption('First day of the month')
    await dialog.getByLabel('Hour').selectOption('18:00')
    await chooseRecord(dialog, 'Recipients', 'Thandi Nkosi')
    expect(await accessFaults(page, `schedule-form-${size.viewport.width}`)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { body } = await admin.graphql('{ reportSchedules { nodes { hour clientId sector type } } }')
    expect(body.data.reportSchedules.nodes).toEqual([{ hour: 18, clientId, sector: 'BUSINESS', type: null }])
    const row = schedules.getByRole('row', { name: /First day of the month, 18:00 \(Africa\/Johannesburg\)/ })
    await row.getByRole('button', { name: 'Pause' }).click()
    await row.getByText('Paused').waitFor()
    if (size === SIZES[0]) await row.getByText('Water Board, Business').waitFor()
    expect(await accessFaults(page, `schedules-${size.viewport.width}`)).toEqual([])
    await row.getByRole('button', { name: 'Resume' }).click()
    await row.getByRole('button', { name: 'Send to me now' }).click()
    await page.getByText('The report was mailed to you').waitFor()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await schedules.getByText('No report is scheduled.').waitFor()
    expect(complaints).toEqual([])
  }
  expect(await queuedMails(server, admin)).toHaveLength(2)
})

whenVisible('a schedule is edited, keeps its filter and what somebody else changed, and cancels', async () => {
  const { admin, viewer } = await aTeam()
  const input = {
    ...{ sentOn: 'FRIDAY', hour: 7, timeZone: 'Europe/Berlin' },
    ...{ sector: 'GOVERNMENT', recipientIds: [viewer.userId] },
  }
  const { body } = await admin.graphql(CREATE, { input })
  const { id } = body.data.createReportSchedule
  const listed = async () => (await admin.graphql(LIST)).body.data.reportSchedules.nodes
  for (const size of SIZES) {
    await using visited = await dashboardOf(windows, server.url, admin, size)
    const { page, complaints } = visited
    await admin.graphql(UPDATE, { id, input: { hour: 7, recipientIds: [viewer.userId] } })
    await visit(page, '/analytics#sector=BUSINESS')
    await page.getByRole('button', { name: 'Edit Every Friday, 07:00 (Europe/Berlin)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Every Friday, 07:00 (Europe/Berlin)' })
    const chosen = dialog.getByRole('listitem').filter({ hasText: 'Thandi Nkosi' })
    expect((await chosen.boundingBox())?.width).toBeLessThan(160)
    expect(await accessFaults(page, `schedule-edited-${size.viewport.width}`)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Edit Every Friday, 07:00 (Europe/Berlin)' }).click()
    await chooseRecord(dialog, 'Recipients', 'Sipho Dube')
    await dialog.getByRole('button', { name: 'Remove Thandi Nkosi' }).click()
    await admin.graphql(UPDATE, { id, input: { hour: 9 } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Theirs: 09:00').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const after = { ...input, id, hour: 9, recipientIds: [admin.userId], isPaused: false }
    expect(await listed()).toEqual([after])
    const row = panel(page, 'Scheduled reports').getByRole('row', { name: /Every Friday, 09:00 \(Europe\/Berlin\)/ })
    await row.waitFor()
    await picture(page, `schedules-edited-${size.viewport.width}`)
    expect(complaints).toEqual([])
  }
})

whenVisible('a viewer sees the schedules and gets a report at once, in each language', async () => {
  const { admin, viewer } = await aTeam()
  const input = { sentOn: 'FRIDAY', hour: 7, timeZone: 'Europe/Berlin', recipientIds: [admin.userId] }
  await admin.graphql(CREATE, { input })
  await using visited = await dashboardOf(windows, server.url, viewer)
  const { page, complaints } = visited
  await visit(page, '/analytics')
  const schedules = panel(page, 'Scheduled reports')
  const row = schedules.getByRole('row', { name: /Every Friday, 07:00 \(Europe\/Berlin\)/ })
  await row.getByText('Sipho Dube').waitFor()
  expect(await schedules.getByRole('button').allTextContents()).toEqual(['Send to me now'])
  for (const [language, title, day] of [
    ['af', 'Geskeduleerde verslae', 'Elke Vrydag'],
    ['zu', 'Imibiko ehleliwe', 'Njalo ngoLwesihlanu'],
  ] as const) {
    await speak(page, language)
    await panel(page, title).getByText(day).waitFor()
  }
  expect(complaints).toEqual([])
})

whenVisible('a schedule whose recipients all left says so, and cannot be resumed', async () => {
  const { admin, viewer, viewerId } = await aTeam()
  const input = { sentOn: 'FRIDAY', hour: 7, recipientIds: [viewer.userId] }
  await admin.graphql(CREATE, { input })
  await admin.graphql('mutation ($id: ID!) { removeTeamMember(id: $id) }', { id: viewerId })
  for (const size of SIZES) {
    await using visited = await dashboardOf(windows, server.url, admin, size)
    const { page, complaints } = visited
    await visit(page, '/analytics')
    const row = panel(page, 'Scheduled reports').getByRole('row', { name: /Every Friday/ })
    await row.getByText(/^No recipient can get the report: they left the team/).waitFor()
    await row.getByRole('button', { name: 'Resume', disabled: true }).waitFor()
    expect(await accessFaults(page, `schedules-left-${size.viewport.width}`)).toEqual([])
    expect(complaints).toEqual([])
  }
})
