import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { hasBrowser, paste, visit } from '../support/browser.ts'
import { aCampaign, aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let actor: Actor
beforeAll(async () => {
  server = await startServer()
  actor = server.actor()
  const client = await aClient(actor, { name: 'Karoo Fresh Foods' })
  await aCampaign(actor, { name: 'Heritage Day', clientId: client.id })
})
afterAll(() => server.close())

describe('GET /graphql', () => {
  test('is the explorer for whoever prefers HTML, with or without a query', async () => {
    const headers = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
    for (const path of ['/graphql', '/graphql?query=%7B__typename%7D']) {
      const answer = await server.fetch(path, { headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('vary')).toContain('Accept')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}='(;|$)/)
      expect(policy).not.toContain('unsafe-eval')
    }
  })

  test('is GraphQL for everyone else', async () => {
    const { body } = await server.fetch('/graphql?query=%7B__typename%7D')
    expect(body).toEqual({ data: { __typename: 'Query' } })
  })

  test('a newcomer pastes a token, runs the query, and sees the result; nothing leaves this machine', async () => {
    if (!hasBrowser()) return
    await using visited = await visit(`${server.url}/graphql`)
    const { page, context, foreign, complaints } = visited
    // The editor shows blanks as non-breaking ones.
    const headers = page.locator('.graphiql-editor-tool .monaco-editor').filter({ hasText: /paste.the.token/ })
    await headers.click()
    await page.keyboard.press('Control+A')
    await paste(visited, JSON.stringify({ Authorization: `Bearer ${actor.token}` }))
    await page.getByRole('button', { name: /Execute query/ }).click()
    const result = page.locator('.result-window')
    await result.getByText(/Karoo.Fresh.Foods/).waitFor()
    await result.getByText(/Heritage.Day/).waitFor()
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT })
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
    expect(JSON.stringify(await context.storageState())).not.toContain(actor.token)
  })
})
