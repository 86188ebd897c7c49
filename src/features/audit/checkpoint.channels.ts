import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from '../../common/outgoing.ts'
import type { StoredCheckpoint } from './checkpoints.ts'
import { cosignatureIn, parseCheckpoint, type VerifierKey } from './note.ts'

/** A checkpoint to publish. */
export interface Outgoing extends StoredCheckpoint {
  organizationId: string
  /** The proof that the tree of `size` records is the beginning of this tree. */
  proofFrom(size: number): Promise<Buffer[]>
}

/** A destination of checkpoints. */
export interface Channel {
  /** The name must never change, because publications are stored under it. */
  name: string
  /**
   * Publishes a checkpoint to this channel. Returns the channel's receipt. `last` is the size of the last checkpoint
   * published to this channel.
   */
  publish(checkpoint: Outgoing, last: number): Promise<string | null>
}

const LONGEST_MS = 10_000

/** One file per checkpoint, written once and never changed: `<organization>/<size>`, with leading zeros. */
export const fileChannel = (folder: string): Channel => ({
  name: 'file',
  async publish({ organizationId, size, note }) {
    const own = join(folder, Buffer.from(organizationId).toString('base64url'))
    const path = join(own, `${String(size).padStart(16, '0')}.checkpoint`)
    await mkdir(own, { recursive: true })
    await writeOnce(path, note)
    return null
  },
})

/**
 * Writes to a temporary file and links it into place, so that no reader sees half a file. An existing file must have
 * the same content.
 */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o644)
  try {
    await file.writeFile(text)
    await file.sync()
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if ((await readFile(path, 'utf8')) !== text) throw new Error(`${path} holds another checkpoint of the same size`)
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
}

/** Posts to a service. */
export async function send(url: string, type: string, body: string | Uint8Array<ArrayBuffer>) {
  const request = { method: 'POST', headers: { 'Content-Type': type }, body, signal: AbortSignal.timeout(LONGEST_MS) }
  const { status, headers, bytes } = await ask(url, request)
  return { status, type: headers.get('content-type') ?? '', bytes }
}

/** A witness (https://c2sp.org/tlog-witness). It signs only a checkpoint that continues from the last one it signed. */
export const witnessChannel = (url: string, witness: VerifierKey): Channel => ({
  name: 'witness',
  async publish(checkpoint, last) {
    const first = await askWitness(url, checkpoint, last)
    const isBehind = first.status === 409 && first.type.startsWith('text/x.tlog.size')
    // The witness has signed another checkpoint than stored here, for example after a restored backup.
    const known = isBehind ? Number(first.bytes.toString()) : last
    if (isBehind && known > checkpoint.size)
      throw new Error(`The witness has signed ${known} records, but the trail has fewer`)
    const { status, bytes } = isBehind ? await askWitness(url, checkpoint, known) : first
    if (status !== 200) throw new Error(`The witness answered ${status}`)
    const line = cosignatureIn(bytes.toString(), parseCheckpoint(checkpoint.note)?.body ?? '', witness)
    if (!line) throw new Error('The witness answered without a valid signature of its key')
    return line
  },
})

async function askWitness(url: string, { note, proofFrom }: Outgoing, old: number) {
  const proof = (await proofFrom(old)).map((hash) => hash.toString('base64'))
  const body = `${[`old ${old}`, ...proof].join('\n')}\n\n${note}`
  return send(`${url.replace(/\/$/, '')}/add-checkpoint`, 'text/plain; charset=utf-8', body)
}
