import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Command } from 'commander'
import pg from 'pg'

const ROOT = join(import.meta.dirname, '../..')
const JEST = ['node_modules/jest/bin/jest.js']

/** What is run on. @throws Error where that is no coordinator with other nodes */
async function describe(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: extensions } = await client.query(
      "select extversion as version from pg_extension where extname = 'citus'",
    )
    if (extensions.length === 0) throw new Error('it has no extension "citus": create extension citus')
    const { rows } = await client.query(
      'select groupid = 0 as is_coordinator, count(*)::int from pg_dist_node group by 1',
    )
    const workers = rows.find((row) => !row.is_coordinator)?.count ?? 0
    if (workers === 0) throw new Error("no other node belongs to it: select citus_add_node('<host>', <port>)")
    const { rows: servers } = await client.query("select current_setting('server_version') as version")
    return `Citus ${extensions[0].version} on PostgreSQL ${servers[0].version}, a coordinator and ${workers} workers`
  } finally {
    await client.end()
  }
}

async function run(url, suites, { workers }) {
  const place = await describe(url).catch((error) =>
    program.error(`error: ${new URL(url).host} cannot be used: ${error.message}`),
  )
  console.error(place)
  const args = [...JEST, '--config', 'test/citus/jest.config.mjs', `--maxWorkers=${workers}`, ...suites]
  const environment = { ...process.env, TEST_DATABASE_URL: url, FUZZ_RUNS: process.env.FUZZ_RUNS ?? '6' }
  const jest = spawn(process.execPath, args, { cwd: ROOT, env: environment, stdio: 'inherit' })
  jest.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}

const program = new Command('test:citus')
  .description(
    'Runs the test suite on a database that Citus spreads over several servers. Each suite makes a database of its own on ' +
      'every node, and drops it again. test/support/not-on-citus.ts says what is left out, and why.',
  )
  .argument('<url>', "a superuser's address of a database at the coordinator, which citus_add_node joined others to")
  .argument('[suites...]', 'paths of suites; all where none is named')
  .option('--workers <count>', 'how many suites at once', '1')
  .addHelpText(
    'after',
    '\nExample:\n  npm run test:citus -- postgres://postgres@127.0.0.1:28000/c1 test/citus test/audit.test.ts',
  )
  .action(run)

await program.parseAsync()
