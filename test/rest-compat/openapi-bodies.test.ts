/**
 * @database none
 * @long it makes bodies for each endpoint that the document allows, and others.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { graphqlSentenceIn } from '../support/graphql-sentences.ts'
import { OpenApi, type Operation } from '../support/openapi.ts'
import { validInput, withId } from '../support/operation-samples.ts'
import { isTried, runs } from '../support/runs.ts'
import { aClient } from '../support/samples.ts'
import { valuesOf } from '../support/schema-arbitrary.ts'
import { type Answer, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

// More than 20 s: each field of each body is exchanged for 14 odd values. A run tries a third of them, CI all.

const api = new OpenApi(JSON.parse(readFileSync(join(import.meta.dirname, '../../schema/openapi.json'), 'utf8')))
const schemaOf = ({ body }: Operation): Json => body['application/json']
const operations = api.operations.filter((operation) => schemaOf(operation))

/** What no schema can say, since it depends on the clock, on another field's value, or on what is stored. */
const BEYOND_SCHEMAS =
  /must be (after \w+|in the future)|must not be (in the future|before)|must be one of ANALYTICS_RECORDS|is named twice|or you would be locked out|has unknown types|(duplicateOfId|identityProof) is required|must be a South African identity number|is for PARTIALLY_APPROVED only|must be a resource such as|must be permissions of the role|must name a record of/

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** Why a body itself was refused; undefined where it was not. */
function refusalOf({ status, body }: Answer): string | undefined {
  const isRefused = status >= 500 || ['VALIDATION_ERROR', 'MALFORMED_JSON'].includes(body?.code)
  return isRefused ? `${status} ${body.message ?? body.error} ${JSON.stringify(body.details ?? {})}` : undefined
}

const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)
const wide = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, '']))

/** Values that fit few fields; a field that is undefined is left out. */
const ODD_VALUES = [undefined, null, '', 'text', -7.5, 1e300, true, [], {}, [null], ['x'], { a: 1 }, deep, wide]

const ODD_ITEMS = [null, 'text', 7, true, [], [{}], {}]

/** A body with one field exchanged, at any depth, and with one field more; of a list, its item alone and among others. */
function exchanged(body: Json): Json[] {
  if (typeof body !== 'object' || body === null) return []
  if (Array.isArray(body)) return [...ODD_ITEMS, ...exchanged(body[0])].flatMap((item) => [[item], [...body, item]])
  return [
    { ...body, fieldThatNobodyKnows: 'x' },
    ...Object.keys(body).flatMap((name) => [
      ...ODD_VALUES.map((value) => ({ ...body, [name]: value })),
      ...exchanged(body[name]).map((value) => ({ ...body, [name]: value })),
    ]),
  ]
}

/** What no parameter and no id of a path may be. */
const ODD_PARAMETERS = ['NO_SUCH_VALUE', '-1', '1.5', '1e999', 'true', '[]', '{"a":1}', '\0', '2026-02-30', '$x', '%00']

describe.each(operations.map((operation) => [operation.key, operation] as const))('%s', (_, operation) => {
  test('takes every body that the document allows', async () => {
    const actor = server.actor()
    await aClient(actor)
    const { path } = await validInput(api, operation, actor)
    const body = valuesOf(api, schemaOf(operation))
    const property = fc.asyncProperty(body, async (each) => {
      const refusal = refusalOf(await actor.rest(operation.method, path, each))
      expect(refusal?.match(BEYOND_SCHEMAS) ? undefined : refusal).toBeUndefined()
    })
    await fc.assert(property, { numRuns: runs(16), endOnFailure: true })
  })

  test('takes no body that the document does not allow', async () => {
    const actor = server.actor()
    await aClient(actor)
    const { path } = await validInput(api, operation, actor)
    const [sampled] = fc.sample(valuesOf(api, schemaOf(operation)), { numRuns: 1, seed: 92 })
    const number = operations.indexOf(operation)
    for (const each of exchanged(sampled).filter((_, index) => isTried(index + number))) {
      const answer = await actor.rest(operation.method, path, each)
      expect(graphqlSentenceIn(answer)).toBeUndefined()
      const { status } = answer
      if (status >= 300) expect(status).toBeLessThan(500)
      // An import reports the rows that are no objects, and takes the others.
      else if (!(operation.path === '/api/clients/import' && Array.isArray(each)))
        expect({ body: each, faults: api.faults(schemaOf(operation), each) }).toEqual({ body: each, faults: [] })
    }
  })
})

describe.each(api.operations.map((operation) => [operation.key, operation] as const))('%s', (_, operation) => {
  test('refuses an odd address in words of its own', async () => {
    const actor = server.actor()
    const input = await validInput(api, operation, actor)
    const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name)
    const queries = names.flatMap((name) => [
      ...ODD_PARAMETERS.map((value) => new URLSearchParams({ [name]: value })),
      `${name}[]=x&${name}[a]=y`,
      `${name}=a&${name}=b`,
    ])
    const ids = operation.path.includes('{') ? ODD_PARAMETERS : []
    const paths = [...queries.map((query) => `${input.path}?${query}`), ...ids.map((id) => withId(operation.path, id))]
    for (const path of paths) {
      const answer = await actor.rest(operation.method, path, input.body)
      expect([path, answer.status < 500, graphqlSentenceIn(answer)]).toEqual([path, true, undefined])
    }
  })
})
