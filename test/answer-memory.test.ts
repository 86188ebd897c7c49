/** @long it starts a gateway of 512 MiB and sixty clients that do not read. */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openIssuer } from '../src/security/auth/issuer.ts'
import { fillDataFolder } from './support/images.ts'
import { build, Gateway } from './support/process.ts'
import { freePort } from './support/redis.ts'
import { contentBody } from './support/samples.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/*
 * A gateway with the heap that Node takes in a container of 1 GiB, and sixty viewers of one tenant that ask for the
 * largest answers and read none.
 */

const VIEWERS = 60
const METRICS_TOKEN = 'a-token-for-metrics'
const aliases = (count: number, selection: string) =>
  `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${selection}`).join(' ')} }`
const BODIES = 'contents(first: 100) { nodes { body } }'

/** The worst documents: the largest answer, more than the largest one, and both surfaces. */
const ATTACKS: [path: string, document?: string][] = [
  ['/graphql', aliases(3, BODIES)],
  ['/graphql', aliases(7, BODIES)],
  ['/graphql', aliases(1, 'contents(first: 100) { nodes { body } edges { node { body } } }')],
  ['/api/content?limit=100'],
  ['/graphql/stream', aliases(3, BODIES)],
]

let gateway: Gateway
let dataDir: string
const sockets: Socket[] = []
setUp(async (opened) => {
  build()
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-memory-'))
  await fillDataFolder(dataDir)
  const { DATABASE_URL = '' } = process.env
  const environment = { DATA_DIR: dataDir, DATABASE_URL, METRICS_TOKEN, LOG_LEVEL: 'error' }
  // V8 may optimize PGlite, which reads gigabytes here.
  const flags = ['--max-old-space-size=512']
  gateway = new Gateway({ ...environment, RATE_LIMIT_AUTHENTICATED: '1000000' }, await freePort(), [], flags)
  opened.defer(async () => {
    for (const socket of sockets) socket.destroy()
    await gateway.stop('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
  await gateway.ready()
})

/** A request whose answer is never read. */
function askUnread(token: string, [path, document]: (typeof ATTACKS)[number]): void {
  const body = document === undefined ? '' : JSON.stringify({ query: document })
  const accept = path.endsWith('/stream') ? 'text/event-stream' : 'application/json'
  const headers = [
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Accept: ${accept}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  const socket = connect(gateway.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
  sockets.push(socket)
}

async function heldBytes(): Promise<number> {
  const answer = await fetch(`${gateway.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(/^answer_bytes (\d+)$/m.exec(await answer.text())?.[1])
}

test('sixty viewers that read nothing end no process; another tenant is served; what they held is released', async () => {
  const issuer = await openIssuer({ dataDir, issuer: gateway.url.replace('127.0.0.1', 'localhost') })
  const tokenOf = (organizationId: string, userId: string, role: 'viewer' | 'admin') =>
    issuer.sign({ organizationId, userId, role, expiresIn: 3600 })
  const call = (token: string, method: string, path: string, body?: unknown) =>
    gateway.call(method, path, body, { Authorization: `Bearer ${token}` })
  const author = tokenOf('org_large', 'author', 'admin')
  for (let item = 0; item < 100; item++) {
    // A character beyond Latin-1: JavaScript keeps the text with two bytes for each character.
    const body = `${'x'.repeat(99_990)}\u{1f4c8}`
    expect((await call(author, 'POST', '/api/content', contentBody({ body }))).status).toBe(201)
  }
  await call(tokenOf('org_small', 'author', 'admin'), 'POST', '/api/content', contentBody())
  const other = tokenOf('org_small', 'reader', 'viewer')
  const served = async () => {
    const started = performance.now()
    expect((await call(other, 'GET', '/api/campaigns')).status).toBe(200)
    return performance.now() - started
  }
  const percentile = (times: number[]) => Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0)
  const quiet: number[] = []
  for (let count = 0; count < 50; count++) quiet.push(await served())
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    const token = tokenOf('org_large', `viewer_${viewer}`, 'viewer')
    for (const attack of ATTACKS) askUnread(token, attack)
  }
  await until('answers that nobody reads', async () => (await heldBytes()) > 32 * 1024 * 1024)
  const busy: number[] = []
  for (let count = 0; count < 50; count++) busy.push(await served())
  // Figures for people; a busy machine is no fault.
  process.stdout.write(
    `another tenant, p99: quiet ${percentile(quiet)} ms, beside the viewers ${percentile(busy)} ms\n`,
  )
  for (const socket of sockets) socket.destroy()
  await until('the bytes to be released', async () => (await heldBytes()) === 0)
  expect(gateway.exitCode).toBeNull()
  await served()
})
