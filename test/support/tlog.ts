import { createHash, createPublicKey, verify } from 'node:crypto'

/*
 * A verifier that a third party could write from RFC 9162 and the documents of c2sp.org alone: it uses no code of the
 * gateway.
 */

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const node = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right)

/** The hash of the leaf of an audit record, by the record's hash. */
export const leafOf = (recordHash: string): Buffer => sha256(Buffer.of(0), Buffer.from(recordHash, 'hex'))

/** The root of the leaves according to RFC 6962. */
export function rootOver(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  const [first] = leaves
  if (leaves.length === 1 && first) return first
  let middle = 1
  while (middle * 2 < leaves.length) middle *= 2
  return node(rootOver(leaves.slice(0, middle)), rootOver(leaves.slice(middle)))
}

/** RFC 9162, section 2.1.3.2. */
export function isIncluded(index: number, size: number, leaf: Buffer, proof: readonly Buffer[], root: Buffer): boolean {
  if (index >= size) return false
  let [fn, sn, hash] = [index, size - 1, leaf]
  for (const each of proof) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      hash = node(each, hash)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else hash = node(hash, each)
    fn = Math.floor(fn / 2)
    sn = Math.floor(sn / 2)
  }
  return sn === 0 && hash.equals(root)
}

/** RFC 9162, section 2.1.4.2. */
export function isConsistent(
  older: { size: number; root: Buffer },
  newer: { size: number; root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (older.size === newer.size) return proof.length === 0 && older.root.equals(newer.root)
  if (older.size === 0) return proof.length === 0
  const isPower = Number.isInteger(Math.log2(older.size))
  const [first, ...others] = isPower ? [older.root, ...proof] : proof
  if (!first) return false
  let [fn, sn, fr, sr] = [older.size - 1, newer.size - 1, first, first]
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  for (const each of others) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      fr = node(each, fr)
      sr = node(each, sr)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)]
    } else sr = node(sr, each)
    fn = Math.floor(fn / 2)
    sn = Math.floor(sn / 2)
  }
  return sn === 0 && fr.equals(older.root) && sr.equals(newer.root)
}

/** Reads a checkpoint whose signature is valid under a public key. @throws Error when it is not */
export function openCheckpoint(note: string, publicKey: string): { origin: string; size: number; root: Buffer } {
  const [name = '', id = ''] = publicKey.split('+')
  const key = Buffer.from(publicKey.split('+').slice(2).join('+'), 'base64')
  const end = note.indexOf('\n\n') + 1
  const text = note.slice(0, end)
  const [origin = '', size = '', root = ''] = text.split('\n')
  const line = note
    .slice(end + 1)
    .split('\n')
    .find((each) => each.startsWith(`— ${name} `))
  const signature = Buffer.from(line?.split(' ')[2] ?? '', 'base64')
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const key25519 = createPublicKey({ key: Buffer.concat([prefix, key.subarray(1)]), format: 'der', type: 'spki' })
  const isValid =
    origin === name &&
    key[0] === 1 &&
    sha256(Buffer.from(`${name}\n`), key)
      .subarray(0, 4)
      .toString('hex') === id &&
    signature.subarray(0, 4).toString('hex') === id &&
    verify(null, Buffer.from(text), key25519, signature.subarray(4))
  if (!isValid) throw new Error('the checkpoint is not signed by this key')
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') }
}

/** The parts of a file of c2sp.org/tlog-proof. */
export function openProof(text: string): { index: number; hashes: Buffer[]; checkpoint: string } {
  const end = text.indexOf('\n\n')
  const [magic, index = '', ...hashes] = text.slice(0, end).split('\n')
  if (magic !== 'c2sp.org/tlog-proof@v1' || !index.startsWith('index ')) throw new Error('not a proof')
  return {
    index: Number(index.slice('index '.length)),
    hashes: hashes.map((hash) => Buffer.from(hash, 'base64')),
    checkpoint: text.slice(end + 2),
  }
}
