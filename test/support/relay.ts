import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a silent wire loses: what the server is asked, what it answers, or both. */
export type Lost = 'questions' | 'answers' | 'both'

/** A wire to a server that can be cut, laid to another one, and made to carry nothing. */
export interface Relay extends AsyncDisposable {
  url: string
  /** How many connections it has taken. */
  readonly taken: number
  /** The address of a server as it is reached over this wire. */
  to(url: string): string
  /** Ends every connection and takes no other. */
  cut(): void
  /** Takes connections again, to this server. */
  layTo(url: string): void
  /**
   * Carries nothing any more, in one direction or in either, and closes nothing: to whoever listens the other one is
   * silent.
   */
  freeze(lost?: Lost): void
  /** Carries no more answers of the connection that carried the one text, once it has carried the other one too. */
  loseAnswers(about: string, behind: string): void
  /** Carries again, beginning with what was sent meanwhile. */
  thaw(): void
}

export async function startRelay(target: string): Promise<Relay> {
  let port: number | undefined = Number(new URL(target).port)
  let taken = 0
  let lost: Lost | undefined
  const open = new Map<Socket, Lost>()
  const held = new Set<() => void>()
  const whenCarrying = (work: () => void) => void (lost ? held.add(work) : work())
  let losing: { about: string; behind: string } | undefined
  const isLost = (carried: Lost) => lost === 'both' || lost === carried
  const keep = (socket: Socket, other: Socket, carried: Lost) => {
    let isMeant = false
    open.set(socket, carried)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      other.write(chunk)
      if (carried === 'answers' || !losing) return
      isMeant ||= chunk.includes(losing.about)
      if (!isMeant || !chunk.includes(losing.behind)) return
      losing = undefined
      other.pause()
    })
    socket.on('end', () => other.end())
    socket.on('close', () => {
      open.delete(socket)
      whenCarrying(() => other.destroy())
    })
    if (isLost(carried)) socket.pause()
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    taken += 1
    if (port === undefined) return near.destroy()
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    keep(near, far, 'questions')
    keep(far, near, 'answers')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  const thaw = () => {
    lost = undefined
    for (const work of held) work()
    held.clear()
    for (const socket of open.keys()) socket.resume()
  }
  const cut = () => {
    port = undefined
    for (const socket of open.keys()) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${own}`,
    get taken() {
      return taken
    },
    to: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${own}` }).href,
    cut,
    layTo(url) {
      port = Number(new URL(url).port)
    },
    freeze(which = 'both') {
      lost = which
      for (const [socket, carried] of open) if (isLost(carried)) socket.pause()
    },
    loseAnswers(about, behind) {
      losing = { about, behind }
    },
    thaw,
    async [Symbol.asyncDispose]() {
      thaw()
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
