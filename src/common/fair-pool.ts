import { ServiceError } from './errors.ts'

/** The owner of a transaction: an organization, a user who has no organization yet, or a part of the service. */
export type PoolUser = string | symbol

/** Background work of the service, such as jobs. It may wait for row locks of other transactions. */
export const SYSTEM: PoolUser = Symbol('system')
/** Reads of the service for all organizations, such as events and callers. They must not wait for `SYSTEM`. */
export const LOOKUPS: PoolUser = Symbol('lookups')

/** Limits for the waiting requests of one user of the pool. */
export interface Patience {
  /** A waiting request fails when its user gets no turn for this time, milliseconds. */
  withoutTurnMs: number
  /** Maximum waiting time of a request, milliseconds. */
  longestMs: number
  /** Maximum number of waiting requests of one user. */
  mostWaiting: number
}

/**
 * The limits for a server are short, because its connections become free quickly. PGlite has only one session, which a
 * transaction may use for a long time.
 */
export const PATIENCE = { withoutTurnMs: 5_000, longestMs: 30_000, mostWaiting: 2_000 } as const satisfies Patience
export const PATIENCE_FOR_ONE = { ...PATIENCE, withoutTurnMs: PATIENCE.longestMs } as const satisfies Patience

interface Waiting {
  amount: number
  since: number
  admit: () => void
  refuse: (error: ServiceError) => void
  timer: NodeJS.Timeout | undefined
}

/** The amount that a user holds, and its waiting requests in the order of arrival. */
interface Account {
  held: number
  /** The last time the user got a connection: `turn` is a number that only grows, `turnAt` the time. */
  turn: number
  turnAt: number
  readonly waiting: Set<Waiting>
}

const busy = () =>
  new ServiceError('NOT_READY', 'The organization has too many requests under way; try again', undefined, {
    'Retry-After': '2',
  })

/** `most`: the maximum that one user may hold. `spare`: the amount that is reserved for users that hold nothing. */
interface Division {
  most: number
  spare: number
}

/** One user may hold three quarters of the connections. The last connection is for a user that holds none. */
const ofConnections = (size: number): Division => ({ most: Math.max(1, size - Math.ceil(size / 4)), spare: 1 })

/**
 * Divides a pool between its users (`PoolUser`). A pool is the connections of a store, or the bytes of answers that are
 * being sent. The next turn goes to the waiting user that holds the least; among equals, to the one whose last turn is longest
 * ago. So no user keeps more than its share while another user with less waits. A user alone may hold three quarters
 * of the connections. A second connection of a user is never the last free one: a transaction cannot be preempted, and
 * the next user must not wait for long transactions of another.
 */
export class FairPool {
  readonly #patience: Patience
  readonly #division: Division
  readonly #accounts = new Map<PoolUser, Account>()
  /** The accounts of users with waiting requests. */
  readonly #queue = new Set<Account>()
  #free: number
  #turns = 0

  constructor(
    size: number,
    patience: Patience = size === 1 ? PATIENCE_FOR_ONE : PATIENCE,
    division = ofConnections(size),
  ) {
    this.#patience = patience
    this.#free = size
    this.#division = division
  }

  /** The free amount. It is negative when `force` gave more than there is. */
  get free(): number {
    return this.#free
  }

  /**
   * Waits for an amount of the user's share, by default one connection. `leave` returns the amount. Returns undefined
   * when the amount is granted at once.
   * @throws NOT_READY when the wait takes too long, or too many requests of the user wait already
   */
  enter(poolUser: PoolUser, amount = 1): Promise<void> | undefined {
    const account = this.#accounts.get(poolUser) ?? this.#open(poolUser)
    if (account.waiting.size === 0 && this.#mayHoldMore(account, amount)) {
      this.#grant(account, amount)
      return undefined
    }
    if (account.waiting.size >= this.#patience.mostWaiting) throw busy()
    return this.#wait(poolUser, account, amount)
  }

  leave(poolUser: PoolUser, amount = 1): void {
    const account = this.#accounts.get(poolUser)
    if (!account) throw new Error('leave() was called without enter()')
    account.held -= amount
    this.#free += amount
    this.#forgetIdle(poolUser, account)
    this.#serve()
  }

  /** Grants an amount that is in use already, without waiting. `free` may become negative. */
  force(poolUser: PoolUser, amount: number): void {
    this.#grant(this.#accounts.get(poolUser) ?? this.#open(poolUser), amount)
  }

  /** A new user gets its first turn after all users that are already present. */
  #open(poolUser: PoolUser): Account {
    const account = { held: 0, turn: ++this.#turns, turnAt: 0, waiting: new Set<Waiting>() }
    this.#accounts.set(poolUser, account)
    return account
  }

  #mayHoldMore({ held }: Account, amount: number): boolean {
    const { most, spare } = this.#division
    return this.#free >= amount && (held === 0 || (held + amount <= most && this.#free - amount >= spare))
  }

  #grant(account: Account, amount: number): void {
    this.#free -= amount
    account.held += amount
    account.turn = ++this.#turns
    account.turnAt = performance.now()
  }

  #wait(poolUser: PoolUser, account: Account, amount: number): Promise<void> {
    this.#queue.add(account)
    return new Promise((admit, reject) => {
      const refuse = (error: ServiceError) => {
        this.#drop(account, waiting)
        this.#forgetIdle(poolUser, account)
        reject(error)
        // The next request of the user may need a smaller amount.
        this.#serve()
      }
      const waiting: Waiting = { amount, since: performance.now(), admit, refuse, timer: undefined }
      account.waiting.add(waiting)
      this.#watch(account, waiting)
    })
  }

  /** A request continues to wait while its user gets turns. The user then has many requests, but is not blocked. */
  #watch(account: Account, waiting: Waiting): void {
    const { withoutTurnMs, longestMs } = this.#patience
    const end = Math.min(Math.max(waiting.since, account.turnAt) + withoutTurnMs, waiting.since + longestMs)
    const left = end - performance.now()
    if (left <= 0) waiting.refuse(busy())
    else waiting.timer = setTimeout(() => this.#watch(account, waiting), Math.ceil(left)).unref()
  }

  #drop(account: Account, waiting: Waiting): void {
    clearTimeout(waiting.timer)
    account.waiting.delete(waiting)
    if (account.waiting.size === 0) this.#queue.delete(account)
  }

  #serve(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const [first] = next.waiting
      if (!first) return
      this.#drop(next, first)
      this.#grant(next, first.amount)
      first.admit()
    }
  }

  #next(): Account | undefined {
    let next: Account | undefined
    for (const account of this.#queue) {
      const [first] = account.waiting
      if (!first || !this.#mayHoldMore(account, first.amount)) continue
      if (!next || account.held < next.held || (account.held === next.held && account.turn < next.turn)) next = account
    }
    return next
  }

  #forgetIdle(poolUser: PoolUser, { held, waiting }: Account): void {
    if (held === 0 && waiting.size === 0) this.#accounts.delete(poolUser)
  }
}
