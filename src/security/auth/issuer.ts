import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto'
import jwt from 'jsonwebtoken'
import { keyFile } from '../key-file.ts'
import type { Role } from './caller.ts'
import type { Jwks } from './keys.ts'

/** Whom a development token is for, and for how many seconds from now. */
export interface TokenRequest {
  userId: string
  organizationId?: string | undefined
  role?: Role | undefined
  permissions?: readonly string[]
  email?: string | undefined
  /** True unless given. */
  emailVerified?: boolean
  name?: string | undefined
  /** The client that an ID token is for, and what that client sent along to know it by. */
  audience?: string
  nonce?: string | undefined
  /** Seconds since 1970; now unless given. The lifetime starts there. */
  issuedAt?: number
  /** When the user signed in, where that is to be told. */
  signedInAt?: number
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

function parseKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyDetails?.namedCurve === CURVE ? key : undefined
  } catch {
    return undefined
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  return String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
}

async function keyIn(dataDir: string): Promise<KeyObject> {
  const { path, text } = await keyFile(dataDir, FILE, newKey)
  const key = parseKey(text)
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
    sign({ userId, organizationId, role, permissions, email, emailVerified = true, name, ...rest }) {
      const { audience: aud, nonce, issuedAt, signedInAt: auth_time, expiresIn } = rest
      const iat = issuedAt ?? Math.floor(Date.now() / 1000)
      const verified = email === undefined ? undefined : emailVerified
      const person = { org_id: organizationId, role, permissions, email, email_verified: verified, name }
      const claims = { ...person, aud, nonce, iat, auth_time }
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
