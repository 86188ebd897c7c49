import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * What a client costs in bytes, for the table of ops/README.md: `node test/ops/measure/capacity.ts` with promtool, Loki and
 * Tempo of the stack's releases in the PATH. Each store gets a day of one client and is asked how much of the disk that took.
 */

const OPS = join(import.meta.dirname, '../../../ops')
const work = mkdtempSync(join(tmpdir(), 'capacity-'))
const HOUR = 3_600_000
const now = Date.now()
const [PORT, GRPC, OTLP_GRPC, OTLP] = [23100, 29095, 24317, 24318]
const TENANT = { 'X-Scope-OrgID': 'acme-water', 'content-type': 'application/json' }

const sizeOf = (folder: string): number =>
  Number(execFileSync('du', ['-sb', '--apparent-size', folder], { encoding: 'utf8' }).split('\t')[0])

const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T

const post = async (url: string, body: string): Promise<void> => {
  const response = await fetch(url, { method: 'POST', body, headers: TENANT })
  // A day in a minute is more than the tenant may send at once.
  if (response.status === 429) {
    await pause(500)
    return post(url, body)
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
}

/** Where each store keeps what is done with; its write-ahead log comes and goes. */
const KEPT = { loki: 'chunks', tempo: 'blocks' }

/** Runs a store on its mounted configuration, with its folders and addresses replaced, until it has what it is given. */
const withStore = async (
  program: 'loki' | 'tempo',
  config: string,
  fill: (url: string) => Promise<void>,
): Promise<number> => {
  const folder = join(work, program)
  mkdirSync(folder)
  const file = join(work, `${program}.yml`)
  writeFileSync(file, config)
  const args = program === 'tempo' ? ['-target=all', `-config.file=${file}`] : [`-config.file=${file}`]
  const store = spawn(program, args, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${PORT}`
  try {
    while (!(await fetch(`${url}/ready`).catch(() => undefined))?.ok) await pause(500)
    await fill(url)
  } finally {
    store.kill('SIGTERM')
    await once(store, 'exit')
  }
  return sizeOf(join(folder, KEPT[program]))
}

const listen = (http: string) =>
  `http_listen_address: 127.0.0.1\n  http_listen_port: ${PORT}\n  grpc_listen_address: 127.0.0.1\n  grpc_listen_port: ${GRPC}\n${http}`

const LINES = 100_000
const ACTIONS = { login: 'info', logout: 'info', failed_login: 'warning', update: 'info', error: 'error' } as const
const TEXTS = [
  'Invoice 2026-%d was changed from draft to sent',
  'Meter reading %d of ward 12 was imported',
  'Page /admin/users/%d was opened',
  'Undefined array key %d in /var/www/html/lib/report.php on line 214',
]

/** Lines as the kit ships them, a day of them in the order of time. */
const logs = async (url: string): Promise<void> => {
  for (let id = 0; id < LINES; id += 1000) {
    const streams = Object.entries(ACTIONS).map(([action_type, level]) => ({
      stream: { client: 'acme-water', job: 'activity', level, action_type },
      values: Array.from({ length: 200 }, (_, index) => {
        const at = now - 24 * HOUR + ((id + index * 5) * 24 * HOUR) / LINES
        const user = `user${randomInt(80)}`
        const data = pick(TEXTS).replace('%d', String(randomInt(100_000)))
        const ip = `192.0.2.${randomInt(250)}`
        const line = {
          id: id + index,
          user,
          action: action_type,
          data,
          ip,
          admin: false,
          hour: new Date(at).getHours(),
        }
        return [`${Math.round(at)}${String(randomInt(1e6)).padStart(6, '0')}`, JSON.stringify(line)]
      }),
    }))
    await post(`${url}/loki/api/v1/push`, JSON.stringify({ streams }))
  }
  await post(`${url}/flush`, '')
  await pause(20_000)
}

const SPANS = 50_000
const REQUEST = 5

/** Traces of a web application: a request, and the statements within it. */
const traces = async (): Promise<void> => {
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })
  for (let sent = 0; sent < SPANS; sent += 500) {
    const spans = Array.from({ length: 500 / REQUEST }, () => {
      const traceId = randomBytes(16).toString('hex')
      const root = randomBytes(8).toString('hex')
      const start = now + randomInt(60_000)
      return Array.from({ length: REQUEST }, (_, index) => {
        const begins = start + index * 3
        const attributes =
          index === 0
            ? [
                attribute('http.request.method', pick(['GET', 'POST'])),
                attribute('http.route', `/${pick(['invoices', 'meters', 'users', 'reports'])}/{id}`),
                attribute('http.response.status_code', pick(['200', '200', '302', '404'])),
                attribute('user_agent.original', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0'),
              ]
            : [
                attribute('db.system', 'mysql'),
                attribute('db.query.text', `SELECT * FROM ${pick(['a', 'b', 'c'])} WHERE id = ?`),
              ]
        return {
          traceId,
          spanId: index === 0 ? root : randomBytes(8).toString('hex'),
          ...(index > 0 && { parentSpanId: root }),
          name: index === 0 ? 'request' : 'query',
          kind: index === 0 ? 2 : 3,
          startTimeUnixNano: `${begins}${String(randomInt(1e6)).padStart(6, '0')}`,
          endTimeUnixNano: `${begins + randomInt(1, 200)}000000`,
          attributes,
        }
      })
    }).flat()
    const resource = { attributes: [attribute('service.name', 'acme-water')] }
    await post(
      `http://127.0.0.1:${OTLP}/v1/traces`,
      JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }),
    )
  }
  // Blocks are cut after half a minute, and completed from the log before them.
  await pause(90_000)
}

const SERIES = 300
/** Of the series of a probe: how long it took as a whole and in each phase. The others stay as they are. */
const VARYING = 0.3

/** A day of probes, a sample each fifteen seconds. */
const samples = (): { bytes: number; count: number } => {
  const file = join(work, 'day.om')
  const day = Array.from({ length: 24 * 240 }, (_, index) => Math.floor(now / 1000) - 86_400 + index * 15)
  const series = Array.from({ length: SERIES }, (_, index) => {
    const value = () => (index < SERIES * VARYING ? (0.1 + Math.random() / 10).toFixed(9) : '200')
    return day.map((time) => `probe_${index}{client="acme-water"} ${value()} ${time}`).join('\n')
  })
  writeFileSync(file, `${series.join('\n')}\n# EOF\n`)
  const blocks = join(work, 'blocks')
  execFileSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', file, blocks], { stdio: 'ignore' })
  return { bytes: sizeOf(blocks), count: day.length * SERIES }
}

const read = (path: string) => readFileSync(join(OPS, path), 'utf8')
const lokiConfig = read('loki/loki.yml')
  .replaceAll(/(:) (\/loki)\b/g, `$1 ${join(work, 'loki')}`)
  .replaceAll('/etc/loki/', `${join(OPS, 'loki')}/`)
  .replace('http_listen_port: 3100\n  grpc_listen_port: 9096', listen(''))
const tempoConfig = read('tempo/tempo.yml')
  .replaceAll('/var/tempo', join(work, 'tempo'))
  .replaceAll('/etc/tempo/', `${join(OPS, 'tempo')}/`)
  .replace('0.0.0.0:4317', `127.0.0.1:${OTLP_GRPC}`)
  .replace('0.0.0.0:4318', `127.0.0.1:${OTLP}`)
  .replace('http_listen_port: 3200', listen(''))
  .replace(
    'rate_limit_bytes: 1000000, burst_size_bytes: 5000000',
    'rate_limit_bytes: 100000000, burst_size_bytes: 100000000',
  )

try {
  const metrics = samples()
  process.stdout.write(`Prometheus: ${(metrics.bytes / metrics.count).toFixed(2)} bytes a sample\n`)
  process.stdout.write(`Loki: ${((await withStore('loki', lokiConfig, logs)) / LINES).toFixed(0)} bytes a line\n`)
  process.stdout.write(`Tempo: ${((await withStore('tempo', tempoConfig, traces)) / SPANS).toFixed(0)} bytes a span\n`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
