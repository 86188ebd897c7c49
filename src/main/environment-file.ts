import { existsSync } from 'node:fs'

/** Reads the settings of the file `.env` in the working folder. Variables of the environment take precedence. */
export function readEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
