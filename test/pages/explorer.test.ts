/** @long it loads the explorer, a megabyte of scripts, for each test. */
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { EXAMPLES } from '../../src/edge/pages/explorer/examples.ts'
import { DEMO_ORGANIZATION } from '../../src/security/auth/demo-token.ts'
import { violationsOf } from '../support/axe.ts'
import { hasBrowser, paste, type Visit, visit } from '../support/browser.ts'
import { startDemoServer } from '../support/demo.ts'
import { aCampaign, aClient } from '../support/samples.ts'
import type { Actor, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startDemoServer())
  actor = server.actor()
  const client = await aClient(actor, { name: 'Karoo Fresh Foods' })
  await aCampaign(actor, { name: 'Heritage Day', clientId: client.id })
})

/** Replaces what an editor of the page holds. It shows blanks as non-breaking ones. */
async function replace(visited: Visit, holding: RegExp, text: string): Promise<void> {
  await visited.page.locator('.monaco-editor').filter({ hasText: holding }).click()
  await visited.page.keyboard.press('Control+A')
  await paste(visited, text)
}

/**
 * What axe-core finds, with the documentation of the schema open. The package has the button that closes a tab inside the
 * tab: the one rule that is left out.
 */
async function faultsWithDocs(page: Page): Promise<string[]> {
  await page
    .getByRole('button', { name: /Documentation Explorer/ })
    .first()
    .click()
  await page.getByText('All Schema Types').waitFor()
  return (await violationsOf(page)).filter((text) => !text.startsWith('nested-interactive'))
}

const pasteToken = (visited: Visit) =>
  replace(visited, /^\W*\{\}\W*$|^1\{\}$/, JSON.stringify({ Authorization: `Bearer ${actor.token}` }))

describe('GET /graphql', () => {
  test('is the explorer for a client that prefers HTML, with or without a query', async () => {
    const headers = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
    for (const path of ['/graphql', '/graphql?query=%7B__typename%7D']) {
      const answer = await server.fetch(path, { headers })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('vary')).toContain('Accept')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/script-src 'self'(;|$)/)
      expect(policy).not.toContain('unsafe-eval')
      expect(answer.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
    }
  })

  test('is small, its files may be cached forever, and a browser that has the page gets 304', async () => {
    const headers = { Accept: 'text/html' }
    const { headers: sent, body } = await server.fetch('/graphql', { headers })
    expect(body.length).toBeLessThan(50_000)
    const again = await server.fetch('/graphql', {
      headers: { ...headers, 'Cache-Control': 'max-age=0', 'If-None-Match': sent.get('etag') ?? '' },
    })
    expect([again.status, again.body]).toEqual([304, ''])
    const files = [...body.matchAll(/"(\/assets\/explorer\/[\w.-]+)"/g)].map(([, path]) => path)
    expect(files.length).toBe(2)
    for (const path of files) {
      const file = await fetch(server.url + path)
      const { headers: kept } = file
      expect([kept.get('content-encoding'), kept.get('cache-control')]).toEqual([
        'gzip',
        expect.stringMatching(/immutable/),
      ])
      expect(Number(kept.get('content-length'))).toBeLessThan((await file.text()).length / 1.5)
    }
    expect((await server.fetch('/assets/explorer/graphiql-other.js')).status).toBe(404)
  })

  test('has examples of every feature, which run as they are in the demo organization', async () => {
    const admin = server.actor({ organizationId: DEMO_ORGANIZATION })
    const { body } = await server.fetch('/graphql', { headers: { Accept: 'text/html' } })
    const documents = Object.values(EXAMPLES).flatMap((each) => Object.values(each))
    for (const text of documents) {
      expect(body).toContain(`/graphql?${new URLSearchParams({ query: text })}`)
      if (text.startsWith('subscription')) {
        const stream = await fetch(`${server.url}/graphql/stream`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${admin.token}`,
            Accept: 'text/event-stream',
            'Content-Type': 'application/json',
          },
          body: JSON.stringify({ query: text }),
        })
        expect([text, stream.status]).toEqual([text, 200])
        await stream.body?.cancel()
      } else {
        const { status, body: answer } = await admin.graphql(text)
        expect([text, status, answer.errors]).toEqual([text, 200, undefined])
      }
    }
  })

  test('is GraphQL for everyone else', async () => {
    const { body } = await server.fetch('/graphql?query=%7B__typename%7D')
    expect(body).toEqual({ data: { __typename: 'Query' } })
  })

  test('a subscription typed into the page tells what changes', async () => {
    if (!hasBrowser()) return
    await using visited = await visit(`${server.url}/graphql`, { colorScheme: 'dark' })
    const { page, foreign, complaints } = visited
    await pasteToken(visited)
    await replace(
      visited,
      /query.Overview/,
      'subscription Changes { clientChanged { event data { client { name } } } }',
    )
    // The page reads the operation's name a moment after the text, and sends that name along.
    await page.getByRole('tab', { name: 'Changes' }).waitFor()
    const opened = page.waitForResponse((response) =>
      Boolean(response.headers()['content-type']?.startsWith('text/event-stream')),
    )
    await page.getByRole('button', { name: /Execute query/ }).click()
    expect((await opened).status()).toBe(200)
    await aClient(actor, { name: 'Sent to the page' })
    await page
      .locator('.result-window')
      .getByText(/Sent.to.the.page/)
      .waitFor()
    expect(await faultsWithDocs(page)).toEqual([])
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a newcomer pastes a token, runs the query, and sees the result; nothing leaves this machine', async () => {
    if (!hasBrowser()) return
    await using visited = await visit(`${server.url}/graphql`)
    const { page, context, foreign, complaints } = visited
    await pasteToken(visited)
    await page.getByRole('button', { name: /Execute query/ }).click()
    const result = page.locator('.result-window')
    await result.getByText(/Karoo.Fresh.Foods/).waitFor()
    await result.getByText(/Heritage.Day/).waitFor()
    expect(await faultsWithDocs(page)).toEqual([])
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
    expect(JSON.stringify(await context.storageState())).not.toContain(actor.token)
  })
})
