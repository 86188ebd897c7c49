import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A wire to a server that can be cut, and laid to another one. */
export interface Relay extends AsyncDisposable {
  url: string
  /** Ends every connection and takes no other. */
  cut(): void
  /** Takes connections again, to this server. */
  layTo(url: string): void
}

export async function startRelay(target: string): Promise<Relay> {
  let port: number | undefined = Number(new URL(target).port)
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (port === undefined) return near.destroy()
    const far = connect(port, '127.0.0.1')
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    port = undefined
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    layTo(url) {
      port = Number(new URL(url).port)
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
