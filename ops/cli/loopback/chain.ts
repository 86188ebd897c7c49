import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { alertmanagerFiles } from '../alertmanager.ts'
import { type Env, readEnv } from '../env.ts'
import type { ClientRecord } from '../record.ts'
import { readClients } from '../stack.ts'
import { type Tool, versionOf } from '../tools.ts'
import { request } from '../urls.ts'
import { Inbox } from './inbox.ts'
import type { Pace, Place, Watched } from './place.ts'
import { Daemon, freePorts, PATIENCE_MS } from './processes.ts'
import { retargetAlertmanager } from './retarget-alertmanager.ts'
import { retargetLoki } from './retarget-loki.ts'
import { retargetPrometheus } from './retarget-prometheus.ts'
import { Site } from './site.ts'

/**
 * The real programs on loopback: blackbox, Prometheus, Alertmanager, Loki if requested, and receivers of every kind.
 */
export interface Chain extends AsyncDisposable {
  inbox: Inbox
  urls: { blackbox: string; alertmanager: string; prometheus: string; loki: string }
  /** Waits until the expression has at least one series in Prometheus. */
  seen(expr: string): Promise<void>
  /** Writes Alertmanager's configuration as `render` would write it now. It applies after a reload. */
  render(): void
  /** Stops Alertmanager. */
  loseAlertmanager(): Promise<void>
  /** Parts of the configuration that the installed binaries do not support. */
  taken: string[]
}

/** A chain that monitors one site of a client. */
export interface SiteChain extends Chain {
  site: Site
}

/** The targets and options of a chain. */
interface Wanted extends Watched {
  pace: Pace
  loki?: boolean
  /** File with certificates that the probes trust. */
  trusted?: string
}

/** The first version of Alertmanager that can name receivers in its metrics. */
const RECEIVER_NAMES = 27

const seen = async (prometheus: string, expr: string, milliseconds = PATIENCE_MS) => {
  const until = Date.now() + milliseconds
  while (Date.now() < until) {
    const response = await request(`${prometheus}/api/v1/query?${new URLSearchParams({ query: expr })}`)
    const { data } = (await response.json()) as { data: { result: unknown[] } }
    if (data.result.length > 0) return
    await delay(100)
  }
  throw new Error(`Prometheus has no series for "${expr}" after ${milliseconds / 1000} s`)
}

/** Enables every channel, to test those that are off too. All messages go to the inbox. */
const everyChannel = (root: string, inbox: string): Env => ({
  ...readEnv(root),
  SMTP_ENABLED: 'true',
  HEARTBEAT_URL: `${inbox}/heartbeat`,
  SLACK_CRITICAL_WEBHOOK_URL: `${inbox}/slack/critical`,
  SLACK_ALERTS_WEBHOOK_URL: `${inbox}/slack/alerts`,
  TELEGRAM_BOT_TOKEN: 'token',
  TELEGRAM_CHAT_ID: '1',
  TEAMS_WEBHOOK_URL: `${inbox}/teams`,
})

const start = async (stack: AsyncDisposableStack, root: string, folder: string, wanted: Wanted): Promise<Chain> => {
  const { pace, loki: withLoki, trusted } = wanted
  const inbox = stack.use(await Inbox.open())
  const [blackbox = 0, alertmanager = 0, prometheus = 0, loki = 0, lokiGrpc = 0] = await freePorts(5)
  const local = (port: number) => `127.0.0.1:${port}`
  const to = { inbox: inbox.url, smtp: inbox.smtp, blackbox: local(blackbox), alertmanager: local(alertmanager) }
  const place: Place = { root, folder, to, pace }
  const env = everyChannel(root, inbox.url)
  const version = versionOf('alertmanager')
  const route = () => {
    const [config] = alertmanagerFiles(env, readClients(root))
    return retargetAlertmanager(place, config?.content ?? '', version)
  }
  const routing = route()
  const run = async (tool: Tool, url: string, args: string[], more?: Record<string, string>) => {
    const daemon = stack.use(new Daemon(tool, args, more))
    await daemon.ready(url)
    return daemon
  }
  await run(
    'blackbox',
    `http://${to.blackbox}/-/healthy`,
    [
      `--config.file=${join(root, 'blackbox/blackbox.yml')}`,
      `--web.listen-address=${to.blackbox}`,
      // The default of half a second is too much for a scrape with a limit of one second.
      ...(pace === 'quick' ? ['--timeout-offset=0.2'] : []),
    ],
    trusted ? { SSL_CERT_FILE: trusted } : {},
  )
  const router = await run('alertmanager', `http://${to.alertmanager}/-/ready`, [
    `--config.file=${routing.path}`,
    `--storage.path=${join(folder, 'alertmanager')}`,
    `--web.listen-address=${to.alertmanager}`,
    '--cluster.listen-address=',
    ...(version >= RECEIVER_NAMES ? ['--enable-feature=receiver-name-in-metrics'] : []),
  ])
  await run('prometheus', `http://${local(prometheus)}/-/ready`, [
    `--config.file=${retargetPrometheus(place, wanted)}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=${local(prometheus)}`,
    // An alert that fires before Prometheus discovers Alertmanager is lost until the next resend, by default a minute
    // later.
    ...(pace === 'quick' ? ['--rules.alert.resend-delay=1s'] : []),
  ])
  if (withLoki)
    await run('loki', `http://${local(loki)}/ready`, [`-config.file=${retargetLoki(place, loki, lokiGrpc)}`], {
      TZ: 'UTC',
    })
  return {
    inbox,
    urls: {
      blackbox: `http://${to.blackbox}`,
      alertmanager: `http://${to.alertmanager}`,
      prometheus: `http://${local(prometheus)}`,
      loki: `http://${local(loki)}`,
    },
    seen: (expr) => seen(`http://${local(prometheus)}`, expr),
    render: route,
    loseAlertmanager: () => router[Symbol.asyncDispose](),
    taken: routing.taken,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const opened = async <T>(open: (stack: AsyncDisposableStack) => Promise<T>): Promise<T> => {
  const stack = new AsyncDisposableStack()
  try {
    return await open(stack)
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Starts a chain with the configuration of `root`. The caller must dispose it. */
export const startChain = (root: string, wanted: Wanted): Promise<Chain> =>
  opened((stack) => {
    const folder = mkdtempSync(join(tmpdir(), 'ops-chain-'))
    stack.defer(() => rmSync(folder, { recursive: true, force: true }))
    return start(stack, root, folder, wanted)
  })

/** The labels of the client's first probe whose module requests a page. */
export const probeLabels = (root: string, { id }: ClientRecord): Record<string, string> => {
  const path = join(root, `prometheus/targets/probe/${id}.json`)
  const targets = JSON.parse(readFileSync(path, 'utf8')) as { labels: Record<string, string> }[]
  const labels = targets.find(({ labels: { module } }) => module?.startsWith('http_2xx'))?.labels
  if (!labels) throw new Error(`client "${id}" has no probe of a web site`)
  return labels
}

/** Starts a chain at the quick pace for one client whose site is up. The caller must dispose it. */
export const startSiteChain = (root: string, client: ClientRecord): Promise<SiteChain> =>
  opened(async (stack) => {
    const [port = 0] = await freePorts(1)
    const site = new Site(port)
    stack.defer(() => site.down())
    await site.up()
    const labels = { ...probeLabels(root, client), module: 'http_2xx' }
    const chain = stack.use(await startChain(root, { pace: 'quick', probes: [{ address: site.url, labels }] }))
    return { ...chain, site, [Symbol.asyncDispose]: () => stack.disposeAsync() }
  })
