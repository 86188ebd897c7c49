import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The part of Jest's results (`--json`) that the report shows. Times in milliseconds. */
interface Results {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numRuntimeErrorTestSuites: number
  testResults: Suite[]
}

interface Suite {
  name: string
  startTime: number
  endTime: number
  status: string
  /** All that failed, formatted. */
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder of the results: node test/runner/report.ts <folder>')

const print = (seconds: number, text: string) => console.log(`${seconds.toFixed(1).padStart(8)} s  ${text}`)

/** The start of a step: seconds, its name, and the first line of /proc/stat. */
const steps = readFileSync(join(folder, 'steps'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [start, name = '', stat = ''] = line.split('\t')
    const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0] = stat.split(/ +/).slice(1).map(Number)
    return { start: Number(start), name, work: user + nice + system, pause: idle + waiting }
  })
console.log('Steps, and how busy the processors were:')
for (const [index, { start, name, work, pause }] of steps.slice(0, -1).entries()) {
  const next = steps[index + 1] ?? { start, work, pause }
  const [worked, paused] = [next.work - work, next.pause - pause]
  print(next.start - start, `${Math.round((100 * worked) / (worked + paused || 1))} %  ${name}`)
}

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

/** The name and the first lines of each failure. */
function failuresOf({ status, message, assertionResults }: Suite): string[] {
  const tests = assertionResults.filter((result) => result.status === 'failed')
  if (status === 'failed' && tests.length === 0) return [firstLines(message)]
  return tests.map(({ fullName, failureMessages }) => `${fullName}\n${firstLines(failureMessages.join('\n'))}`)
}

const firstLines = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 200)}`)
    .join('\n')

// At the end, because the output of the runs is long, and a reader may have only its last lines.
for (const { name, results } of runs)
  for (const suite of results.testResults)
    for (const failure of failuresOf(suite))
      console.log(`\nFAILED ${relative(process.cwd(), suite.name)} (${name}): ${failure}`)

const sum = (key: Exclude<keyof Results, 'testResults'>) => runs.reduce((total, { results }) => total + results[key], 0)
// A suite that could not run has no test that failed.
const failed = sum('numFailedTests') + sum('numRuntimeErrorTestSuites')
console.log(`\n${sum('numPassedTests')} passed, ${failed} failed, ${sum('numPendingTests')} skipped`)
