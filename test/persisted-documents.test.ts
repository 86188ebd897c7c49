/** @database none */
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { createApp } from '../src/main/app.ts'
import { readConfig } from '../src/main/config.ts'
import { createLog } from '../src/main/log.ts'
import { aClient } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/** What the build lists: the documents of the dashboard. */
const BUILT = join(import.meta.dirname, '../dist/persisted-documents.json')
const CLIENTS = '{ clients { totalCount } }'
const FOLLOW = 'subscription { clientChanged { id event } }'
const OTHER = '{ campaigns { totalCount } }'
const idOf = (text: string) => hash('sha256', text)

/** A file with these documents, for as long as it is needed. */
function listOf(documents: unknown): Disposable & { path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  const path = join(folder, 'documents.json')
  writeFileSync(path, typeof documents === 'string' ? documents : JSON.stringify(documents))
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

const refusal = { status: 403, body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } }

describe('with a list of documents', () => {
  let server: TestServer
  let actor: Actor
  setUp(async (opened) => {
    const built: Record<string, string> = JSON.parse(readFileSync(BUILT, 'utf8'))
    const list = opened.use(listOf({ ...built, [idOf(CLIENTS)]: CLIENTS, [idOf(FOLLOW)]: FOLLOW }))
    server = opened.use(await startServer({ PERSISTED_DOCUMENTS: list.path }))
    actor = server.actor()
    await aClient(actor)
  })

  const send = (body: unknown, path = '/graphql') =>
    server.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${actor.token}` },
      body: JSON.stringify(body),
    })
  const get = (search: string, path = '/graphql') =>
    server.fetch(`${path}?${search}`, { headers: { Authorization: `Bearer ${actor.token}` } })

  test.each([
    ['its text', { query: CLIENTS }],
    ['its id', { documentId: `sha256:${idOf(CLIENTS)}` }],
    [
      'its id as Apollo’s clients send it',
      { extensions: { persistedQuery: { version: 1, sha256Hash: idOf(CLIENTS) } } },
    ],
    ['its id, whatever text is sent along', { documentId: `sha256:${idOf(CLIENTS)}`, query: OTHER }],
  ])('a document is executed by %s', async (_, body) => {
    expect((await send(body)).body).toEqual({ data: { clients: { totalCount: 1 } } })
  })

  test('a document is executed by its text in the address', async () => {
    const { body } = await get(new URLSearchParams({ query: CLIENTS }).toString())
    expect(body).toEqual({ data: { clients: { totalCount: 1 } } })
  })

  test.each([
    ['another document', { query: OTHER }],
    ['the same document, written otherwise', { query: `${CLIENTS} ` }],
    ['introspection', { query: '{ __schema { types { name } } }' }],
    ['what is no document', { query: '{' }],
    ['a document in a list', { query: [CLIENTS] }],
    ['an empty document', { query: '' }],
    ['no document', { query: null }],
    ['an unknown id', { documentId: `sha256:${idOf(OTHER)}` }],
    ['an unknown id with a text that is listed', { documentId: `sha256:${idOf(OTHER)}`, query: CLIENTS }],
    ['an id of another kind', { documentId: idOf(CLIENTS) }],
    ['an id that is a property of every object', { documentId: 'sha256:constructor' }],
    ['an id that is a list', { documentId: [`sha256:${idOf(CLIENTS)}`, 'x'] }],
    [
      'Apollo’s registration of a new document',
      { query: OTHER, extensions: { persistedQuery: { sha256Hash: idOf(OTHER) } } },
    ],
  ])('%s is refused, whatever way it comes', async (_, body) => {
    expect(await send(body)).toMatchObject(refusal)
    expect(await send(body, '/graphql/stream')).toMatchObject(refusal)
    const subscriptions = { listed: { query: FOLLOW }, other: body }
    const isText = ['undefined', 'string'].includes(typeof ('query' in body ? body.query : undefined))
    expect(await send({ subscriptions }, '/graphql/stream')).toMatchObject(isText ? refusal : { status: 400 })
  })

  test.each([
    ['another document', new URLSearchParams({ query: OTHER }).toString()],
    [
      'another document behind one that is listed',
      `query=${encodeURIComponent(CLIENTS)}&query=${encodeURIComponent(OTHER)}`,
    ],
    ['another document behind a thousand parameters', `${'a=1&'.repeat(1100)}query=${encodeURIComponent(OTHER)}`],
    ['another document under an escaped name', `%71uery=${encodeURIComponent(OTHER)}`],
    ['an id', `documentId=sha256:${idOf(CLIENTS)}`],
  ])('%s in the address is refused', async (_, search) => {
    expect(await get(search)).toMatchObject(refusal)
    expect(await get(search, '/graphql/stream')).toMatchObject(refusal)
  })

  test('a document in the address of a POST is refused too', async () => {
    expect(await send({ query: CLIENTS }, `/graphql?${new URLSearchParams({ query: OTHER })}`)).toMatchObject(refusal)
  })

  test.each([[[{ query: OTHER }]], ['null'], [[]], ['"text"']])('%j executes nothing', async (body) => {
    const answer = await send(body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(answer.body)).not.toContain('totalCount')
  })

  test('a stream is followed when it is listed', async () => {
    const aborting = new AbortController()
    const response = await fetch(`${server.url}/graphql/stream`, {
      method: 'POST',
      signal: aborting.signal,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${actor.token}`,
      },
      body: JSON.stringify({
        subscriptions: { one: { documentId: `sha256:${idOf(FOLLOW)}` }, two: { query: FOLLOW } },
      }),
    })
    expect(response.status).toBe(200)
    aborting.abort()
    expect(await send({ query: 'subscription { campaignChanged { id } }' }, '/graphql/stream')).toMatchObject(refusal)
  })

  test('REST is not affected', async () => {
    expect((await actor.rest('GET', '/api/campaigns')).status).toBe(200)
  })
})

describe('a start with a list of documents', () => {
  test.each<[string, unknown, RegExp]>([
    ['that is no JSON', '{', /documents\.json cannot be used/],
    ['that is an array', [CLIENTS], /it is no JSON object/],
    ['with a hash of something else', { [idOf(OTHER)]: CLIENTS }, /is not the SHA-256 of its document/],
    ['with a document that does not fit the schema', entry('{ colour }'), /Cannot query field "colour"/],
    ['with what is no document', entry('{'), /Syntax Error/],
    ['with what is no text', { [idOf('1')]: 1 }, /is not the SHA-256 of its document/],
  ])('%s fails, and says why', async (_, documents, message) => {
    using list = listOf(documents)
    await expect(start(list.path)).rejects.toThrow(message)
  })

  test('that is not there fails, and names it', async () => {
    await expect(start('/nowhere/documents.json')).rejects.toThrow('/nowhere/documents.json')
  })
})

/** Starts a gateway that must not get as far as its database. */
const start = (path: string) =>
  createApp(readConfig({ PERSISTED_DOCUMENTS: path }), createLog('silent'), () => {
    throw new Error('The list was not read before the database was opened')
  })

function entry(text: string): Record<string, string> {
  return { [idOf(text)]: text }
}
