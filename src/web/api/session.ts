import { signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { CALLER, type Caller } from './documents.ts'
import { Live } from './live.ts'
import { type Document, RequestError, request } from './request.ts'

/** What the server says where it offers a development token, and nowhere else. */
const offeredPath = () => document.querySelector<HTMLMetaElement>('meta[name="development-token"]')?.content

const isSame = (one: Caller | undefined, other: Caller) =>
  one?.userId === other.userId && one.organizationId === other.organizationId

/**
 * Who is signed in. The token is here and nowhere else: it is never stored, and gone with the page. When it expires,
 * the caller stays known, so that the same person can go on where the work stopped.
 */
export class Session {
  readonly caller = signal<Caller | undefined>()
  /** Why the caller has to sign in again; empty while the token is good. */
  readonly expired = signal('')
  /** The live connection; another caller's is another one. */
  live = new Live()
  #token = ''

  /** @throws RequestError when the token does not do */
  async signIn(token: string): Promise<void> {
    const { caller } = await request(token, CALLER, {})
    if (!isSame(this.caller.value, caller)) {
      this.live.stop()
      this.live = new Live()
    }
    this.#token = token
    this.caller.value = caller
    this.expired.value = ''
    this.live.start(token, caller.permissions, () => this.#expire())
  }

  get offersDevelopmentToken(): boolean {
    return offeredPath() !== undefined
  }

  /** @throws RequestError */
  async signInForDevelopment(): Promise<void> {
    const response = await fetch(offeredPath() ?? '', { method: 'POST' }).catch(() => undefined)
    const answer: { token?: string } = (await response?.json().catch(() => undefined)) ?? {}
    if (!answer.token) throw new RequestError('FORBIDDEN', 'The server gives no development token')
    await this.signIn(answer.token)
  }

  signOut(): void {
    this.live.stop()
    this.live = new Live()
    this.#token = ''
    this.expired.value = ''
    this.caller.value = undefined
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
    const token = this.#token
    try {
      return await request(token, document, variables, options)
    } catch (error) {
      // A request of before the renewal says nothing about the token of now.
      if (error instanceof RequestError && error.code === 'UNAUTHORIZED' && token === this.#token) this.#expire()
      throw error
    }
  }

  #expire(): void {
    this.live.stop()
    this.#token = ''
    if (this.caller.value) this.expired.value = 'Your session has ended. Sign in again to go on where you were.'
  }
}

const SessionContext = createContext<Session | undefined>(undefined)
export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session around this component')
  return session
}
