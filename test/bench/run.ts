import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { Options } from './bench.ts'

const NAMES = ['list', 'single', 'campaigns', 'many', 'graphql', 'tenfold', 'create']

/** Measured by themselves: they need data of their own, or are slower than a load client bears. */
const ALONE = ['analytics', 'audit', 'streams']

const count = (text: string) => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.')
  return Number(text)
}

const known = (name: string, before: string[] = []) => {
  const all = [...NAMES, ...ALONE]
  if (!all.includes(name)) throw new InvalidArgumentError(`It must be one of ${all.join(', ')}.`)
  return [...before, name]
}

const { quick = false, ...options } = new Command('npm run bench --')
  .description('Measures the gateway beside a bare server and PostGraphile, on one PostgreSQL, in turns.')
  .option('--quick', 'a tenth of the data and fewer, shorter rounds: a look, no figures to quote')
  .option('--scenario <name>', `only this one; may be given again: ${[...NAMES, ...ALONE].join(', ')}`, known)
  .option('--seconds <n>', 'of load per server and round (default 3; 1 when quick)', count)
  .option('--connections <n>', 'of the load client', count, 16)
  .option(
    '--database-url <url>',
    'a PostgreSQL server, by its superuser’s address (default: BENCH_DATABASE_URL, else a throw-away server)',
    process.env.BENCH_DATABASE_URL,
  )
  .parse()
  .opts<Partial<Options> & { scenario?: string[] }>()

/** The benchmark's own packages, by its own lock file: they are no part of the product. */
function install(): void {
  const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    join(import.meta.dirname, file),
  )
  if (existsSync(installed ?? '') && statSync(installed ?? '').mtimeMs >= statSync(lock ?? '').mtimeMs) return
  execFileSync('npm', ['ci', '--prefix', import.meta.dirname], { stdio: 'inherit' })
}

install()
execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
const asked = options.scenario ?? [...NAMES, ...ALONE]
const scenarios = NAMES.filter((name) => asked.includes(name))
const { databaseUrl } = options
if (scenarios.length > 0) {
  const { bench } = await import('./bench.ts')
  const { seconds = quick ? 1 : 3, connections = 16 } = options
  await bench({ quick, seconds, connections, databaseUrl, scenarios })
}
for (const name of ALONE.filter((each) => asked.includes(each))) {
  const { run } = await import(`./${name}.ts`)
  await run({ quick, databaseUrl })
}
