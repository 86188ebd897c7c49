import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract, parse } from 'jest-docblock'
import { DEADLINE_MS } from './test/support/patience.ts'

// Programs that tests start read what earlier ones compiled: half of the processor time of a short command.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'gateway-test-compiled', 'processes')

// Neither UTC nor South African time, so that nothing depends on the time zone of the machine.
process.env.TZ = 'America/St_Johns'

/** Folders whose suites have the same result with every database; another suite says so with `@database none`. */
const WITHOUT_DATABASE = /^test\/(auth|faults|ops|own-servers|pages)\//

/** Folders whose suites start processes, programs of the monitoring stack or servers of their own, to damage or stop them. */
const LONG = /^test\/(faults|ops|own-servers)\//

/** Each suite with the pragmas of its first comment, which CONTRIBUTING.md explains. */
export const suites = globSync('test/**/*.test.ts', { cwd: import.meta.dirname, exclude: ['**/node_modules/**'] }).map(
  (file) => {
    const pragmas = parse(extract(readFileSync(join(import.meta.dirname, file), 'utf8')))
    const needsDatabase = !('database' in pragmas || WITHOUT_DATABASE.test(file))
    return { file, isOwn: 'process' in pragmas, isLong: 'long' in pragmas || LONG.test(file), needsDatabase }
  },
)

/** A command that names suites or tests, or what changed, has them from all. */
const isNamed = process.argv.slice(2).some((argument) => !argument.startsWith('-'))
const [selection, seed] = (process.env.TEST_SUITES ?? (isNamed ? 'all' : 'daily')).split(':')

/** With a seed, a random twentieth of the shared suites runs in a process of its own. The seed repeats the choice. */
const isInTwentieth = (file) =>
  seed !== undefined &&
  createHash('sha256')
    .update(seed + file)
    .digest()[0] %
    20 ===
    0

/** The suites of a run, by the first part of `TEST_SUITES`. */
const select = {
  all: () => true,
  daily: ({ isLong }) => !isLong,
  // What the daily run on PGlite does not show: suites whose result can differ between databases, and long ones.
  server: ({ needsDatabase, isLong }) => needsDatabase || isLong,
}[selection]
if (!select) throw new Error(`TEST_SUITES is ${selection}: it must be daily, all or server, with :<seed> or without`)

const NATIVE = {
  runtime: '<rootDir>/test/runner/runtime.ts',
  testEnvironment: '<rootDir>/test/runner/environment.ts',
  // More than the tests, so that `--changedSince` sees a changed source.
  roots: ['src', 'rest-compat', 'schema', 'test'].map((folder) => `<rootDir>/${folder}`),
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  injectGlobals: false,
  // A tenth of the work of many suites was graphql's search for a second copy of itself, which production leaves out.
  setupFiles: ['./test/support/graphql.setup.ts'],
}

/** Two projects, from the suites that `isRun` takes. Jest takes a project without suites for one of all suites. */
export const projectsOf = (isRun) => {
  const run = suites.filter((suite) => isRun(suite.file) && select(suite))
  const paths = (own) =>
    run.filter(({ file, isOwn }) => (isOwn || isInTwentieth(file)) === own).map(({ file }) => `<rootDir>/${file}`)
  const shared = { ...NATIVE, displayName: 'shared', testMatch: paths(false) }
  const own = { ...NATIVE, displayName: 'own', testMatch: paths(true), runner: '<rootDir>/test/runner/own-runner.ts' }
  return [shared, own].filter(({ testMatch }) => testMatch.length > 0)
}

/** `TEST_DATABASE_URL` moves all suites from PGlite to PostgreSQL. */
export default {
  globalSetup: './test/support/page.setup.mjs',
  globalTeardown: './test/runner/end.ts',
  testSequencer: './test/runner/sequencer.mjs',
  testTimeout: DEADLINE_MS,
  // More than the cores of a small machine: suites wait for browsers, processes and deadlines.
  maxWorkers: 4,
  workerGracefulExitTimeout: DEADLINE_MS,
  // They need a server with Citus, which CI does not have: npm run test:citus.
  projects: projectsOf((file) => !file.startsWith('test/citus/')),
}
