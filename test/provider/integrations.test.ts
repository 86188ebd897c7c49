import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readConfig } from '../../src/config.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Json, startServer } from '../support/server.ts'

let silent: Server
let silentPort: number
beforeAll(async () => {
  silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  silentPort = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => void silent.close())

async function report(environment: Record<string, string>): Promise<{ states: Json; text: string }> {
  await using server = await startServer(environment)
  const { status, body } = await server.actor().rest('GET', '/api/service-provider/integrations')
  expect(status).toBe(200)
  const states = Object.fromEntries(body.data.integrations.map(({ name, state }: Json) => [name, state]))
  return { states, text: JSON.stringify(body) }
}

test('what is not set up is said to be so; the database is proved by the answer', async () => {
  const { states } = await report({})
  expect(states).toEqual({
    database: 'WORKING',
    identityProvider: 'CONFIGURED',
    redis: 'NOT_CONFIGURED',
    smtp: 'NOT_CONFIGURED',
    alertmanager: 'NOT_CONFIGURED',
    webhooks: 'NOT_CONFIGURED',
  })
})

test('what works and what does not is tried, in bounded time, and no secret is shown', async () => {
  await using alertmanager = await startReceiver()
  const { states, text } = await report({
    ALERTMANAGER_URL: new URL(alertmanager.url).origin,
    SMTP_URL: `smtp://mailer:hunter2@127.0.0.1:${silentPort}`,
  })
  expect(states).toMatchObject({ alertmanager: 'WORKING', smtp: 'FAILING' })
  expect(alertmanager.received[0]?.path).toBe('/-/healthy')
  expect(text).not.toMatch(/hunter2|mailer|127\.0\.0\.1/)
})

test('alerts that are accepted, from a router that cannot be tried, count as configured', async () => {
  const { states } = await report({ ALERTMANAGER_TOKEN: 'a'.repeat(16) })
  expect(states.alertmanager).toBe('CONFIGURED')
})

test('production refuses webhooks into the own network', () => {
  const SECRETS_KEY = Buffer.alloc(32).toString('base64')
  const environment = { NODE_ENV: 'production', AUTH_ISSUER: 'https://issuer.example.org', SECRETS_KEY }
  expect(() => readConfig(environment)).not.toThrow()
  expect(() => readConfig({ ...environment, WEBHOOKS_ALLOW_PRIVATE: 'true' })).toThrow(/WEBHOOKS_ALLOW_PRIVATE/)
})
