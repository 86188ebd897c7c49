import { type Availability, DAYS, percent } from './availability.ts'
import type { ClientRecord } from './record.ts'

const MINUTES = DAYS * 24 * 60

const row = ({ target, share, seconds }: Availability, budget: number): string => {
  const outage = share === undefined ? undefined : (1 - share) * MINUTES
  const cells = [
    target.replaceAll('|', '%7C'),
    percent(share),
    outage === undefined ? '' : `${Math.round(outage)} min`,
    outage === undefined ? '' : `${Math.floor((1 - outage / budget) * 100)} %`,
    seconds === undefined ? '' : `${seconds.toFixed(2)} s`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The report of a client for the last 30 days, in Markdown: the outages of each address, and the error budget that is left. */
export const reportOf = (
  { name, objective }: Pick<ClientRecord, 'name' | 'objective'>,
  all: Availability[],
  now: Date,
): string => {
  const budget = (1 - objective / 100) * MINUTES
  const title = name.replaceAll(/([\\`*_<>|[\]])/g, '\\$1')
  return [
    `# ${title}: availability, ${DAYS} days to ${now.toISOString().slice(0, 10)}`,
    '',
    `Objective: ${objective} %. The error budget is ${Math.round(budget)} minutes of outage in ${DAYS} days.`,
    '',
    '| Address | Available | Outage | Error budget left | Mean time of a probe |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...all.map((each) => row(each, budget)),
    '',
  ].join('\n')
}
