import { setTimeout as delay } from 'node:timers/promises'
import type { Env } from './env.ts'
import { receiverNames, receivers } from './receivers.ts'
import { alertPrefix, type ClientRecord } from './record.ts'
import { request, sendJson, type Urls } from './urls.ts'

/** The result of one step of the verification. */
export interface Receipt {
  step: string
  ok: boolean
  detail: string
}

const receipt = async (step: string, check: () => Promise<string>): Promise<Receipt> => {
  try {
    return { step, ok: true, detail: await check() }
  } catch (error) {
    return { step, ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

const probe = async (blackbox: string, target: string, module: string) => {
  const query = new URLSearchParams({ target, module })
  const metrics = await (await request(`${blackbox}/probe?${query}`)).text()
  if (!/^probe_success 1$/m.test(metrics)) throw new Error('probe_success is 0')
  const seconds = /^probe_duration_seconds (\S+)$/m.exec(metrics)?.[1]
  return `probe_success 1 in ${Number(seconds).toFixed(2)} s`
}

const logs = async (loki: string, client: ClientRecord) => {
  const query = new URLSearchParams({ query: `{client="${client.id}"}`, since: '24h', limit: '10' })
  const headers = { 'X-Scope-OrgID': client.id }
  const response = await request(`${loki}/loki/api/v1/query_range?${query}`, { headers })
  const { data } = (await response.json()) as { data: { result: { values: unknown[] }[] } }
  const lines = data.result.reduce((sum, { values }) => sum + values.length, 0)
  if (lines === 0)
    throw new Error('no line in 24 hours: run ship-logs.php on the client host by hand and read its output')
  return `${lines === 10 ? 'at least 10' : lines} lines in 24 hours`
}

/**
 * The number of notifications by "receiver integration", or by integration only if Alertmanager does not name
 * receivers.
 */
const counters = async (alertmanager: string, metric: string) => {
  const text = await (await request(`${alertmanager}/metrics`)).text()
  const found = new Map<string, number>()
  for (const [, labels = '', value] of text.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\S+)$`, 'gm'))) {
    const label = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1] ?? ''
    const key = `${label('receiver_name')} ${label('integration')}`.trim()
    found.set(key, (found.get(key) ?? 0) + Number(value))
  }
  return found
}

// Counts finished attempts. alertmanager_notifications_total counts started attempts and says nothing about delivery.
const ATTEMPTS = 'alertmanager_notification_requests_total'
const FAILED = 'alertmanager_notification_requests_failed_total'

/** A client's two receivers, with the configured integrations of each. */
export interface Expected {
  severity: 'critical' | 'warning'
  receiver: string
  /** The number of expected deliveries of each integration. */
  integrations: Record<string, number>
}

/** The number of integrations of each kind that a client's receivers are configured with. */
export const receiversOf = (client: ClientRecord, env: Env): Expected[] => {
  const all: { name: string; [kind: string]: unknown }[] = receivers(env, [client])
  const expected = (severity: Expected['severity'], receiver: string): Expected => {
    const configured = Object.entries(all.find(({ name }) => name === receiver) ?? {})
    const counts = configured.flatMap(([kind, configs]): [string, number][] =>
      Array.isArray(configs) ? [[kind.replace('_configs', ''), configs.length]] : [],
    )
    return { severity, receiver, integrations: Object.fromEntries(counts) }
  }
  const [usual, critical] = receiverNames(client)
  return [expected('critical', critical), expected('warning', usual)]
}

/** Sends a test alert and waits until each integration of its receiver has delivered it. */
const testAlert = async (
  alertmanager: string,
  client: ClientRecord,
  expected: Expected,
  milliseconds: number,
): Promise<Receipt[]> => {
  const labels = {
    // Each run has its own alert group: in an existing group the alert would wait for the next group interval.
    alertname: `${alertPrefix(client.id)}VerifyTest-${Date.now().toString(36)}`,
    severity: expected.severity,
    client: client.id,
    client_name: client.name,
    instance: 'verify',
  }
  const annotations = {
    summary: 'Test alert',
    description: 'Sent by "npm run ops -- client verify". Nothing is wrong.',
    runbook_page: 'VerifyTest',
  }
  const before = { attempts: await counters(alertmanager, ATTEMPTS), failed: await counters(alertmanager, FAILED) }
  const post = (endsAt: number) =>
    sendJson('POST', `${alertmanager}/api/v2/alerts`, [{ labels, annotations, endsAt: new Date(endsAt).toISOString() }])
  await post(Date.now() + 5 * 60_000)
  const wait = (integration: string, owed: number) => async () => {
    const until = Date.now() + milliseconds
    let refused = 0
    while (Date.now() < until) {
      // Attempts first: Alertmanager counts a failure right after its attempt, so no attempt lacks its failure here.
      const [attempts, failed] = [await counters(alertmanager, ATTEMPTS), await counters(alertmanager, FAILED)]
      const key = [`${expected.receiver} ${integration}`, integration].find((name) => attempts.has(name)) ?? ''
      refused = (failed.get(key) ?? 0) - (before.failed.get(key) ?? 0)
      const delivered = (attempts.get(key) ?? 0) - (before.attempts.get(key) ?? 0) - refused
      if (delivered >= owed) return `delivered: ${key}${owed > 1 ? ` (${owed})` : ''}`
      await delay(250)
    }
    const reason = refused ? `: ${refused} attempts failed, see the log of Alertmanager` : ''
    throw new Error(`not delivered within ${milliseconds / 1000} s${reason}`)
  }
  const receipts = await Promise.all(
    Object.entries(expected.integrations).map(([integration, owed]) =>
      receipt(`${expected.severity} alert to ${expected.receiver} by ${integration}`, wait(integration, owed)),
    ),
  )
  await post(Date.now())
  return receipts
}

/**
 * Step 7 of onboarding: tests the probes, the logs, and a test alert at each of the client's receivers. Returns a
 * receipt for each.
 */
export const verifyClient = async (
  client: ClientRecord,
  urls: Pick<Urls, 'blackbox' | 'loki' | 'alertmanager'>,
  receivers: Expected[],
  milliseconds = 90_000,
): Promise<Receipt[]> => {
  const receipts: Receipt[] = []
  for (const { target, module } of client.probes)
    receipts.push(await receipt(`probe ${module} ${target}`, () => probe(urls.blackbox, target, module)))
  if (client.activity) receipts.push(await receipt('logs', () => logs(urls.loki, client)))
  for (const expected of receivers) {
    const outcome = await testAlert(urls.alertmanager, client, expected, milliseconds).catch((error: Error) => [
      { step: `${expected.severity} alert`, ok: false, detail: error.message },
    ])
    receipts.push(...outcome)
  }
  return receipts
}
