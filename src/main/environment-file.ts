import { existsSync } from 'node:fs'

/** Takes the settings of a file `.env` in the working folder; what the environment has already stays as it is. */
export function readEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
