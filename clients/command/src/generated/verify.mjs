/*
 * Verifies an export of an audit trail, without the service that made it and without any dependency: in Node.js (20 or
 * newer) and in browsers.
 *
 *   node verify.mjs EXPORT [--checkpoint FILE]... [--key PUBLIC_KEY]... [--policy FILE] [--tiles ADDRESS]
 *   node verify.mjs PROOF --key PUBLIC_KEY
 *
 * EXPORT is a whole export, as NDJSON, CSV or JSON. PROOF is the file proof.json of the certificate of a sign-off. Pass the checkpoints that you kept, and the public key that you
 * wrote down. A policy (c2sp.org/tlog-policy) names witnesses, of which enough must have signed each checkpoint that you
 * pass. ADDRESS is where the service publishes the hashes of the trail (c2sp.org/tlog-tiles): the program reads all of
 * them, and compares them with the export. Exit codes: 0 if no fault is found, 1 if a fault is found, 2 if the arguments or a file cannot be read.
 * docs/audit.md describes the format.
 */

const GENESIS = '0'.repeat(64)
const AT_ONCE = 1000

const utf8 = new TextEncoder()

/** @param {Uint8Array[]} parts */
async function sha256(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const isEqual = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index])

/** Canonical JSON (RFC 8785). Every number of a record is an integer. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** Reads CSV (RFC 4180) into rows of cells. */
export function readCsv(text) {
  const rows = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  let end = 0
  for (let found = cell.exec(text); found && found[0] !== ''; found = cell.exec(text)) {
    end = cell.lastIndex
    rows.at(-1).push(found[1]?.replaceAll('""', '"') ?? found[2])
    if (found[3] !== ',' && end < text.length) rows.push([])
  }
  if (end < text.length) throw new Error('it is neither NDJSON nor CSV')
  return rows
}

/**
 * A leading apostrophe of a cell is not part of its value: it prevents a spreadsheet from running the cell as a
 * formula.
 */
const unguarded = (cell) => cell.replace(/^'/, '')

function recordsOfCsv(text) {
  const [header, ...rows] = readCsv(text)
  return rows.map((cells) => {
    const record = Object.fromEntries(header.map((name, index) => [name, unguarded(cells[index] ?? '')]))
    return {
      ...record,
      sequence: Number(record.sequence),
      resourceId: record.resourceId === '' ? null : record.resourceId,
      metadata: JSON.parse(record.metadata),
    }
  })
}

/** The records of an export, in any of its formats, and the checkpoint at its end. */
export function readExport(text) {
  const start = text.trimStart()[0]
  if (start === '[') return { records: JSON.parse(text) }
  if (start !== '{') return { records: recordsOfCsv(text) }
  const lines = text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line))
  const footer = lines.at(-1)?.checkpoint ? lines.pop().checkpoint : undefined
  return { records: lines, footer }
}

/** Removes null members, on every level. */
function withoutNulls(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]))
}

/** The bytes that the hash of a record is computed from. Null members of the metadata are left out. */
export const hashedText = ({ sequence, previousHash, hash: _, ...facts }) =>
  `${previousHash}\n${sequence}\n${canonical({ ...facts, metadata: withoutNulls(facts.metadata) })}`

async function hashesOf(records) {
  const hashes = []
  for (let start = 0; start < records.length; start += AT_ONCE) {
    const texts = records.slice(start, start + AT_ONCE).map((record) => utf8.encode(hashedText(record)))
    hashes.push(...(await Promise.all(texts.map((text) => sha256(text)))))
  }
  return hashes.map(hexOf)
}

/**
 * Every position where a record does not follow from the previous one.
 * @returns for each its sequence number and its kind: `missing`, `misplaced` or `changed`
 */
export async function chainFaults(records, before = { sequence: 0, hash: GENESIS }) {
  const hashes = await hashesOf(records)
  const faults = []
  let last = before
  records.forEach((record, index) => {
    const { sequence } = record
    if (sequence !== last.sequence + 1) faults.push({ kind: 'missing', sequence: last.sequence + 1 })
    else if (record.previousHash !== last.hash) faults.push({ kind: 'misplaced', sequence })
    if (hashes[index] !== record.hash) faults.push({ kind: 'changed', sequence })
    last = record
  })
  return faults
}

/** The root of the Merkle tree (RFC 6962, section 2.1) over the hashes of records. */
export async function rootOf(recordHashes) {
  const level = []
  for (let start = 0; start < recordHashes.length; start += AT_ONCE)
    level.push(
      ...(await Promise.all(
        recordHashes.slice(start, start + AT_ONCE).map((hash) => sha256(Uint8Array.of(0), fromHex(hash))),
      )),
    )
  return joined(level)
}

/** Reads a checkpoint (c2sp.org/tlog-checkpoint). Undefined if the text is not a checkpoint. */
export function readCheckpoint(note) {
  try {
    return parsedCheckpoint(note)
  } catch {
    return undefined
  }
}

function parsedCheckpoint(note) {
  const lines = note.replaceAll('\r\n', '\n').replace(/(?<!\n)\n*$/, '\n')
  const [, body, signatures] = /^((?:[^\n]+\n){3,})\n((?:— [^\n]+\n)+)$/.exec(lines) ?? []
  if (!body) return undefined
  const [origin, size, root] = body.split('\n')
  return {
    ...{ body, origin, size: Number(size), root: fromBase64(root) },
    signatures: signatures
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([, name, base64]) => ({ name, bytes: fromBase64(base64) })),
  }
}

const ED25519 = 1
const COSIGNATURE = 4

/** Reads a key: `<name>+<id>+<algorithm and key>`. Undefined if the text is not a key of this algorithm. */
async function readKey(text, algorithm) {
  const [, name, id, base64] = /^([^+\s]+)\+([0-9a-f]{8})\+([\w+/]+=*)$/.exec(text.trim()) ?? []
  if (!name) return undefined
  const key = fromBase64(base64)
  const expected = (await sha256(utf8.encode(`${name}\n`), key)).slice(0, 4)
  if (hexOf(expected) !== id || key[0] !== algorithm) return undefined
  const imported = await crypto.subtle.importKey('raw', key.slice(1), { name: 'Ed25519' }, false, ['verify'])
  return { name, id: expected, text: hexOf(key), key: imported }
}

/** The bytes of the signatures that have the name and id of a key. */
const signaturesOf = ({ signatures }, { name, id }) =>
  signatures
    .filter((each) => each.name === name && isEqual(each.bytes.slice(0, 4), id))
    .map(({ bytes }) => bytes.slice(4))

const isValid = (key, signature, text) => crypto.subtle.verify({ name: 'Ed25519' }, key, signature, utf8.encode(text))

/** Whether one of the keys has signed a checkpoint of its own origin. Keys are `<name>+<id>+<algorithm and key>`. */
export async function isSigned(checkpoint, keys) {
  for (const text of keys) {
    const key = await readKey(text, ED25519)
    if (key?.name !== checkpoint.origin) continue
    for (const signature of signaturesOf(checkpoint, key))
      if (await isValid(key.key, signature, checkpoint.body)) return true
  }
  return false
}

/** Whether a witness has signed a checkpoint, with the time of its signature (c2sp.org/tlog-cosignature). */
async function isCosigned(checkpoint, witness) {
  for (const bytes of signaturesOf(checkpoint, witness)) {
    if (bytes.length !== 72) continue
    const time = new DataView(bytes.buffer).getBigUint64(0)
    if (await isValid(witness.key, bytes.slice(8), `cosignature/v1\ntime ${time}\n${checkpoint.body}`)) return true
  }
  return false
}

const thresholdOf = (text, members) =>
  ({ any: 1, all: members })[text] ?? (/^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN)

/**
 * Reads a policy of witnesses (c2sp.org/tlog-policy).
 * @throws Error that names the first line that is wrong
 */
export async function readPolicy(text) {
  /** @type {{ logs: string[], witnesses: object[], isMet?: (signers: Set<string>) => boolean }} */
  const policy = { logs: [], witnesses: [] }
  const [conditions, members] = [new Map(), new Set()]
  const define = (name, condition) => {
    if (!name || name === 'none' || conditions.has(name)) throw new Error(`${name} is defined twice`)
    conditions.set(name, condition)
  }
  const conditionOf = (name) => {
    if (!conditions.has(name)) throw new Error(`${name} is not defined before`)
    return conditions.get(name)
  }
  const memberOf = (name) => {
    if (members.has(name)) throw new Error(`${name} is a member twice`)
    members.add(name)
    return conditionOf(name)
  }
  const readers = {
    log: ([key]) => policy.logs.push(key),
    witness: async ([name, vkey]) => {
      const key = await readKey(vkey ?? '', COSIGNATURE)
      if (!key) throw new Error(`${vkey} is not the key of a witness`)
      if (policy.witnesses.some((other) => other.text === key.text)) throw new Error(`${vkey} is there twice`)
      define(name, (signers) => signers.has(name))
      policy.witnesses.push({ ...key, witness: name })
    },
    group: ([name, threshold, ...names]) => {
      const least = thresholdOf(threshold, names.length)
      if (!(least >= 1 && least <= names.length))
        throw new Error(`${threshold} of ${names.length} members cannot be required`)
      const parts = names.map(memberOf)
      define(name, (signers) => parts.filter((isMet) => isMet(signers)).length >= least)
    },
    quorum: ([name, ...others]) => {
      if (policy.isMet || others.length > 0) throw new Error('there must be one quorum')
      policy.isMet = name === 'none' ? () => true : conditionOf(name)
    },
  }
  for (const [index, line] of text.split('\n').entries()) {
    const [kind = '#', ...rest] = line.split(/[ \t]+/).filter(Boolean)
    if (kind.startsWith('#')) continue
    try {
      if (!Object.hasOwn(readers, kind)) throw new Error(`${kind} must be log, witness, group or quorum`)
      await readers[kind](rest)
    } catch (error) {
      throw new Error(`line ${index + 1} of the policy: ${error.message}`)
    }
  }
  if (!policy.isMet) throw new Error('the policy has no quorum')
  return policy
}

/** The witnesses of a policy that have signed a checkpoint, and whether they are enough. */
async function witnessesOf(checkpoint, { witnesses, isMet }) {
  const signers = new Set()
  for (const witness of witnesses) if (await isCosigned(checkpoint, witness)) signers.add(witness.witness)
  return { signers: [...signers], isMet: isMet(signers) }
}

/**
 * Compares a checkpoint that was kept with the trail, given the hashes of the trail's records.
 * @returns the kind of the mismatch: `unreadable`, `unsigned`, `unwitnessed`, `foreign`, `short` or `different`;
 * undefined if they match
 */
export async function checkpointFault(note, { hashes, organizationId }, keys, policy) {
  const checkpoint = readCheckpoint(note)
  if (!checkpoint) return { kind: 'unreadable' }
  const { origin, size, root } = checkpoint
  const fault = (kind) => ({ kind, origin, size, records: hashes.length })
  if (!(await isSigned(checkpoint, keys))) return fault('unsigned')
  const witnessed = policy && (await witnessesOf(checkpoint, policy))
  if (witnessed && !witnessed.isMet) return { ...fault('unwitnessed'), signers: witnessed.signers }
  if (organizationId && !origin.endsWith(`/audit/${encodeURIComponent(organizationId)}`)) return fault('foreign')
  if (hashes.length < size) return fault('short')
  return isEqual(await rootOf(hashes.slice(0, size)), root) ? undefined : fault('different')
}

/** The most bytes of an answer: the tile of 256 hashes, or a checkpoint with many signatures. */
const MOST_BYTES = 16_384
const HASH = 32
const TILE = 256
const TILES_AT_ONCE = 8

async function bytesAt(address) {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(30_000) })
  if (response.status === 429) {
    const seconds = Math.min(Number(response.headers.get('retry-after')) || 1, 60)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return bytesAt(address)
  }
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > MOST_BYTES) throw new Error(`${address} answered with ${bytes.length} bytes`)
  return bytes
}

/** The path of a number: groups of three digits, all but the last after an `x`. */
function pathOf(number) {
  const groups = String(number)
    .padStart(Math.ceil(String(number).length / 3) * 3, '0')
    .match(/\d{3}/g)
  return groups.map((group, index) => (index < groups.length - 1 ? `x${group}` : group)).join('/')
}

/** The hashes of a level of a published tree, in order. */
async function publishedLevel(address, level, count) {
  const hashes = []
  for (let start = 0; start < count; start += TILE * TILES_AT_ONCE) {
    const starts = Array.from({ length: TILES_AT_ONCE }, (_, index) => start + index * TILE).filter((at) => at < count)
    const tiles = await Promise.all(
      starts.map((at) => {
        const width = Math.min(TILE, count - at)
        return bytesAt(`${address}/tile/${level}/${pathOf(at / TILE)}${width < TILE ? `.p/${width}` : ''}`)
      }),
    )
    for (const [index, tile] of tiles.entries()) {
      if (tile.length !== Math.min(TILE, count - starts[index]) * HASH)
        throw new Error(`a tile of level ${level} has ${tile.length} bytes`)
      for (let at = 0; at < tile.length; at += HASH) hashes.push(tile.slice(at, at + HASH))
    }
  }
  return hashes
}

/** Joins neighbours until one hash is left, as in RFC 6962: an odd one at the end stays as it is. */
async function joined(hashes) {
  let level = hashes
  while (level.length > 1) {
    const above = []
    for (let start = 0; start < level.length; start += 2 * AT_ONCE) {
      const part = level.slice(start, start + 2 * AT_ONCE)
      const pairs = Array.from({ length: Math.ceil(part.length / 2) }, (_, index) =>
        part.slice(2 * index, 2 * index + 2),
      )
      const hashing = pairs.map(([left, right]) => (right ? sha256(Uint8Array.of(1), left, right) : left))
      above.push(...(await Promise.all(hashing)))
    }
    level = above
  }
  return level[0] ?? sha256()
}

/**
 * Compares published tiles with their checkpoint, with each other, and with the hashes of an export.
 * @returns the size of the checkpoint, and the faults, one sentence each
 */
export async function verifyTiles(address, { hashes, organizationId }, keys, policy) {
  const faults = []
  const checkpoint = readCheckpoint(new TextDecoder().decode(await bytesAt(`${address}/checkpoint`)))
  if (!checkpoint) return { size: 0, faults: ['the published checkpoint cannot be read'] }
  const { size, root, origin } = checkpoint
  if (!(await isSigned(checkpoint, keys))) faults.push('the published checkpoint is not signed by a key that you gave')
  if (policy && !(await witnessesOf(checkpoint, policy)).isMet)
    faults.push('too few witnesses signed the published checkpoint for the policy')
  if (organizationId && !origin.endsWith(`/audit/${encodeURIComponent(organizationId)}`))
    faults.push(`the published checkpoint is of another organization: ${origin}`)
  const leaves = await publishedLevel(address, 0, size)
  if (!isEqual(await joined(leaves), root))
    faults.push('the published hashes are not those of the published checkpoint')
  for (const [index, hash] of hashes.slice(0, size).entries())
    if (!isEqual(await sha256(Uint8Array.of(0), fromHex(hash)), leaves[index])) {
      faults.push(`record ${index + 1} is not the published one`)
      break
    }
  for (let level = 1, below = leaves; below.length >= TILE; level++) {
    const tiles = Array.from({ length: Math.floor(below.length / TILE) }, (_, n) =>
      below.slice(n * TILE, (n + 1) * TILE),
    )
    const expected = await Promise.all(tiles.map(joined))
    const published = await publishedLevel(address, level, expected.length)
    if (!published.every((hash, index) => isEqual(hash, expected[index])))
      faults.push(`the published hashes of level ${level} do not follow from those below`)
    below = expected
  }
  return { size, faults }
}

const digestOf = async (value) => hexOf(await sha256(utf8.encode(canonical(value))))

/** The root that a proof of inclusion (RFC 9162, section 2.1.3.2) leads to. Undefined if it has another length. */
async function rootFrom(leaf, index, size, hashes) {
  let [at, last, root] = [index, size - 1, leaf]
  for (const hash of hashes) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      root = await sha256(Uint8Array.of(1), hash, root)
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else root = await sha256(Uint8Array.of(1), root, hash)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : undefined
}

/** The fault of a proof of inclusion (c2sp.org/tlog-proof) of a record; undefined if there is none. */
async function inclusionFault({ record, inclusion }, keys) {
  const [, index, lines, note] =
    /^c2sp\.org\/tlog-proof@v1\nindex (\d+)\n((?:[^\n]+\n)*)\n([\s\S]*)$/.exec(inclusion) ?? []
  const checkpoint = readCheckpoint(note ?? '')
  if (!checkpoint) return 'its proof of inclusion cannot be read'
  if (!(await isSigned(checkpoint, keys))) return 'its checkpoint is not signed by a key that you gave'
  if (!checkpoint.origin.endsWith(`/audit/${encodeURIComponent(record.organizationId)}`))
    return 'its checkpoint is of another organization'
  const leaf = await sha256(Uint8Array.of(0), fromHex(record.hash))
  const hashes = lines.split('\n').filter(Boolean).map(fromBase64)
  const root = await rootFrom(leaf, Number(index), checkpoint.size, hashes)
  if (Number(index) !== record.sequence - 1 || !root || !isEqual(root, checkpoint.root))
    return 'its record is not in the audit trail'
  return undefined
}

/** Every fault of a decision of a sign-off. */
async function decisionFaults({ organizationId, signOff, snapshot }, decision, keys) {
  const { statement, reviewer, record, reason } = decision
  const { salt } = reviewer ?? {}
  const faults = []
  const demand = (isRight, fault) => isRight || faults.push(fault)
  demand((await digestOf(snapshot)) === statement.contentHash, 'what was shown is not what was signed')
  demand(statement.signOffId === signOff.id && record.resourceId === signOff.id, 'it is of another sign-off')
  demand(record.organizationId === organizationId, 'it is of another organization')
  demand(record.action === 'SIGN_OFF_DECIDED', 'its record is not of a decision')
  demand(record.metadata.details?.ids?.includes(`sha256:${await digestOf(statement)}`), 'the statement was changed')
  demand(!reviewer || (await digestOf(reviewer)) === statement.reviewerHash, 'it is of another reviewer')
  demand(!reviewer || !reason || (await digestOf({ reason, salt })) === statement.reasonHash, 'the reason was changed')
  demand(hexOf(await sha256(utf8.encode(hashedText(record)))) === record.hash, 'its record was changed')
  const fault = await inclusionFault(decision, keys)
  return fault ? [...faults, fault] : faults
}

/**
 * Verifies the proof of a certificate of a sign-off.
 * @returns the faults, one sentence each; empty if there is none
 */
export async function verifyCertificate(text, { keys = [] } = {}) {
  const proof = JSON.parse(text)
  const faults = proof.decisions.length === 0 ? ['the certificate has no decision'] : []
  for (const [index, decision] of proof.decisions.entries())
    for (const fault of await decisionFaults(proof, decision, keys)) faults.push(`decision ${index + 1}: ${fault}`)
  return { proof, faults }
}

function certificateReport({ proof, faults }) {
  const { title } = proof.signOff
  if (faults.length > 0) return [`${title}: ${faults.length} faults`, ...faults]
  const linesOf = ({ statement, reviewer }) =>
    `${statement.decision} at ${statement.decidedAt} by ${reviewer ? `${reviewer.name}, ${reviewer.email}` : 'an erased reviewer'}`
  return [`${title}: every decision is in the signed audit trail`, ...proof.decisions.map(linesOf)]
}

const isCertificate = (text) => /^\s*\{\s*"certificate"/.test(text)

const of = ({ size }) => `the checkpoint of ${size} records`

const SENTENCES = {
  changed: ({ sequence }) => `record ${sequence} was changed`,
  missing: ({ sequence }) => `record ${sequence} is missing`,
  misplaced: ({ sequence }) => `record ${sequence} does not follow the record before it`,
  unreadable: () => 'a checkpoint is none: it must be the whole text, with its line ends',
  unsigned: (fault) => `${of(fault)} (${fault.origin}) is not signed by a key that you gave`,
  unwitnessed: (fault) =>
    `too few witnesses signed ${of(fault)} for the policy: ${fault.signers.length > 0 ? fault.signers.join(', ') : 'none'}`,
  foreign: (fault) => `${of(fault)} is of another organization: ${fault.origin}`,
  short: (fault) => `the export ends with record ${fault.records}, before the end of ${of(fault)}`,
  different: (fault) => `the first ${fault.size} records are not those of ${of(fault)}`,
}

const sentenceOf = (fault) => SENTENCES[fault.kind](fault)

/**
 * The checkpoint at the end must name the last record. It comes from the service itself, so it proves less than a
 * checkpoint that you kept.
 */
function footerFaults(footer, records) {
  const { sequence = 0, hash = GENESIS } = records.at(-1) ?? {}
  if (!footer || (footer.sequence === sequence && footer.hash === hash)) return []
  return [`the export says that it ends with record ${footer.sequence}, and ends with record ${sequence}`]
}

/**
 * Verifies an export.
 * @param {string} text the export
 * @param {{ checkpoints?: string[], keys?: string[], policy?: string | undefined, tiles?: string | undefined }} kept
 * checkpoints, keys and the policy of witnesses that you stored elsewhere. Enough witnesses must have signed each of the
 * checkpoints. `tiles`: the address of the published hashes.
 * @returns the faults, one sentence each; empty if there is none
 */
export async function verifyExport(text, { checkpoints = [], keys: given = [], policy: policyText, tiles } = {}) {
  const policy = policyText === undefined ? undefined : await readPolicy(policyText)
  const keys = [...given, ...(policy?.logs ?? [])]
  const { records, footer } = readExport(text)
  const faults = [...(await chainFaults(records)).map(sentenceOf), ...footerFaults(footer, records)]
  const trail = { hashes: records.map(({ hash }) => hash), organizationId: records[0]?.organizationId }
  // Witnesses sign after the export, so the policy does not apply to the checkpoint at its end.
  const kept = checkpoints.map((note) => [note, policy])
  const notes = footer?.note && keys.length > 0 ? [...kept, [footer.note]] : kept
  for (const [note, demanded] of notes) {
    const fault = await checkpointFault(note, trail, keys, demanded)
    if (fault) faults.push(sentenceOf(fault))
  }
  if (policy && checkpoints.length === 0 && !tiles)
    faults.push('no checkpoint was given that witnesses can have signed')
  const published = tiles === undefined ? undefined : await verifyTiles(tiles.replace(/\/$/, ''), trail, keys, policy)
  faults.push(...(published?.faults ?? []))
  const isWitnessed = policy !== undefined
  return { records: records.length, faults, checkpoints: notes.length, isWitnessed, published: published?.size }
}

/** The findings, as lines for people. */
export function report({ records, faults, checkpoints, isWitnessed, published }) {
  if (faults.length > 0) return [`${records} records: ${faults.length} faults`, ...faults.slice(0, 100)]
  const held = checkpoints === 1 ? '1 checkpoint' : `${checkpoints} checkpoints`
  return [
    `${records} records: none changed, none missing in between`,
    checkpoints > 0
      ? `${held}, signed: no record that they cover was removed or rewritten`
      : 'No checkpoint was given: a removed end or a rewritten trail would not be found',
    ...(isWitnessed ? ['Enough witnesses signed the checkpoints that you kept, by the policy'] : []),
    ...(published === undefined
      ? []
      : [`The published hashes of ${published} records are signed, and match the export`]),
  ]
}

async function main(args, process) {
  const { readFile } = await import('node:fs/promises')
  const given = { '--checkpoint': [], '--key': [], '--policy': [], '--tiles': [] }
  const files = []
  for (let index = 0; index < args.length; index++) {
    if (args[index] in given) given[args[index]].push(args[++index] ?? '')
    else files.push(args[index])
  }
  if (files.length !== 1 || files[0].startsWith('-') || given['--policy'].length > 1 || given['--tiles'].length > 1) {
    process.stderr.write(
      'node verify.mjs EXPORT [--checkpoint FILE]... [--key PUBLIC_KEY]... [--policy FILE] [--tiles ADDRESS]\n',
    )
    return 2
  }
  const read = (file) => readFile(file, 'utf8')
  const checkpoints = await Promise.all(given['--checkpoint'].map(read))
  const [policy] = await Promise.all(given['--policy'].map(read))
  const text = await read(files[0])
  const found = isCertificate(text)
    ? await verifyCertificate(text, { keys: given['--key'] })
    : await verifyExport(text, { checkpoints, keys: given['--key'], policy, tiles: given['--tiles'][0] })
  const lines = isCertificate(text) ? certificateReport(found) : report(found)
  process.stdout.write(`${lines.join('\n')}\n`)
  return found.faults.length > 0 ? 1 : 0
}

const { process } = globalThis
if (process?.argv?.[1] && import.meta.url === new URL(`file://${process.argv[1]}`).href)
  main(process.argv.slice(2), process).then(
    (code) => {
      process.exitCode = code
    },
    (error) => {
      process.stderr.write(`This could not be read: ${error.message}\n`)
      process.exitCode = 2
    },
  )
