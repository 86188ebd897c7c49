/** @long it strikes two gateways with each fault, under load, and waits until both have recovered. */
import { randomUUID } from 'node:crypto'
import { globSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { hasPostgres, TERMINATE } from '../support/cluster.ts'
import { build } from '../support/process.ts'
import { startRedis } from '../support/redis.ts'
import { setUp } from '../support/set-up.ts'
import { requireRoot, requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { checkAll } from './checks.ts'
import { answered, type Load, servedAfter, startLoad } from './load.ts'
import { openStage, type Replica, type Stage } from './stage.ts'

/** What is going on while a fault strikes. */
interface Scene {
  stage: Stage
  load: Load
}

interface Fault {
  name: string
  /** Strikes, and answers how it is healed. */
  strike(scene: Scene): Promise<() => Promise<void>>
  /** Who is served while the fault lasts; nobody unless it says so. */
  spares?(scene: Scene): { organizations?: readonly string[]; replicas?: readonly Replica[] }
  /** Whether requests fail during the fault. */
  isOutage?: boolean
}

const databaseUrl = ({ cluster }: Stage, login: string) =>
  Object.assign(new URL(cluster.url), { username: login, password: '' }).href

/** Transactions that no process continues. Those of the other gateway are shorter. */
const LEFT_OPEN = `select 1 from pg_stat_activity
  where usename = 'gateway' and state like 'idle in transaction%' and state_change < now() - interval '150 ms'`

/** An operator's session that stays open. */
async function session(stage: Stage): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl(stage, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  return client
}

const faults: Fault[] = [
  {
    name: 'connections terminated one by one',
    async strike({ stage: { cluster } }) {
      const pids = await cluster.admin<{ pid: number }>(`select pid from pg_stat_activity where usename = 'gateway'`)
      for (const { pid } of pids) await cluster.admin(`select pg_terminate_backend(${pid})`)
      return async () => {}
    },
  },
  {
    name: 'all connections terminated, three times',
    async strike({ stage: { cluster } }) {
      for (let round = 0; round < 3; round++) await cluster.admin(TERMINATE)
      return async () => {}
    },
  },
  {
    name: 'database restarted, fast',
    async strike({ stage: { cluster } }) {
      await cluster.stop('fast')
      return () => cluster.start()
    },
    isOutage: true,
  },
  {
    name: 'database restarted, immediate',
    async strike({ stage: { cluster } }) {
      await cluster.stop('immediate')
      return () => cluster.start()
    },
    isOutage: true,
  },
  {
    name: 'database frozen',
    async strike({ stage: { cluster } }) {
      await cluster.freeze()
      return () => cluster.thaw()
    },
    isOutage: true,
  },
  {
    name: 'one gateway cut off from the database',
    async strike({ stage: { cluster, replicas } }) {
      const [{ wire }] = replicas
      wire.cut()
      return async () => wire.layTo(cluster.url)
    },
    spares: ({ stage }) => ({ replicas: [stage.replicas[1]] }),
    isOutage: true,
  },
  {
    name: 'one gateway and the database silent to each other',
    async strike({ stage: { replicas } }) {
      const [{ wire }] = replicas
      wire.freeze()
      return async () => wire.thaw()
    },
    spares: ({ stage }) => ({ replicas: [stage.replicas[1]] }),
    isOutage: true,
  },
  {
    name: 'questions of one gateway lost, answers not',
    async strike({ stage: { replicas } }) {
      const [{ wire }] = replicas
      wire.freeze('questions')
      return async () => wire.thaw()
    },
    spares: ({ stage }) => ({ replicas: [stage.replicas[1]] }),
    isOutage: true,
  },
  {
    name: 'answers to one gateway lost, questions not',
    async strike({ stage: { replicas } }) {
      const [{ wire }] = replicas
      wire.freeze('answers')
      return async () => wire.thaw()
    },
    spares: ({ stage }) => ({ replicas: [stage.replicas[1]] }),
    isOutage: true,
  },
  {
    name: 'database read-only',
    async strike({ stage: { cluster } }) {
      await cluster.admin('alter system set default_transaction_read_only = on', 'select pg_reload_conf()')
      return async () => {
        await cluster.admin('alter system reset default_transaction_read_only', 'select pg_reload_conf()')
      }
    },
    isOutage: true,
  },
  {
    name: 'no connections left',
    async strike({ stage }) {
      const taken: pg.Client[] = []
      await stage.cluster.admin('create role guest login', 'grant connect on database gateway to guest')
      await until('the server to have no connection left', async () => {
        await stage.cluster.admin(TERMINATE)
        const client = new pg.Client({ connectionString: databaseUrl(stage, 'guest') })
        client.on('error', () => {})
        return client.connect().then(
          () => void taken.push(client),
          () => true,
        )
      })
      return async () => void (await Promise.all(taken.map((client) => client.end())))
    },
    isOutage: true,
  },
  {
    name: 'disk full',
    async strike({ stage: { volume } }) {
      const filler = join(volume, 'filler')
      for (const size of [1 << 20, 1 << 14, 1 << 10]) fill(filler, size)
      return () => rm(filler)
    },
    isOutage: true,
  },
  {
    name: 'Redis frozen',
    async strike({ stage: { redis } }) {
      redis.freeze()
      return async () => redis.thaw()
    },
    spares: ({ stage: { replicas } }) => ({ replicas }),
  },
  {
    name: 'Redis stopped',
    async strike({ stage }) {
      await stage.redis.stop()
      return async () => {
        stage.redis = await startRedis(Number(new URL(stage.redis.url).port))
      }
    },
    spares: ({ stage: { replicas } }) => ({ replicas }),
  },
  {
    name: 'one gateway frozen in its transactions',
    async strike({ stage: { cluster, replicas } }) {
      const [{ gateway }] = replicas
      await until('it to freeze in a transaction', async () => {
        gateway.child.kill('SIGSTOP')
        const open = await cluster.admin('select pg_sleep(0.2)', LEFT_OPEN)
        if (open.length > 0) return true
        gateway.child.kill('SIGCONT')
        return false
      })
      return async () => void gateway.child.kill('SIGCONT')
    },
    spares: ({ stage }) => ({ replicas: [stage.replicas[1]] }),
  },
  {
    name: 'one organization locked',
    async strike({ stage, load }) {
      const client = await session(stage)
      const organizationId = load.ledgers[0]?.organizationId
      await client.query('begin')
      await client.query('select from organization_head where organization_id = $1 for update', [organizationId])
      return async () => {
        await client.query('rollback')
        await client.end()
      }
    },
    spares: ({ load }) => ({ organizations: load.ledgers.slice(1).map(({ organizationId }) => organizationId) }),
  },
]

/** Fills a file system to the last `size` bytes. */
function fill(file: string, size: number): void {
  const chunk = Buffer.alloc(size, 1)
  try {
    for (let written = 0; written < 2 ** 30; written += size) writeFileSync(file, chunk, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Tells what a fault came to, as soon as it is over. */
function report(fault: string, figures: Record<string, number>): void {
  const values = Object.entries(figures).map(([name, figure]) => `${name} ${Math.round(figure)}`)
  process.stdout.write(`${fault}: ${values.join(', ')}\n`)
}

/** Strikes under load, and checks what must hold after any fault. */
async function endure(stage: Stage, { name, strike, spares, isOutage }: Fault): Promise<void> {
  const organizations = Array.from({ length: 3 }, () => `org_${randomUUID()}`)
  const load = await startLoad(stage, organizations)
  try {
    const scene = { stage, load }
    await servedAfter(performance.now(), load.ledgers, stage.replicas)
    const struck = performance.now()
    const heal = await strike(scene)
    if (isOutage) await until('a request to fail', () => answered(load, 503) > 0)
    const spared = spares?.(scene)
    if (spared) {
      const { organizations = load.ledgers.map(({ organizationId }) => organizationId), replicas = stage.replicas } =
        spared
      const ledgers = load.ledgers.filter(({ organizationId }) => organizations.includes(organizationId))
      await servedAfter(performance.now(), ledgers, replicas)
    }
    await heal()
    const healed = performance.now()
    const recovery = await servedAfter(healed, load.ledgers, stage.replicas)
    await load.quiesce()
    await checkAll(stage, load)
    report(name, {
      'lasted (ms)': healed - struck,
      'all served again after (ms)': recovery,
      'creates acknowledged': load.ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
      'creates without an answer of success': load.ledgers.reduce((sum, { unknown }) => sum + unknown.size, 0),
      '2xx answers': answered(load, 200) + answered(load, 201),
      '503 answers': answered(load, 503),
    })
  } finally {
    await load.stop()
  }
}

/** Loaded directly: `faketime` runs a program as its child, which a kill of `faketime` does not reach. */
const [otherClock] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
const canRun =
  hasPostgres() &&
  requireTool('redis-server', 'apt-get install redis-server') &&
  requireTool('faketime', 'apt-get install faketime') &&
  requireRoot('the fault suite mounts a small file system')

const suite = canRun ? describe : describe.skip

setUp(async () => void build())

suite('under load, on two gateways', () => {
  let stage: Stage
  setUp(async (opened) => {
    stage = opened.use(await openStage())
  })

  test.each(faults.map((fault) => [fault.name, fault] as const))(
    '%s: nothing is lost or repeated, and service comes back by itself',
    (_, fault) => endure(stage, fault),
  )
})

suite('with clocks 30 minutes apart', () => {
  test('nothing is lost or repeated', async () => {
    await using stage = await openStage(['env', `LD_PRELOAD=${otherClock}`, 'FAKETIME=+30m'])
    const { headers } = await fetch(`${stage.replicas[1].gateway.url}/healthz`)
    expect(Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 600_000)).toBe(3)
    const [, all] = faults
    if (all) await endure(stage, { ...all, name: `clocks 30 minutes apart; ${all.name}` })
  })
})
