import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The direction in which a silent connection loses data: requests, answers, or both. */
export type Lost = 'questions' | 'answers' | 'both'

/** A TCP relay to a server. Tests can cut it, redirect it, and make it silent. */
export interface Relay extends AsyncDisposable {
  url: string
  /** The number of accepted connections. */
  readonly taken: number
  /** The address of a server through this relay. */
  to(url: string): string
  /** Closes all connections and refuses new ones. */
  cut(): void
  /** Accepts connections again, to this server. */
  layTo(url: string): void
  /** Stops forwarding, in one or both directions, without closing connections, so that the other side seems silent. */
  freeze(lost?: Lost): void
  /** Stops the answers of a connection that has sent the text `about`, as soon as it has sent the text `behind` too. */
  loseAnswers(about: string, behind: string): void
  /** Forwards again, starting with the data sent since the freeze. */
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
