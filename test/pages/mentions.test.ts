import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aContent, aMember } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

whenVisible('an @ in a comment mentions a member, whose bell leads to the content', async () => {
  const author = server.actor()
  const viewer = server.actor({ organizationId: author.organizationId, role: 'viewer' })
  await aMember(author, { userId: viewer.userId, name: 'Vusi <b>Khumalo</b>', role: 'viewer' })
  await aMember(author, { name: 'Sipho Dube' })
  const { id } = await aContent(author, { title: 'Water week' })

  await using visited = await dashboardOf(windows, server.url, author)
  const { page, complaints } = visited
  await page.goto(`${server.url}/#/content/${id}`)
  const text = page.getByRole('textbox', { name: /^Comment on version 1/ })
  const people = page.getByRole('combobox', { name: 'Mention' })
  await text.pressSequentially('Mail vusi@example.org. @')
  await page.getByRole('option', { name: 'Vusi <b>Khumalo</b>' }).waitFor()
  await people.pressSequentially('vus')
  await page.getByText('1 result').waitFor()
  await people.press('Enter')
  await text.and(page.locator(':focus')).waitFor()
  await text.pressSequentially('please look.')
  expect(await text.inputValue()).toBe('Mail vusi@example.org. @Vusi <b>Khumalo</b> please look.')
  await people.fill('sipho')
  await page.getByRole('option', { name: 'Sipho Dube' }).click()
  await page.getByRole('button', { name: 'Remove Sipho Dube' }).click()
  await page.getByRole('button', { name: 'Remove Sipho Dube' }).waitFor({ state: 'hidden' })
  expect(await accessFaults(page, 'mention')).toEqual([])
  await page.getByRole('region', { name: 'Comments' }).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Mentioned: Vusi <b>Khumalo</b>', { exact: true }).waitFor()
  expect(complaints).toEqual([])

  await using other = await dashboardOf(windows, server.url, viewer)
  await other.page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const bell = other.page.getByRole('region', { name: 'Newest notifications' })
  expect(await accessFaults(other.page, 'mentioned')).toEqual([])
  await bell.getByRole('link', { name: /Water week.*: you were mentioned in a comment/ }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Water week' }).waitFor()
  await other.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expect(other.complaints).toEqual([])
})
