import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { type Grafana, reloadDataSources, updateAccess } from './grafana.ts'
import { CLIENT_RECEIVER, receiverNames } from './receivers.ts'
import type { ClientRecord } from './record.ts'
import { request, type Urls } from './urls.ts'

const alerts = z.array(
  z.object({ labels: z.record(z.string(), z.string()), receivers: z.array(z.object({ name: z.string() })) }),
)

/** Alerts that go to receivers of clients who are on record no longer, by name; one that is silenced is told to nobody. */
const leaving = async (alertmanager: string, clients: ClientRecord[]): Promise<string[]> => {
  const known = clients.flatMap(receiverNames)
  const isGone = ({ name }: { name: string }) => name.startsWith(CLIENT_RECEIVER) && !known.includes(name)
  const found = alerts.parse(await (await request(`${alertmanager}/api/v2/alerts?silenced=false`)).json())
  return [
    ...new Set(found.filter(({ receivers }) => receivers.some(isGone)).map(({ labels }) => labels.alertname ?? '')),
  ]
}

/** How long alerts go on whose rules and targets are gone: four evaluations, and the poll that takes the rules away. */
const ENDING_MS = 10 * 60_000

/** What a reload does with what it finds on the way. */
interface Progress {
  say(line: string): void
  pollMs?: number
  patienceMs?: number
}

/**
 * Waits until the alerts of clients who left have ended. Alertmanager routes them as before until it is reloaded; without
 * their routes they would be told once more, to the general receivers, as if something had happened.
 */
const untilLeft = async (
  alertmanager: string,
  clients: ClientRecord[],
  { say, pollMs = 2000, patienceMs = ENDING_MS }: Progress,
): Promise<void> => {
  const until = Date.now() + patienceMs
  let told = ''
  for (;;) {
    const names = (await leaving(alertmanager, clients)).join(', ')
    if (names === '') return
    if (names !== told) say(`waiting for alerts of a client who left to end: ${names}`)
    told = names
    if (Date.now() > until)
      throw new Error(
        `Alertmanager is not reloaded: ${names} still fires for a client who is on record no longer. ` +
          'What raises it? A silence on it ends the waiting, and so does ops reload --now.',
      )
    await delay(pollMs)
  }
}

const reloadAlerts = async (
  clients: ClientRecord[],
  urls: Pick<Urls, 'prometheus' | 'alertmanager'>,
  progress: Progress & { now?: boolean },
): Promise<void> => {
  // First: without rules and targets the alerts of a client who left end.
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
 * Makes Prometheus, Alertmanager and Grafana read what the command writes; Loki, Tempo and the push proxy look by themselves.
 * A client's organization in Grafana is brought to his record, where he has one. A Grafana that is down does not keep the
 * alerts from their new routes, nor an alert that does not end the dashboards from their new data.
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
