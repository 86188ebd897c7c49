import { test } from '@jest/globals'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { runAxe } from '../support/axe.ts'
import { hasBrowser, takeShown, type Visit, type Windows } from '../support/browser.ts'

export const PHONE = { width: 360, height: 740 }

export const canVisit = hasBrowser()

/** A test that needs a browser. Its failure says what the windows showed. */
export const whenVisible = (name: string, run: () => Promise<void>): void => {
  const visible = async () => {
    takeShown()
    try {
      await run()
    } catch (error) {
      if (error instanceof Error) {
        const message = [error.message, ...takeShown()].join('\n\nA window at its end: ')
        error.stack = String(error.stack).replace(error.message, () => message)
      }
      throw error
    }
  }
  ;(canVisit ? test : test.skip)(name, visible)
}

/** Waits until the page says that it is live. */
export const isLive = (page: Page) => page.getByRole('status').getByText('Live', { exact: true }).waitFor()

/** Pastes a token, where the page or a dialog of it takes one. */
export async function pasteToken(where: Page | Locator, token: string): Promise<void> {
  const field = where.getByLabel('Access token')
  const advanced = where.getByText('Advanced: with an access token')
  // The page shows one of the two, and only after its script has run.
  await advanced.or(field).first().waitFor()
  if (!(await field.isVisible())) await advanced.click()
  await field.fill(token)
  await where.getByRole('button', { name: 'Use this token' }).click()
}

/** Signs in by pasting a token. */
export async function signIn(page: Page, token: string): Promise<void> {
  await pasteToken(page, token)
  await isLive(page)
}

/** A window with the dashboard of the token's holder. */
export async function dashboardOf(
  windows: Windows,
  url: string,
  { token }: { token: string },
  options?: BrowserContextOptions,
): Promise<Visit> {
  const visited = await windows.open(`${url}/`, options)
  await signIn(visited.page, token)
  return visited
}

/**
 * Opens an address of the dashboard as a link does. The page is not loaded again, so it keeps a pasted token and what it
 * shows.
 */
export const visit = (page: Page, address: string) =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, address)

/** The address of the page, without the server. */
export function addressOf(page: Page): string {
  const { pathname, hash } = new URL(page.url())
  return pathname + hash
}

/** Goes to a view by the navigation, which is behind a button on a phone. */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** What axe-core finds that keeps people out. */
export async function findings(page: Page, part = 'html'): Promise<string[]> {
  const violations = await runAxe(page, part)
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text)
}

/** Looks at a part of the page in both themes and on a phone, for whom it keeps out; keeps pictures where SCREENSHOTS names a folder. */
export async function accessFaults(page: Page, name: string): Promise<string[]> {
  const found = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await findings(page)))
    await picture(page, `${name}-${colorScheme}`)
  }
  const size = page.viewportSize()
  await page.setViewportSize(PHONE)
  found.push(...(await findings(page)))
  await picture(page, `${name}-phone`)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > PHONE.width) found.push(`the page is ${width} pixels wide on a phone`)
  if (size) await page.setViewportSize(size)
  return found
}

export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** A panel of a screen, by its title. */
export const panel = (page: Page, title: string) => page.getByRole('region', { name: title })

/** Fills the form for a client that is valid. */
export async function fillClient(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: false }).first().fill(name)
  await dialog.getByLabel('Type').fill('MEDIUM_BUSINESS')
  await dialog.getByLabel('Industry').fill('Retail')
  await dialog.getByLabel('Sector').selectOption('BUSINESS')
  await dialog.getByLabel('Contact name').fill('N. Dlamini')
}

/** Types a text into a field as soon as the page has the field, before the page can do anything else. */
export const typeAtOnce = (page: Page, selector: string, text: string) =>
  page.evaluate(
    ([selector, text]) =>
      new MutationObserver((_, observer) => {
        const control = document.querySelector<HTMLInputElement>(selector)
        if (!control) return
        observer.disconnect()
        control.value = text
        control.dispatchEvent(new Event('input', { bubbles: true }))
      }).observe(document.body, { childList: true, subtree: true }),
    [selector, text] as const,
  )

/** Chooses a record by its name, in a field that searches. */
export async function chooseRecord(where: Page | Locator, label: string, name: string): Promise<void> {
  await where.getByRole('combobox', { name: new RegExp(`^${label}( \\(|$)`) }).fill(name)
  await where.getByRole('option', { name, exact: true }).click()
}

/** Keeps a message of the page in view, by the pointer. It otherwise closes after 10 seconds, also on a busy machine. */
export const hold = (page: Page, text: string) => page.getByText(text).hover()

/** Opens the menu of the signed-in user: language, theme, organization, sign-out. */
export const openUserMenu = (page: Page) => page.locator('button.caller').click()

/** Changes the language by the menu of the user. The menu closes when the page is shown again in the language. */
export async function speak(page: Page, language: 'en' | 'af' | 'zu'): Promise<void> {
  await openUserMenu(page)
  const languages = page.locator('select:has(option[lang="zu"])')
  await languages.selectOption(language)
  await languages.waitFor({ state: 'hidden' })
}
