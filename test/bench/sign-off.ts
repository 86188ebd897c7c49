import { chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../support/chromium.ts'
import { startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'
import { cleanWhenInterrupted } from './bench.ts'
import { openDatabase, openServer } from './database.ts'
import { startIssuer } from './issuer.ts'
import type { Running } from './processes.ts'
import { startGateway } from './start.ts'
import { quantile, shown } from './turns.ts'

/* The page of a reviewer on a slow phone: from the click on the link to the heading with the name of the organization. */

/** 1.6 Mbit/s with a latency of 150 ms, and a quarter of this machine's processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const SLOWER = 4
const GOAL_MS = 2500
const PHONE = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true }

const REQUEST = `mutation ($input: SignOffInput!) { requestSignOff(input: $input) { id } }`

/** Requests a sign-off. Returns the link, with the address of the gateway. */
async function aLink({ url }: Running, token: string, mails: { text: string }[]): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as { data?: Record<string, string>; errors?: unknown }
    if (!response.ok || answer.errors) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return answer
  }
  const content = { title: 'Winter', body: 'A warm winter for all.', type: 'EMAIL', language: 'en' }
  const { data } = await post('/api/content', content)
  const reviewers = [{ name: 'Sipho Khumalo', email: 'sipho@client.example' }]
  await post('/graphql', { query: REQUEST, variables: { input: { contentId: data?.id, reviewers } } })
  const linkIn = ({ text }: { text: string }) => /\/sign-off#[\w-]+/.exec(text)?.[0]
  return url + (await until('the mail with the link', () => mails.map(linkIn).find(Boolean)))
}

/** Milliseconds from the start of the navigation to the heading, and the bytes that were received. */
async function load(page: Page, link: string): Promise<{ ms: number; bytes: number }> {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const started = performance.now()
  await page.goto(link, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'asks for your approval' }).waitFor()
  return { ms: performance.now() - started, bytes }
}

/** Measures the page, each time in a new window with an empty cache. */
export async function run({ quick, databaseUrl }: { quick: boolean; databaseUrl: string | undefined }): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  cleanWhenInterrupted(cleanup)
  const issuer = await startIssuer()
  cleanup.defer(issuer.stop)
  const smtp = cleanup.use(await startSmtpServer())
  const database = await openDatabase(
    await openServer(databaseUrl, cleanup),
    `gateway_bench_page_${process.pid}`,
    cleanup,
  )
  const settings = { DATABASE_URL: database.url, SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }
  const gateway = await startGateway('gateway', issuer, settings)
  cleanup.defer(gateway.stop)
  const link = await aLink(gateway, issuer.token('org_page', 'user_bench'), smtp.mails)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  cleanup.defer(() => browser.close())
  const times: number[] = []
  let received = 0
  for (let round = 0; round < (quick ? 3 : 15); round++) {
    const context = await browser.newContext(PHONE)
    const { ms, bytes } = await load(await context.newPage(), link)
    await context.close()
    times.push(ms)
    received = bytes
  }
  const isMissed = quantile(times, 0.5) > GOAL_MS
  process.stdout.write(
    `Page of a reviewer, 1.6 Mbit/s, 150 ms, processor ${SLOWER} times slower\n  to the heading: ${shown(times)}` +
      ` (<= ${GOAL_MS} ms: ${isMissed ? 'NO' : 'yes'}); ${received} bytes\n`,
  )
  if (isMissed) process.exitCode = 1
}
