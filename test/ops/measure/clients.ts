import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { render } from '../../../ops/cli/clients.ts'
import { freePorts } from '../../../ops/cli/loopback/processes.ts'
import { retargetLoki } from '../../../ops/cli/loopback/retarget-loki.ts'
import { findTool, needTool, run } from '../../../ops/cli/tools.ts'
import { ACME, copyOfStack, EVERY_CHANNEL } from '../support/stack.ts'

/**
 * Measures the stack with many clients: `node test/ops/measure/clients.ts [number]`. Prints the time of a render, of a second one that
 * changes nothing, of the checks and of a reload, and the memory of Prometheus and Alertmanager with the targets, rules and receivers.
 * Where Loki is installed: its memory with a day of log lines of every client, while it evaluates the log alerts of all.
 */
const COUNT = Number(process.argv[2] ?? 200)

const timed = async (what: string, work: () => unknown): Promise<void> => {
  const started = performance.now()
  await work()
  process.stdout.write(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}

const residentMegabytes = (pid: number | undefined): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

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

const [prometheusPort, alertmanagerPort] = await freePorts(2)
const [secret, config] = [join(root, 'secret'), join(root, 'prometheus/prometheus.yml')]
writeFileSync(secret, 'https://127.0.0.1/')
writeFileSync(config, readFileSync(config, 'utf8').replaceAll(/\/run\/secrets\/\w+/g, secret))
const routes = join(root, 'alertmanager/alertmanager.yml')
writeFileSync(
  routes,
  readFileSync(routes, 'utf8')
    .replaceAll(/\/run\/secrets\/\w+/g, secret)
    .replaceAll('/etc/alertmanager', join(root, 'alertmanager')),
)
process.stdout.write(`alertmanager.yml: ${Math.round(statSync(routes).size / 1024)} KiB\n`)
await timed('promtool check config', () => run('promtool', ['check', 'config', config]))
await timed('amtool check-config', () => run('amtool', ['check-config', routes]))

mkdirSync(join(root, 'data'))
const programs = [
  {
    name: 'Prometheus',
    url: `http://127.0.0.1:${prometheusPort}`,
    process: spawn(needTool('prometheus'), [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(root, 'data/prometheus')}`,
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
      '--web.enable-lifecycle',
    ]),
  },
  {
    name: 'Alertmanager',
    url: `http://127.0.0.1:${alertmanagerPort}`,
    process: spawn(needTool('alertmanager'), [
      `--config.file=${routes}`,
      `--storage.path=${join(root, 'data/alertmanager')}`,
      `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
      '--cluster.listen-address=',
    ]),
  },
]

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
  const to = { inbox: '', smtp: '', blackbox: '', alertmanager: `127.0.0.1:${alertmanagerPort}` }
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
    process.stdout.write(`Loki: ${residentMegabytes(daemon.pid)} MiB\n`)
  } finally {
    daemon.kill()
    await once(daemon, 'exit')
  }
}

try {
  for (const { name, url, process: daemon } of programs) {
    daemon.stderr.resume()
    await answers(`${url}/-/ready`)
    // Several evaluations of all rules.
    await delay(45_000)
    await timed(`reload of ${name}`, () => fetch(`${url}/-/reload`, { method: 'POST' }))
    process.stdout.write(`${name}: ${residentMegabytes(daemon.pid)} MiB\n`)
  }
  if (findTool('loki')) await measureLoki()
} finally {
  for (const { process: daemon } of programs) daemon.kill()
}
