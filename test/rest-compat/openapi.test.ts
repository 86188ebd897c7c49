/**
 * @database none
 * @long it calls each endpoint with every parameter that the document allows, and with others.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { Validator } from '@seriousme/openapi-schema-validator'
import { compileRoutes } from '../../rest-compat/compile.ts'
import { openApiDocument } from '../../rest-compat/openapi.ts'
import { routes } from '../../rest-compat/routes/index.ts'
import { parseOperation } from '../../src/engine/declare/operation.ts'
import { sharedSchema } from '../../src/main/schema.ts'
import { ROLES } from '../../src/security/auth/caller.ts'
import { type Permission, permissionsOf } from '../../src/security/auth/permissions.ts'
import { OpenApi, type Operation } from '../support/openapi.ts'
import { type Input, validInput, withId } from '../support/operation-samples.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

// More than 20 s: each of the 92 endpoints answers with every status and parameter value that the document names.

const schema = await sharedSchema()
const rows = compileRoutes({ schema, parse: (source) => parseOperation(schema, source) }, routes)
const api = new OpenApi(JSON.parse(JSON.stringify(openApiDocument(rows))))
const NOBODY = '0198a000-0000-7000-8000-000000000000'
const PROBLEM = { Accept: 'application/problem+json' }
/** What no test can bring about from outside; conflicts are driven where states show them. */
const UNPROVOKED = [409, 500, 503]
/** `answer-sizes.test.ts` asks for lists that are too large to answer. */
const isUnprovoked = ({ method }: Operation, status: number) =>
  UNPROVOKED.includes(status) || (status === 413 && method === 'GET')

let server: TestServer
let limited: TestServer

setUp(async (opened) => {
  server = opened.use(await startServer())
  limited = opened.use(await startServer({ RATE_LIMIT_AUTHENTICATED: '1', RATE_LIMIT_ANONYMOUS: '1' }))
})

describe('the OpenAPI document', () => {
  test('is valid', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(api.document))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('refers to nothing that is not there, and describes nothing that is not referred to', () => {
    const text = JSON.stringify(api.document)
    const refs = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref))
    for (const ref of refs) expect(api.resolve({ $ref: ref })).toBeDefined()
    const components = Object.entries<Json>(api.document.components).filter(([kind]) => kind !== 'securitySchemes')
    const names = components.flatMap(([kind, each]) => Object.keys(each).map((name) => `#/components/${kind}/${name}`))
    expect(names.filter((name) => !refs.has(name))).toEqual([])
  })

  test('has the operations of the rows: exactly the 92 of the legacy API', () => {
    const keys = api.operations.map(({ key }) => key.replace(/\{(\w+)\}/g, '[$1]')).sort()
    expect(keys).toEqual(rows.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort())
    const endpoints = readFileSync(join(import.meta.dirname, 'endpoints.txt'), 'utf8')
      .trim()
      .split('\n')
    expect(endpoints).toHaveLength(92)
    expect(keys).toEqual(endpoints.sort())
  })

  test('names each operation once', () => {
    const ids = api.operations.map(({ description }) => description.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is what the server shows, and what is committed', async () => {
    const { body } = await server.fetch('/openapi.json')
    expect(body).toEqual(api.document)
    const committed = readFileSync(join(import.meta.dirname, '../../schema/openapi.json'), 'utf8')
    expect(JSON.parse(committed)).toEqual(api.document)
  })
})

type Headers = Record<string, string>

function send(actor: Actor, { method }: Operation, input: Input, headers: Headers = {}): Promise<Answer> {
  const query = new URLSearchParams(input.query).toString()
  return actor.rest(method, input.path + (query && `?${query}`), input.body, headers)
}

/** Holds an answer against the document, and notes its status as seen. */
function hold(operation: Operation, answer: Answer, seen: Set<number>): Answer {
  expect(api.faultsOf(operation, answer)).toEqual([])
  seen.add(answer.status)
  return answer
}

/** Someone whose organization has a record. */
async function settled(): Promise<Actor> {
  const actor = server.actor()
  await aClient(actor)
  return actor
}

/** A test of those operations that it applies to. */
const testWhere = (applies: boolean) => (name: string, work: () => Promise<void>) => {
  if (applies) test(name, work)
}

const takesBody = ({ body }: Operation) => Object.keys(body).length > 0
const hasHeader = ({ parameters }: Operation, name: string) => parameters.some((each) => each.name === name)

/** What an answer shows once is null when it is repeated. */
const SHOWN_ONCE = ['key', 'token', 'acceptUrl', 'secret']
const withoutSecrets = (body: Json): Json =>
  body.data && !Array.isArray(body.data)
    ? {
        ...body,
        data: Object.fromEntries(
          Object.entries(body.data).map(([name, value]) => [name, SHOWN_ONCE.includes(name) ? null : value]),
        ),
      }
    : body

describe.each(api.operations.map((operation) => [operation.key, operation] as const))('%s', (_, operation) => {
  const seen = new Set<number>()
  const refusable = async (actor: Actor, input: Input, headers: Headers, statuses: number | number[]) => {
    for (const accept of [{}, PROBLEM]) {
      const answer = await send(actor, operation, input, { ...headers, ...accept })
      hold(operation, answer, seen)
      expect([statuses].flat()).toContain(answer.status)
    }
  }

  test('answers as documented when it succeeds', async () => {
    const actor = await settled()
    const input = await validInput(api, operation, actor)
    const [success] = operation.statuses
    const answer = hold(operation, await send(actor, operation, input), seen)
    expect(answer.status).toBe(success)
    for (const format of formatsOf(operation)) {
      const streamed = await send(actor, operation, { ...input, query: { ...input.query, format } })
      expect(hold(operation, streamed, seen).status).toBe(200)
    }
    if (hasHeader(operation, 'If-None-Match')) {
      const etag = answer.headers.get('etag') ?? ''
      const again = hold(operation, await send(actor, operation, input, { 'If-None-Match': etag }), seen)
      // What reading itself changes, such as the end of the audit trail, is never what is known.
      expect(again.status === 304).toBe(again.headers.get('etag') === etag)
      seen.add(304)
    }
  })

  test('takes every parameter with the values that the document allows', async () => {
    const actor = await settled()
    let input = await validInput(api, operation, actor)
    for (const { name, schema } of queryParameters(operation)) {
      for (const value of allowed(schema)) {
        // A change may use up what it names; a read finds it again.
        if (operation.method !== 'GET') input = await validInput(api, operation, actor)
        const answer = hold(
          operation,
          await send(actor, operation, { ...input, query: { ...input.query, [name]: value } }),
          seen,
        )
        expect({ name, value, status: answer.status }).toMatchObject({ status: operation.statuses[0] })
      }
    }
  })

  test('refuses a caller without the permission', async () => {
    const input = await validInput(api, operation, server.actor())
    await refusable({ ...server.actor(), rest: withoutToken }, input, {}, 401)
    if (!operation.withoutOrganization) await refusable(server.actor({ organizationId: null }), input, {}, 400)
    const role = ROLES.find((each) => !permissionsOf(each, []).has(operation.permission as Permission))
    if (role && operation.permission) await refusable(server.actor({ role }), input, {}, 403)
    else seen.add(403)
    const spent = limited.actor()
    await send(spent, operation, { path: '/api/nowhere' })
    await refusable(spent, input, {}, 429)
  })

  testWhere(operation.path.includes('{'))('refuses ids that name nothing of the caller’s', async () => {
    const input = await validInput(api, operation, server.actor())
    for (const id of [NOBODY, 'not-an-id', "' or 1=1 --"]) {
      await refusable(server.actor(), { ...input, path: withId(operation.path, id) }, {}, 404)
    }
    // The id is one of another organization.
    await refusable(server.actor(), input, {}, 404)
  })

  testWhere(operation.method === 'GET' && !operation.path.includes('{'))(
    'finds nothing for an organization without a record, or an id in the query that is none',
    async () => {
      const names = queryParameters(operation).flatMap(({ name, schema }) => (schema.type === 'string' ? [name] : []))
      for (const query of [{}, ...names.map((name) => ({ [name]: NOBODY }))]) {
        hold(operation, await send(server.actor(), operation, { path: operation.path, query }), seen)
      }
    },
  )

  test('refuses parameters that the document does not allow', async () => {
    const actor = server.actor()
    const input = await validInput(api, operation, actor)
    for (const { name, schema } of queryParameters(operation)) {
      for (const value of refused(schema)) {
        await refusable(actor, { ...input, query: { ...input.query, [name]: value } }, {}, 400)
      }
      const query = `${name}=1&${name}=2`
      await refusable(actor, { ...input, path: `${input.path}?${query}`, query: {} }, {}, 400)
    }
    // A GET without parameters has nothing but the token to refuse.
    seen.add(400)
  })

  testWhere(takesBody(operation))('refuses bodies that the document does not allow', async () => {
    const actor = server.actor()
    const input = await validInput(api, operation, actor)
    const json = { 'Content-Type': 'application/json' }
    await refusable(actor, { ...input, body: '{' }, json, 400)
    await refusable(actor, { ...input, body: '"text"' }, json, 400)
    await refusable(actor, { ...input, body: 'text' }, { 'Content-Type': 'text/plain' }, 415)
    const schema = api.resolve(operation.body['application/json'])
    for (const name of schema.required ?? []) {
      const body = { ...(input.body as object), [name]: undefined }
      await refusable(actor, { ...input, body }, {}, 400)
      expect((await send(actor, operation, { ...input, body })).body.error).toBe(`${name} is required`)
    }
    for (const [name, property] of Object.entries<Json>(schema.properties ?? {})) {
      for (const value of misfits(api.resolve(property))) {
        await refusable(actor, { ...input, body: { ...(input.body as object), [name]: value } }, {}, 400)
      }
    }
  })

  testWhere(operation.statuses.includes(415))(
    'refuses what is too large or of a coding that it does not know',
    async () => {
      const actor = server.actor()
      const input = await validInput(api, operation, actor)
      const json = { 'Content-Type': 'application/json' }
      const large = `"${'x'.repeat(operation.bodyLimit)}"`
      await refusable(actor, { ...input, body: large }, json, 413)
      await refusable(actor, { ...input, body: '{}' }, { ...json, 'Content-Encoding': 'compress' }, 415)
    },
  )

  testWhere(operation.statuses.includes(406))('refuses clients that do not accept what it answers with', async () => {
    const actor = server.actor()
    const input = await validInput(api, operation, actor)
    await refusable(actor, input, { Accept: 'application/json' }, 406)
  })

  testWhere(hasHeader(operation, 'If-Match'))('refuses a change to what has changed', async () => {
    const actor = server.actor()
    const input = await validInput(api, operation, actor)
    await refusable(actor, input, { 'If-Match': '"stale"' }, 412)
    const { headers } = await actor.rest('GET', input.path)
    const current = { 'If-Match': headers.get('etag') ?? '' }
    expect(hold(operation, await send(actor, operation, input, current), seen).status).toBe(operation.statuses[0])
  })

  testWhere(hasHeader(operation, 'Idempotency-Key'))(
    'repeats its answer for an Idempotency-Key, and refuses the key for another body',
    async () => {
      const actor = server.actor()
      const input = await validInput(api, operation, actor)
      const key = { 'Idempotency-Key': `key-${operation.key}`, 'Content-Type': 'application/json' }
      const text = input.body === undefined ? '' : JSON.stringify(input.body)
      const first = hold(operation, await send(actor, operation, { ...input, body: text }, key), seen)
      const again = hold(operation, await send(actor, operation, { ...input, body: text }, key), seen)
      expect(again.headers.get('idempotency-replay')).toBe('true')
      expect(again.body).toEqual(withoutSecrets(first.body))
      await refusable(actor, { ...input, body: `${text || '{}'} ` }, key, 422)
      await refusable(actor, { ...input, body: text }, { ...key, 'Idempotency-Key': 'k'.repeat(256) }, 400)
    },
  )

  testWhere(takesBody(operation) && operation.path.endsWith('/status'))(
    'goes only where its states allow',
    async () => {
      const states: string[] =
        api.resolve(api.resolve(operation.body['application/json'] ?? {}).properties?.status)?.enum ?? []
      const actor = server.actor()
      for (const status of states) {
        const input = await validInput(api, operation, actor)
        const answer = await send(actor, operation, { ...input, body: { ...(input.body as object), status } })
        hold(operation, answer, seen)
      }
      expect(seen).toContain(409)
    },
  )

  test('documents no status that it never answers with', () => {
    const unseen = operation.statuses.filter((status) => !seen.has(status) && !isUnprovoked(operation, status))
    const isReference = takesBody(operation) && !operation.path.includes('{')
    expect(unseen.filter((status) => !(status === 404 && isReference))).toEqual([])
  })
})

const withoutToken: Actor['rest'] = (method, path, body, headers = {}) => {
  const isText = body === undefined || typeof body === 'string'
  const text = isText ? body : JSON.stringify(body)
  return server.fetch(path, { method, body: text ?? null, headers: { 'Content-Type': 'application/json', ...headers } })
}

const queryParameters = ({ parameters }: Operation): Json[] =>
  parameters
    .filter((parameter) => parameter.in === 'query')
    .map((each) => ({ ...each, schema: api.resolve(each.schema) }))

const formatsOf = (operation: Operation): string[] =>
  queryParameters(operation).flatMap(({ name, schema }) => (name === 'format' ? schema.enum : []))

/** Values at the edges of what a parameter's schema allows. */
function allowed(schema: Json): string[] {
  if (schema.items) return allowed(api.resolve(schema.items))
  if (schema.enum) return schema.enum.flatMap((value: unknown) => [String(value), String(value).toLowerCase()])
  if (schema.type === 'integer' && 'minimum' in schema && schema.minimum > 0)
    return [schema.minimum, schema.maximum ?? 2].map(String)
  if (schema.maxLength && !schema.format) return ['x'.repeat(schema.maxLength), '%_\\']
  return []
}

/** Values just beyond what a parameter's schema allows. */
function refused(schema: Json): string[] {
  const beyond = [
    ...('maxLength' in schema ? ['x'.repeat(schema.maxLength + 1)] : []),
    ...('minimum' in schema ? [String(schema.minimum - 1)] : []),
    ...('maximum' in schema ? [String(schema.maximum + 1)] : []),
  ]
  if (schema.enum) return ['NO_SUCH_VALUE']
  if (schema.type === 'integer') return ['abc', '1.5', '1e3', ...beyond]
  if (schema.format) return ['no such thing', '2026-02-30', ...beyond]
  return beyond
}

/** Values of a body's field just beyond what its schema allows. */
function misfits(schema: Json): unknown[] {
  const types = [schema.type ?? []].flat()
  // What the service owns is not taken from a body.
  if (schema.readOnly) return []
  if (schema.enum) return ['NO_SUCH_VALUE', 7]
  const beyond = [
    ...('maxLength' in schema ? ['x'.repeat(schema.maxLength + 1)] : []),
    ...('minimum' in schema ? [schema.minimum - 1] : []),
    ...('maximum' in schema ? [schema.maximum + 1] : []),
  ]
  if (types.includes('string')) return [7.5, { a: 1 }, ...beyond]
  if (types.includes('integer')) return ['many', 1.5, ...beyond]
  if (types.includes('object')) return ['text', 7, [1]]
  if (types.includes('boolean')) return ['perhaps']
  return []
}
