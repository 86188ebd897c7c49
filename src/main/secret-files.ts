import { readFileSync } from 'node:fs'
import type { Environment } from './environment-names.ts'

/** The name of the setting that names a file with a secret. */
export const fileSetting = (name: string): string => `${name}_FILE`

/** The secret in a file. An editor ends the last line with a newline, which belongs to no secret. */
function readSecret(path: string): string {
  return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
}

/** An environment in which secrets have their values, and a line for each file that cannot be used. */
export interface WithSecrets {
  environment: Environment
  problems: string[]
}

/** Replaces `NAME_FILE` of each of these settings by `NAME`, with the content of that file. */
export function withSecretFiles(given: Environment, names: readonly string[]): WithSecrets {
  const environment = { ...given }
  const problems: string[] = []
  for (const name of names) {
    const path = given[fileSetting(name)]
    delete environment[fileSetting(name)]
    if (!path) continue
    if (given[name]) {
      problems.push(`  ${name}, ${fileSetting(name)}: both are set; leave one out`)
      continue
    }
    try {
      environment[name] = readSecret(path)
    } catch (error) {
      problems.push(`  ${fileSetting(name)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { environment, problems }
}
