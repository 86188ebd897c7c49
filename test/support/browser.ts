import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { atEnd } from '../runner/end.ts'
import { CHROMIUM } from './chromium.ts'
import { PATIENCE_MS } from './patience.ts'
import { slowDown } from './slow-page.ts'
import { requireTool } from './tools.ts'

/** Whether a browser for the tests of pages is installed. Under CI a missing browser fails. */
export const hasBrowser = () => requireTool(CHROMIUM, 'apt-get install chromium-headless-shell')

/** A page of a headless browser, with the facts that tests check. */
export interface Visit extends AsyncDisposable {
  page: Page
  context: BrowserContext
  /** Requested addresses on other machines. */
  foreign: string[]
  /** Errors of the browser's console and their addresses, including refusals by the content security policy. */
  complaints: string[]
}

const isLocal = (url: string) => /^(data|blob|about):/.test(url) || new URL(url).hostname === '127.0.0.1'

/** The browser of this process. It stays open for the next test file. */
let browser: Promise<Browser> | undefined

async function launch(): Promise<Browser> {
  const launched = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const close = () => launched.close()
  atEnd.add(close)
  launched.once('disconnected', () => {
    atEnd.delete(close)
    browser = undefined
  })
  return launched
}

function theBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

/** A small window: the page, its server and its database may share a slow machine. */
const VIEWPORT = { width: 1280, height: 800 }

/** Neither UTC nor South African time, so that no page depends on the time zone of its user. */
const TIME_ZONE = 'Asia/Kolkata'

/** Opens an address in an isolated window. Requests to other machines fail, and are recorded. */
async function openWindow(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: VIEWPORT, timezoneId: TIME_ZONE, ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  if (process.env.TEST_SLOW_PAGES) await slowDown(context)
  const page = await context.newPage()
  const foreign: string[] = []
  const complaints: string[] = []
  // The browser cannot resolve other hosts (see its arguments), so these requests fail.
  context.on('request', (request) => {
    if (!isLocal(request.url())) foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const unanswered = new Set<Request>()
  page.on('request', (request) => unanswered.add(request))
  const answered = (request: Request) => unanswered.delete(request)
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
  await page.goto(url)
  return { page, context, foreign, complaints, unanswered }
}

/** What the windows of a test showed when they closed. */
const shown: string[] = []

/** Returns what the windows that closed since the last call showed, for the error of a failed test. */
export const takeShown = (): string[] => shown.splice(0)

const MOST_TEXT = 3000

/** The address, the text, the complaints and the unanswered requests of a window. */
async function describe({ page, complaints, unanswered }: Awaited<ReturnType<typeof openWindow>>): Promise<string> {
  const text = await page.evaluate(() => document.body.innerText).catch(String)
  const requests = [...unanswered].map(
    (request) => `unanswered: ${request.method()} ${request.url()} ${request.postData() ?? ''}`,
  )
  return [page.url(), text.slice(0, MOST_TEXT), ...complaints, ...requests.map((each) => each.slice(0, 300))].join('\n')
}

/** Opens an address in a new window. */
export async function visit(url: string, options?: BrowserContextOptions): Promise<Visit> {
  const opened = await openWindow(await theBrowser(), url, options)
  const close = async () => {
    shown.push(await describe(opened))
    await opened.context.close()
  }
  return { ...opened, [Symbol.asyncDispose]: close }
}

/** Opens windows. Each window is a separate person. */
export interface Windows extends AsyncDisposable {
  open(url: string, options?: BrowserContextOptions): Promise<Visit>
}

/** Starts the browser before the first test, so that the first test has its whole time for the page. */
export async function startBrowser(): Promise<Windows> {
  await theBrowser()
  return { open: visit, [Symbol.asyncDispose]: async () => {} }
}

/** Pastes a text at the cursor. Typing it would trigger the completion of editors. */
export async function paste({ page, context }: Visit, text: string): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+V')
}
