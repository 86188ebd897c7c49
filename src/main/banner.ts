import { demoToken } from '../security/auth/demo-token.ts'
import type { Issuer } from '../security/auth/issuer.ts'
import type { Config } from './config.ts'

/** What a newcomer needs to see first: the addresses, a token, and one line to paste. */
export function banner({ HOST }: Config, port: number, issuer: Issuer | undefined): string {
  const url = `http://${HOST === '0.0.0.0' || HOST === '127.0.0.1' ? 'localhost' : HOST}:${port}`
  const addresses = `
  Campaign management gateway

  Dashboard  ${url}/
  Explorer   ${url}/graphql
  REST       ${url}/api      its description: ${url}/openapi.json
  Health     ${url}/healthz  ${url}/readyz
`
  if (!issuer) return `${addresses}\n`
  const token = demoToken(issuer, 8 * 3600)
  return `${addresses}
  To sign in, open the dashboard on this machine, and choose who you are: one of each role, in two organizations.

  A token for the demo organization, good for 8 hours (more: npm run token -- --help):

${token}

  Try it:

curl -s ${url}/api/clients?limit=3 -H 'Authorization: Bearer ${token}'

`
}
