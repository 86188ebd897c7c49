import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aContent, aMember, anInvitation } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { aSignOff } from '../support/sign-offs.ts'
import { until } from '../support/until.ts'
import { accessFaults, canVisit, dashboardOf, openUserMenu, speak, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

/** Every space of an amount is one that does not break. */
const spaced = (text: string) => text.replaceAll('_', '\u00a0')

const LANGUAGES = [
  [
    'af',
    'Nuutste kennisgewings',
    'Veldtog "Water week" het 80 % van sy begroting bereik: R_96_000,00 van R_120_000,00.',
    'Uitnodiging (Bestuurder) is van die hand gewys deur Sipho Dube.',
  ],
  [
    'zu',
    'Izaziso ezintsha',
    'Umkhankaso othi "Water week" ufinyelele ku-80 % wesabelomali sawo: R_96_000,00 ku-R_120_000,00.',
    'Isimemo (Umphathi) senqatshiwe ngu-Sipho Dube.',
  ],
] as const

const SIZES = [{ viewport: { width: 1440, height: 900 } }, { viewport: { width: 390, height: 844 } }]

whenVisible('notifications have the language of the page, with its amounts and words', async () => {
  const author = server.actor()
  const sipho = server.actor({ email: 'sipho@example.org' })
  await aMember(author, { userId: sipho.userId, name: 'Sipho Dube' })
  const { token } = await anInvitation(author, { role: 'manager', email: sipho.email })
  await sipho.graphql('mutation ($token: String!) { declineInvitation(token: $token) }', { token })
  const { id } = await aCampaign(author, { name: 'Water week', budgetCents: 120_000_00 })
  await author.rest('POST', '/api/analytics/records', { campaignId: id, day: '2026-01-01', spendCents: 96_000_00 })
  await until('both notifications', async () => {
    const { body } = await author.graphql('{ notifications { totalCount } }')
    return body.data.notifications.totalCount === 2
  })

  await using visited = await dashboardOf(windows, server.url, author)
  const { page, complaints } = visited
  for (const [language, title, budget, declined] of LANGUAGES) {
    await speak(page, language)
    await page.locator('button.bell').click()
    const bell = page.getByRole('region', { name: title })
    await bell.getByRole('link', { name: spaced(budget), exact: true }).waitFor()
    await bell.getByText(declined, { exact: true }).waitFor()
    expect(await accessFaults(page, `bell-${language}`)).toEqual([])
    await page.keyboard.press('Escape')
  }
  await visit(page, '/administration/notifications')
  await page.getByRole('main').getByText(spaced(LANGUAGES[1][2]), { exact: true }).waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Londoloza uhlu' }).click()
  await page.getByRole('button', { name: /CSV/ }).click()
  const [, ...rows] = parse(await readFile(await (await file).path()), { bom: true })
  expect(rows.map(([, text]) => text).sort()).toEqual([LANGUAGES[1][3], spaced(LANGUAGES[1][2])].sort())
  expect(complaints).toEqual([])
})

whenVisible('reasons of the service have the language of the page', async () => {
  const author = server.actor()
  const { id: contentId } = await aContent(author, { title: 'Water week' })
  const { id } = await aSignOff(author, { contentId })
  await author.rest('PUT', `/api/content/${contentId}`, { body: 'Save more water.' })
  await using visited = await dashboardOf(windows, server.url, author)
  const { page, complaints } = visited
  await visit(page, `/sign-offs/${id}`)
  const shown = [
    ['af', 'Nie meer geldig nie: Die inhoud is verander.', 'is nie meer geldig nie: Die inhoud is verander.'],
    ['zu', 'Akusasebenzi: Okuqukethwe kushintshiwe.', 'akusasebenzi: Okuqukethwe kushintshiwe.'],
  ] as const
  for (const [language, reason, notification] of shown) {
    await speak(page, language)
    await page.getByRole('main').getByText(reason, { exact: true }).waitFor()
    await page.locator('button.bell').click()
    await page.locator('.popover').getByText(notification).waitFor()
    await page.keyboard.press('Escape')
  }
  expect(complaints).toEqual([])
})

whenVisible('a member chooses e-mails in the menu of the user', async () => {
  const admin = server.actor()
  const member = server.actor({ organizationId: admin.organizationId, role: 'member' })
  await aMember(admin, { userId: member.userId, name: 'Thandi Nkosi', role: 'member' })
  const choice = 'When somebody mentions me, or decides on my campaign or content'
  for (const size of SIZES) {
    await using visited = await dashboardOf(windows, server.url, member, size)
    const { page, complaints } = visited
    const dialog = page.getByRole('dialog', { name: 'E-mails' })
    await openUserMenu(page)
    await page.getByRole('button', { name: 'E-mails' }).click()
    await dialog.getByLabel(choice).setChecked(size === SIZES[0])
    await dialog.getByLabel('Language of the e-mails').selectOption('zu')
    expect(await accessFaults(page, `mails-${size.viewport.width}`)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { body } = await member.graphql('{ mailSettings { mailsAtOnce mailLanguage } }')
    expect(body.data.mailSettings).toEqual({ mailsAtOnce: size === SIZES[0], mailLanguage: 'zu' })
    expect(complaints).toEqual([])
  }
  await using other = await dashboardOf(windows, server.url, admin)
  await openUserMenu(other.page)
  await other.page.getByRole('button', { name: 'E-mails' }).click()
  await other.page.getByText('You are not in the team of this organization, so it sends you no e-mails.').waitFor()
  expect(await accessFaults(other.page, 'mails-outside')).toEqual([])
  expect(other.complaints).toEqual([])
})
