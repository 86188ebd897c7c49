import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { seedDemo } from '../src/demo/demo.ts'
import { DEMO_ORGANIZATIONS } from '../src/security/auth/demo-people.ts'
import { type Actor, type Json, startServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

// The examples of README.md, with the answers of the demo.

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const EXAMPLE = /^```sh\n(curl [^`]+)```\n\n```json\n([^`]+)```$/gm
const BLOCKS = [...README.matchAll(/^```sh\n([^`]+)```$/gm)].map(([, text = '']) => text)

let admin: Actor

setUp(async (opened) => {
  const server = opened.use(await startServer({ SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'gateway@example.org' }))
  await seedDemo(server.app)
  const [{ id, people }] = DEMO_ORGANIZATIONS
  admin = server.actor({ organizationId: id, userId: people[0].userId })
})

/** Ids are random, so an id in the README is shortened to its first characters and `…`. */
const withoutIds = (body: Json): Json =>
  JSON.parse(JSON.stringify(body, (key, value) => (key === 'id' && typeof value === 'string' ? '…' : value)))

/** Sends the request of a curl command. */
function send(command: string): Promise<{ body: Json }> {
  const [, path = ''] = /localhost:4000(\/[^\s']*)/.exec(command) ?? []
  const [, data] = /-d '([^']+)'/.exec(command) ?? []
  return data ? admin.rest('POST', path, JSON.parse(data)) : admin.rest('GET', path)
}

const EXAMPLES = [...README.matchAll(EXAMPLE)].map(([, command = '', answer = '']) => [command, answer] as const)

describe('README.md', () => {
  test('has an example of each surface', () => {
    expect(EXAMPLES.map(([command]) => /localhost:4000\/\w+/.exec(command)?.[0])).toEqual([
      'localhost:4000/api',
      'localhost:4000/graphql',
    ])
  })

  test.each(EXAMPLES)('the demo answers as printed: %s', async (command, answer) => {
    const { body } = await send(command)
    expect(withoutIds(body)).toEqual(withoutIds(JSON.parse(answer)))
  })

  test('has at most 200 lines, and comments of commands on lines of their own, which zsh needs', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(200)
    const trailing = BLOCKS.flatMap((block) => block.split('\n')).filter((line) => /\S\s+# /.test(line))
    expect(trailing).toEqual([])
  })
})
