import type { ClientRecord } from '../record.ts'
import type { Receipt } from '../verify.ts'
import { type Chain, startSiteChain } from './chain.ts'
import type { Message } from './inbox.ts'

/** Where a dead site of a client must be heard. Teams needs a newer Alertmanager than Debian's and is no client channel. */
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

/** Takes a client's site down and up again on loopback; a receipt per receiver for the alarm and for the all-clear. */
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
