import { once } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Call, Said } from './threads.ts'

/*
 * What a thread runs: it calls functions by name, one at a time. Node runs this file as it is in tests, so neither it
 * nor what it imports may hold decorators or enums.
 */

type Asked = Omit<Call, 'module'> & { module: string; port: MessagePort }

/** As text: objects of another thread are not quite those of this one, and text is read at one go. */
const say = (port: MessagePort, said: Said) => port.postMessage(JSON.stringify(said))

/** Calls the function; of a generator each part is told when the one before was taken. */
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
