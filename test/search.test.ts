/** @long it compares searches in random texts with a reference. */
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { aCampaign, aClient, aContent } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/* A search finds what holds the text, in any case, and nothing in it is special, wherever there is a search. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** What patterns, strings and JSON hold for special, and letters whose case every database knows. */
const UNITS = ['a', 'A', 'b', 'B', '%', '_', '\\', "'", '"', '$1', '?', '😀', 'é', ' ', '\\%']
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...UNITS), { minLength: 1, maxLength }).map((units) => units.join(''))

const LISTS: Record<string, (actor: Actor, search: string) => Promise<string[]>> = {
  'clients over GraphQL': async (actor, search) =>
    (await listed(actor, 'clients(first: 50, filter: { search: $search }) { totalCount nodes { name } }', search)).name,
  'campaigns over GraphQL': async (actor, search) =>
    (await listed(actor, 'campaigns(first: 50, filter: { search: $search }) { totalCount nodes { name } }', search))
      .name,
  'content over GraphQL': async (actor, search) =>
    (await listed(actor, 'contents(first: 50, filter: { search: $search }) { totalCount nodes { title } }', search))
      .title,
  'clients over REST': (actor, search) => named(actor, '/api/clients', search, 'name'),
  'campaigns over REST': (actor, search) => named(actor, '/api/campaigns', search, 'name'),
  'content over REST': (actor, search) => named(actor, '/api/content', search, 'title'),
}

async function named(actor: Actor, path: string, search: string, field: string): Promise<string[]> {
  const { body } = await actor.rest('GET', `${path}?limit=50&search=${encodeURIComponent(search)}`)
  expect(body.meta.total).toBe(body.data.length)
  return body.data.map((row: Record<string, string>) => row[field])
}

async function listed(actor: Actor, field: string, search: string): Promise<Record<'name' | 'title', string[]>> {
  const { body } = await actor.graphql(`query ($search: String) { list: ${field} }`, { search })
  expect(body.errors).toBeUndefined()
  const { nodes, totalCount } = body.data.list
  expect(totalCount).toBe(nodes.length)
  const of = (name: 'name' | 'title') => nodes.map((row: Record<string, string>) => row[name])
  return { name: of('name'), title: of('title') }
}

test('finds what holds it, in any case', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text(6), { minLength: 3, maxLength: 8 }),
      fc.array(text(2), { minLength: 2, maxLength: 5 }),
      async (names, searches) => {
        const actor = server.actor()
        // Blanks around a name are taken off.
        const stored = names.map((name) => `x${name}x`)
        for (const name of stored) {
          await aClient(actor, { name })
          await aCampaign(actor, { name })
          await aContent(actor, { title: name })
        }
        for (const search of searches.filter((each) => each.trim() !== '')) {
          const expected = stored.filter((name) => name.toLowerCase().includes(search.toLowerCase())).sort()
          for (const [what, find] of Object.entries(LISTS))
            expect([what, search, (await find(actor, search)).sort()]).toEqual([what, search, expected])
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
})

test('finds nothing of another organization', async () => {
  await aClient(server.actor(), { name: 'Found by nobody else' })
  const stranger = server.actor()
  for (const find of [LISTS['clients over GraphQL'], LISTS['clients over REST']])
    expect(await find?.(stranger, 'found')).toEqual([])
})

test('a search for İ finds no name that only has an i', async () => {
  const actor = server.actor()
  for (const name of ['Bilim', 'İstanbul Trading']) {
    await aClient(actor, { name })
    await aCampaign(actor, { name })
    await aContent(actor, { title: name })
  }
  for (const [list, find] of Object.entries(LISTS)) {
    expect([list, await find(actor, 'İ')]).toEqual([list, ['İstanbul Trading']])
    expect([list, await find(actor, 'bil')]).toEqual([list, ['Bilim']])
  }
})
