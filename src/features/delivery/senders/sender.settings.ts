import { isPublicHost } from '../../../common/ip-addresses.ts'
import type { Dns } from './sender.dns.ts'
import type { Sender } from './sender.entity.ts'

declare module '../../../common/services.ts' {
  interface Services {
    delivery: DeliverySettings
  }
}

/** The configuration of the deployment for e-mail campaigns. */
export interface DeliverySettings {
  dns: Dns
  /** The mail server for senders that have none of their own. */
  smtpUrl: string | undefined
  /** The base URL for links in messages, without a slash at the end. */
  baseUrl: string
  /** Whether a sender may use a mail server on a private network: in development and in tests. */
  allowPrivate: boolean
}

/** Maximum number of connections of one sender in a process, and therefore of its messages in progress. */
export const CONNECTIONS = 10

/** The host of the service's own mail server. */
export const serviceHost = ({ smtpUrl }: DeliverySettings): string | undefined =>
  smtpUrl && new URL(smtpUrl).hostname.replace(/^\[(.*)\]$/, '$1')

/** The mail server that sends a sender's messages; undefined if there is none. */
export const hostOf = ({ transport }: Pick<Sender, 'transport'>, settings: DeliverySettings): string | undefined =>
  transport?.host ?? serviceHost(settings)

/** Whether a tenant may use this host as a mail server. */
export const isAllowedHost = (host: string, { allowPrivate }: Pick<DeliverySettings, 'allowPrivate'>): boolean =>
  allowPrivate || isPublicHost(host)
