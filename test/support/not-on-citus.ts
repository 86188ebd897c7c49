/**
 * Tests that `npm run test:citus` leaves out, as path patterns with reasons. `not-on-citus.test.ts` compares the list
 * with the tests that CI runs on PostgreSQL.
 */
export const NOT_ON_CITUS: Readonly<Record<string, string>> = {
  'test/privacy/retention-plans':
    'counts the rows that a transaction reads, which a coordinator does not know of others',
  'test/(analytics/growth|delivery/queueing)': 'counts them too',
  'test/own-servers/': 'starts, freezes and restarts PostgreSQL servers of its own',
  'test/faults/': 'starts servers of its own',
  'test/pages/': 'is about the pages in a browser, whatever the database',
  'test/ops/(?!heartbeat)': 'is about the monitoring stack, whatever the database',
  'test/analytics/backtest': 'computes forecasts of public series, without a database',
  'test/node-version': 'is about Node.js, without a database',
}
