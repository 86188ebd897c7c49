import { z } from 'zod'
import type { ClientRecord } from './record.ts'
import { request } from './urls.ts'

/** As long as Prometheus keeps samples, and as an error budget lasts. */
export const DAYS = 30

const probes = ({ id }: Pick<ClientRecord, 'id'>, metric: string): string => `${metric}{job="probe", client="${id}"}`

/** The questions to Prometheus about the probes of a client. */
export const QUESTIONS = {
  isUp: (client: Pick<ClientRecord, 'id'>) => probes(client, 'probe_success'),
  share: (client: Pick<ClientRecord, 'id'>) => `avg_over_time(${probes(client, 'probe_success')}[${DAYS}d])`,
  seconds: (client: Pick<ClientRecord, 'id'>) => `avg_over_time(${probes(client, 'probe_duration_seconds')}[${DAYS}d])`,
  daily: (client: Pick<ClientRecord, 'id'>) => `avg_over_time(${probes(client, 'probe_success')}[1d])`,
}

/** How a probed address did. A figure without a sample is undefined. */
export interface Availability {
  target: string
  module: string
  isUp: boolean | undefined
  /** The share of the last 30 days in which the probe succeeded. */
  share: number | undefined
  /** The mean time of a probe. */
  seconds: number | undefined
  /** The shares of single days, by the date on which the day ends. */
  daily: { date: string; share: number }[]
}

const sample = z.tuple([z.number(), z.string()])
const answer = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.object({ instance: z.string(), module: z.string().default('') }),
        value: sample.optional(),
        values: z.array(sample).default([]),
      }),
    ),
  }),
})

const ask = async (prometheus: string, path: string, parameters: Record<string, string>) => {
  const response = await request(`${prometheus}/api/v1/${path}?${new URLSearchParams(parameters)}`)
  return answer.parse(await response.json()).data.result
}

/** The availability of every address that a client's record probes. */
export const availabilityOf = async (
  prometheus: string,
  client: Pick<ClientRecord, 'id'>,
  now = new Date(),
): Promise<Availability[]> => {
  const end = now.getTime() / 1000
  const at = { time: String(end) }
  const days = { start: String(end - (DAYS - 1) * 86_400), end: String(end), step: '86400' }
  const [isUp, share, seconds, daily] = await Promise.all([
    ask(prometheus, 'query', { ...at, query: QUESTIONS.isUp(client) }),
    ask(prometheus, 'query', { ...at, query: QUESTIONS.share(client) }),
    ask(prometheus, 'query', { ...at, query: QUESTIONS.seconds(client) }),
    ask(prometheus, 'query_range', { ...days, query: QUESTIONS.daily(client) }),
  ])
  return share.map(({ metric: { instance, module } }) => {
    const own = (results: typeof share) => results.find(({ metric }) => metric.instance === instance)
    const figure = (results: typeof share) => {
      const value = own(results)?.value?.[1]
      return value === undefined ? undefined : Number(value)
    }
    const up = figure(isUp)
    return {
      target: instance,
      module,
      isUp: up === undefined ? undefined : up === 1,
      share: figure(share),
      seconds: figure(seconds),
      daily: (own(daily)?.values ?? []).map(([time, value]) => ({
        date: new Date(time * 1000).toISOString().slice(0, 10),
        share: Number(value),
      })),
    }
  })
}

/** The share as a text that is never rounded up to 100 %. */
export const percent = (share: number | undefined): string =>
  share === undefined ? 'not measured' : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`
