/** @long it runs axe-core on a page with all endpoints. */
import { describe, expect, test } from '@jest/globals'
import { violationsOf } from '../support/axe.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { canVisit, whenVisible } from './dashboard.ts'

const PHONE = { width: 360, height: 740 }

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const screenshot = async (page: { screenshot: (options: { path: string }) => Promise<unknown> }, name: string) => {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

interface Described {
  operationId: string
  responses: object
}

const operations = async () => {
  const { body } = await server.fetch('/openapi.json')
  return Object.entries<Record<string, Described>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
}

describe('the page of the OpenAPI document', () => {
  test('has every operation, with three samples of each and all of its answers, and needs no script', async () => {
    const { body } = await server.fetch('/docs')
    const all = await operations()
    expect(all.length).toBe(92)
    for (const { method, path, operationId, responses } of all) {
      const [, section = ''] = body.split(`<div id="${operationId}">`)
      const [text = ''] = section.split('</details>')
      for (const sample of ['sample curl', 'sample javascript', 'sample python']) expect(text).toContain(sample)
      for (const status of Object.keys(responses))
        expect([operationId, text]).toEqual([operationId, expect.stringMatching(status)])
      expect(body).toContain(`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`)
    }
  })

  test('leads to nothing that is not on it', async () => {
    const { body } = await server.fetch('/docs')
    const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.length).toBe(new Set(ids).size)
    const targets = new Set([...body.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id))
    expect([...targets].filter((id) => !ids.includes(id))).toEqual([])
    expect(targets.size).toBeGreaterThan(92)
  })

  test('carries no script or style of its own text, and a policy that would take none', async () => {
    const { headers, body } = await server.fetch('/docs')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|http/)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style| style=|javascript:/)
    expect(body).not.toMatch(/(src|href)="(?!\/|#)/)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    whenVisible(`axe-core objects to nothing, closed and opened, in ${colorScheme} colours`, async () => {
      await using visited = await windows.open(`${server.url}/docs`, { colorScheme })
      const { page, foreign, complaints } = visited
      await screenshot(page, `docs-${colorScheme}`)
      // Parts of one kind are made alike: to look into each of them would take minutes.
      await page.evaluate('document.querySelectorAll("details").forEach((each, at) => { each.open = at % 8 < 1 })')
      expect(await violationsOf(page)).toEqual([])
      expect([foreign, complaints]).toEqual([[], []])
    })
  }

  whenVisible('fits a phone, sample and all', async () => {
    await using visited = await windows.open(`${server.url}/docs#createClient`, { viewport: PHONE })
    const { page } = visited
    await page.locator('#createClient').getByText('curl -X POST').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
    await page.evaluate('document.querySelector("#createClient").scrollIntoView()')
    await screenshot(page, 'docs-phone')
  })

  whenVisible(
    'an address opens its operation; one language is shown, and is remembered; a sample is copied',
    async () => {
      await using visited = await windows.open(`${server.url}/docs#createClient`)
      const { page, context, complaints } = visited
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const shown = page.locator('#createClient .sample:visible')
      await shown.getByRole('heading', { name: 'curl' }).waitFor()
      expect(await shown.count()).toBe(1)
      await screenshot(page, 'docs-operation')
      await page.getByRole('radio', { name: 'Python' }).check()
      await shown.getByRole('heading', { name: 'Python' }).waitFor()
      await page.reload()
      await shown.getByRole('heading', { name: 'Python' }).waitFor()
      expect(await shown.count()).toBe(1)
      await shown.getByRole('button', { name: 'Copy' }).click()
      await shown.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(copied).toMatch(/^import json\n[\s\S]*urlopen/)
      expect(copied).not.toContain('Copy')
      expect(complaints).toEqual([])
    },
  )

  whenVisible('a filter leaves what has its words; a link into what it hides undoes it', async () => {
    await using visited = await windows.open(`${server.url}/docs`)
    const { page } = visited
    await page.getByRole('searchbox', { name: 'Filter' }).fill('post campaigns duplicate')
    const left = page.locator('.operation:visible')
    await page.getByText('/api/campaigns/{id}/duplicate').and(page.locator(':visible')).first().waitFor()
    expect(await left.count()).toBe(1)
    expect(await page.getByRole('heading', { name: 'Permissions' }).isVisible()).toBe(false)
    await screenshot(page, 'docs-filter')
    const nav = page.getByRole('navigation', { name: 'Operations' })
    await nav.getByText('Clients', { exact: true }).click()
    await nav.getByRole('link', { name: 'POST /api/clients', exact: true }).click()
    await page.locator('#createClient').getByText('curl -X POST').waitFor()
    expect(await left.count()).toBe(92)
  })
})
