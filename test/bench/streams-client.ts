import { connect, type Socket } from 'node:net'

/** A stream to follow. */
export interface Followed {
  token: string
  organizationId: string
}

/** What to do next, and what came of it. */
export type Order = { open: { url: string; path: string; streams: Followed[] } } | { take: true } | { close: true }

/** Times from the commit to the client, in milliseconds, since they were last taken. */
export interface Taken {
  events: number
  p50: number
  p99: number
}

const AT_ONCE = 10
const MARK = '"occurredAt":"'
const MOMENT = '2026-01-01T00:00:00.000Z'.length

/*
 * Clients that read as cheaply as they can: a bare socket each, and of each event nothing but when it happened.
 */
const sockets: Socket[] = []
let times: number[] = []

function read(socket: Socket): void {
  let tail = ''
  socket.on('data', (text: string) => {
    const now = Date.now()
    const piece = tail + text
    let end = 0
    for (let at = piece.indexOf(MARK); at >= 0 && at + MARK.length + MOMENT <= piece.length; ) {
      end = at + MARK.length + MOMENT
      times.push(now - Date.parse(piece.slice(at + MARK.length, end)))
      at = piece.indexOf(MARK, end)
    }
    tail = piece.slice(Math.max(end, piece.length - MARK.length - MOMENT))
  })
}

function open(url: URL, path: string, { token, organizationId }: Followed): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    sockets.push(socket)
    socket.setEncoding('utf8').once('error', reject)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\n` +
        `Authorization: Bearer ${token}\r\nX-Organization: ${organizationId}\r\n\r\n`,
    )
    socket.once('data', (text: string) => {
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text))
      read(socket)
      resolve()
    })
  })
}

async function openAll({ url, path, streams }: { url: string; path: string; streams: Followed[] }): Promise<void> {
  for (let from = 0; from < streams.length; from += AT_ONCE)
    await Promise.all(streams.slice(from, from + AT_ONCE).map((each) => open(new URL(url), path, each)))
}

function take(): Taken {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  times = []
  return { events: sorted.length, p50: at(0.5), p99: at(0.99) }
}

process.on('message', async (order: Order) => {
  try {
    if ('open' in order) await openAll(order.open)
    if ('close' in order) for (const socket of sockets.splice(0)) socket.destroy()
    process.send?.('take' in order ? take() : {})
  } catch (error) {
    process.stderr.write(`${error}\n`)
    process.exit(1)
  }
})
