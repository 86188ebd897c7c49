import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Grafana, reloadDataSources, updateAccess } from './grafana.ts'
import { CLIENT_RECEIVER, receiverNames } from './receivers.ts'
import type { ClientRecord } from './record.ts'
import { request, type Urls } from './urls.ts'

const alerts = z.array(
  z.object({ labels: z.record(z.string(), z.string()), receivers: z.array(z.object({ name: z.string() })) }),
)

/**
 * Names of firing alerts whose receivers belong to removed clients. Silenced alerts are left out: they notify nobody.
 */
const leaving = async (alertmanager: string, clients: ClientRecord[]): Promise<string[]> => {
  const known = clients.flatMap(receiverNames)
  const isGone = ({ name }: { name: string }) => name.startsWith(CLIENT_RECEIVER) && !known.includes(name)
  const found = alerts.parse(await (await request(`${alertmanager}/api/v2/alerts?silenced=false`)).json())
  return [
    ...new Set(found.filter(({ receivers }) => receivers.some(isGone)).map(({ labels }) => labels.alertname ?? '')),
  ]
}

/**
 * How long alerts continue after their rules and targets are removed: four evaluations, and the poll that removes the
 * rules.
 */
const ENDING_MS = 10 * 60_000

/** How a reload reports its progress and waits. */
interface Progress {
  say(line: string): void
  pollMs?: number
  patienceMs?: number
}

/**
 * Waits until the alerts of removed clients have ended. Alertmanager routes them as before until it is reloaded.
 * Without their routes, the general receivers would be notified of them again, as if they were new.
 */
const untilLeft = async (
  alertmanager: string,
  clients: ClientRecord[],
  { say, pollMs = 2000, patienceMs = ENDING_MS }: Progress,
): Promise<void> => {
  const until = Date.now() + patienceMs
  let shown = ''
  for (;;) {
    const names = (await leaving(alertmanager, clients)).join(', ')
    if (names === '') return
    if (names !== shown) say(`waiting for the end of alerts of a removed client: ${names}`)
    shown = names
    if (Date.now() > until)
      throw new Error(
        `Alertmanager is not reloaded: ${names} still fires for a removed client. ` +
          'Find its cause. To end the waiting, add a silence for it or run ops reload --now.',
      )
    await delay(pollMs)
  }
}

const reloadAlerts = async (
  clients: ClientRecord[],
  urls: Pick<Urls, 'prometheus' | 'alertmanager'>,
  progress: Progress & { now?: boolean },
): Promise<void> => {
  // First step: without rules and targets, the alerts of a removed client end.
  await request(`${urls.prometheus}/-/reload`, { method: 'POST' })
  if (!progress.now) await untilLeft(urls.alertmanager, clients, progress)
  await request(`${urls.alertmanager}/-/reload`, { method: 'POST' })
}

const reloadDashboards = async (
  root: string,
  clients: ClientRecord[],
  grafana: Grafana,
  { say }: Progress,
): Promise<void> => {
  await reloadDataSources(grafana)
  for (const client of clients)
    for (const changed of await updateAccess(root, grafana, client)) say(`~ Grafana ${changed}`)
}

/**
 * Makes Prometheus, Alertmanager and Grafana reload the generated files. Loki, Tempo and the push proxy detect changes
 * by themselves. Updates a client's organization in Grafana to match the record, if it exists. A Grafana that is down
 * does not prevent the new routes of alerts. An alert that does not end does not prevent the new data sources of
 * dashboards.
 */
export const reload = async (
  root: string,
  clients: ClientRecord[],
  urls: Pick<Urls, 'prometheus' | 'alertmanager'>,
  grafana: Grafana,
  progress: Progress & { now?: boolean },
): Promise<void> => {
  const outcomes = await Promise.allSettled([
    reloadAlerts(clients, urls, progress),
    reloadDashboards(root, clients, grafana, progress),
  ])
  const problems = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String(outcome.reason.message)] : [],
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
