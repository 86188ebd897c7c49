/** The parts of the package that tests use. The package contains no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Grant {
    oidc: { params: { grant_type: string } }
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    on(event: 'grant.success', listener: (grant: Grant) => void): void
    on(event: 'grant.revoked', listener: (context: { oidc: { route: string } }) => void): void
    on(event: 'grant.error', listener: (grant: { oidc: Partial<Grant['oidc']> }, error: Error) => void): void
  }
}
