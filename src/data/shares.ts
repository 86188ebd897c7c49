import { ServiceError } from '../common/errors.ts'

/** Whose transaction it is: an organization's, a user's who has none yet, or a part's of the service itself. */
export type Party = string | symbol

/** What the service does of itself, such as jobs: it may wait for rows that somebody holds. */
export const SYSTEM: Party = Symbol('system')
/** What the service reads for everybody, such as events, and what callers are: it must not wait for the above. */
export const LOOKUPS: Party = Symbol('lookups')

/** How long, and how many, a party may wait. */
export interface Patience {
  /** How long a party that gets no turn at all waits, milliseconds. */
  withoutTurnMs: number
  /** How long any request waits, milliseconds. */
  longestMs: number
  /** How many requests of one party wait at once. */
  mostWaiting: number
}

/** Brief where a connection soon comes free; on PGlite everybody waits for the one session, however long its turns. */
export const PATIENCE = { withoutTurnMs: 5_000, longestMs: 30_000, mostWaiting: 2_000 } as const satisfies Patience
export const PATIENCE_FOR_ONE = { ...PATIENCE, withoutTurnMs: PATIENCE.longestMs } as const satisfies Patience

interface Waiting {
  amount: number
  since: number
  admit: () => void
  refuse: (error: ServiceError) => void
  timer: NodeJS.Timeout | undefined
}

/** What a party holds, and who of it waits, in the order of arrival. */
interface Account {
  held: number
  /** When it last got a connection: a number that only grows, and the time. */
  turn: number
  turnAt: number
  readonly waiting: Set<Waiting>
}

const busy = () =>
  new ServiceError('NOT_READY', 'The organization has too many requests under way; try again', undefined, {
    'Retry-After': '2',
  })

/** How much one party may hold of a pool, and what only a party that holds nothing may take. */
interface Division {
  most: number
  spare: number
}

/** Three quarters of the connections for one party; the last one for a party without any. */
const ofConnections = (size: number): Division => ({ most: Math.max(1, size - Math.ceil(size / 4)), spare: 1 })

/**
 * Divides a pool between parties: the connections of a store, or the bytes of answers under way. Who waits is served by who holds the fewest, and among equals by
 * who waited longest for a turn; so nobody holds more than a share while another waits for a smaller one. A party
 * alone may hold three quarters, and nobody's second connection is the last free one: transactions cannot be taken
 * back, and whoever comes next must not wait for the end of somebody's long ones.
 */
export class Shares {
  readonly #patience: Patience
  readonly #division: Division
  readonly #accounts = new Map<Party, Account>()
  /** The accounts of parties that wait. */
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

  /** What nobody holds; below zero when parties were given more than there is. */
  get free(): number {
    return this.#free
  }

  /**
   * Waits for an amount of the party's share, by default one connection; `leave` gives it back.
   * @throws NOT_READY when that takes too long, or too many wait already
   */
  enter(party: Party, amount = 1): Promise<void> | undefined {
    const account = this.#accounts.get(party) ?? this.#open(party)
    if (account.waiting.size === 0 && this.#mayHoldMore(account, amount)) {
      this.#grant(account, amount)
      return undefined
    }
    if (account.waiting.size >= this.#patience.mostWaiting) throw busy()
    return this.#wait(party, account, amount)
  }

  leave(party: Party, amount = 1): void {
    const account = this.#accounts.get(party)
    if (!account) throw new Error('Who leaves must have entered')
    account.held -= amount
    this.#free += amount
    this.#forgetIdle(party, account)
    this.#serve()
  }

  /** Gives a party an amount that exists already, without a wait: `free` may fall below zero. */
  force(party: Party, amount: number): void {
    this.#grant(this.#accounts.get(party) ?? this.#open(party), amount)
  }

  /** Whoever is new stands behind all who are there. */
  #open(party: Party): Account {
    const account = { held: 0, turn: ++this.#turns, turnAt: 0, waiting: new Set<Waiting>() }
    this.#accounts.set(party, account)
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

  #wait(party: Party, account: Account, amount: number): Promise<void> {
    this.#queue.add(account)
    return new Promise((admit, reject) => {
      const refuse = (error: ServiceError) => {
        this.#drop(account, waiting)
        this.#forgetIdle(party, account)
        reject(error)
        // The next one of the party may want less.
        this.#serve()
      }
      const waiting: Waiting = { amount, since: performance.now(), admit, refuse, timer: undefined }
      account.waiting.add(waiting)
      this.#watch(account, waiting)
    })
  }

  /** Whoever's party gets turns waits on: its requests are many, and not stuck. */
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

  #forgetIdle(party: Party, { held, waiting }: Account): void {
    if (held === 0 && waiting.size === 0) this.#accounts.delete(party)
  }
}
