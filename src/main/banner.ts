import { isIPv6 } from 'node:net'
import { demoToken } from '../security/auth/demo-token.ts'
import type { Issuer } from '../security/auth/issuer.ts'
import type { Config } from './config.ts'

/** Addresses that accept connections from this machine under the name localhost. */
const LOCAL = ['0.0.0.0', '127.0.0.1', '::', '::1']

function urlOf(host: string, port: number): string {
  if (LOCAL.includes(host)) return `http://localhost:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/**
 * The text for the first start: the addresses, a token, and one command to paste. The command uses double quotes
 * without special characters, so that every shell accepts it.
 */
export function banner(config: Config, port: number, issuer: Issuer | undefined): string {
  const url = urlOf(config.HOST, port)
  const rest = config.PUBLIC_DOCS ? `REST API   ${url}/docs` : `REST API   ${url}/api`
  const explorer = config.PUBLIC_DOCS && config.INTROSPECTION ? `\n  GraphQL    ${url}/graphql` : ''
  const addresses = `
  Campaign management gateway

  Dashboard  ${url}/
  ${rest}${explorer}
  Health     ${url}/readyz
`
  if (!issuer) return `${addresses}\n`
  const token = demoToken(issuer, 8 * 3600)
  return `${addresses}
  To sign in, open the dashboard on this machine and choose a person: one of each role, in two organizations.

  A token for the demo organization, valid for 8 hours (for other tokens: npm run token -- --help):

${token}

  Try it:

curl -s "${url}/api/clients?limit=3" -H "Authorization: Bearer ${token}"

`
}
