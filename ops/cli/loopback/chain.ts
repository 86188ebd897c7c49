import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { alertmanagerFiles } from '../alertmanager.ts'
import { type Env, readEnv } from '../env.ts'
import type { ClientRecord } from '../record.ts'
import { readClients } from '../stack.ts'
import { versionOf } from '../tools.ts'
import { request } from '../urls.ts'
import { Inbox } from './inbox.ts'
import { Daemon, freePorts } from './processes.ts'
import { retargetAlertmanager, retargetPrometheus } from './retarget.ts'

/** The client's site: up or down at a word. */
class Site {
  readonly port: number
  #server: Server | undefined

  constructor(port: number) {
    this.port = port
  }

  async up() {
    this.#server = createServer((_, response) => response.end('hello')).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async down() {
    const server = this.#server
    this.#server = undefined
    server?.closeAllConnections()
    if (server) await new Promise((resolve) => server.close(resolve))
  }
}

/** The real chain on loopback: a site, blackbox, Prometheus, Alertmanager, and receivers of every kind. */
export interface Chain extends AsyncDisposable {
  site: Site
  inbox: Inbox
  urls: { blackbox: string; alertmanager: string; prometheus: string }
  /** Waits until Prometheus answers the expression with at least one series. */
  seen(expr: string): Promise<void>
  /** What the installed binaries could not read of the configuration. */
  taken: string[]
}

/** The first Alertmanager that can name receivers in its metrics. */
const RECEIVER_NAMES = 27

const seen = async (prometheus: string, expr: string, milliseconds = 20_000) => {
  const until = Date.now() + milliseconds
  while (Date.now() < until) {
    const response = await request(`${prometheus}/api/v1/query?${new URLSearchParams({ query: expr })}`)
    const { data } = (await response.json()) as { data: { result: unknown[] } }
    if (data.result.length > 0) return
    await delay(100)
  }
  throw new Error(`Prometheus has seen no "${expr}" within ${milliseconds / 1000} s`)
}

const start = async (
  stack: AsyncDisposableStack,
  root: string,
  client: ClientRecord,
  folder: string,
): Promise<Chain> => {
  const inbox = stack.use(await Inbox.open())
  const [sitePort = 0, blackboxPort = 0, alertmanagerPort = 0, prometheusPort = 0] = await freePorts(4)
  const site = new Site(sitePort)
  stack.defer(() => site.down())
  await site.up()
  const local = (port: number) => `127.0.0.1:${port}`
  const to = {
    inbox: inbox.url,
    smtp: inbox.smtp,
    site: `http://${local(sitePort)}/`,
    blackbox: local(blackboxPort),
    alertmanager: local(alertmanagerPort),
  }
  // E-mail and the heartbeat to the outside are off by default; here they are to be proved as well.
  const env: Env = { ...readEnv(root), SMTP_ENABLED: 'true', HEARTBEAT_URL: `${inbox.url}/heartbeat` }
  const [config] = alertmanagerFiles(env, readClients(root))
  const version = versionOf('alertmanager')
  const alertmanager = retargetAlertmanager(root, folder, config?.content ?? '', version, to)
  const prometheus = retargetPrometheus(root, folder, client, to)
  const run = async (tool: 'blackbox' | 'alertmanager' | 'prometheus', port: number, args: string[]) => {
    const daemon = stack.use(new Daemon(tool, [...args, `--web.listen-address=${local(port)}`]))
    await daemon.ready(`http://${local(port)}/-/${tool === 'blackbox' ? 'healthy' : 'ready'}`)
  }
  await run('blackbox', blackboxPort, [
    `--config.file=${join(root, 'blackbox/blackbox.yml')}`,
    // Half a second by default, which of a scrape that may take one would leave too little.
    '--timeout-offset=0.2',
  ])
  await run('alertmanager', alertmanagerPort, [
    `--config.file=${alertmanager.path}`,
    `--storage.path=${join(folder, 'alertmanager')}`,
    '--cluster.listen-address=',
    ...(version >= RECEIVER_NAMES ? ['--enable-feature=receiver-name-in-metrics'] : []),
  ])
  await run('prometheus', prometheusPort, [
    `--config.file=${prometheus}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    // What fires before Alertmanager is discovered is lost until it is sent again, a minute later by default.
    '--rules.alert.resend-delay=1s',
  ])
  return {
    site,
    inbox,
    urls: {
      blackbox: `http://${local(blackboxPort)}`,
      alertmanager: `http://${local(alertmanagerPort)}`,
      prometheus: `http://${local(prometheusPort)}`,
    },
    seen: (expr) => seen(`http://${local(prometheusPort)}`, expr),
    taken: alertmanager.taken,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Starts the chain for one client, with its site up; dispose it when done. */
export const startChain = async (root: string, client: ClientRecord): Promise<Chain> => {
  const stack = new AsyncDisposableStack()
  try {
    const folder = mkdtempSync(join(tmpdir(), 'ops-chain-'))
    stack.defer(() => rmSync(folder, { recursive: true, force: true }))
    const chain = await start(stack, root, client, folder)
    return chain
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}
