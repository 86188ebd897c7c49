import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

/** The part of Jest's results (`--json`) that the report shows. Times in milliseconds. */
interface Results {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numRuntimeErrorTestSuites: number
  testResults: { name: string; startTime: number; endTime: number }[]
}

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder of the results: node test/runner/report.ts <folder>')

const print = (seconds: number, text: string) => console.log(`${seconds.toFixed(1).padStart(8)} s  ${text}`)

const steps = readFileSync(join(folder, 'steps'), 'utf8').trimEnd().split('\n')
const starts = steps.map((line) => Number(line.split('\t')[0]))
console.log('Steps:')
for (const [index, line] of steps.slice(0, -1).entries())
  print((starts[index + 1] ?? 0) - (starts[index] ?? 0), line.split('\t')[1] ?? '')

const runs = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    name: basename(file, '.json'),
    results: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Results,
  }))

/** The words before the reason for the duration of a suite. */
const REASON = /@long|More than 20 s/
const LONG_SECONDS = 20

const suites = runs
  .flatMap(({ name, results }) =>
    results.testResults.map((suite) => ({
      file: suite.name,
      seconds: (suite.endTime - suite.startTime) / 1000,
      text: `${relative(process.cwd(), suite.name)} (${name})`,
    })),
  )
  .sort((a, b) => b.seconds - a.seconds)
console.log('\nThe ten slowest suites:')
for (const { seconds, text } of suites.slice(0, 10)) print(seconds, text)

const unexplained = suites.filter(
  ({ file, seconds }) => seconds > LONG_SECONDS && !REASON.test(readFileSync(file, 'utf8')),
)
if (unexplained.length > 0)
  console.log('\nSuites of more than 20 s that give no reason (`@long <reason>` in the first comment):')
for (const { seconds, text } of unexplained) print(seconds, text)

const sum = (key: Exclude<keyof Results, 'testResults'>) => runs.reduce((total, { results }) => total + results[key], 0)
// A suite that could not run has no test that failed.
const failed = sum('numFailedTests') + sum('numRuntimeErrorTestSuites')
console.log(`\n${sum('numPassedTests')} passed, ${failed} failed, ${sum('numPendingTests')} skipped`)
