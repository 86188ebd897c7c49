import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ImpactValue } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A rule that a page breaks, with the elements that break it. */
interface Violation {
  impact: ImpactValue | undefined
  text: string
}

/**
 * Runs axe-core in a page. Loads axe-core once per document. Reports violations only: the report of what passes took
 * half of the processor time. `rules` are the ones to try; all without it.
 */
export async function runAxe(page: Page, part = 'html', rules?: string[]): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(part)}, ${options}).then(({ violations }) => violations)`,
  )
  return violations.map(({ id, impact, nodes }) => ({
    impact,
    text: `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  }))
}

/** All violations that axe-core finds in a page, minor ones included. */
export const violationsOf = async (page: Page): Promise<string[]> => (await runAxe(page)).map(({ text }) => text)

/** The texts of a page that are too pale in a theme, in which the page then stays. */
export async function paleTextsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  return (await runAxe(page, 'html', ['color-contrast'])).map(({ text }) => `${colorScheme}: ${text}`)
}
