/** @long it opens every screen in three languages. */
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { canVisit, dashboardOf, speak, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

/** A count as a locale writes it shortly, by the browser itself. */
const shortly = (page: Page, locale: string) =>
  page.evaluate(
    (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }).format(12_345),
    locale,
  )

const DRAFT_FILTER = { af: 'Konsep', zu: 'Uhlaka' }

whenVisible('the page speaks Afrikaans and isiZulu, and does so after a reload', async () => {
  const actor = server.actor()
  const { id: campaignId } = await aCampaign(actor, { status: 'ACTIVE' })
  const day = new Date(Date.now() - 2 * 24 * 3600_000).toISOString().slice(0, 10)
  const sent = await actor.rest('POST', '/api/analytics/records', { campaignId, day, impressions: 12_345 })
  expect(sent.status).toBe(201)
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  expect(await languageOf(page)).toBe('en-ZA')

  await speak(page, 'af')
  await page.getByRole('heading', { level: 1, name: 'Oorsig' }).waitFor()
  expect(await languageOf(page)).toBe('af-ZA')
  const figures = page.getByRole('region', { name: 'Laaste 30 dae' })
  await figures.getByText(await shortly(page, 'af-ZA'), { exact: true }).waitFor()
  expect(await shortly(page, 'af-ZA')).not.toBe(await shortly(page, 'en-ZA'))
  await page.getByRole('link', { name: 'Veldtogte' }).click()
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption(DRAFT_FILTER.af)
  await page.getByRole('button', { name: 'Nuwe veldtog' }).click()
  await page.getByRole('button', { name: 'Stoor' }).click()
  await page.getByRole('link', { name: 'Naam is verpligtend', exact: true }).waitFor()

  await page.reload()
  await page.getByText('Gevorderd: met ’n toegangsteken').click()
  expect(await languageOf(page)).toBe('af-ZA')
  await page.getByLabel('Toegangsteken').fill(actor.token)
  await page.getByRole('button', { name: 'Gebruik hierdie teken' }).click()
  // The form of the new campaign is part of the address, so it opens again, later than the list.
  const form = page.getByRole('dialog', { name: 'Nuwe veldtog' })
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Veldtogte' }).waitFor()
  await speak(page, 'zu')
  await page.getByRole('heading', { level: 1, name: 'Imikhankaso' }).waitFor()
  await page.getByRole('combobox', { name: 'Isimo', exact: true }).selectOption(DRAFT_FILTER.zu)
  await page.reload()
  await page.getByText('Okuthuthukile: ngethokheni yokufinyelela').waitFor()
  expect(await languageOf(page)).toBe('zu-ZA')
  expect(complaints).toEqual([])
})
