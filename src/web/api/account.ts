import { ErrorResponse, User, type UserManager } from 'oidc-client-ts'
import { addressOf } from './base-path.ts'
import { managerOf, organizationsIn, requestFor, type Settings, settingsOfPage } from './provider.ts'

/** A sign-in. The tabs that share its tokens identify it by its id. */
interface SignIn {
  id: string
  returnTo: string
  organization?: string | undefined
}

/** Further options of a sign-in. */
export interface Purpose {
  organization?: string | undefined
  /** Requires a login even if the provider knows the user, for example to sign in as somebody else. */
  requiresLogin?: boolean
  /** The path of this server to open afterwards. Default: the current one. */
  returnTo?: string
}

/** The signed-in user, and the sign-in. */
interface Held {
  user: User
  signIn: SignIn
}

/** Messages between the tabs of this origin. */
type Message = { kind: 'ask' } | { kind: 'held'; user: string; signIn: SignIn } | { kind: 'end'; id: string }

/** The result of renewing the tokens. After `failed`, the next attempt may succeed. */
export type Renewal = 'renewed' | 'refused' | 'failed'

/** Other tabs answer within a few milliseconds, or there are none. */
const ANSWER_MS = 250
/** A tab that is known to have renewed the tokens may send them late. */
const LATE_ANSWER_MS = 20_000
const RETRY_MS = 5_000

/** The storage key of the sign-in that the tab's tokens belong to. */
const KEY = 'sign-in'

/** The storage key that shows the tabs that newer tokens exist. The tabs exchange tokens only in messages. */
const RENEWED_KEY = 'renewed'
const renewalOf = ({ user, signIn }: Held) => ({ id: signIn.id, until: user.expires_at ?? 0 })

const noteRenewal = (held: Held) => localStorage.setItem(RENEWED_KEY, JSON.stringify(renewalOf(held)))

/** Whether another tab has renewed these tokens. */
function isBehind(held: Held): boolean {
  const { id, until } = renewalOf(held)
  const newest = JSON.parse(localStorage.getItem(RENEWED_KEY) ?? '{}')
  return newest.id === id && newest.until > until
}

const isNewer = (one: Held, other: Held | undefined) => (one.user.expires_at ?? 0) > (other?.user.expires_at ?? 0)

/** The page on which the refused sign-in started, if this tab knows it. */
export const beganAt = (error: unknown): string =>
  error instanceof ErrorResponse && error.state ? (error.state as SignIn).returnTo : addressOf('/')

/**
 * The user's session at the identity provider. Its tokens are stored for this tab (`sessionStorage`), so they survive a
 * reload, but are deleted with the tab. A new tab of the same browser asks the open tabs for them.
 */
export class Account {
  readonly #settings: Settings
  readonly #manager: UserManager
  readonly #tabs = new BroadcastChannel('account')
  #held: Held | undefined
  #answered = () => {}
  #renewing: Promise<Renewal> | undefined
  #listener: (token: string | undefined) => void = () => {}

  /** The account that the page offers. Undefined if the provider has no client for this page. */
  static ofPage(): Account | undefined {
    const settings = settingsOfPage()
    return settings && new Account(settings)
  }

  constructor(settings: Settings) {
    this.#settings = settings
    this.#manager = managerOf(settings)
  }

  /** Whether the server itself is the identity provider. */
  get isForDevelopment(): boolean {
    return this.#settings.issuer === ''
  }

  /** The name of the identity provider, for the user to recognise. */
  get provider(): string {
    return new URL(this.#settings.issuer || location.origin).host
  }

  /** The access token, while there is one. */
  get token(): string | undefined {
    return this.#held?.user.access_token
  }

  /** The user's name, if the provider sends it. */
  get userName(): string | undefined {
    return this.#held?.user.profile.name ?? this.#held?.user.profile.email
  }

  /** The organizations in the token, if it names several and the page must offer the choice. */
  get organizations(): string[] {
    return this.#held ? organizationsIn(this.#held.user.profile) : []
  }

  get canSwitchOrganization(): boolean {
    return this.#held !== undefined && this.#settings.organizationParameter !== undefined
  }

  /** Calls the listener with each new token, and with undefined when the session ends. */
  listen(listener: (token: string | undefined) => void): void {
    this.#listener = listener
  }

  /** Resumes the session of this tab, or of another tab. */
  async resume(): Promise<void> {
    this.#manager.events.addAccessTokenExpiring(() => void this.renew())
    this.#tabs.onmessage = ({ data }: MessageEvent<Message>) => void this.#hear(data)
    const stored = await this.#stored()
    if (stored && !stored.user.expired) {
      await this.#take(stored)
      return this.#tell()
    }
    await this.#ask()
    if (stored && !this.#held) await this.renew(stored)
  }

  /** Redirects to the identity provider, and returns to the current page unless `returnTo` names another. */
  async signIn({
    organization,
    requiresLogin,
    returnTo = location.pathname + location.hash,
  }: Purpose = {}): Promise<void> {
    const state: SignIn = { id: crypto.randomUUID(), returnTo, organization }
    const prompt = requiresLogin ? { prompt: 'login' } : {}
    await this.#manager.signinRedirect({ ...requestFor(this.#settings, organization), ...prompt, state })
  }

  /**
   * Completes a sign-in on the page that the provider redirects to. Returns the path to open next; undefined in a
   * hidden frame.
   */
  async finish(): Promise<string | undefined> {
    const user = await this.#manager.signinCallback()
    if (!user) return undefined
    const signIn = user.state as SignIn
    sessionStorage.setItem(KEY, JSON.stringify(signIn))
    return signIn.returnTo
  }

  /**
   * Ends the session in all tabs. At the provider, it revokes the refresh token (RFC 7009) and signs out, if the
   * provider supports that.
   */
  async signOut(): Promise<void> {
    if (!this.#held) return
    const { user, signIn } = this.#held
    this.#post({ kind: 'end', id: signIn.id })
    // If the provider cannot revoke the token, or is unreachable, the sign-out here still happens.
    await this.#manager.revokeTokens(['refresh_token']).catch(() => undefined)
    await this.#drop()
    const end = await this.#manager.metadataService.getEndSessionEndpoint().catch(() => undefined)
    if (end) await this.#manager.signoutRedirect(user.id_token ? { id_token_hint: user.id_token } : {})
  }

  /** Renews the tokens. Concurrent callers share one attempt. */
  renew(old = this.#held): Promise<Renewal> {
    this.#renewing ??= this.#renew(old).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Deletes tokens that the server refuses. */
  async forget(): Promise<void> {
    this.#held = undefined
    sessionStorage.removeItem(KEY)
    await this.#manager.removeUser()
  }

  async #stored(): Promise<Held | undefined> {
    const user = await this.#manager.getUser()
    const signIn = sessionStorage.getItem(KEY)
    return user && signIn ? { user, signIn: JSON.parse(signIn) } : undefined
  }

  async #take(held: Held): Promise<void> {
    this.#held = held
    sessionStorage.setItem(KEY, JSON.stringify(held.signIn))
    await this.#manager.storeUser(held.user)
    // Starts the library's renewal timer.
    await this.#manager.getUser()
    this.#answered()
    this.#listener(held.user.access_token)
  }

  async #drop(): Promise<void> {
    await this.forget()
    this.#listener(undefined)
  }

  #post(message: Message): void {
    this.#tabs.postMessage(message)
  }

  #tell(): void {
    if (!this.#held || this.#held.user.expired) return
    const { user, signIn } = this.#held
    this.#post({ kind: 'held', user: user.toStorageString(), signIn })
  }

  /** Waits for the tokens of other tabs, if there are any. */
  async #ask(patienceMs = ANSWER_MS): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#answered = resolve
      setTimeout(resolve, patienceMs)
      this.#post({ kind: 'ask' })
    })
  }

  async #hear(message: Message): Promise<void> {
    if (message.kind === 'ask') this.#tell()
    else if (message.kind === 'end') {
      if (message.id === this.#held?.signIn.id) await this.#drop()
    } else await this.#hearOf({ user: User.fromStorageString(message.user), signIn: message.signIn })
  }

  /** A tab accepts newer tokens of its own sign-in, and those of another sign-in only if it has none. */
  async #hearOf(received: Held): Promise<void> {
    const held = this.#held
    const concerns = !held || held.user.expired || held.signIn.id === received.signIn.id
    if (concerns && isNewer(received, held)) await this.#take(received)
  }

  /** Renews the tokens in one tab at a time. A refresh token can be used once; a second use would end the session. */
  async #renew(old: Held | undefined): Promise<Renewal> {
    if (!old) return 'refused'
    const before = this.#held
    return navigator.locks.request('account', async () => {
      // Another tab may have renewed the tokens while this one waited, but not have sent them yet.
      await this.#ask(isBehind(old) ? LATE_ANSWER_MS : ANSWER_MS)
      if (this.#held !== before) return this.#held ? 'renewed' : 'refused'
      return this.#renewAtProvider(old)
    })
  }

  async #renewAtProvider({ signIn: state, user }: Held): Promise<Renewal> {
    try {
      const request = requestFor(this.#settings, state.organization)
      const renewed = await this.#manager.signinSilent({ ...request, state })
      if (!renewed) return 'refused'
      const held = { user: renewed, signIn: state }
      noteRenewal(held)
      await this.#take(held)
      this.#tell()
      return 'renewed'
    } catch (error) {
      // A refusal by the provider is final. The server decides when the token has expired.
      if (error instanceof ErrorResponse) return 'refused'
      // A hidden frame does not report why it failed.
      if (user.expired && !user.refresh_token) return 'refused'
      if (!user.expired) setTimeout(() => void this.renew(), RETRY_MS)
      return 'failed'
    }
  }
}
