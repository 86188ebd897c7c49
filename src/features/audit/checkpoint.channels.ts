import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from '../../common/outgoing.ts'
import type { StoredCheckpoint } from './checkpoints.ts'
import { cosignatureIn, parseCheckpoint, type VerifierKey } from './note.ts'

/** A checkpoint on its way out. */
export interface Outgoing extends StoredCheckpoint {
  organizationId: string
  /** What proves that the tree of fewer records is the beginning of this one. */
  proofFrom(size: number): Promise<Buffer[]>
}

/** Where checkpoints go. */
export interface Channel {
  /** Never changes: what went out is kept under it. */
  name: string
  /** Takes a checkpoint there. Returns what came back. `last` is the size of the last one that went this way. */
  publish(checkpoint: Outgoing, last: number): Promise<string | null>
}

const LONGEST_MS = 10_000

/** A file per checkpoint, which is made once and never written again: `<organization>/<size>`, with leading zeros. */
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

/** Written aside and linked into place, so that nobody reads half of one; what is there already must be the same. */
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

/** A witness of https://c2sp.org/tlog-witness, who signs only what goes on from what it signed before. */
export const witnessChannel = (url: string, witness: VerifierKey): Channel => ({
  name: 'witness',
  async publish(checkpoint, last) {
    const first = await askWitness(url, checkpoint, last)
    const isBehind = first.status === 409 && first.type.startsWith('text/x.tlog.size')
    // It knows another one than we think, as after a restored backup.
    const known = isBehind ? Number(first.bytes.toString()) : last
    if (isBehind && known > checkpoint.size)
      throw new Error(`The witness has signed ${known} records, and there are fewer`)
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
