import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/*
 * Signed notes and checkpoints of transparency logs, as https://c2sp.org/signed-note and
 * https://c2sp.org/tlog-checkpoint specify them: readable text, followed by lines with signatures.
 */

const ED25519 = 1
/** The signature type of a witness, which signs the time too (https://c2sp.org/tlog-cosignature). */
const COSIGNATURE = 4
/** The last second of the year 9999. A later time is not a time that a witness can have signed at. */
const LAST_SECOND = 253_402_300_799n
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** A key that verifies signatures. Its name is part of its identity. */
export interface VerifierKey {
  name: string
  id: Buffer
  algorithm: number
  key: KeyObject
}

/** The content of a checkpoint: the origin of the tree, its number of leaves, and its root. */
export interface Head {
  origin: string
  size: number
  root: Buffer
}

interface Signature {
  name: string
  id: Buffer
  bytes: Buffer
}

const idOf = (name: string, algorithm: number, key: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(Buffer.of(algorithm)).update(key).digest().subarray(0, 4)

const rawPublic = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-32)

/** The private key of a seed of 32 bytes. */
export const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })

/** The key that verifies the signatures of a private key under a name. */
export function verifierOf(name: string, privateKey: KeyObject): VerifierKey {
  const key = createPublicKey(privateKey)
  return { name, id: idOf(name, ED25519, rawPublic(key)), algorithm: ED25519, key }
}

/** The text of a public key: `<name>+<id>+<algorithm and key>`. */
export const keyText = ({ name, id, algorithm, key }: VerifierKey): string =>
  `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(algorithm), rawPublic(key)]).toString('base64')}`

/** Parses a key that `keyText` wrote, of a log or of a witness. Undefined if the text is not a key. */
export function parseKeyText(text: string): VerifierKey | undefined {
  const [, name = '', hex = '', base64 = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([\w+/]+=*)$/.exec(text) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const [algorithm = 0] = bytes
  const raw = bytes.subarray(1)
  if (raw.length !== 32 || (algorithm !== ED25519 && algorithm !== COSIGNATURE)) return undefined
  const id = idOf(name, algorithm, raw)
  if (id.toString('hex') !== hex) return undefined
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' })
  return { name, id, algorithm, key }
}

/** Parses the key of a witness. Undefined if the text is no key, or a key of a log. */
export function parseWitnessKey(text: string): VerifierKey | undefined {
  const key = parseKeyText(text)
  return key?.algorithm === COSIGNATURE ? key : undefined
}

const bodyOf = ({ origin, size, root }: Head): string => `${origin}\n${size}\n${root.toString('base64')}\n`

/** A checkpoint, signed in the name of its origin. */
export function signCheckpoint(head: Head, privateKey: KeyObject): string {
  const body = bodyOf(head)
  const { id } = verifierOf(head.origin, privateKey)
  const signature = Buffer.concat([id, sign(null, Buffer.from(body), privateKey)])
  return `${body}\n— ${head.origin} ${signature.toString('base64')}\n`
}

/** The signatures among lines. Lines of another format are ignored. */
const signaturesIn = (lines: string): Signature[] =>
  [...lines.matchAll(/^— (\S+) ([\w+/]+=*)$/gm)].map(([, name = '', base64 = '']) => {
    const bytes = Buffer.from(base64, 'base64')
    return { name, id: bytes.subarray(0, 4), bytes: bytes.subarray(4) }
  })

const isSignedBy = (text: string, { name, id, algorithm, key }: VerifierKey, signature: Signature): boolean => {
  if (signature.name !== name || !signature.id.equals(id)) return false
  if (algorithm === ED25519) return verify(null, Buffer.from(text), key, signature.bytes)
  if (signature.bytes.length !== 72) return false
  const time = signature.bytes.readBigUInt64BE(0)
  return verify(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key, signature.bytes.subarray(8))
}

/** A parsed checkpoint: its content and its signatures. */
export interface ReadCheckpoint extends Head {
  body: string
  isSignedBy(key: VerifierKey): boolean
}

/** Parses a checkpoint. Undefined if the text is not a checkpoint. The result verifies its own signatures. */
export function parseCheckpoint(note: string): ReadCheckpoint | undefined {
  const [, body = '', lines = ''] =
    /^((?:[^\n]+\n){3,})\n((?:— [^\n]+\n)+)$/.exec(note.replace(/(?<!\n)\n*$/, '\n')) ?? []
  const [origin = '', size = '', base64 = ''] = body.split('\n')
  const root = Buffer.from(base64, 'base64')
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || root.length !== 32 || root.toString('base64') !== base64) return undefined
  if (!Number.isSafeInteger(Number(size))) return undefined
  const signatures = signaturesIn(lines)
  return {
    ...{ origin, size: Number(size), root, body },
    isSignedBy: (key) => signatures.some((signature) => isSignedBy(body, key, signature)),
  }
}

/** A signature of a witness. */
export interface Cosignature {
  /** The line of the signed note. */
  line: string
  /** The time that the witness signed too. */
  signedAt: Date
}

function cosignature(line: string, body: string, witness: VerifierKey): Cosignature | undefined {
  const [signature] = signaturesIn(line)
  if (witness.algorithm !== COSIGNATURE || !signature || !isSignedBy(body, witness, signature)) return undefined
  const seconds = signature.bytes.readBigUInt64BE(0)
  return seconds > LAST_SECOND ? undefined : { line, signedAt: new Date(Number(seconds) * 1000) }
}

/** The first valid signature of a checkpoint by this witness, among the lines of an answer. */
export function cosignatureIn(answer: string, body: string, witness: VerifierKey): Cosignature | undefined {
  for (const line of answer.split('\n')) {
    const found = line.startsWith(`— ${witness.name} `) ? cosignature(line, body, witness) : undefined
    if (found) return found
  }
  return undefined
}
