import type { Caller } from './session.ts'

/** Work of several requests that is not finished. */
export interface Unfinished {
  /** The prefix of the idempotency keys of its requests. */
  key: string
  finish: () => void
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Starts work. If the same person started the same work before and did not finish it, the key of that work is used
 * again, even after a reload. So the server does not repeat finished parts. After the work is finished, equal work gets
 * a new key.
 */
export async function begin(caller: Caller | undefined, work: unknown): Promise<Unfinished> {
  const content = JSON.stringify([caller?.organizationId, caller?.userId, work])
  const name = `unfinished ${hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content)))}`
  const key = localStorage.getItem(name) ?? crypto.randomUUID()
  localStorage.setItem(name, key)
  return { key, finish: () => localStorage.removeItem(name) }
}
