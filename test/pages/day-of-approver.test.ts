/** @long it goes through the jobs of a day in a browser, at a desk and on a phone. */
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aClient, aContent } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { canVisit, goTo, hold, panel } from './dashboard.ts'
import { aBusyPerson, aDay } from './day.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

async function move(actor: Actor, path: string, status: string): Promise<void> {
  const answer = await actor.rest('PUT', `/api/${path}/status`, { status })
  expect([path, status, answer.status]).toEqual([path, status, 200])
}

const statusOf = async (actor: Actor, path: string) => (await actor.rest('GET', `/api/${path}`)).body.data.status

const item = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** A campaign that was approved, has failed, and was changed before it is sent in again. */
async function aChangedCampaign(author: Actor, approver: Actor): Promise<string> {
  const { id: clientId } = await aClient(author, { name: 'Cape Solar' })
  const { id } = await aCampaign(author, { name: 'Summer', status: 'PENDING_APPROVAL', budgetCents: 100_000 })
  await move(approver, `campaigns/${id}`, 'ACTIVE')
  await move(approver, `campaigns/${id}`, 'FAILED')
  await move(author, `campaigns/${id}`, 'DRAFT')
  await author.rest('PUT', `/api/campaigns/${id}`, { budgetCents: 250_000, clientId })
  await move(author, `campaigns/${id}`, 'PENDING_APPROVAL')
  return `campaigns/${id}`
}

/** Content that was returned, and has two versions since then. */
async function aReturnedContent(author: Actor, approver: Actor): Promise<void> {
  const { id } = await aContent(author, { title: 'Greeting', body: 'Good day.' })
  await move(author, `content/${id}`, 'IN_REVIEW')
  const back =
    'mutation ($id: ID!) { changeContentStatus(id: $id, status: CHANGES_REQUESTED, reason: "Warmer") { id } }'
  expect((await approver.graphql(back, { id })).body.errors).toBeUndefined()
  for (const body of ['A very good day.', 'A very, very good day.'])
    await author.rest('PUT', `/api/content/${id}`, { body })
  await move(author, `content/${id}`, 'IN_REVIEW')
}

aDay(
  'an approver',
  () => windows,
  async ({ start, see, seeInAfrikaans }) => {
    const { person: approver, colleague: author } = await aBusyPerson(server, 'manager')
    const summer = await aChangedCampaign(author, approver)
    const { id } = await aCampaign(author, { name: 'Winter', status: 'PENDING_APPROVAL' })
    await aCampaign(approver, { name: 'Own', status: 'PENDING_APPROVAL' })
    await aReturnedContent(author, approver)
    const { id: second } = await aContent(author, { title: 'Farewell' })
    await move(author, `content/${second}`, 'IN_REVIEW')
    await using visited = await start(server, approver)
    const { page, complaints } = visited

    await panel(page, 'Needs you today').getByRole('link', { name: '2 campaigns wait for your approval' }).click()
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
    await item(page, 'Summer')
      .getByRole('row', { name: /Budget R\s1\s000,00 R\s2\s500,00/ })
      .waitFor()
    await item(page, 'Summer').getByRole('row', { name: 'Client Empty Cape Solar' }).waitFor()
    await item(page, 'Winter').getByText('It was not approved before.').waitFor()
    expect(await item(page, 'Own').count()).toBe(0)
    await item(page, 'Farewell').waitFor()
    await see(page, 'approvals')
    const focused = (name: string) => page.locator('main a:focus', { hasText: name }).waitFor()
    for (const [key, name] of [
      ['j', 'Summer'],
      ['j', 'Winter'],
      ['j', 'Greeting'],
      ['j', 'Farewell'],
      ['k', 'Greeting'],
    ] as const) {
      await page.keyboard.press(key)
      await focused(name)
    }

    // The whole text, beside the version that was returned.
    const greeting = item(page, 'Greeting')
    await greeting.getByText('Read the whole text').click()
    const texts = greeting.locator('.pair article')
    await texts.nth(0).getByText('A very good day.', { exact: true }).waitFor()
    await texts.nth(1).getByText('A very, very good day.', { exact: true }).waitFor()
    await greeting.getByLabel('Compare the newest version with').selectOption('1')
    await texts.nth(0).getByText('Good day.', { exact: true }).waitFor()
    await see(page, 'beside')

    // A return needs a reason, which the author reads.
    const returns = page.getByRole('dialog', { name: 'Return Winter to its author?' })
    const giveBack = async (reason: string) => {
      await item(page, 'Winter').getByRole('button', { name: 'Return to the author' }).click()
      await returns.getByLabel('Reason').fill(reason)
      await returns.getByRole('button', { name: 'Return to the author' }).click()
    }
    await giveBack('')
    await returns.getByText('Reason is required').first().waitFor()
    await see(page, 'return')
    await page.keyboard.press('Escape')
    await returns.waitFor({ state: 'detached' })
    await giveBack('The budget lacks the printing.')
    await hold(page, 'Winter: Draft')
    await item(page, 'Winter').waitFor({ state: 'detached' })
    expect(await statusOf(author, `campaigns/${id}`)).toBe('DRAFT')
    await page.getByRole('button', { name: 'Undo' }).click()
    await item(page, 'Winter').waitFor()
    expect(await statusOf(author, `campaigns/${id}`)).toBe('PENDING_APPROVAL')
    await giveBack('Begin in July.')
    await item(page, 'Winter').waitFor({ state: 'detached' })

    // An approval is confirmed first.
    const approval = page.getByRole('dialog', { name: 'Approve Summer?' })
    const approve = item(page, 'Summer').getByRole('button', { name: 'Approve and start now' })
    await approve.click()
    await see(page, 'approve')
    await approval.getByRole('button', { name: 'Cancel' }).click()
    expect(await statusOf(author, summer)).toBe('PENDING_APPROVAL')
    await approve.click()
    await approval.getByRole('button', { name: 'Approve and start now' }).click()
    await page.getByText('Summer: Active').waitFor()
    await panel(page, 'Campaigns').getByText('Nothing waits for you.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await statusOf(author, summer)).toBe('ACTIVE')
    await see(page, 'approved')

    await using authors = await start(server, author)
    await goTo(authors.page, 'Campaigns')
    await authors.page.getByRole('link', { name: 'Winter' }).click()
    await panel(authors.page, 'Winter').getByText('Begin in July.').waitFor()
    await see(authors.page, 'returned')
    await seeInAfrikaans(page)
    expect([complaints, authors.complaints]).toEqual([[], []])
  },
)
