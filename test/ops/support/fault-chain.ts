import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addClient } from '../../../ops/cli/clients.ts'
import { type Chain, probeLabels, startChain } from '../../../ops/cli/loopback/chain.ts'
import type { Message } from '../../../ops/cli/loopback/inbox.ts'
import type { Pace } from '../../../ops/cli/loopback/place.ts'
import type { Site } from '../../../ops/cli/loopback/site.ts'
import type { ClientRecord } from '../../../ops/cli/record.ts'
import { ids } from './activity.ts'
import { type Bound, logBound, metricBound } from './bounds.ts'
import { type ClientHost, certificate, openHost, openSite } from './fault-sites.ts'
import { startPushProxy } from './push-proxy.ts'
import { copyOfStack, TemporaryFolder } from './stack.ts'

/** Something that breaks, and who of the people must hear of it by which alert. */
export interface Fault {
  fault: string
  alert: string
  /** What else the notification says. */
  about: string
  channel: Message['channel']
  bound: Bound
  happen: () => unknown
}

/** A chain where everything is well, and what may happen in it. */
export interface FaultChain {
  chain: Chain
  faults: Fault[]
  /** The host of the client whose log is attacked, where Loki runs. */
  attacked?: ClientHost
}

const SITE = 'metrics: false\nactivity: null\n'
const RECORDS = {
  'site-down': SITE,
  'site-failing': SITE,
  'site-slow': SITE,
  'site-certificate': SITE,
  'database-down': 'activity: null\n',
  'brute-force': 'metrics: false\n',
}

type Id = keyof typeof RECORDS

const addClients = (root: string): Record<Id, ClientRecord> => {
  const add = (id: Id) => {
    const yaml = `id: ${id}\nname: ${id}\ndomain: ${id}.example\ncontact: it@${id}.example\nhosting: h\naccess: ssh\n`
    return addClient(root, `${yaml}database: sqlite\n${RECORDS[id]}`, `${id}.yml`).client
  }
  return {
    'site-down': add('site-down'),
    'site-failing': add('site-failing'),
    'site-slow': add('site-slow'),
    'site-certificate': add('site-certificate'),
    'database-down': add('database-down'),
    'brute-force': add('brute-force'),
  }
}

/** Starts the chain for a client per fault, so that none suppresses another's alert. */
export const startFaultChain = async (opened: AsyncDisposableStack, pace: Pace, loki: boolean): Promise<FaultChain> => {
  const root = opened.use(copyOfStack()).path
  const folder = opened.use(new TemporaryFolder()).path
  const clients = addClients(root)
  const [valid, ending] = [certificate(folder, 90), certificate(folder, 5)]
  const trusted = join(folder, 'trusted.pem')
  writeFileSync(trusted, valid.cert + ending.cert)
  const [down, failing, slow] = [await openSite(opened), await openSite(opened), await openSite(opened)]
  const [collector, secure] = [await openSite(opened), await openSite(opened, valid)]
  collector.answer = (_, response) => response.setHeader('content-type', 'text/plain; version=0.0.4').end()
  const host = await openHost(opened, root, 'database-down')
  const [target] = JSON.parse(readFileSync(join(root, 'prometheus/targets/metrics/database-down.json'), 'utf8'))
  const probed = (site: Site, id: Id, labels: Record<string, string> = { module: 'http_2xx' }) => ({
    address: site.url,
    labels: { ...probeLabels(root, clients[id]), ...labels },
  })
  // An answer of five seconds does not fit into the scrapes of the quick pace.
  const patient: Record<string, string> =
    pace === 'quick' ? { __scrape_interval__: '10s', __scrape_timeout__: '10s' } : {}
  const chain = opened.use(
    await startChain(root, {
      pace,
      loki,
      trusted,
      probes: [
        probed(down, 'site-down'),
        probed(failing, 'site-failing'),
        probed(slow, 'site-slow', { module: 'http_2xx', ...patient }),
        probed(secure, 'site-certificate', {}),
      ],
      metrics: [{ address: new URL(await host.kit.serve()).host, labels: target.labels }],
      parts: { alloy: new URL(collector.url).host },
      clients: ['database-down'],
    }),
  )
  const faultOf = (fault: string, id: Id | undefined, alert: string, happen: () => unknown, window?: Bound): Fault => ({
    fault,
    alert,
    about: id ? `Client: ${id}` : 'alloy',
    channel: alert === 'HighResponseTime' ? 'slack-alerts' : 'slack-critical',
    bound: metricBound(root, alert, id ?? '', window),
    happen,
  })
  const average: Bound = [['until the average of 5 min is over 3 s', 300]]
  const faults = [
    faultOf('site down', 'site-down', 'SiteDown', () => down.down()),
    faultOf('site answers 503', 'site-failing', 'SiteDown', () => {
      failing.answer = (_, response) => response.writeHead(503).end()
    }),
    faultOf(
      'site slow',
      'site-slow',
      'HighResponseTime',
      () => {
        slow.answer = (_, response) => setTimeout(() => response.end(), 5000)
      },
      average,
    ),
    faultOf('certificate ends in 5 days', 'site-certificate', 'SSLCertExpiryCritical', async () => {
      await secure.down()
      secure.tls = ending
      await secure.up()
    }),
    faultOf('database down', 'database-down', 'DatabaseDownMetricsDatabaseDown', () => host.loseDatabase()),
    faultOf('collector down', undefined, 'InstanceDown', () => collector.down()),
  ]
  if (!loki) return { chain, faults }
  const [nginx, proxy] = await startPushProxy(root, chain.urls.loki, chain.urls.loki)
  opened.use(nginx)
  const attacked = await openHost(opened, root, 'brute-force', `${proxy}/loki/api/v1/push`)
  const bruteForce: Fault = {
    fault: 'brute force in the log',
    alert: 'BruteForceBruteForceDetected',
    about: 'Client: brute-force',
    channel: 'slack-critical',
    bound: logBound(clients['brute-force'], 'BruteForceDetected'),
    happen: async () => {
      // At the quick pace it was four minutes ago: in that time rows settle, cron runs, lines arrive, and the rule looks.
      const age = pace === 'quick' ? 4 * 60 : 0
      const time = Math.floor(Date.now() / 1000) - age
      await attacked.log(ids(1, 10).map((id) => ({ id, action: 'failed_login', time })))
      if (pace === 'quick') await attacked.kit.ship('security')
      else attacked.everyMinute(opened, () => attacked.kit.ship('security'))
    },
  }
  return { chain, faults: [...faults, bruteForce], attacked }
}
