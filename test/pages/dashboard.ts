import { test } from '@jest/globals'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { hasBrowser, type Visit, type Windows } from '../support/browser.ts'

export const canVisit = hasBrowser()

/** A test that needs a browser. */
export const whenVisible = (name: string, run: () => Promise<void>): void =>
  (canVisit ? test : test.skip)(name, run, 240_000)

/** Waits until the page says that it is live. */
export const isLive = (page: Page) => page.getByRole('status').getByText('Live', { exact: true }).waitFor()

/** Pastes a token, where the page or a dialog of it takes one. */
export async function pasteToken(where: Page | Locator, token: string): Promise<void> {
  const field = where.getByLabel('Access token')
  if (!(await field.isVisible())) await where.getByText('Advanced: with an access token').click()
  await field.fill(token)
  await where.getByRole('button', { name: 'Use this token' }).click()
}

/** Signs in by pasting a token. */
export async function signIn(page: Page, token: string): Promise<void> {
  await pasteToken(page, token)
  await isLive(page)
}

/** A window with the dashboard of whoever holds the token. */
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

/** Goes to a view by the navigation. */
export async function goTo(page: Page, name: 'Overview' | 'Clients' | 'Campaigns'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** A panel of the overview, by its title. */
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
