import { signal } from '@preact/signals'
import { QueryClient } from '@tanstack/query-core'
import { notify } from '../components/toasts.tsx'
import { open, t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'
import { Account, type Purpose } from './account.ts'
import { addressOf } from './base-path.ts'
import { keepDraftsOf } from './drafts.ts'
import { openStream, StreamRefused } from './event-stream.ts'
import { CallerDocument, type CallerQuery } from './generated.ts'
import { Live } from './live.ts'
import { backoff } from './pace.ts'
import { type Document, download, RequestError, request } from './request.ts'
import { mayNameUsers } from './topics.ts'

export type Caller = NonNullable<CallerQuery['caller']>

const isSame = (one: Caller | undefined, other: Caller) =>
  one?.userId === other.userId && one.organizationId === other.organizationId

/** The error codes that end a session. */
const ENDS = ['UNAUTHORIZED', 'MEMBERSHIP_ENDED'] as const
const endOf = ({ code }: RequestError) => ENDS.find((each) => each === code)

/** Whether the catalogues have texts for the faults of a failed request. */
const hasReasons = (error: unknown) =>
  error instanceof RequestError && (error.reason !== undefined || Object.keys(error.reasons).length > 0)

/** Whether a refusal depends on the caller, and so would repeat at the next attempt. */
const isOfToken = (error: RequestError) =>
  endOf(error) !== undefined || error.code === 'ORGANIZATION_REQUIRED' || error.code === 'FORBIDDEN'

/**
 * No automatic retries and refetches: the live connection triggers reads, and a failure is shown at once with a retry
 * button.
 */
const newQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: false, refetchOnWindowFocus: false },
    },
  })

interface SaveOptions<Data> {
  /** The idempotency key. Default: that of the last change if it failed and was the same, otherwise a new one. */
  key?: string
  /** The message to the user after the change. */
  said?: string | ((saved: Data) => string)
}

/** A link with this query signs in without another click. */
const AT_ONCE = '?sign-in'

/**
 * The signed-in user: by the identity provider, or by a pasted token, which is never stored. After the token expires,
 * the caller stays known, so that the same person can continue the work.
 */
export class Session {
  readonly caller = signal<Caller | undefined>()
  /** Whether it is still unknown if a user is signed in. */
  readonly isResuming = signal(true)
  /** The reason why the server refuses the identity provider's token. */
  readonly refusal = signal<RequestError | undefined>()
  /** The reason why the user must sign in again. Empty while the token is valid. */
  readonly expired = signal('')
  readonly account = Account.ofPage()
  /** The live connection. Another caller gets a new one. */
  live = new Live()
  /** The query cache. Another caller gets a new one. */
  queries = newQueries()
  /** The last change if it failed, and its idempotency key. */
  #failed: { change: string; key: string } | undefined
  #token = ''
  #isPasted = false
  /** The pending check of the provider's newest token. */
  #taking: Promise<void> | undefined

  /** Resumes the session of the identity provider, if there is one. */
  async resume(): Promise<void> {
    const { account } = this
    const isAtOnce = location.search === AT_ONCE
    // Removes the provider's parameters from the address, which a user may bookmark.
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

  /** Whether the server knows the user, even without an organization. */
  get isKnown(): boolean {
    return this.caller.value !== undefined || this.refusal.value?.code === 'ORGANIZATION_REQUIRED'
  }

  /** Signs in with a pasted token. @throws RequestError if the server refuses it */
  async signIn(token: string): Promise<void> {
    try {
      await this.#signIn(token)
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'ORGANIZATION_REQUIRED') throw error
      // A token without an organization is enough to answer an invitation.
      this.#token = token
      this.refusal.value = error
    }
    this.#isPasted = true
  }

  /** Redirects to the identity provider. If the provider is unreachable, shows that as a refusal. */
  async signInAtProvider(purpose?: Purpose): Promise<void> {
    this.refusal.value = undefined
    await this.account?.signIn(purpose).catch(() => {
      this.isResuming.value = false
      this.refusal.value = new RequestError('PROVIDER_UNREACHABLE', 'The identity provider cannot be reached')
    })
  }

  /** Signs in again for an operation that demands it, and returns to the current page. Unsaved input is stored. */
  async #signInAgain(): Promise<void> {
    if (this.account?.token && !this.#isPasted) await this.signInAtProvider({ requiresLogin: true })
  }

  /** Opens the dashboard of an organization that the user has joined. */
  async enter(organization: string): Promise<void> {
    if (this.account && !this.#isPasted) await this.signInAtProvider({ organization, returnTo: addressOf('/') })
    else location.assign(addressOf('/'))
  }

  async signOut(): Promise<void> {
    const isPasted = this.#isPasted
    this.#leave()
    if (!isPasted) await this.account?.signOut()
  }

  may(permission: string): boolean {
    return this.caller.value?.permissions.includes(permission) ?? false
  }

  get mayNameUsers(): boolean {
    return mayNameUsers(this.caller.value?.permissions ?? [])
  }

  /** @throws RequestError */
  async request<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: { signal?: AbortSignal; headers?: Record<string, string> },
  ): Promise<Data> {
    return this.#ask((token) => request(token, document, variables, options))
  }

  /**
   * Sends a change. If its answer is lost and it is sent again at once, it has the same idempotency key and so takes effect
   * once. After another change it is a new one, because the other change may have reverted it. Then the displayed data is
   * read again. @throws RequestError
   */
  async save<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    { key, said }: SaveOptions<Data> = {},
  ): Promise<Data> {
    const change = JSON.stringify([document.text, variables])
    const sent = key ?? (this.#failed?.change === change ? this.#failed.key : crypto.randomUUID())
    const saved = await this.request(document, variables, { headers: { 'Idempotency-Key': sent } }).catch((error) => {
      this.#failed = { change, key: sent }
      throw error
    })
    this.#failed = undefined
    void this.queries.invalidateQueries()
    if (said) notify(typeof said === 'string' ? said : said(saved))
    return saved
  }

  /** Follows a subscription on a connection of its own, and reconnects. Returns a function that stops it. */
  follow<Data, Variables extends Record<string, unknown>>(
    { text: query }: Document<Data, Variables>,
    variables: Variables,
    take: (data: Data) => void,
  ): () => void {
    const leaving = new AbortController()
    const { signal } = leaving
    const attempt = async (attempts: number): Promise<void> => {
      let next = attempts + 1
      try {
        for await (const { result } of await openStream(this.#token, { followed: { query, variables } }, { signal })) {
          if (!result || signal.aborted) break
          if (!result.data) continue
          take(result.data as Data)
          next = 0
        }
      } catch (error) {
        // The record was deleted, or the caller may no longer read it.
        if (error instanceof StreamRefused && [403, 404].includes(error.response.status)) return
      }
      if (!signal.aborted) setTimeout(attempt, backoff(next), next)
    }
    void attempt(0)
    return () => leaving.abort()
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
      // Without the texts, the page shows the English ones of the server.
      if (hasReasons(error)) await open('faults').catch(() => {})
      const end = error instanceof RequestError && endOf(error)
      if (error instanceof RequestError && error.code === 'STEP_UP_REQUIRED') await this.#signInAgain()
      if (!end) throw error
      if (end === 'UNAUTHORIZED' && (await this.#isRenewed(token))) return send(this.#token)
      // A refusal of an earlier token does not concern the current one.
      if (token === this.#token) this.#expire(error)
      throw error
    }
  }

  /**
   * Renews a refused token, which may have expired while the machine was asleep. Returns whether there is a newer one.
   * @throws RequestError if the provider is unreachable: the session continues
   */
  async #isRenewed(token: string): Promise<boolean> {
    const { account } = this
    if (this.#isPasted || !account?.token) return false
    // The account may have a newer token that the session does not use yet. The newer token must not be renewed.
    const renewal = token === account.token ? await account.renew() : undefined
    await this.#taking
    if (renewal === 'failed') throw new RequestError('UNREACHABLE', 'The identity provider cannot be reached')
    return this.#token !== '' && this.#token !== token
  }

  /** The live connection retries by itself, so nothing is returned. */
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
      else if (isOfToken(refusal)) this.#expire(refusal)
      // The token was renewed, but the server refused the request for another reason.
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
    this.#failed = undefined
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

  #expire(error?: RequestError): void {
    const end = error ? endOf(error) : 'UNAUTHORIZED'
    this.live.stop()
    this.#token = ''
    if (!this.#isPasted) void this.account?.forget()
    this.#isPasted = false
    if (this.caller.value) this.expired.value = end ? t(`ended.${end}`) : sentenceOf(error)
  }
}

/** The session of this page. */
export const session = new Session()
