import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** A connection that this process opened, and what it sent over it. */
interface Sent {
  port: number | undefined
  bytes: Buffer
}

type Write = (bytes: string | Buffer, encoding: BufferEncoding, done: (error?: Error) => void) => void

/**
 * Records all bytes that this process sends over TCP connections that it opens, whatever library opens them. A name
 * resolver uses none.
 */
export function recordSentBytes() {
  const all: Sent[] = []
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    const sent: Sent = { port: undefined, bytes: Buffer.alloc(0) }
    all.push(sent)
    socket.once('connect', () => (sent.port = socket.remotePort))
    const write = socket._write.bind(socket) as Write
    socket._write = (bytes, encoding: BufferEncoding, done) => {
      sent.bytes = Buffer.concat([sent.bytes, Buffer.from(bytes, encoding)])
      write(bytes, encoding, done)
    }
    // Without it, the stream writes one chunk after another.
    Object.assign(socket, { _writev: undefined })
  }
  subscribe('net.client.socket', onSocket)
  return {
    /** All bytes sent to a port, of every connection. */
    to: (port: number) => Buffer.concat(all.filter((sent) => sent.port === port).map(({ bytes }) => bytes)),
    /** The bytes of each connection, except those to a port. */
    exceptTo: (port: number) => all.filter((sent) => sent.port !== port).map(({ bytes }) => bytes),
    [Symbol.dispose]: () => unsubscribe('net.client.socket', onSocket),
  }
}
