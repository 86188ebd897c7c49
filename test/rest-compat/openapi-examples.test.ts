/** @database none */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Example, presentable, runExamples, shapeOf } from '../support/example-run.ts'
import { OpenApi } from '../support/openapi.ts'
import { type Json, startServer } from '../support/server.ts'

const file = join(import.meta.dirname, '../../schema/examples.json')
const api = new OpenApi(JSON.parse(readFileSync(join(import.meta.dirname, '../../schema/openapi.json'), 'utf8')))

let actual: Record<string, Example>
let recorded: Record<string, Example>

/** `RECORD_EXAMPLES=1` writes the answers of this run. Afterwards `npm run generate` adds them to the document. */
beforeAll(async () => {
  await using server = await startServer()
  actual = presentable(await runExamples(server))
  if (process.env.RECORD_EXAMPLES) writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`)
  recorded = JSON.parse(readFileSync(file, 'utf8'))
})

test('every operation has an example', () => {
  expect(Object.keys(recorded).sort()).toEqual(api.operations.map(({ key }) => key).sort())
})

describe.each(api.operations.map((operation) => [operation.key, operation] as const))('%s', (key, operation) => {
  test('its example has the request and the answer of today', () => {
    expect(shapeOf(recorded[key])).toEqual(shapeOf(actual[key]))
  })

  test('its example is as the document describes it', () => {
    const { status, body, response } = recorded[key] as Example
    const [[mediaType, answer] = []] = Object.entries<Json>(
      api.resolve(operation.description.responses[status])?.content ?? {},
    )
    if (body !== undefined) expect(api.faults(operation.body['application/json'], body)).toEqual([])
    if (mediaType === 'application/json') expect(api.faults(answer.schema, response)).toEqual([])
    const shown = Object.values<Json>(api.resolve(operation.description.responses[status]).content ?? {})
    expect(shown.map(({ example }) => example).filter(Boolean)).toEqual(response === undefined ? [] : [response])
  })
})
