import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import { access, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import type { Role } from './caller.ts'
import type { Jwks } from './keys.ts'

/** Whom a development token is for, and for how many seconds from now. */
export interface TokenRequest {
  userId: string
  organizationId?: string
  role?: Role
  permissions?: readonly string[]
  email?: string
  name?: string
  /** Seconds since 1970; now unless given. The lifetime starts there. */
  issuedAt?: number
  expiresIn: number
}

/** Stands in for an identity provider on a developer's machine: real keys, real tokens, a real key set. */
export interface Issuer {
  readonly issuer: string
  jwks(): Jwks
  sign(request: TokenRequest): string
}

const FILE = 'issuer-key.pem'
const CURVE = 'prime256v1'

/**
 * Makes the key. It is written aside and then linked into place, which fails if another process was first: so all
 * processes end with one key, and none reads half of one.
 */
async function makeKey(dataDir: string, path: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  const draft = join(dataDir, `${FILE}.${randomUUID()}`)
  await mkdir(dataDir, { recursive: true })
  await writeFile(draft, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

function parseKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyDetails?.namedCurve === CURVE ? key : undefined
  } catch {
    return undefined
  }
}

async function keyIn(dataDir: string): Promise<KeyObject> {
  const path = join(dataDir, FILE)
  await access(path).catch(() => makeKey(dataDir, path))
  const key = parseKey(await readFile(path, 'utf8'))
  if (!key) throw new Error(`${path} holds no ${CURVE} private key; remove it, and a new one is made`)
  return key
}

/** Opens the development issuer of a data directory. Anyone who can run it can be anyone: never in production. */
export async function openIssuer({ dataDir, issuer }: { dataDir: string; issuer: string }): Promise<Issuer> {
  if (process.env.NODE_ENV === 'production')
    throw new Error(
      'The development issuer does not run under NODE_ENV=production: set AUTH_ISSUER to that of your identity provider',
    )
  const privateKey = await keyIn(dataDir)
  const publicKey = createPublicKey(privateKey)
  const kid = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url')
  return {
    issuer,
    jwks: () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] }),
    sign({ userId, organizationId, role, permissions, email, name, issuedAt, expiresIn }) {
      const iat = issuedAt ?? Math.floor(Date.now() / 1000)
      const claims = { org_id: organizationId, role, permissions, email, email_verified: email && true, name, iat }
      return jwt.sign(claims, privateKey, {
        algorithm: 'ES256',
        keyid: kid,
        issuer,
        subject: userId,
        jwtid: randomUUID(),
        expiresIn,
      })
    },
  }
}
