import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { requireTool } from './tools.ts'

const CHROMIUM = '/usr/bin/chromium'

/** Whether there is a browser for the tests of pages; its lack fails under CI. */
export const hasBrowser = () => requireTool('chromium', 'apt-get install chromium')

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

/** Opens an address. Whatever would leave the machine is stopped, and noted. */
export async function visit(url: string): Promise<Visit> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: CHROMIUM, args })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const foreign: string[] = []
  const complaints: string[] = []
  await context.route('**/*', async (route) => {
    if (isLocal(route.request().url())) return route.continue()
    foreign.push(route.request().url())
    return route.abort()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, context, foreign, complaints, [Symbol.asyncDispose]: () => browser.close() }
}

/** Pastes a text where the cursor is, from the clipboard: typing it would set off what editors complete. */
export async function paste({ page, context }: Visit, text: string): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  await page.keyboard.press('Control+V')
}
