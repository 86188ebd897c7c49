import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { z } from 'zod'

/* Compares packages with advisories in the OSV format (https://ossf.github.io/osv-schema/), a folder of JSON files. */

/** Real advisories have at most a few MiB. */
const MAX_BYTES = 16 * 1024 ** 2

/** The version at which something happens: `introduced`, `fixed`, `last_affected` or `limit`. */
const RangeEvent = z.record(z.string(), z.string())

const Affected = z.object({
  package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(z.object({ type: z.string(), events: z.array(RangeEvent) })).default([]),
  versions: z.array(z.string()).default([]),
})

const Advisory = z.object({
  id: z.string(),
  modified: z.iso.datetime({ offset: true }),
  withdrawn: z.string().optional(),
  aliases: z.array(z.string()).default([]),
  summary: z.string().default(''),
  affected: z.array(Affected).default([]),
})

type Advisory = z.infer<typeof Advisory>
type RangeEvent = z.infer<typeof RangeEvent>

export interface Package {
  name: string
  version: string
}

/** A vulnerability of a package. `fixed` is the next version without it, if there is one. */
export interface Vulnerability extends Package, Pick<Advisory, 'id' | 'aliases' | 'summary'> {
  fixed: string | undefined
}

export interface Comparison {
  /** The number of advisories about packages of npm. */
  advisories: number
  /** When the newest of them was changed, in milliseconds. */
  newest: number
  vulnerabilities: Vulnerability[]
  /** Files that are not advisories, with the reason. */
  unreadable: string[]
}

function read(path: string): Advisory {
  if (statSync(path).size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`)
  return Advisory.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** The version of an event. Some advisories shorten versions to `2.1`. "0" is before all versions, also `0.0.0-alpha`. */
function parsed(version: string): semver.SemVer {
  const found = semver.parse(version === '0' ? '0.0.0-0' : version) ?? semver.coerce(version)
  if (!found) throw new Error(`${version} is not a version`)
  return found
}

/** Applies the events in the order of their versions, up to the version. */
function isInRange(version: string, events: RangeEvent[]): boolean {
  let isAffected = false
  const ordered = events
    .flatMap((event) => Object.entries(event).map(([kind, at]) => ({ kind, at: parsed(at) })))
    .sort((a, b) => semver.compare(a.at, b.at))
  for (const { kind, at } of ordered) {
    const order = semver.compare(version, at)
    if (order > 0 || (order === 0 && kind !== 'last_affected')) isAffected = kind === 'introduced'
  }
  return isAffected
}

const entriesOf = ({ affected }: Advisory) => affected.filter((each) => each.package?.ecosystem === 'npm')

/** The vulnerability of a package by an advisory; none if this version is not affected. */
function vulnerabilitiesOf(advisory: Advisory, { name, version }: Package): Vulnerability[] {
  const entries = entriesOf(advisory).filter((each) => each.package?.name === name)
  const events = entries.flatMap(({ ranges }) =>
    ranges.flatMap((range) => (range.type === 'GIT' ? [] : [range.events])),
  )
  const isListed = entries.some(({ versions }) => versions.includes(version))
  if (!isListed && !events.some((each) => isInRange(version, each))) return []
  const fixes = events.flat().flatMap(({ fixed }) => (fixed ? parsed(fixed) : []))
  const [fixed] = fixes.filter((fix) => semver.gt(fix, version)).sort(semver.compare)
  const { id, aliases, summary } = advisory
  return [{ name, version, id, aliases, summary, fixed: fixed?.version }]
}

/** Compares the packages with each advisory in the folder. @throws Error if the folder cannot be read */
export function compare(folder: string, packages: readonly Package[]): Comparison {
  const result: Comparison = { advisories: 0, newest: 0, vulnerabilities: [], unreadable: [] }
  const byName = Map.groupBy(packages, ({ name }) => name)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue
    try {
      const advisory = read(join(folder, file))
      const names = new Set(entriesOf(advisory).map((each) => each.package?.name ?? ''))
      if (names.size === 0) continue
      result.advisories++
      result.newest = Math.max(result.newest, Date.parse(advisory.modified))
      if (advisory.withdrawn) continue
      const concerned = [...names].flatMap((name) => byName.get(name) ?? [])
      result.vulnerabilities.push(...concerned.flatMap((each) => vulnerabilitiesOf(advisory, each)))
    } catch (error) {
      result.unreadable.push(`${file}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return result
}
