import { signal } from '@preact/signals'
import { QueryClient } from '@tanstack/query-core'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { t } from '../i18n/language.ts'
import { Account, type Purpose } from './account.ts'
import { keepDraftsOf } from './drafts.ts'
import { CallerDocument, type CallerQuery } from './generated.ts'
import { Live } from './live.ts'
import { type Document, download, RequestError, request } from './request.ts'

export type Caller = NonNullable<CallerQuery['caller']>

const isSame = (one: Caller | undefined, other: Caller) =>
  one?.userId === other.userId && one.organizationId === other.organizationId

/** The codes of refusals that end a session. */
const ENDS = ['UNAUTHORIZED', 'MEMBERSHIP_ENDED'] as const
const endOf = ({ code }: RequestError) => ENDS.find((each) => each === code)

/** Whether a refusal is about who asks, and would be the same at the next attempt. */
const isOfToken = (error: RequestError) =>
  endOf(error) !== undefined || error.code === 'ORGANIZATION_REQUIRED' || error.code === 'FORBIDDEN'

/** The live connection says when to read again; a failure is shown at once, with a way to try again. */
const newQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: false, refetchOnWindowFocus: false },
    },
  })

/** A link with this query signs in without a further click. */
const AT_ONCE = '?sign-in'

/**
 * Who is signed in: by the identity provider, or by a token that was pasted, which is here and nowhere else. When the
 * token expires, the caller stays known, so that the same person can go on where the work stopped.
 */
export class Session {
  readonly caller = signal<Caller | undefined>()
  /** Whether it is not known yet if somebody is signed in. */
  readonly isResuming = signal(true)
  /** Why the server does not take the token of the identity provider. */
  readonly refusal = signal<RequestError | undefined>()
  /** Why the caller has to sign in again; empty while the token is good. */
  readonly expired = signal('')
  readonly account = Account.ofPage()
  /** The live connection; another caller's is another one. */
  live = new Live()
  /** What was read; another caller reads anew. */
  queries = newQueries()
  #token = ''
  #isPasted = false
  /** The server's answer to the newest token of the identity provider. */
  #taking: Promise<void> | undefined

  /** Goes on with the session of the identity provider, if there is one. */
  async resume(): Promise<void> {
    const { account } = this
    const isAtOnce = location.search === AT_ONCE
    // What the provider sent along is of no use to whoever keeps the address.
    if (location.search) history.replaceState(null, '', location.pathname + location.hash)
    account?.listen((token) => {
      if (this.#isPasted) return
      if (token) this.#taking = this.#take(token)
      else this.#leave()
    })
    await account?.resume().catch(() => undefined)
    await this.#taking
    if (account && isAtOnce && !account.token) return this.signInAtProvider()
    this.isResuming.value = false
  }

  /** Whether the server knows the person, be it for no organization. */
  get isKnown(): boolean {
    return this.caller.value !== undefined || this.refusal.value?.code === 'ORGANIZATION_REQUIRED'
  }

  /** Signs in with a token that was pasted. @throws RequestError when it does not do */
  async signIn(token: string): Promise<void> {
    try {
      await this.#signIn(token)
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'ORGANIZATION_REQUIRED') throw error
      // It does for whoever answers an invitation.
      this.#token = token
      this.refusal.value = error
    }
    this.#isPasted = true
  }

  /** Leaves for the identity provider; when that cannot be reached, says so as a refusal. */
  async signInAtProvider(purpose?: Purpose): Promise<void> {
    this.refusal.value = undefined
    await this.account?.signIn(purpose).catch(() => {
      this.isResuming.value = false
      this.refusal.value = new RequestError('PROVIDER_UNREACHABLE', 'The identity provider cannot be reached')
    })
  }

  /** Goes to the dashboard of an organization that the person has joined. */
  async enter(organization: string): Promise<void> {
    if (this.account && !this.#isPasted) await this.signInAtProvider({ organization, returnTo: '/' })
    else location.assign('/')
  }

  async signOut(): Promise<void> {
    const isPasted = this.#isPasted
    this.#leave()
    if (!isPasted) await this.account?.signOut()
  }

  may(permission: string): boolean {
    return this.caller.value?.permissions.includes(permission) ?? false
  }

  /** @throws RequestError */
  async request<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: { signal?: AbortSignal; headers?: Record<string, string> },
  ): Promise<Data> {
    return this.#ask((token) => request(token, document, variables, options))
  }

  /** A file of the REST API. @throws RequestError */
  download(path: string): Promise<Blob> {
    return this.#ask((token) => download(token, path))
  }

  async #ask<Answer>(send: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = this.#token || (this.account?.token ?? '')
    try {
      return await send(token)
    } catch (error) {
      const end = error instanceof RequestError && endOf(error)
      if (!end) throw error
      if (end === 'UNAUTHORIZED' && (await this.#isRenewed(token))) return send(this.#token)
      // A request of before the renewal says nothing about the token of now.
      if (token === this.#token) this.#expire(t(`ended.${end}`))
      throw error
    }
  }

  /**
   * Whether there is a newer token in place of one that the server refuses: it may have expired while the machine slept.
   * @throws RequestError when that cannot be known now: the session goes on
   */
  async #isRenewed(token: string): Promise<boolean> {
    const { account } = this
    if (this.#isPasted || !account?.token) return false
    if (token === this.#token) {
      const renewal = await account.renew()
      await this.#taking
      if (renewal === 'failed') throw new RequestError('UNREACHABLE', 'The identity provider cannot be reached')
    }
    return this.#token !== '' && this.#token !== token
  }

  /** The live connection tries again by itself: it needs no answer. */
  async #renewFor(token: string): Promise<void> {
    const isRenewed = await this.#isRenewed(token).catch(() => undefined)
    if (isRenewed === false && token === this.#token) this.#expire()
  }

  async #take(token: string): Promise<void> {
    this.refusal.value = undefined
    try {
      await this.#signIn(token)
    } catch (error) {
      const refusal = error instanceof RequestError ? error : new RequestError('INTERNAL_ERROR', String(error))
      const caller = this.expired.value ? undefined : this.caller.value
      if (refusal.code === 'UNAUTHORIZED') await this.account?.forget()
      if (!caller) this.refusal.value = refusal
      else if (isOfToken(refusal)) this.#expire(refusal.message)
      // Renewed, while the server had something else to refuse.
      else this.#use(token, caller)
    }
  }

  async #signIn(token: string): Promise<void> {
    const { caller } = await request(token, CallerDocument, {})
    if (!isSame(this.caller.value, caller)) this.#startAnew()
    keepDraftsOf(caller)
    this.#use(token, caller)
  }

  #use(token: string, caller: Caller): void {
    this.#token = token
    this.caller.value = caller
    this.expired.value = ''
    this.live.start(token, caller.permissions, () => void this.#renewFor(token))
  }

  #startAnew(): void {
    this.live.stop()
    this.live = new Live()
    this.queries.clear()
    this.queries = newQueries()
  }

  #leave(): void {
    this.#startAnew()
    keepDraftsOf(undefined)
    this.#token = ''
    this.#isPasted = false
    this.expired.value = ''
    this.refusal.value = undefined
    this.caller.value = undefined
  }

  #expire(reason = t('ended.UNAUTHORIZED')): void {
    this.live.stop()
    this.#token = ''
    if (!this.#isPasted) void this.account?.forget()
    this.#isPasted = false
    if (this.caller.value) this.expired.value = reason
  }
}

const SessionContext = createContext<Session | undefined>(undefined)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session around this component')
  return session
}
