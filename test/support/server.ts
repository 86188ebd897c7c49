import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../../src/data/database.ts'
import type { OpenDatabase } from '../../src/data/open-database.ts'
import { type App, createApp } from '../../src/main/app.ts'
import { readConfig } from '../../src/main/config.ts'
import { createLog } from '../../src/main/log.ts'
import type { Role } from '../../src/security/auth/caller.ts'
import { startBalancer } from './balancer.ts'
import { openAgain, openTestDatabase } from './database.ts'
import { demandDescribed } from './described-errors.ts'
import { HAS_REPLICAS } from './has-replicas.ts'
import { putOffSchedules } from './jobs.ts'
import { borrow } from './lent-server.ts'

/** A read response. `body` is parsed JSON, or text. */
export interface Answer<T = Json> {
  status: number
  headers: Headers
  body: T
}

/** JSON in tests. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not
export type Json = any

/** Claims of a development token; the defaults are those of an admin. */
export interface Claims {
  userId?: string
  organizationId?: string | null
  role?: Role | undefined
  permissions?: string[]
  email?: string | undefined
  emailVerified?: boolean
  issuedAt?: number
  signedInAt?: number
  /** The OAuth client that the token is issued to. */
  clientId?: string
  /** The service that the token is issued for. */
  audience?: string
  expiresIn?: number
}

/** A user who sends requests with a token. */
export interface Actor {
  organizationId: string
  userId: string
  /** The verified address in the token. */
  email: string
  token: string
  /** A REST request. An object as body is sent as JSON. */
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A GraphQL request. Returns the whole response. @throws Error for an error code that no description names */
  graphql(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>
}

/** The real gateway under test, on a free port, with a test database. */
export interface TestServer extends AsyncDisposable {
  url: string
  /** The server at `url`: that of the gateway, or of the proxy before its replicas. */
  server: Server
  app: App
  /** Direct access to the database, for data that no operation shows. */
  database: Database
  connection: OpenDatabase
  /** A user of a new organization, unless `organizationId` names one. */
  actor(claims?: Claims): Actor
  /** Sends a request without a token. */
  fetch(path: string, init?: RequestInit): Promise<Answer>
  close(): Promise<void>
}

/** Reads a stream up to its first event, including heartbeats. */
async function readFirstEvent(response: Response): Promise<Answer> {
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes).toString('utf8')
    if (/^[^:\n].*\n\n/m.test(text)) break
  }
  return { status: response.status, headers: response.headers, body: text }
}

/** Reads a response of the gateway. */
export async function read(response: Response): Promise<Answer> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return readFirstEvent(response)
  const text = await response.text()
  const isJson =
    /json/.test(response.headers.get('content-type') ?? '') &&
    !/ndjson/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text }
}

/**
 * Provides a gateway for a test file. With the default configuration it is shared with earlier test files, so a file
 * must only use its own organizations.
 */
export const startServer = (...own: Parameters<typeof startOwnServer>): Promise<TestServer> =>
  own.length > 0 ? startOwnServer(...own) : borrow(startOwnServer)

/** Starts a gateway. `environment` contains settings. Rate limits are high by default. `log` receives the log lines. */
export async function startOwnServer(
  environment: Record<string, string> = {},
  open: () => Promise<OpenDatabase> = openTestDatabase,
  log: Logger = createLog(process.env.TEST_LOG_LEVEL ?? 'silent'),
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-test-'))
  const defaults = {
    NODE_ENV: 'test',
    // No name server listens on this port: tests must not use those of the machine.
    DNS_SERVERS: '127.0.0.1:9',
    // A machine that is ten times as busy must not fail a test.
    REQUEST_DEADLINE_SECONDS: '120',
    RATE_LIMIT_AUTHENTICATED: '1000000',
    RATE_LIMIT_ANONYMOUS: '1000000',
  }
  const config = readConfig({ ...defaults, DATA_DIR: dataDir, ...environment })
  const connection = await open()
  await putOffSchedules(connection)
  const app = await createApp(config, log, async () => connection)
  const further = HAS_REPLICAS ? await openAgain(connection) : undefined
  const second = further && (await createApp(config, log, async () => further))
  const apps = second ? [app, second] : [app]
  const urls = await Promise.all(apps.map(({ server }) => listen(server)))
  const proxy = second && (await startBalancer(urls))
  const url = proxy?.url ?? urls[0] ?? ''
  const send = async (path: string, init?: RequestInit) => read(await fetch(url + path, init))
  const close = async () => {
    await proxy?.[Symbol.asyncDispose]()
    for (const { server } of apps) server.closeAllConnections()
    // The first one drops the database.
    await second?.close()
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    url,
    server: proxy?.server ?? app.server,
    app,
    database: connection.database,
    connection,
    fetch: send,
    actor: (claims = {}) => actorOf(app.issuer, send, claims),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Listens on a free port. Returns the address. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A user of the gateway that `send` reaches, with a token of its issuer. */
export function actorOf(issuer: App['issuer'], send: TestServer['fetch'], claims: Claims): Actor {
  const { userId = `user_${randomUUID()}`, organizationId = `org_${randomUUID()}`, expiresIn = 3600, ...rest } = claims
  const own = { role: 'admin' as const, email: `${userId}@example.org`, ...rest }
  const signed = { userId, organizationId: organizationId ?? undefined, expiresIn, ...own }
  const token = issuer?.sign(signed) ?? ''
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    const type = isRaw ? undefined : { 'Content-Type': 'application/json' }
    return send(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...type, ...headers },
      body: ((isRaw ? body : JSON.stringify(body)) as BodyInit | undefined) ?? null,
    })
  }
  return {
    organizationId: organizationId ?? '',
    userId,
    email: own.email ?? '',
    token,
    rest: call,
    graphql: async (query, variables, headers) => {
      const answer = await call('POST', '/graphql', { query, variables }, headers)
      demandDescribed(query, answer.body?.errors)
      return answer
    },
  }
}
