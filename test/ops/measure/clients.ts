import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { render } from '../../../ops/cli/clients.ts'
import { freePorts } from '../../../ops/cli/loopback/processes.ts'
import { retargetLoki } from '../../../ops/cli/loopback/retarget-loki.ts'
import { findTool, needTool, run, type Tool } from '../../../ops/cli/tools.ts'
import { certificate } from '../support/fault-sites.ts'
import { ACME, copyOfStack, EVERY_CHANNEL } from '../support/stack.ts'

/**
 * Measures the stack with many clients: `node test/ops/measure/clients.ts [number]`. Prints the time of a render, of a second one that
 * changes nothing, of the checks and of a reload, and the memory of the programs that are installed, at the end and at its peak, after
 * three minutes of scrapes, and again after a minute in which no site answers. All addresses of clients lead to one site on loopback,
 * over TLS.
 * Where Loki is installed: its memory with a day of log lines of every client, while it evaluates the log alerts of all.
 */
const COUNT = Number(process.argv[2] ?? 200)
const SCRAPED_MS = 180_000

const timed = async (what: string, work: () => unknown): Promise<void> => {
  const started = performance.now()
  await work()
  process.stdout.write(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}

/** Resident memory of a process, MiB: now, and at most until now. */
const memoryOf = (pid: number | undefined): string => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (field: string) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return `${megabytes('VmRSS')} MiB, at most ${megabytes('VmHWM')}`
}

const answers = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await delay(100)
  }
  throw new Error(`${url} does not answer`)
}

using stack = copyOfStack()
const root = stack.path
writeFileSync(
  join(root, '.env'),
  Object.entries(EVERY_CHANNEL)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
)
for (let index = 0; index < COUNT; index++) {
  const id = `client-${index}`
  const record = ACME.replace('acme-water', id).replaceAll('acme.example', `${id}.invalid`)
  writeFileSync(join(root, `clients/${id}.yml`), record)
}
await timed(`render of ${COUNT} clients`, () => render(root))
await timed('render that changes nothing', () => render(root))

const ports = await freePorts(5)
const [prometheus, alertmanager, blackbox, labels, sites] = ports.map((port) => `127.0.0.1:${port}`)
const edit = (path: string, change: (text: string) => string): string => {
  const file = join(root, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  return file
}
const secret = join(root, 'secret')
writeFileSync(secret, 'https://127.0.0.1/')
const config = edit('prometheus/prometheus.yml', (text) =>
  text
    .replaceAll(/\/run\/secrets\/\w+/g, secret)
    .replaceAll('blackbox:9115', `${blackbox}`)
    .replaceAll('alertmanager:9093', `${alertmanager}`),
)
const routes = edit('alertmanager/alertmanager.yml', (text) =>
  text.replaceAll(/\/run\/secrets\/\w+/g, secret).replaceAll('/etc/alertmanager', join(root, 'alertmanager')),
)
process.stdout.write(`alertmanager.yml: ${Math.round(statSync(routes).size / 1024)} KiB\n`)
await timed('promtool check config', () => run('promtool', ['check', 'config', config]))
await timed('amtool check-config', () => run('amtool', ['check-config', routes]))

const { key, cert } = certificate(root, 60)
const METRICS = ['database_up', 'users_total', 'sessions_active', 'disk_usage_percent', 'disk_free_bytes']
  .map((name) => `app_${name} 1\n`)
  .join('')
let hangs = false
const site = createServer({ key, cert }, (request, response) => {
  if (hangs) return
  response.setHeader('content-type', 'text/plain; version=0.0.4')
  response.end(request.url?.startsWith('/api/metrics') ? METRICS : 'hello')
})
site.listen(ports[4], '127.0.0.1')
await once(site, 'listening')
for (const path of globSync('prometheus/targets/{probe,metrics}/client-*.json', { cwd: root }))
  edit(path, (text) => text.replaceAll(/(?:www|mail)\.client-\d+\.invalid(?::25)?/g, `${sites}`))

mkdirSync(join(root, 'data'))
const start = (tool: Tool, address: string | undefined, args: string[]) => ({
  tool,
  url: `http://${address}`,
  process: spawn(needTool(tool), args, { env: { ...process.env, SSL_CERT_FILE: join(root, '60.pem') } }),
})
const programs = [
  start('blackbox', blackbox, [
    `--config.file=${join(root, 'blackbox/blackbox.yml')}`,
    `--web.listen-address=${blackbox}`,
  ]),
  start('alertmanager', alertmanager, [
    `--config.file=${routes}`,
    `--storage.path=${join(root, 'data/alertmanager')}`,
    `--web.listen-address=${alertmanager}`,
    '--cluster.listen-address=',
  ]),
  start('prometheus', prometheus, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(root, 'data/prometheus')}`,
    `--web.listen-address=${prometheus}`,
    '--web.enable-lifecycle',
  ]),
  start('prom-label-proxy', labels, [
    `-insecure-listen-address=${labels}`,
    `-upstream=http://${prometheus}`,
    '-label=client',
    '-header-name=X-Client',
  ]),
]

const say = (text: string) => void process.stdout.write(`${text}\n`)

const sayMemory = (when: string): void => {
  for (const { tool, process: daemon } of programs) say(`${tool}, ${when}: ${memoryOf(daemon.pid)}`)
}

/** Asks for a week of every series of each client, as its dashboard does. */
const openDashboards = async (): Promise<void> => {
  const now = Date.now() / 1000
  for (let client = 0; client < COUNT; client++)
    for (const query of ['probe_success', 'probe_duration_seconds', 'app_users_total']) {
      const range = new URLSearchParams({ query, start: `${now - 604_800}`, end: `${now}`, step: '600' })
      const answer = await fetch(`http://${labels}/api/v1/query_range?${range}`, {
        headers: { 'X-Client': `client-${client}` },
      })
      if (!answer.ok) throw new Error(`Prometheus answers ${answer.status}`)
      await answer.arrayBuffer()
    }
}

/** A number that Prometheus has about itself, or about its targets. */
const numberOf = async (query: string): Promise<string> => {
  const answer = await fetch(`http://${prometheus}/api/v1/query?${new URLSearchParams({ query })}`)
  const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } }
  return data.result[0]?.value[1] ?? 'none'
}

/** Lines of a client in a day, by the kit: one action every two minutes. */
const LINES = 700

const push = async (url: string, client: number): Promise<void> => {
  const line = JSON.stringify({ user: 'thandi', action: 'update', detail: 'x'.repeat(100) })
  // The oldest first: Loki refuses a line that is much older than the newest one of its stream.
  const values = Array.from({ length: LINES }, (_, index) => [`${Date.now() - (LINES - index) * 120_000}000000`, line])
  const stream = { client: `client-${client}`, job: 'activity', level: 'info', action_type: 'update' }
  const { status } = await fetch(`${url}/loki/api/v1/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-scope-orgid': `client-${client}` },
    body: JSON.stringify({ streams: [{ stream, values }] }),
  })
  if (status !== 204) throw new Error(`Loki answers ${status}`)
}

const measureLoki = async (): Promise<void> => {
  const [port = 0, grpc = 0] = await freePorts(2)
  const to = { inbox: '', smtp: '', blackbox: '', alertmanager: `${alertmanager}` }
  const lokiConfig = retargetLoki({ root, folder: join(root, 'data'), to, pace: 'configured' }, port, grpc)
  const daemon = spawn(needTool('loki'), [`-config.file=${lokiConfig}`], { stdio: 'ignore' })
  try {
    const url = `http://127.0.0.1:${port}`
    await answers(`${url}/ready`)
    await timed(`${LINES} lines of each client`, async () => {
      for (let client = 0; client < COUNT; client++) await push(url, client)
    })
    // Several evaluations of all log alerts, which come every minute.
    await delay(180_000)
    say(`loki: ${memoryOf(daemon.pid)}`)
  } finally {
    daemon.kill()
    await once(daemon, 'exit')
  }
}

try {
  for (const { process: daemon } of programs) {
    daemon.stderr.resume()
    daemon.stdout.resume()
  }
  await answers(`http://${prometheus}/-/ready`)
  await delay(SCRAPED_MS)
  say(`series: ${await numberOf('count({__name__!=""})')}`)
  say(
    `probes that succeed: ${await numberOf('count(probe_success == 1)')}, endpoints: ${await numberOf('count(app_database_up)')}`,
  )
  await timed('dashboards of all clients', openDashboards)
  for (const { tool, url } of programs.filter(({ tool }) => ['prometheus', 'alertmanager'].includes(tool)))
    await timed(`reload of ${tool}`, () => fetch(`${url}/-/reload`, { method: 'POST' }))
  sayMemory('all sites up')
  hangs = true
  await delay(60_000)
  say(`probes that succeed: ${await numberOf('count(probe_success == 1)')}`)
  sayMemory('no site answers')
  if (findTool('loki')) await measureLoki()
} finally {
  for (const { process: daemon } of programs) daemon.kill()
  site.closeAllConnections()
  site.close()
}
