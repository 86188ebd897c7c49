import type { ServiceError } from '../common/errors.ts'

/** A stream that can be ended. */
export interface Endable {
  end(): void
  cut(error?: ServiceError): void
}

export const userKey = (organizationId: string, userId: string) => JSON.stringify([organizationId, userId])

export const organizationKey = (organizationId: string) => JSON.stringify([organizationId])

/** Open streams, by their organization and by each user key that events may contain for their user. */
export class OpenStreams {
  readonly #byUser = new Map<string, Set<Endable>>()

  add(users: readonly string[], stream: Endable): void {
    for (const user of users) this.#byUser.set(user, (this.#byUser.get(user) ?? new Set()).add(stream))
  }

  delete(users: readonly string[], stream: Endable): void {
    for (const user of users) {
      const open = this.#byUser.get(user)
      open?.delete(stream)
      if (open?.size === 0) this.#byUser.delete(user)
    }
  }

  countOf(user: string): number {
    return this.#byUser.get(user)?.size ?? 0
  }

  /** Ends all streams of a user or an organization at once. Their readers receive the error, if there is one. */
  cutOf(user: string, error?: ServiceError): void {
    for (const stream of [...(this.#byUser.get(user) ?? [])]) stream.cut(error)
  }

  close(): void {
    for (const streams of [...this.#byUser.values()]) for (const stream of [...streams]) stream.end()
  }
}
