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
