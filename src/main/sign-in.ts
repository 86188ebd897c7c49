import type { SignInSettings } from '../edge/http/sign-in-settings.ts'
import type { Config } from './config.ts'

/** The sign-in settings of the pages, if the identity provider has a client for this gateway. */
export function signInOf(config: Config): SignInSettings | undefined {
  const { AUTH_ISSUER: issuer, AUTH_CLIENT_ID: clientId, AUTH_AUDIENCE_PARAMETER: parameter } = config
  if (!issuer || !clientId) return undefined
  const [audience = ''] = config.AUTH_AUDIENCE
  return {
    issuer,
    clientId,
    scope: config.AUTH_SCOPES,
    parameters: parameter ? { [parameter]: audience } : {},
    organizationParameter: config.AUTH_ORGANIZATION_PARAMETER,
  }
}
