import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'

/*
 * The provenance of a release: an in-toto Statement v1 with the predicate SLSA Provenance v1, in a DSSE envelope. Each
 * format is a standard, so programs of other projects verify it too.
 */

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

const Resource = z.object({ name: z.string(), digest: z.record(z.string(), z.string()) })

const Statement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(Resource),
  predicateType: z.literal('https://slsa.dev/provenance/v1'),
  predicate: z.object({
    buildDefinition: z.object({
      buildType: z.literal('urn:campaign-management-gateway:release:v1'),
      externalParameters: z.strictObject({ commit: z.string() }),
      resolvedDependencies: z.array(Resource),
    }),
    runDetails: z.object({
      builder: z.object({ id: z.string(), version: z.record(z.string(), z.string()) }),
      metadata: z.object({ startedOn: z.string(), finishedOn: z.string() }),
    }),
  }),
})

const Envelope = z.object({
  payloadType: z.literal(PAYLOAD_TYPE),
  payload: z.string(),
  signatures: z.array(z.object({ sig: z.string() })),
})

export type Statement = z.infer<typeof Statement>

/** The bytes that DSSE signs: the payload with its type, so that a payload of another type never passes for it. */
const preAuthentication = (payload: Buffer) =>
  Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload])

export const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

/** Signs a statement with a private key. Returns the envelope as JSON. */
export function signStatement(statement: Statement, key: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(statement))
  const keyid = sha256(createPublicKey(key).export({ format: 'der', type: 'spki' }))
  // Node takes SHA-256 for P-256; Ed25519 has a hash of its own.
  const sig = sign(null, preAuthentication(payload), key).toString('base64')
  return JSON.stringify({
    payload: payload.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid, sig }],
  })
}

function parsed<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new Error('the provenance has another format')
  }
}

/**
 * Returns the statement of an envelope. The key ids are not signed, so they are ignored.
 * @throws Error if the key did not sign it
 */
export function verifiedStatement(text: string, key: KeyObject): Statement {
  const { payload, signatures } = parsed(Envelope, text)
  const bytes = Buffer.from(payload, 'base64')
  const isSigned = signatures.some(({ sig }) => verify(null, preAuthentication(bytes), key, Buffer.from(sig, 'base64')))
  if (!isSigned) throw new Error('the provenance is not signed by this key')
  return parsed(Statement, bytes.toString())
}
