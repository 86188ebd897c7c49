import { globSync, readFileSync } from 'node:fs'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import type { Role } from '../../src/security/auth/caller.ts'
import { paleTextsOf, violationsOf } from '../support/axe.ts'
import type { Visit, Windows } from '../support/browser.ts'
import { aMember } from '../support/samples.ts'
import type { Actor, TestServer } from '../support/server.ts'
import { addressOf, dashboardOf, picture, speak, visit, whenVisible } from './dashboard.ts'

/** The two ways in which the people of the days look at the dashboard. */
const LOOKS = {
  desk: { viewport: { width: 1440, height: 900 }, colorScheme: 'light', reducedMotion: 'reduce' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', reducedMotion: 'reduce' },
} as const

type Theme = (typeof LOOKS)[keyof typeof LOOKS]['colorScheme']

export interface Day {
  isPhone: boolean
  /** Opens the dashboard of a person, in the look of this day. */
  start(server: TestServer, actor: Actor): Promise<Visit>
  /** Fails if what the page shows keeps people out, is too wide for the window, or has names that only programs use. */
  see(page: Page, name: string, raw?: RegExp): Promise<void>
  /** Opens the seen screens again in Afrikaans, and fails if one shows an English text. */
  seeInAfrikaans(page: Page): Promise<void>
}

/** A day of a person as a test: at a desk, and on a phone. A phone repeats the day, so all jobs work there too. */
export function aDay(person: string, windows: () => Windows, run: (day: Day) => Promise<void>): void {
  for (const [name, look] of Object.entries(LOOKS)) {
    whenVisible(`the day of ${person}, on a ${name}`, () => {
      const addresses = new Set<string>()
      return run({
        isPhone: look === LOOKS.phone,
        start: (server, actor) => dashboardOf(windows(), server.url, actor, look),
        see: async (page, screen, raw = RAW) => {
          await page.getByText('Loading…').first().waitFor({ state: 'detached' })
          addresses.add(addressOf(page))
          await picture(page, `${person.replaceAll(' ', '-')}-${screen}-${name}`)
          expect([screen, ...(await faultsOf(page, look.colorScheme, raw))]).toEqual([screen])
        },
        seeInAfrikaans: async (page) => {
          await speak(page, 'af')
          for (const address of addresses) {
            // A link to `/`, where the day started, would load the page again.
            await visit(page, address === '/' ? '/overview' : address)
            await page.locator('main .panel').first().waitFor()
            await page.getByText('Laai tans').first().waitFor({ state: 'detached' })
            expect([address, ...(await englishOf(page))]).toEqual([address])
          }
        },
      })
    })
  }
}

/** Names of enum values. Pages show words instead. */
export const ENUM_VALUE = /\b[A-Z]+_[A-Z_]+\b/g
/** Ids too. Pages show names instead. */
const RAW = /\b[A-Z]+_[A-Z_]+\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/g

/** The titles of the columns without a button to sort by, in tables that can be sorted. */
const unsortedOf = (page: Page): Promise<string[]> =>
  page
    .locator('thead:has(button.sort) th:not(:has(button, input, .hidden))')
    .evaluateAll((titles) => titles.map(({ textContent }) => textContent ?? ''))

/** Looks at a page in its theme, and at its colours in the other one too. */
async function faultsOf(page: Page, theme: Theme, raw: RegExp): Promise<string[]> {
  const { width, text } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth - innerWidth,
    text: document.body.innerText,
  }))
  const violations = await violationsOf(page)
  const unsorted = await unsortedOf(page)
  const pale = await paleTextsOf(page, theme === 'light' ? 'dark' : 'light')
  await page.emulateMedia({ colorScheme: theme })
  return [
    ...violations,
    ...pale,
    ...unsorted.map((title) => `The list cannot be sorted by ${title}`),
    ...(width > 0 ? [`The page is ${width} pixels too wide`] : []),
    ...(text.match(raw) ?? []),
  ]
}

const CATALOGUES = `${import.meta.dirname}/../../src/web/i18n`

const textsOf = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part as object).flatMap(textsOf)

const sentencesIn = (text: string): string[] => text.trim().split(/(?<=[.!?:])\s+/)

/** The sentences of a language, in all catalogues. */
const sentencesOf = (language: string): string[] =>
  globSync(`${CATALOGUES}/${language}/*.json`)
    .flatMap((file) => textsOf(JSON.parse(readFileSync(file, 'utf8'))))
    .flatMap(sentencesIn)

const VALUE = /\{\{[^}]*\}\}/
const AFRIKAANS = new Set(sentencesOf('af'))
const ENGLISH = sentencesOf('en').filter((sentence) => !AFRIKAANS.has(sentence))
const FIXED = new Set(ENGLISH)
/** Sentences with values. Those with a single word beside their values match other languages too. */
const FILLED = ENGLISH.filter((sentence) => VALUE.test(sentence))
  .map((sentence) => sentence.split(VALUE))
  .filter((parts) => parts.join(' ').match(/[a-z]{3,}/gi)?.[1])
  .map((parts) => new RegExp(`^${parts.map((part) => part.replace(/[^\w\s]/g, '\\$&')).join('.+')}$`))

/** The English sentences that the page shows, alone or next to others. */
async function englishOf(page: Page): Promise<string[]> {
  const texts = await page.locator('main').evaluate((main) => {
    const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (nodes.nextNode())
      // A message stays in the language in which the page said it.
      if (nodes.currentNode.parentElement?.checkVisibility() && !nodes.currentNode.parentElement.closest('.toast'))
        found.push(nodes.currentNode.textContent ?? '')
    return found
  })
  const isEnglish = (sentence: string) => FIXED.has(sentence) || FILLED.some((filled) => filled.test(sentence))
  return texts.flatMap(sentencesIn).filter(isEnglish)
}

/** A person of a new organization with 300 clients, and a colleague: both are in its team. */
export async function aBusyPerson(server: TestServer, role: Role): Promise<{ person: Actor; colleague: Actor }> {
  const colleague = server.actor()
  const { organizationId } = colleague
  const person = server.actor({ organizationId, role })
  await colleague.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
  await aMember(colleague, { userId: colleague.userId, name: 'Sipho Dube', role: 'admin' })
  await aMember(colleague, { userId: person.userId, name: 'Thandi Nkosi', role })
  const rows = Array.from(
    { length: 300 },
    (_, number) => `Bakery ${number + 100},MEDIUM_BUSINESS,Food,BUSINESS,a@example.org`,
  )
  const csv = ['name,type,industry,sector,contact.email', ...rows].join('\n')
  const { body } = await colleague.rest('POST', '/api/clients/import', csv, { 'Content-Type': 'text/csv' })
  expect(body.data.imported).toBe(300)
  return { person, colleague }
}
