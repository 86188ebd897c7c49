import { ErrorResponse, User, type UserManager } from 'oidc-client-ts'
import { managerOf, organizationsIn, requestFor, type Settings, settingsOfPage } from './provider.ts'

/** A sign-in. The tabs that share its tokens know it by its id. */
interface SignIn {
  id: string
  returnTo: string
  organization?: string | undefined
}

/** What a sign-in is for, where it is for more than being signed in here. */
export interface Purpose {
  organization?: string | undefined
  /** Asks for a login even of whom the provider knows: of somebody else, perhaps. */
  isAnew?: boolean
  /** A path of this server to go on at, where it is not this one. */
  returnTo?: string
}

/** Who is signed in, and by which sign-in. */
interface Held {
  user: User
  signIn: SignIn
}

/** What the tabs of this origin tell each other. */
type Message = { kind: 'ask' } | { kind: 'held'; user: string; signIn: SignIn } | { kind: 'end'; id: string }

/** What became of an attempt to renew the tokens. `failed` says nothing about the next attempt. */
export type Renewal = 'renewed' | 'refused' | 'failed'

/** Other tabs answer within a few milliseconds, or there are none. */
const ANSWER_MS = 250
/** A tab that is known to have renewed the tokens may be slow to tell them. */
const LATE_ANSWER_MS = 20_000
const RETRY_MS = 5_000

/** Where the tab keeps the sign-in that its tokens are of. */
const KEY = 'sign-in'

/** Where the tabs see that there are newer tokens; the tokens themselves they only tell each other. */
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

/** Where a person began the sign-in that the provider refused, if this tab knows. */
export const beganAt = (error: unknown): string =>
  error instanceof ErrorResponse && error.state ? (error.state as SignIn).returnTo : '/'

/**
 * The person's session at the identity provider. Its tokens are kept for this tab (`sessionStorage`), so that they
 * outlive a reload and not the tab; another tab of the same browser asks the tabs that are open for them.
 */
export class Account {
  readonly #settings: Settings
  readonly #manager: UserManager
  readonly #tabs = new BroadcastChannel('account')
  #held: Held | undefined
  #answered = () => {}
  #renewing: Promise<Renewal> | undefined
  #listener: (token: string | undefined) => void = () => {}

  /** The one that the page offers; undefined where the provider knows no such client. */
  static ofPage(): Account | undefined {
    const settings = settingsOfPage()
    return settings && new Account(settings)
  }

  constructor(settings: Settings) {
    this.#settings = settings
    this.#manager = managerOf(settings)
  }

  /** Whether the server itself is the provider. */
  get isForDevelopment(): boolean {
    return this.#settings.issuer === ''
  }

  /** Who signs people in, for them to recognize. */
  get provider(): string {
    return new URL(this.#settings.issuer || location.origin).host
  }

  /** The access token, while there is one. */
  get token(): string | undefined {
    return this.#held?.user.access_token
  }

  /** Name of the person, where the provider tells it. */
  get userName(): string | undefined {
    return this.#held?.user.profile.name ?? this.#held?.user.profile.email
  }

  /** The organizations that the provider names, where it names several and leaves the choice to this page. */
  get organizations(): string[] {
    return this.#held ? organizationsIn(this.#held.user.profile) : []
  }

  get canSwitchOrganization(): boolean {
    return this.#held !== undefined && this.#settings.organizationParameter !== undefined
  }

  /** Hears the token whenever there is another one, and nothing in its place when the session is over. */
  listen(listener: (token: string | undefined) => void): void {
    this.#listener = listener
  }

  /** Goes on with the session of this tab, or of another one, from here on together with the others. */
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

  /** Leaves for the provider, and comes back to where the person is now, unless told otherwise. */
  async signIn({ organization, isAnew, returnTo = location.pathname + location.hash }: Purpose = {}): Promise<void> {
    const state: SignIn = { id: crypto.randomUUID(), returnTo, organization }
    const prompt = isAnew ? { prompt: 'login' } : {}
    await this.#manager.signinRedirect({ ...requestFor(this.#settings, organization), ...prompt, state })
  }

  /** Ends a sign-in on the page that the provider sends back to. Returns where to go on; nothing in an unseen frame. */
  async finish(): Promise<string | undefined> {
    const user = await this.#manager.signinCallback()
    if (!user) return undefined
    const signIn = user.state as SignIn
    sessionStorage.setItem(KEY, JSON.stringify(signIn))
    return signIn.returnTo
  }

  /** Ends the session in all tabs; at the provider it revokes the refresh token (RFC 7009) and signs out, where the provider can. */
  async signOut(): Promise<void> {
    if (!this.#held) return
    const { user, signIn } = this.#held
    this.#post({ kind: 'end', id: signIn.id })
    // A provider without an endpoint for it, or out of reach, keeps nobody signed in here.
    await this.#manager.revokeTokens(['refresh_token']).catch(() => undefined)
    await this.#drop()
    const end = await this.#manager.metadataService.getEndSessionEndpoint().catch(() => undefined)
    if (end) await this.#manager.signoutRedirect(user.id_token ? { id_token_hint: user.id_token } : {})
  }

  /** Renews the tokens. Whoever asks while that is under way waits for the same attempt. */
  renew(old = this.#held): Promise<Renewal> {
    this.#renewing ??= this.#renew(old).finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  /** Lets go of tokens that the server refuses. */
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
    // Sets the clock by which it is renewed.
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

  /** Waits for what other tabs have, if there are any. */
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

  /** Of its own sign-in a tab takes what is newer; of another one only when it has none. */
  async #hearOf(told: Held): Promise<void> {
    const held = this.#held
    const concerns = !held || held.user.expired || held.signIn.id === told.signIn.id
    if (concerns && isNewer(told, held)) await this.#take(told)
  }

  /**
   * Renews the tokens, in one tab at a time: a refresh token is good for one use, and whoever uses it twice loses the
   * session.
   */
  async #renew(old: Held | undefined): Promise<Renewal> {
    if (!old) return 'refused'
    const before = this.#held
    return navigator.locks.request('account', async () => {
      // Another tab may have renewed them while this one waited, and not have told it yet.
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
      // What the provider refuses stays refused; the server says when the token has ended.
      if (error instanceof ErrorResponse) return 'refused'
      // An unseen frame does not say why it shows nothing.
      if (user.expired && !user.refresh_token) return 'refused'
      if (!user.expired) setTimeout(() => void this.renew(), RETRY_MS)
      return 'failed'
    }
  }
}
