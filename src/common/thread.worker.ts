import { constants, getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ServiceError } from './errors.ts'
import type { Asked, Said, Thrown } from './threads.ts'

/*
 * The program of a worker thread: it calls functions by name. In tests, Node runs this TypeScript file directly, so neither
 * it nor its imports may use decorators or enums.
 */

/** Lets requests come before the work of the thread. Other systems than Linux have a priority for the whole process only. */
function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority
  if (process.platform !== 'linux' || getPriority() >= PRIORITY_BELOW_NORMAL) return
  try {
    setPriority(PRIORITY_BELOW_NORMAL)
  } catch {
    // A sandbox may forbid it. The thread then works with the priority of requests.
  }
}

lowerPriority()

/** The parts that wait for an answer, by call. */
const waiting = new Map<number, (answer: unknown) => void>()

/** Sends text: objects from another thread would have other prototypes, and parsing text is fast. */
const say = (said: Said) => parentPort?.postMessage(JSON.stringify(said))

const giveFor = (id: number) => (part: unknown) => {
  const answer = new Promise((resolve) => waiting.set(id, resolve))
  say({ id, part })
  return answer
}

parentPort?.on('message', async (asked: Asked) => {
  const { id } = asked
  if ('answer' in asked) return waiting.get(id)?.(asked.answer)
  try {
    const module = await import(asked.module)
    say({ id, started: true })
    const result = await module[asked.name](...asked.args, giveFor(id))
    say({ id, result: result ?? null })
  } catch (error) {
    const { message, code, details, extensions } = error as Partial<ServiceError> & Error
    say({ id, error: { message, code, details, reasons: extensions?.reasons as Thrown['reasons'] } })
  } finally {
    waiting.delete(id)
  }
})
