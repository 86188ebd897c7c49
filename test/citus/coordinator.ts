import { SERVER } from '../support/database.ts'

/** Its address. @throws Error where the run has none */
export function coordinator(): string {
  if (!SERVER) throw new Error('TEST_DATABASE_URL names no coordinator of Citus: npm run test:citus -- --help')
  return SERVER
}
