import type { ClientRecord } from '../record.ts'
import type { Receipt } from '../verify.ts'
import { type Chain, startSiteChain } from './chain.ts'
import type { Message } from './inbox.ts'

/**
 * The channels that must receive the alert of a client's dead site. Teams is excluded: it needs a newer Alertmanager
 * than Debian's, and is no channel for clients.
 */
const CHANNELS: Message['channel'][] = ['gateway', 'email', 'slack-critical', 'telegram']

const isAbout = (channel: Message['channel'], status: string) => (message: Message) =>
  message.channel === channel && message.body.includes('SiteDown') && new RegExp(status, 'i').test(message.body)

const hear = async (chain: Chain, status: 'firing' | 'resolved'): Promise<Receipt[]> =>
  Promise.all(
    CHANNELS.map(async (channel) => {
      const step = `SiteDown ${status} at ${channel}`
      const started = performance.now()
      return chain.inbox.next(step, isAbout(channel, status)).then(
        () => ({ step, ok: true, detail: `arrived after ${((performance.now() - started) / 1000).toFixed(1)} s` }),
        (error: Error) => ({ step, ok: false, detail: error.message }),
      )
    }),
  )

/**
 * Stops a client's site on loopback and starts it again. Returns a receipt for the alert and the resolution at each
 * receiver.
 */
export const proveDelivery = async (root: string, client: ClientRecord): Promise<Receipt[]> => {
  await using chain = await startSiteChain(root, client)
  const heartbeat = chain.inbox.next(
    'Watchdog',
    ({ channel, body }) => channel === 'gateway' && body.includes('"alertname":"Watchdog"'),
  )
  await chain.seen('probe_success == 1')
  await chain.site.down()
  const firing = await hear(chain, 'firing')
  await chain.site.up()
  const resolved = await hear(chain, 'resolved')
  await heartbeat
  return [...firing, ...resolved, { step: 'Watchdog at gateway', ok: true, detail: 'arrived' }]
}
