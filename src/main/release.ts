import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { hostname } from 'node:os'

/** Version and host of this process, for traces and metrics. */
export interface Release {
  version: string
  /** The host name: the id of a container, the name of a pod. */
  instance: string
}

/** Reads the version from package.json. */
export function release(): Release {
  const path = findPackageJSON(import.meta.url)
  const { version } = JSON.parse(path ? readFileSync(path, 'utf8') : '{}') as { version?: string }
  return { version: version ?? 'unknown', instance: hostname() }
}
