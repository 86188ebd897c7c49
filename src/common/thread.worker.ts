import { once } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Call, Said } from './threads.ts'

/*
 * The program of a worker thread: it calls functions by name, one at a time. In tests, Node runs this TypeScript file
 * directly, so neither it nor its imports may use decorators or enums.
 */

type Asked = Omit<Call, 'module'> & { module: string; port: MessagePort }

/** Sends text: objects from another thread would have other prototypes, and parsing text is fast. */
const say = (port: MessagePort, said: Said) => port.postMessage(JSON.stringify(said))

/** Calls the function. For a generator, each part is sent after the main thread accepted the previous one. */
async function work({ module, name, args, port }: Asked): Promise<unknown> {
  const made: unknown = await (await import(module))[name](...args)
  if (typeof made !== 'object' || made === null || !(Symbol.asyncIterator in made)) return made
  for await (const part of made as AsyncIterable<unknown>) {
    const taken = once(port, 'message')
    say(port, { part })
    await taken
  }
  return null
}

parentPort?.on('message', async (asked: Asked) => {
  try {
    say(asked.port, { result: (await work(asked)) ?? null })
  } catch (error) {
    const { message, code, details } = error as Error & { code?: string; details?: Record<string, unknown> }
    say(asked.port, { error: { message, code, details } })
  }
})
