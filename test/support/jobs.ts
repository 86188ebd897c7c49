import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { Metrics } from '../../src/common/metrics.ts'
import type { JobTools } from '../../src/events/jobs.ts'
import type { TestServer } from './server.ts'

/** What a job is given, for tests that run one themselves. */
export const toolsOf = ({ database }: Pick<TestServer, 'database'>, changes: Partial<JobTools> = {}): JobTools => ({
  database,
  log: pino({ level: 'silent' }),
  metrics: new Metrics(),
  services: {},
  signal: new AbortController().signal,
  ...changes,
})

/** Takes a job, as another replica would that never ends it: what it does happens by nobody else in this suite. */
export const holdJob = ({ database }: Pick<TestServer, 'database'>, name: string) =>
  database.transaction({ role: 'gateway_system' }, (unit) =>
    unit.rows(
      `insert into job (name, due_at, lease, leased_until) values ($1, now(), $2, now() + interval '1 day')
        on conflict (name) do update set lease = excluded.lease, leased_until = excluded.leased_until`,
      [name, randomUUID()],
    ),
  )
