import { HAS_REPLICAS } from '../support/has-replicas.ts'
import { until } from '../support/until.ts'
import { atEnd } from './end.ts'

/** Resources that a test file closes itself. Sockets and timers also belong to the gateway that stays open. */
const HANDLES = new Set(['TCPServerWrap', 'ProcessWrap', 'FSEventWrap', 'UDPWrap'])

/** Jest's framework listens to these while the tests of a file run; to `exit`, a browser that stays open. */
const FRAMEWORK_EVENTS = new Set<string | symbol>([
  'uncaughtException',
  'unhandledRejection',
  'rejectionHandled',
  'exit',
])

/** What a test file could leave to the next file of its process, by name. */
function found(): Map<string, unknown> {
  const all = new Map<string, unknown>([['the working directory', process.cwd()]])
  // MikroORM sets variables of its own with the first connection.
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('MIKRO_ORM_'))
  for (const [name, value] of variables) all.set(`the environment variable ${name}`, value)
  for (const name of Object.keys(globalThis)) all.set(`the global ${name}`, '')
  const events = process.eventNames().filter((name) => !FRAMEWORK_EVENTS.has(name))
  for (const name of events) all.set(`a listener of process for ${String(name)}`, process.listenerCount(name))
  return all
}

function openHandles(): string[] {
  return process.getActiveResourcesInfo().filter((name) => HANDLES.has(name))
}

/** Takes stock before a test file. The result throws when the file left something. */
export function watchForTraces(): () => Promise<void> {
  // What stays open has one server, or the proxy's and those of both replicas.
  const countOfFile = () => openHandles().length - atEnd.size * (HAS_REPLICAS ? 3 : 1)
  const [before, handles] = [found(), countOfFile()]
  return async () => {
    const after = found()
    const names = new Set([...before.keys(), ...after.keys()])
    const changed = [...names].filter((name) => before.get(name) !== after.get(name))
    if (changed.length > 0)
      throw new Error(`The file changed what later files share: ${changed.join(', ')}. Restore it.`)
    await until(
      `the end of what the file started, among what is open: ${openHandles().join(', ')}`,
      () => countOfFile() <= handles,
    )
  }
}
