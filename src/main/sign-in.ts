import type { SignInSettings } from '../edge/sign-in-settings.ts'
import type { Config } from './config.ts'

/** How pages sign people in, where the identity provider knows this gateway as a client. */
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
