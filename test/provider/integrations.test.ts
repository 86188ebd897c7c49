/**
 * @database none
 * @long it starts a server for each integration.
 */
import { createServer } from 'node:net'
import { expect, test } from '@jest/globals'
import { causeText } from '../../src/common/texts.ts'
import { readConfig } from '../../src/main/config.ts'
import { jwksServer, pair, sign } from '../auth/jwks-server.ts'
import { resultOf } from '../support/answers.ts'
import { startReceiver } from '../support/receiver.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, type Json, startServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { startSmtpServer } from '../support/smtp.ts'
import { recordTransactions, transactionsOf } from '../support/statements.ts'
import { until } from '../support/until.ts'
import { firstAttempt, PATH, startSender, subscribe } from './webhooks.ts'

let silentPort: number
setUp(async (opened) => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  opened.defer(() => void silent.close())
  const address = silent.address()
  silentPort = typeof address === 'object' && address ? address.port : 0
})

async function report(environment: Record<string, string>): Promise<{ states: Json; causes: Json; text: string }> {
  await using server = await startServer(environment)
  const actor = server.actor()
  const { status, body } = await actor.rest('GET', '/api/service-provider/integrations')
  const found = await resultOf(actor, '{ integrations { integrations { name detail cause } } }')
  const causes = Object.fromEntries(found.integrations.map(({ name, cause }: Json) => [name, cause]))
  expect(found.integrations.map(({ detail }: Json) => detail)).toEqual(
    found.integrations.map(({ cause }: Json) => causeText(cause)),
  )
  expect(status).toBe(200)
  const states = Object.fromEntries(body.data.integrations.map(({ name, state }: Json) => [name, state]))
  return { states, causes, text: JSON.stringify(body) }
}

test('what is not set up is said to be so; the database is proved by the answer', async () => {
  const { states, causes } = await report({})
  expect(causes).toMatchObject({
    database: { code: 'INTEGRATION_DATABASE', version: expect.stringMatching(/^PostgreSQL \d+/) },
    identityProvider: { code: 'INTEGRATION_DEVELOPMENT' },
    redis: { code: 'INTEGRATION_UNSET' },
    webhooks: { code: 'INTEGRATION_NO_ENDPOINTS' },
  })
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

test('others are asked before the transaction of the page begins', async () => {
  await using alertmanager = await startReceiver()
  const transactions: string[][] = []
  const environment = { ALERTMANAGER_URL: new URL(alertmanager.url).origin }
  await using server = await startServer(environment, recordTransactions(transactions))
  const [actor, viewer] = [server.actor(), server.actor({ role: 'viewer', permissions: [] })]
  const open: string[][] = []
  alertmanager.answer = (response) => {
    const own = transactionsOf(transactions, actor.organizationId)
    open.push(...own.filter((sent) => !/^(commit|rollback)/.test(sent.at(-1) ?? '')))
    response.end()
  }
  expect((await viewer.rest('GET', '/api/service-provider/integrations')).status).toBe(403)
  const denied = await viewer.graphql('{ integrations { checkedAt } }')
  expect(denied.body.errors[0].extensions.code).toBe('FORBIDDEN')
  // Who may not see them does not make us ask.
  expect(alertmanager.received).toEqual([])
  expect((await actor.rest('GET', '/api/service-provider/integrations')).status).toBe(200)
  expect([alertmanager.received.length, open]).toEqual([1, []])
  // The result is cached for seconds, for all callers.
  expect((await server.actor().graphql('{ integrations { checkedAt } }')).body.errors).toBeUndefined()
  expect(transactionsOf(transactions, actor.organizationId)).toHaveLength(1)
})

test('alerts that are accepted, from a router that cannot be tried, count as configured', async () => {
  const { states } = await report({ ALERTMANAGER_TOKEN: 'a'.repeat(16) })
  expect(states.alertmanager).toBe('CONFIGURED')
})

test('mail that is taken works; an alert router that answers with an error does not', async () => {
  await using alertmanager = await startReceiver()
  alertmanager.answer = (response) => response.writeHead(503).end()
  await using smtp = await startSmtpServer()
  const { states } = await report({ ALERTMANAGER_URL: new URL(alertmanager.url).origin, SMTP_URL: smtp.url })
  expect(states).toMatchObject({ alertmanager: 'FAILING', smtp: 'WORKING' })
})

test.each([
  ['WORKING', 200],
  ['FAILING', 500],
])('an identity provider is %s while its keys are answered with %i', async (state, status) => {
  const key = pair('first')
  const provider = await jwksServer([key])
  const AUTH_ISSUER = 'https://issuer.example.org'
  await using server = await startServer({ AUTH_ISSUER, AUTH_JWKS_URL: provider.url })
  const exp = Math.floor(Date.now() / 1000) + 3600
  const token = sign(key, { iss: AUTH_ISSUER, sub: 'u', org_id: 'o', exp })
  const get = (path: string) => server.fetch(path, { headers: { Authorization: `Bearer ${token}` } })
  // Its keys are cached from here on: signed-in users stay signed in.
  expect((await get('/api/clients')).status).toBe(200)
  provider.status = status
  const { body } = await get('/api/service-provider/integrations')
  expect(body.data.integrations.find(({ name }: Json) => name === 'identityProvider').state).toBe(state)
  await provider.close()
})

test('webhooks are judged by what became of their messages', async () => {
  await using receiver = await startReceiver()
  await using server = await startSender()
  const actor = server.actor()
  const stateFor = async (who: Actor) => {
    const { body } = await who.rest('GET', '/api/service-provider/integrations')
    return body.data.integrations.find(({ name }: Json) => name === 'webhooks').state
  }
  const state = () => stateFor(actor)
  const { id } = await subscribe(actor, receiver.url)
  expect(await state()).toBe('CONFIGURED')
  await aClient(actor)
  await until('the first message', async () => (await state()) === 'WORKING')
  expect(await firstAttempt(actor, id)).toMatchObject({ status: 200 })
  // Another one that fails is not outweighed by this one.
  await using broken = await startReceiver()
  broken.answer = (response) => response.writeHead(500).end()
  const other = await subscribe(actor, broken.url)
  expect(await state()).toBe('WORKING')
  await aClient(actor)
  await until('the second message', async () => (await state()) === 'FAILING')
  await actor.rest('PUT', `${PATH}/${other.id}`, { status: 'DISABLED' })
  expect(await state()).toBe('WORKING')
  await actor.rest('PUT', `${PATH}/${id}`, { status: 'DISABLED' })
  expect(await state()).toBe('NOT_CONFIGURED')
  expect(await stateFor(server.actor())).toBe('NOT_CONFIGURED')
})

test('an endpoint that was disabled for its failures fails, and proves nothing by what it took before', async () => {
  await using receiver = await startReceiver()
  await using server = await startSender()
  const actor = server.actor()
  const state = async () => {
    const { body } = await actor.rest('GET', '/api/service-provider/integrations')
    return body.data.integrations.find(({ name }: Json) => name === 'webhooks').state
  }
  const { id } = await subscribe(actor, receiver.url)
  await aClient(actor)
  await until('the first message', async () => (await state()) === 'WORKING')
  receiver.answer = (response) => response.writeHead(410).end()
  await aClient(actor)
  await until('the endpoint to be disabled', async () => {
    const { body } = await actor.rest('GET', PATH)
    return body.data[0].status === 'DISABLED'
  })
  expect(await state()).toBe('FAILING')
  await actor.rest('PUT', `${PATH}/${id}`, { status: 'ACTIVE' })
  expect(await state()).toBe('CONFIGURED')
})

test('production refuses webhooks into the own network', () => {
  const SECRETS_KEY = Buffer.alloc(32).toString('base64')
  const environment = { NODE_ENV: 'production', AUTH_ISSUER: 'https://issuer.example.org', SECRETS_KEY }
  expect(() => readConfig(environment)).not.toThrow()
  expect(() => readConfig({ ...environment, WEBHOOKS_ALLOW_PRIVATE: 'true' })).toThrow(/WEBHOOKS_ALLOW_PRIVATE/)
})
