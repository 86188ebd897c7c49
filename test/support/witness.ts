import { createHash, createPrivateKey, sign } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Received, startReceiver } from './receiver.ts'
import { isConsistent, openCheckpoint } from './tlog.ts'

const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A witness as a third party would write it from https://c2sp.org/tlog-witness, for logs with known keys. */
export class Witness {
  readonly name: string
  /** The last checkpoint that it signed, by origin. */
  readonly known = new Map<string, { size: number; root: Buffer }>()
  readonly asked: string[] = []
  /** A promise that it awaits before it answers. */
  release: Promise<void> | undefined
  /** The public keys of known logs. */
  readonly logs = new Set<string>()
  /** The time of its signatures, seconds. */
  time = 1_700_000_000n
  readonly #key
  readonly #public
  readonly #id

  constructor(name = 'witness.example/w1', seed = 3) {
    this.name = name
    this.#key = createPrivateKey({
      key: Buffer.concat([PRIVATE_PREFIX, Buffer.alloc(32, seed)]),
      format: 'der',
      type: 'pkcs8',
    })
    const raw = Buffer.from(this.#key.export({ format: 'jwk' }).x ?? '', 'base64url')
    this.#public = Buffer.concat([Buffer.of(4), raw])
    this.#id = createHash('sha256').update(`${name}\n`).update(this.#public).digest().subarray(0, 4)
  }

  get key(): string {
    return `${this.name}+${this.#id.toString('hex')}+${this.#public.toString('base64')}`
  }

  /** Its signature of a checkpoint. */
  signature(note: string): string {
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(this.time)
    const text = note.slice(0, note.indexOf('\n\n') + 1)
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${this.time}\n${text}`), this.#key)
    return `— ${this.name} ${Buffer.concat([this.#id, time, signature]).toString('base64')}\n`
  }

  async answer(response: ServerResponse, received: Received): Promise<void> {
    this.asked.push(received.path)
    await this.release
    this.#answer(response, received)
  }

  #answer(response: ServerResponse, { body }: Received): void {
    const end = body.indexOf('\n\n')
    const [old = '', ...proof] = body.slice(0, end).split('\n')
    const size = Number(old.replace('old ', ''))
    const note = body.slice(end + 2)
    const log = [...this.logs].find((key) => note.startsWith(`${key.split('+')[0]}\n`))
    if (!log) {
      response.writeHead(404).end()
      return
    }
    const head = openCheckpoint(note, log)
    const last = this.known.get(head.origin) ?? { size: 0, root: Buffer.alloc(0) }
    if (size !== last.size) {
      response.writeHead(409, { 'Content-Type': 'text/x.tlog.size' }).end(`${last.size}\n`)
      return
    }
    const hashes = proof.map((hash) => Buffer.from(hash, 'base64'))
    if (!isConsistent(last, head, hashes)) {
      response.writeHead(422).end()
      return
    }
    this.known.set(head.origin, head)
    response.end(this.signature(note))
  }
}

/** Starts a witness on a free port. */
export async function startWitness(name: string, seed: number) {
  const witness = new Witness(name, seed)
  const receiver = await startReceiver()
  receiver.answer = (response, received) => void witness.answer(response, received)
  return Object.assign(receiver, { witness, address: `http://127.0.0.1:${receiver.port}` })
}
