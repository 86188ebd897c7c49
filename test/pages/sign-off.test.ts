import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { violationsOf } from '../support/axe.ts'
import { startBrowser, type Visit, type Windows } from '../support/browser.ts'
import { startReceiver } from '../support/receiver.ts'
import { aCampaign, aContent } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { anApproved, aReviewer, aSignOff, showSignOff, tokenOf } from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'
import { accessFaults, canVisit, whenVisible } from './dashboard.ts'
import { prove } from './reviewer.ts'

let smtp: SmtpServer
let server: TestServer
let windows: Windows
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  server = opened.use(await startServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }))
  if (canVisit) windows = opened.use(await startBrowser())
})

const linkOf = async (email: string) => `${server.url}/sign-off#${await tokenOf(smtp, email)}`

async function aRequest(actor: Actor, changes: Json = {}) {
  const { id: campaignId } = await aCampaign(actor, { name: 'Winter', budgetCents: 500_000 })
  await aContent(actor, { campaignId, title: 'Warm', body: 'A warm winter for all.' })
  const reviewer = aReviewer()
  const signOff = await aSignOff(actor, { campaignId, reviewers: [reviewer], sharesBudget: true, ...changes })
  return { ...signOff, reviewer, link: await linkOf(reviewer.email) }
}

const WINTER = `<style>h1 { color: #006a4e; font-family: Georgia } td { padding: 12px }</style>
  <table width="600" align="center" bgcolor="#f2f7f4"><tr><td><h1>Winter sale</h1>
  <p>Dear {{name}}, warm clothes for less until Sunday.</p><img src="https://cdn.example.org/scarf.jpg" alt="A scarf">
  <p><a href="https://shop.example.org/">Buy now</a></p></td></tr></table>`

/** The size of all files that the page loads, compressed. */
test('the page is at most 60 KB compressed', () => {
  const folder = join(import.meta.dirname, '../../dist/web')
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    const text = readFileSync(join(folder, name), 'utf8')
    const names = readdirSync(join(folder, 'assets')).filter((each) => text.includes(each))
    for (const each of names) load(`assets/${each}`)
  }
  load('sign-off.html')
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
  expect(loaded.size).toBeGreaterThan(2)
  expect(bytes).toBeLessThanOrEqual(60 * 1024)
})

describe('the page of a reviewer', () => {
  whenVisible('needs few requests and bytes until its heading', async () => {
    const { link } = await aRequest(server.actor())
    await using visited = await windows.open(link)
    await visited.page.getByRole('heading', { name: 'asks for your approval' }).waitFor()
    const loaded = await visited.page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
        const { name, encodedBodySize } = entry as PerformanceResourceTiming
        return { path: new URL(name).pathname, bytes: encodedBodySize }
      }),
    )
    expect(loaded.map(({ path }) => path)).toEqual(expect.arrayContaining(['/sign-off', '/sign-off/open']))
    expect(loaded.length).toBeLessThanOrEqual(6)
    expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(30_000)
  })

  whenVisible('leads from the mail to an approval, by keyboard and without a token in the address', async () => {
    const actor = server.actor()
    const { id, reviewer, link } = await aRequest(actor)
    await using visited = await windows.open(link)
    const { page, complaints, foreign } = visited
    await page.getByText('To show that this link is yours').waitFor()
    expect(page.url()).toBe(`${server.url}/sign-off`)
    expect(await violationsOf(page)).toEqual([])
    await prove(page, smtp, reviewer.email)
    await page.getByText('A warm winter for all.').waitFor()
    expect(await page.getByText(/R\s?5\s?000/).count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Passage').fill('warm winter')
    await page.getByLabel('Comment', { exact: true }).fill('Shorter?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Shorter?').first().waitFor()
    await page.getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('You approved. Thank you.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    const stored = await showSignOff(actor, id)
    expect(stored).toMatchObject({
      status: 'APPROVED',
      comments: { nodes: [{ passage: 'warm winter', text: 'Shorter?' }] },
    })
    expect([complaints, foreign]).toEqual([[], []])
  })

  whenVisible(
    'shows the text that was approved before, and asks for changes, in Afrikaans and on a phone',
    async () => {
      const actor = server.actor()
      const { id: contentId } = await aContent(actor, { body: 'First text.' })
      await anApproved(server, smtp, actor, { contentId })
      await actor.rest('PUT', `/api/content/${contentId}`, { body: 'Second text.' })
      const reviewer = aReviewer()
      const { id } = await aSignOff(actor, { contentId, reviewers: [reviewer] })
      await using visited = await windows.open(await linkOf(reviewer.email))
      const { page } = visited
      await page.setViewportSize({ width: 390, height: 800 })
      await prove(page, smtp, reviewer.email)
      await page.getByText('First text.').waitFor()
      await page.getByText('Second text.').waitFor()
      await page.getByLabel('Language').selectOption('af')
      await page.getByRole('heading', { name: 'Vantevore goedgekeur' }).waitFor()
      await page.locator('html[lang=af]').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      expect(await violationsOf(page)).toEqual([])
      await page.getByLabel('Wat moet verander?').fill('Die datum is verkeerd.')
      await page.getByRole('button', { name: 'Vra veranderings' }).click()
      await page.getByText('U het veranderings gevra. Dankie.').waitFor()
      expect(await showSignOff(actor, id)).toMatchObject({
        status: 'CHANGES_REQUESTED',
        endReason: 'Die datum is verkeerd.',
      })
    },
  )

  whenVisible('says why it is not open: a wrong code, a wrong link, a withdrawn request', async () => {
    const actor = server.actor()
    const { id, link } = await aRequest(actor)
    await using wrong = await windows.open(`${server.url}/sign-off#nothing`)
    await wrong.page.getByText('This link is not valid').waitFor()
    await using visited = await windows.open(link)
    const { page } = visited
    await page.getByRole('button', { name: 'Mail me a code' }).click()
    await page.getByLabel('Code of six digits').fill('000000')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('The code is wrong. Tries left: 4.').waitFor()
    await actor.graphql('mutation ($id: ID!) { revokeSignOff(id: $id) { id } }', { id })
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('The request was withdrawn.').waitFor()
  })
})

describe('an e-mail on the page', () => {
  /** Opens the page on content of an actor of its own. */
  async function shown(body: string): Promise<Visit> {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor, { type: 'EMAIL', title: 'Winter sale', body })
    const reviewer = aReviewer()
    await aSignOff(actor, { contentId, reviewers: [reviewer] })
    const visited = await windows.open(await linkOf(reviewer.email))
    await prove(visited.page, smtp, reviewer.email)
    return visited
  }
  const FRAME = 'iframe[title="As the audience sees it: Winter sale"]'

  whenVisible(
    'is shown as its audience sees it, next to its text, in the widths of a desktop and a phone',
    async () => {
      await using visited = await shown(WINTER)
      const { page, complaints } = visited
      const mail = page.frameLocator(FRAME)
      await mail.getByRole('heading', { name: 'Winter sale' }).waitFor()
      const color = await mail.getByRole('heading').evaluate((heading) => getComputedStyle(heading).color)
      expect(color).toBe('rgb(0, 106, 78)')
      await mail.getByText('Dear {{name}}').waitFor()
      await mail.getByAltText('A scarf').waitFor()
      await page.getByText('Buy now [https://shop.example.org/]').waitFor()
      const widthOf = async (name: string) => {
        await page.getByRole('button', { name, exact: true }).click()
        await page.locator(`iframe.${name.toLowerCase()}`).waitFor()
        return (await page.locator(FRAME).boundingBox())?.width
      }
      expect(await widthOf('Desktop')).toBeGreaterThanOrEqual(640)
      expect(await accessFaults(page, 'sign-off-mail')).toEqual([])
      expect(await widthOf('Phone')).toBe(375)
      await page.setViewportSize({ width: 390, height: 800 })
      for (const name of ['Desktop', 'Phone']) {
        await widthOf(name)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      }
      expect(await accessFaults(page, 'sign-off-mail-narrow')).toEqual([])
      // A passage of the text part is no part of the HTML.
      await page.getByLabel('Passage').fill('Buy now [https://shop.example.org/]')
      await page.getByLabel('Comment', { exact: true }).fill('Which shop?')
      await page.getByRole('button', { name: 'Add the comment' }).click()
      await page.getByText('Which shop?').first().waitFor()
      expect(complaints).toEqual([])
    },
  )

  whenVisible('runs nothing, loads nothing and leads nowhere', async () => {
    await using stranger = await startReceiver()
    const { url } = stranger
    await using visited = await shown(`
      <base href="${url}"><meta http-equiv="refresh" content="0; url=${url}"><link rel="stylesheet" href="${url}">
      <style>@import url("${url}"); p { background: url("${url}"); color: red }</style>
      <script>fetch("${url}")</script><img src="${url}" alt="A scarf" onerror="fetch('${url}')">
      <p style="background-image: url('${url}')">Dear all</p><svg onload="fetch('${url}')"></svg>
      <iframe src="${url}"></iframe><form action="${url}"><button>Send</button></form>
      <a href="${url}" target="_top">Top</a> <a href="${url}" target="_blank">Other</a> <a href="javascript:fetch('${url}')">Run</a>`)
    const { page, context } = visited
    const mail = page.frameLocator(FRAME)
    const paragraph = mail.getByText('Dear all')
    await paragraph.waitFor()
    expect(await paragraph.evaluate((each) => getComputedStyle(each).color)).toBe('rgb(255, 0, 0)')
    expect(await mail.locator('base, meta[http-equiv], script, svg, iframe, form, button').count()).toBe(0)
    for (const name of ['Top', 'Other', 'Run']) await mail.getByText(name, { exact: true }).click()
    expect(await page.locator(FRAME).getAttribute('sandbox')).toBe('')
    const frames = page.frames()
    // The load event waits for images, styles and frames. A refresh or a link would have replaced the document by now.
    await Promise.all(frames.map((frame) => frame.waitForLoadState('load')))
    await paragraph.waitFor()
    expect(frames.map((frame) => frame.url())).toEqual([`${server.url}/sign-off`, `${server.url}/sign-off/message`])
    expect(context.pages()).toEqual([page])
    expect(stranger.received).toEqual([])

    // On request, images are loaded, and nothing else.
    await page.getByRole('button', { name: 'Show images' }).click()
    await until('the image', () => stranger.received.length > 0)
    await mail.getByAltText('A scarf').waitFor()
    const kinds = stranger.received.map(({ headers }) => [headers['sec-fetch-dest'], headers.referer])
    expect(new Set(kinds.map(String))).toEqual(new Set(['image,']))
    for (const name of ['Top', 'Other', 'Run']) await mail.getByText(name, { exact: true }).click()
    expect(page.frames().map((frame) => frame.url())).toEqual([
      `${server.url}/sign-off`,
      `${server.url}/sign-off/message`,
    ])
    expect(await page.getByRole('button', { name: 'Show images' }).count()).toBe(0)
    expect(await accessFaults(page, 'sign-off-images')).toEqual([])
  })
})
