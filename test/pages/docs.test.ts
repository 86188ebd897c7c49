import { expect, test } from '@jest/globals'
import { hasBrowser, visit } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
const canVisit = hasBrowser()

setUp(async (opened) => {
  server = opened.use(await startServer())
})

test('the page of the OpenAPI document shows every operation, breaks no policy, and asks nobody but us', async () => {
  if (!canVisit) return
  await using visited = await visit(`${server.url}/docs`)
  const { page, foreign, complaints } = visited
  await page.locator('.opblock').first().waitFor()

  const { body } = await server.fetch('/openapi.json')
  const expected = Object.values<object>(body.paths).flatMap((item) => Object.keys(item)).length
  expect(await page.locator('.opblock').count()).toBe(expected)
  await page.locator('#operations-Clients-createClient .opblock-summary-control').click()
  await page.locator('#operations-Clients-createClient .responses-table').first().waitFor()
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })

  expect(complaints).toEqual([])
  expect(foreign).toEqual([])
})

test('the page carries no script of its own text, and a policy that would not run one', async () => {
  const { headers, body } = await server.fetch('/docs')
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/)
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
  expect(body).not.toMatch(/<script(?![^>]*\bsrc=)/)
})
