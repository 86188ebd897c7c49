// Asks the registry for known vulnerabilities of the installed packages. Without an answer, it does not report success.
import { spawnSync } from 'node:child_process'

const UNCHECKED = 2

/** The report of npm; undefined without one. npm answers with an error object if the registry does not answer. */
function reportOf(text) {
  try {
    const report = JSON.parse(text)
    return report.vulnerabilities ? report : undefined
  } catch {
    return undefined
  }
}

function sentenceOf({ name, severity, range, via }) {
  const titles = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`))
  return `${severity}  ${name} ${range}: ${titles.join('; ')}`
}

// The whole list, because `--omit dev` leaves out packages that both production and development need.
const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: new URL('../..', import.meta.url),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const report = reportOf(stdout)
if (!report) {
  const [reason = 'no answer'] = /"summary": "(.+)"/.exec(stdout)?.slice(1) ?? stderr.trim().split('\n')
  process.stderr.write(
    `not checked: the registry gave no advisories (${reason})\nnext:  run it where the registry answers\n`,
  )
  process.exitCode = UNCHECKED
} else {
  const found = Object.values(report.vulnerabilities)
  for (const each of found) process.stdout.write(`${sentenceOf(each)}\n`)
  process.stdout.write(`${report.metadata.dependencies.total} packages, ${found.length} with known vulnerabilities\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
