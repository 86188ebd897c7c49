import { type SigninRedirectArgs, UserManager, WebStorageStateStore } from 'oidc-client-ts'

/** How people sign in here, as the server says it in the head of the page. */
export interface Settings {
  /** Empty where the server itself is the provider, for development. */
  issuer: string
  clientId: string
  scope: string
  parameters: Record<string, string>
  organizationParameter?: string
}

/** The settings of the page; undefined where the provider knows no such client. */
export function settingsOfPage(): Settings | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')
  return meta ? JSON.parse(meta.content) : undefined
}

/** How long before its end a token is renewed. */
const EXPIRING_SECONDS = 30

/** How long the provider may take for one answer. */
const PATIENCE_SECONDS = 10

/** The library's client of the provider. All that it keeps is kept for this tab. */
export function managerOf({ issuer, clientId, scope, parameters }: Settings): UserManager {
  const store = new WebStorageStateStore({ store: sessionStorage })
  const callback = `${location.origin}/signed-in`
  return new UserManager({
    authority: issuer || location.origin,
    client_id: clientId,
    scope,
    redirect_uri: callback,
    silent_redirect_uri: callback,
    post_logout_redirect_uri: `${location.origin}/`,
    extraTokenParams: parameters,
    stateStore: store,
    userStore: store,
    requestTimeoutInSeconds: PATIENCE_SECONDS,
    silentRequestTimeoutInSeconds: PATIENCE_SECONDS,
    automaticSilentRenew: false,
    // Somebody else may have signed in at the provider since.
    validateSubOnSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: EXPIRING_SECONDS,
  })
}

/** What a request to the provider says beside the usual, for one organization or for whichever it gives. */
export function requestFor(settings: Settings, organization: string | undefined): SigninRedirectArgs {
  const { parameters, organizationParameter: parameter, scope } = settings
  if (organization === undefined || parameter === undefined) return { extraQueryParams: parameters }
  if (parameter !== 'scope') return { extraQueryParams: { ...parameters, [parameter]: organization } }
  const others = scope.split(' ').filter((name) => !/^organization(:|$)/.test(name))
  return { extraQueryParams: parameters, scope: [...others, `organization:${organization}`].join(' ') }
}

/** The organizations that an ID token names: lists, or maps from the names to what is known of them. */
export const organizationsIn = ({ organization, organizations }: Record<string, unknown>): string[] =>
  [organization, organizations].flatMap((claim) => {
    if (typeof claim !== 'object' || claim === null) return []
    const names: unknown[] = Array.isArray(claim) ? claim : Object.keys(claim)
    return names.filter((name) => typeof name === 'string')
  })
