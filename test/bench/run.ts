import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { Options } from './bench.ts'

/** Measured by themselves: they need data of their own, or are slower than a load client bears. */
const ALONE = ['analytics', 'audit', 'delivery', 'integrate', 'sign-off', 'streams']

const count = (text: string) => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.')
  return Number(text)
}

const pattern = (text: string) => {
  try {
    return new RegExp(text, 'i')
  } catch {
    throw new InvalidArgumentError('It must be a regular expression.')
  }
}

const command = new Command('npm run bench --')
  .description('Measures the gateway beside a bare server and PostGraphile, on one PostgreSQL, in turns.')
  .argument('[pattern]', 'the same as --only', pattern)
  .option('--quick', 'a tenth of the data and fewer, shorter rounds: a look, no figures to quote')
  .option('--check', 'a few requests of each kind: that it works and that all answer alike, no figures')
  .option('--only <pattern>', `what has a name or title like this; also ${ALONE.join(', ')}`, pattern)
  .option('--rounds <n>', 'that count (default 7; 3 when quick)', count)
  .option('--seconds <n>', 'of load per server and round (default 3; 1 when quick)', count)
  .option('--warming <n>', 'seconds of load before the rounds (default 10; 3 when quick)', count)
  .option('--connections <n>', 'of the load client', count, 16)
  .option('--messages <n>', 'people of the large campaign of `delivery` (default 100000, and 20000 on PGlite)', count)
  .option(
    '--database-url <url>',
    'a PostgreSQL server, by its superuser’s address (default: BENCH_DATABASE_URL, else a throw-away server)',
    process.env.BENCH_DATABASE_URL,
  )
  .parse()
const options = command.opts<Partial<Options> & { only?: RegExp; messages?: number }>()
const [named] = command.processedArgs as [RegExp | undefined]

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
const { quick = false, check = false, only = named ?? /(?:)/, databaseUrl, messages, connections = 16 } = options
const { rounds = quick ? 3 : 7, seconds = quick ? 1 : 3, warming = quick ? 3 : 10 } = options
const { SCENARIOS } = await import('./scenarios.ts')
const scenarios = SCENARIOS.filter(({ name, title }) => only.test(name) || only.test(title))
if (scenarios.length > 0) {
  const { bench } = await import('./bench.ts')
  await bench({ quick, check, rounds, seconds, warming, connections, databaseUrl, scenarios })
}
for (const name of ALONE.filter((each) => !check && only.test(each))) {
  const { run } = await import(`./${name}.ts`)
  await run({ quick, databaseUrl, messages })
}
