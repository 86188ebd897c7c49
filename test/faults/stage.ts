import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Issuer, openIssuer } from '../../src/security/auth/issuer.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { Gateway } from '../support/process.ts'
import { freePort, type RedisServer, startRedis } from '../support/redis.ts'
import { type Relay, startRelay } from '../support/relay.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

/** How long a request may take, in seconds: short, so that a fault outlasts it. */
export const DEADLINE_SECONDS = 4

/** A gateway of the stage, and its wire to the database. */
export interface Replica {
  name: string
  gateway: Gateway
  wire: Relay
}

/** Two gateways over one PostgreSQL and one Redis, each reached over a wire that can be cut or made silent. */
export interface Stage extends AsyncDisposable {
  cluster: Cluster
  redis: RedisServer
  /** The folder of the database, on a small file system of its own. */
  volume: string
  replicas: [Replica, Replica]
  token(organizationId: string): string
}

/** The identity provider of both gateways. */
async function startIssuer(folder: string) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: Issuer = await openIssuer({ dataDir: folder, issuer: url })
  server.on('request', (_, response) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(issuer.jwks())),
  )
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { issuer, url, stop }
}

const VOLUME_MIB = 400

/** A small file system, which fills up without harm to the machine. */
async function mountVolume(folder: string): Promise<void> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${VOLUME_MIB}m,mode=0777`, 'tmpfs', folder])
}

/** `clockOf` is a program that runs the second gateway under another clock: its name and arguments. */
export async function openStage(clockOf: string[] = []): Promise<Stage> {
  await using building = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'gateway-stage-'))
  building.defer(() => rm(folder, { recursive: true, force: true }))
  const volume = await mkdtemp(join(tmpdir(), 'gateway-volume-'))
  building.defer(() => rm(volume, { recursive: true, force: true }))
  await mountVolume(volume)
  building.defer(async () => void (await run('umount', ['--lazy', volume])))
  const { issuer, url: issuerUrl, stop } = await startIssuer(folder)
  building.defer(stop)
  const cluster = building.use(await startCluster(SETTINGS, volume))
  const redis = await startRedis()
  const replica = async (name: string, launcher: string[]): Promise<Replica> => {
    const wire = building.use(await startRelay(cluster.url))
    const environment = {
      DATABASE_URL: wire.to(cluster.url),
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      AUTH_ISSUER: issuerUrl,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      REQUEST_DEADLINE_SECONDS: String(DEADLINE_SECONDS),
      RATE_LIMIT_AUTHENTICATED: '10000000',
      RATE_LIMIT_ORGANIZATION: '10000000',
      LOG_LEVEL: 'warn',
    }
    const gateway = building.adopt(new Gateway(environment, await freePort(), launcher), async (each) => {
      each.child.kill('SIGCONT')
      await each.stop('SIGKILL')
    })
    await until(`the gateway ${name}; it says: ${gateway.output}`, () => isReady(gateway))
    return { name, gateway, wire }
  }
  const replicas: [Replica, Replica] = [await replica('A', []), await replica('B', clockOf)]
  const token = (organizationId: string) =>
    issuer.sign({ userId: 'user_load', organizationId, role: 'admin', expiresIn: 7200 })
  const all = building.move()
  const stage: Stage = {
    ...{ cluster, redis, volume, replicas, token },
    async [Symbol.asyncDispose]() {
      await all.disposeAsync()
      await stage.redis.stop()
    },
  }
  return stage
}

/** Few connections to run out of, and no long waiting for those that are gone. */
const SETTINGS = [
  'max_connections=40',
  'superuser_reserved_connections=5',
  'max_wal_size=64MB',
  'wal_keep_size=0',
  'min_wal_size=32MB',
]

async function isReady(gateway: Gateway): Promise<boolean> {
  if (gateway.exitCode !== null) throw new Error(gateway.output)
  return fetch(`${gateway.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
