import { escapeAttribute } from 'entities'

/** Path to which the identity provider redirects, on this server. */
export const CALLBACK_PATH = '/signed-in'

/** Settings with which a page signs people in at the identity provider. */
export interface SignInSettings {
  /** The provider's issuer; empty when the provider is the page's own origin. */
  readonly issuer: string
  readonly clientId: string
  readonly scope: string
  /** Additional parameters of authorization requests. */
  readonly parameters: Readonly<Record<string, string>>
  /** The name of the parameter that selects an organization, or `scope`. */
  readonly organizationParameter?: string | undefined
}

/** The settings as a meta element of the page. */
export const metaOf = (settings: SignInSettings | undefined): string =>
  settings ? `<meta name="sign-in" content="${escapeAttribute(JSON.stringify(settings))}">` : ''

/** The provider's origins. The page frames them invisibly to renew a session, and fetches tokens from them. */
export const originsOf = (settings: SignInSettings | undefined): string[] =>
  settings?.issuer ? [new URL(settings.issuer).origin] : []
