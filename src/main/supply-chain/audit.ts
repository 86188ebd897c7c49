import { readFileSync } from 'node:fs'
import { type Comparison, compare, type Package, type Vulnerability } from './advisories.ts'

/*
 * Compares the packages of package-lock.json with a folder of advisories, without a network: audit.ts FOLDER. The exit
 * code is 0 if no vulnerability is known, 1 if some are, and 2 if none was found but the advisories are not complete.
 */

/** Older advisories can still prove that a package is vulnerable, but not that it is not. */
const MAX_AGE_DAYS = 7
const DAY_MS = 86_400_000
const LOCK = new URL('../../../package-lock.json', import.meta.url)
const NEXT = `next:  get the advisories, on any machine with a network, and name their folder:
       curl -O https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip && unzip -q all.zip -d advisories
       npm run audit -- advisories
`

/** The packages of the lock file, also those of development and of other platforms. */
function lockedPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'))
  const found = Object.entries<{ name?: string; version: string; link?: boolean }>(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    // An entry has a name if the package is installed under another one.
    .map(([path, { name, version }]) => ({ name: name ?? path.replace(/^.*node_modules\//, ''), version }))
  return [...new Map(found.map((each) => [`${each.name}@${each.version}`, each])).values()]
}

/** Why the absence of a vulnerability proves nothing. */
function gapsOf({ advisories, newest, unreadable }: Comparison): string[] {
  const days = Math.floor((Date.now() - newest) / DAY_MS)
  if (advisories === 0) return ['the folder has no advisory about a package of npm', ...unreadable.slice(0, 1)]
  return [
    ...(days > MAX_AGE_DAYS ? [`the newest advisory is ${days} days old`] : []),
    ...(unreadable.length > 0 ? [`unreadable files: ${unreadable.length}, such as ${unreadable[0]}`] : []),
  ]
}

/** One line of plain text, whatever an advisory contains. */
const plain = (text: string) => text.replace(/\p{C}/gu, ' ')

function lineOf({ name, version, id, aliases, summary, fixed }: Vulnerability): string {
  const next = fixed ? `fixed in ${fixed}` : 'no fix is known'
  return `${name} ${version}  ${[id, ...aliases].join(', ')}: ${summary} (${next})`
}

function check(folder: string): void {
  const packages = lockedPackages()
  const comparison = compare(folder, packages)
  const { vulnerabilities, advisories, newest } = comparison
  const gaps = gapsOf(comparison)
  for (const each of vulnerabilities) process.stdout.write(`${plain(lineOf(each))}\n`)
  if (advisories > 0)
    process.stdout.write(
      `${packages.length} packages, ${vulnerabilities.length} known vulnerabilities, ${advisories} advisories, ` +
        `the newest of ${new Date(newest).toISOString().slice(0, 10)}\n`,
    )
  if (gaps.length > 0) refuse(`not complete: ${gaps.join('; ')}`)
  if (vulnerabilities.length > 0) process.exitCode = 1
}

function refuse(reason: string): void {
  process.stderr.write(`${plain(reason)}\n${NEXT}`)
  process.exitCode = 2
}

const [folder] = process.argv.slice(2)
try {
  if (folder) check(folder)
  else refuse('not checked: no folder of advisories is named')
} catch (error) {
  refuse(`not checked: ${error instanceof Error ? error.message : error}`)
}
