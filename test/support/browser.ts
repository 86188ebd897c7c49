import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { atEnd } from '../runner/end.ts'
import { PATIENCE_MS } from './patience.ts'
import { requireTool } from './tools.ts'

/** Chromium without the windows around its pages, where there is one: it shows the same for a third less processor time. */
const CHROMIUM =
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ?? 'chromium'

/** Whether there is a browser for the tests of pages; its lack fails under CI. */
export const hasBrowser = () => requireTool(CHROMIUM, 'apt-get install chromium-headless-shell')

/** A page of a headless browser, and what it did that a test must know of. */
export interface Visit extends AsyncDisposable {
  page: Page
  context: BrowserContext
  /** Addresses that were asked for and are not of this machine. */
  foreign: string[]
  /** What the browser's console shows as errors, refusals by the content security policy among them. */
  complaints: string[]
}

const isLocal = (url: string) => /^(data|blob|about):/.test(url) || new URL(url).hostname === '127.0.0.1'

/** The browser of this process, which stays open for the next test file. */
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

/** A page, its server and its database share what may be a slow machine. */
const VIEWPORT = { width: 1280, height: 800 }

/** Opens an address in a window that shares nothing with others. Whatever would leave the machine is stopped, and noted. */
async function openWindow(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const foreign: string[] = []
  const complaints: string[] = []
  // The browser finds no other machine (see its arguments): what is noted here came to nothing.
  context.on('request', (request) => {
    if (!isLocal(request.url())) foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, context, foreign, complaints }
}

/** Opens an address in a window of its own. */
export async function visit(url: string, options?: BrowserContextOptions): Promise<Visit> {
  const opened = await openWindow(await theBrowser(), url, options)
  return { ...opened, [Symbol.asyncDispose]: () => opened.context.close() }
}

/** Opens windows; each is a person of its own. */
export interface Windows extends AsyncDisposable {
  open(url: string, options?: BrowserContextOptions): Promise<Visit>
}

/** Starts the browser before the first test, which so has all of its time for the page. */
export async function startBrowser(): Promise<Windows> {
  await theBrowser()
  return { open: visit, [Symbol.asyncDispose]: async () => {} }
}

/** Pastes a text where the cursor is, from the clipboard: typing it would set off what editors complete. */
export async function paste({ page, context }: Visit, text: string): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+V')
}
