import { escapeAttribute } from 'entities'

/** Where the identity provider sends people back to, on every page of this server. */
export const CALLBACK_PATH = '/signed-in'

/** What a page needs to know to sign people in at the identity provider. */
export interface SignInSettings {
  /** The provider's issuer; the origin of the page itself where it is empty. */
  readonly issuer: string
  readonly clientId: string
  readonly scope: string
  /** Further parameters of the requests to the provider. */
  readonly parameters: Readonly<Record<string, string>>
  /** What names an organization in such a request: a parameter, or `scope`. */
  readonly organizationParameter?: string | undefined
}

/** What a page holds of the settings, in its head. */
export const metaOf = (settings: SignInSettings | undefined): string =>
  settings ? `<meta name="sign-in" content="${escapeAttribute(JSON.stringify(settings))}">` : ''

/** The origins of the provider: where its pages are framed from, unseen, and its tokens fetched. */
export const originsOf = (settings: SignInSettings | undefined): string[] =>
  settings?.issuer ? [new URL(settings.issuer).origin] : []
