import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from '../../common/outgoing.ts'
import type { StoredCheckpoint } from './checkpoints.ts'
import { cosignatureIn, parseCheckpoint } from './note.ts'
import type { Witness } from './witness-policy.ts'

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
  /** The witness that the channel asks. Its failure counts only if the policy of witnesses is not met. */
  witness?: Witness
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

/** The service does not ask a witness that did not answer in time for so long, so that it delays few organizations. */
const REST_MS = 60_000

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

/** A witness (https://c2sp.org/tlog-witness). It signs only a checkpoint that continues from the last one it signed. */
export function witnessChannel(witness: Witness, restMs = REST_MS): Channel {
  let restsUntil = Number.NEGATIVE_INFINITY
  return {
    name: witness.channel,
    witness,
    async publish(checkpoint, last) {
      if (performance.now() < restsUntil) throw new Error(`${witness.name} did not answer within the last minute`)
      try {
        return await cosigned(witness, checkpoint, last)
      } catch (error) {
        if (isTimeout(error)) restsUntil = performance.now() + restMs
        throw new Error(`${witness.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
    },
  }
}

async function cosigned(witness: Witness, checkpoint: Outgoing, last: number): Promise<string> {
  const first = await askWitness(witness, checkpoint, last)
  const known = first.status === 409 ? sizeIn(first) : undefined
  // The witness has signed another checkpoint than stored here, for example after a restored backup.
  const { status, bytes } = known === undefined ? first : await askWitness(witness, checkpoint, known)
  if (status !== 200) throw new Error(`answered ${status}`)
  const signature = cosignatureIn(bytes.toString(), parseCheckpoint(checkpoint.note)?.body ?? '', witness.key)
  if (!signature) throw new Error('answered without a valid signature of its key')
  return signature.line
}

/** The size of the last checkpoint that a witness signed. Undefined if it signed another tree of the sent size. */
function sizeIn({ type, bytes }: { type: string; bytes: Buffer }): number | undefined {
  const [, digits] = /^(0|[1-9]\d{0,15})\n?$/.exec(bytes.toString()) ?? []
  return type.startsWith('text/x.tlog.size') && digits ? Number(digits) : undefined
}

async function askWitness({ url }: Witness, { size, note, proofFrom }: Outgoing, old: number) {
  if (old > size) throw new Error(`signed ${old} records, but the trail has ${size}`)
  const proof = (await proofFrom(old)).map((hash) => hash.toString('base64'))
  const body = `${[`old ${old}`, ...proof].join('\n')}\n\n${note}`
  return send(`${url.replace(/\/$/, '')}/add-checkpoint`, 'text/plain; charset=utf-8', body)
}
