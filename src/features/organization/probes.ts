import { ask, askForJson } from '../../common/outgoing.ts'
import type { SharedRedis } from '../../data/redis.ts'
import type { Probes } from './integrations.ts'

interface Settings {
  /** The URL of the identity provider's keys; absent with the development issuer. */
  jwksUrl: string | undefined
  redis: SharedRedis | undefined
  smtpUrl: string | undefined
  alertmanagerUrl: string | undefined
  acceptsAlerts: boolean
}

/**
 * The mail library accepts no abort signal. Without these limits, a connection to a silent server would stay open for
 * minutes.
 */
const SMTP_PATIENCE = { connectionTimeout: 2_000, greetingTimeout: 2_000, socketTimeout: 2_000 }

const noAnswer = () => Promise.reject(new Error('Redis does not answer'))

/** The checks of this process's connections. */
export const probesOf = ({ jwksUrl, redis, smtpUrl, alertmanagerUrl, acceptsAlerts }: Settings): Probes => ({
  identityProvider: jwksUrl
    ? async (signal) => {
        const { keys } = (await askForJson(jwksUrl, signal)).document as { keys: unknown[] }
        return { code: 'INTEGRATION_KEYS', keys: keys.length }
      }
    : { code: 'INTEGRATION_DEVELOPMENT' },
  redis:
    redis &&
    (() => redis.use(async () => ({ code: 'INTEGRATION_REDIS', answer: await redis.client.ping() }), noAnswer)),
  smtp: smtpUrl
    ? async () => {
        const { createTransport } = await import('nodemailer')
        const transport = createTransport({ url: smtpUrl, ...SMTP_PATIENCE })
        await transport.verify().finally(() => transport.close())
        return { code: 'INTEGRATION_MAIL' }
      }
    : undefined,
  alertmanager: alertmanagerUrl
    ? async (signal) => {
        const { ok, status } = await ask(new URL('/-/healthy', alertmanagerUrl).href, { signal })
        if (!ok) throw new Error(`It answered ${status}`)
        return { code: 'INTEGRATION_HEALTHY' }
      }
    : acceptsAlerts
      ? { code: 'INTEGRATION_ALERTS' }
      : undefined,
})
