import { type SigninRedirectArgs, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { addressOf } from './base-path.ts'

/** The sign-in settings that the server puts into the head of the page. */
export interface Settings {
  /** Empty if the server itself is the provider, for development. */
  issuer: string
  clientId: string
  scope: string
  parameters: Record<string, string>
  organizationParameter?: string
}

/** The settings of the page. Undefined if the provider has no client for it. */
export function settingsOfPage(): Settings | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')
  return meta ? JSON.parse(meta.content) : undefined
}

/** How long before its expiry a token is renewed. */
const EXPIRING_SECONDS = 30

/** Longest wait for an answer of the provider. */
const PATIENCE_SECONDS = 10

/** The library's client. It stores everything for this tab only. */
export function managerOf({ issuer, clientId, scope, parameters }: Settings): UserManager {
  const store = new WebStorageStateStore({ store: sessionStorage })
  const callback = `${location.origin}${addressOf('/signed-in')}`
  return new UserManager({
    authority: issuer || location.origin,
    client_id: clientId,
    scope,
    redirect_uri: callback,
    silent_redirect_uri: callback,
    post_logout_redirect_uri: `${location.origin}${addressOf('/')}`,
    extraTokenParams: parameters,
    stateStore: store,
    userStore: store,
    requestTimeoutInSeconds: PATIENCE_SECONDS,
    silentRequestTimeoutInSeconds: PATIENCE_SECONDS,
    automaticSilentRenew: false,
    // Somebody else may have signed in at the provider since then.
    validateSubOnSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: EXPIRING_SECONDS,
  })
}

/** Additional parameters of a request to the provider, for one organization or for any. */
export function requestFor(settings: Settings, organization: string | undefined): SigninRedirectArgs {
  const { parameters, organizationParameter: parameter, scope } = settings
  if (organization === undefined || parameter === undefined) return { extraQueryParams: parameters }
  if (parameter !== 'scope') return { extraQueryParams: { ...parameters, [parameter]: organization } }
  const others = scope.split(' ').filter((name) => !/^organization(:|$)/.test(name))
  return { extraQueryParams: parameters, scope: [...others, `organization:${organization}`].join(' ') }
}

/** The organizations in an ID token, which are lists or maps with names as keys. */
export const organizationsIn = ({ organization, organizations }: Record<string, unknown>): string[] =>
  [organization, organizations].flatMap((claim) => {
    if (typeof claim !== 'object' || claim === null) return []
    const names: unknown[] = Array.isArray(claim) ? claim : Object.keys(claim)
    return names.filter((name) => typeof name === 'string')
  })
