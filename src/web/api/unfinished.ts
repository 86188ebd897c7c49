import type { Caller } from './session.ts'

/** Work of several requests that is under way. */
export interface Unfinished {
  /** What the idempotency keys of its requests begin with. */
  key: string
  finish: () => void
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Begins work. The same work that was begun before and not finished, by the same person, has the same key, after a reload
 * too: what the server has done of it already is not done again. Once it is finished, the same work is other work.
 */
export async function begin(caller: Caller | undefined, work: unknown): Promise<Unfinished> {
  const content = JSON.stringify([caller?.organizationId, caller?.userId, work])
  const name = `unfinished ${hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content)))}`
  const key = localStorage.getItem(name) ?? crypto.randomUUID()
  localStorage.setItem(name, key)
  return { key, finish: () => localStorage.removeItem(name) }
}
