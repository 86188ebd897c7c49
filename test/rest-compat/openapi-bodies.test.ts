import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { OpenApi, type Operation } from '../support/openapi.ts'
import { validInput } from '../support/operation-samples.ts'
import { aClient } from '../support/samples.ts'
import { valuesOf } from '../support/schema-arbitrary.ts'
import { type Answer, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

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

/** Values that fit few fields. */
const ODD_VALUES = [null, '', 'text', -7.5, true, [], {}, [null], ['x'], { a: 1 }]

/** A body with one field exchanged, at any depth, and with one field more. */
function exchanged(body: Json): Json[] {
  if (typeof body !== 'object' || body === null) return []
  if (Array.isArray(body)) return exchanged(body[0]).map((item) => [item])
  return [
    { ...body, fieldThatNobodyKnows: 'x' },
    ...Object.keys(body).flatMap((name) => [
      ...ODD_VALUES.map((value) => ({ ...body, [name]: value })),
      ...exchanged(body[name]).map((value) => ({ ...body, [name]: value })),
    ]),
  ]
}

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
    await fc.assert(property, { numRuns: 25, endOnFailure: true })
  })

  test('takes no body that the document does not allow', async () => {
    const actor = server.actor()
    await aClient(actor)
    const { path } = await validInput(api, operation, actor)
    const [sampled] = fc.sample(valuesOf(api, schemaOf(operation)), { numRuns: 1, seed: 92 })
    for (const each of exchanged(sampled)) {
      const { status } = await actor.rest(operation.method, path, each)
      if (status >= 300) expect(status).toBeLessThan(500)
      else expect({ body: each, faults: api.faults(schemaOf(operation), each) }).toEqual({ body: each, faults: [] })
    }
  })
})
