/** @database none */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type Example, presentable, runExamples, shapeOf } from '../support/example-run.ts'
import { OpenApi } from '../support/openapi.ts'
import { type Json, startServer } from '../support/server.ts'

const file = join(import.meta.dirname, '../../schema/examples.json')
const api = new OpenApi(JSON.parse(readFileSync(join(import.meta.dirname, '../../schema/openapi.json'), 'utf8')))

let told: Record<string, Example>
let recorded: Record<string, Example>

/** `RECORD_EXAMPLES=1` writes what this run was told; afterwards `npm run generate` puts it into the document. */
beforeAll(async () => {
  await using server = await startServer()
  told = presentable(await runExamples(server))
  if (process.env.RECORD_EXAMPLES) writeFileSync(file, `${JSON.stringify(told, null, 2)}\n`)
  recorded = JSON.parse(readFileSync(file, 'utf8'))
})

test('every operation has an example', () => {
  expect(Object.keys(recorded).sort()).toEqual(api.operations.map(({ key }) => key).sort())
})

describe.each(api.operations.map((operation) => [operation.key, operation] as const))('%s', (key, operation) => {
  test('its example is what the server is told and answers today', () => {
    expect(shapeOf(recorded[key])).toEqual(shapeOf(told[key]))
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
