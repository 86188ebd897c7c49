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

/** The content of a development token, and its lifetime in seconds. */
export interface TokenRequest {
  userId: string
  organizationId?: string | undefined
  role?: Role | undefined
  permissions?: readonly string[]
  email?: string | undefined
  /** Default true. */
  emailVerified?: boolean
  name?: string | undefined
  /** The OAuth client that the token is issued to. */
  clientId?: string
  /** The client of an ID token, and the nonce that the client sent. */
  audience?: string
  nonce?: string | undefined
  /** Seconds since 1970. Default: now. The lifetime starts at this time. */
  issuedAt?: number
  /** The time of the sign-in, if the token should contain it. */
  signedInAt?: number
  expiresIn: number
}

/** A development identity provider on the developer's machine, with real keys, tokens and key set. */
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
  if (!key) throw new Error(`${path} contains no ${CURVE} private key. Remove the file, and a new key is created`)
  return key
}

/**
 * Opens the development issuer of a data directory. Anybody who can run it can create a token for any user, so it never
 * runs in production.
 */
export async function openIssuer({ dataDir, issuer }: { dataDir: string; issuer: string }): Promise<Issuer> {
  if (process.env.NODE_ENV === 'production')
    throw new Error(
      'The development issuer does not run under NODE_ENV=production. Set AUTH_ISSUER to the issuer of your identity provider',
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
      const { audience: aud, clientId: client_id, nonce, issuedAt, signedInAt: auth_time, expiresIn } = rest
      const iat = issuedAt ?? Math.floor(Date.now() / 1000)
      const verified = email === undefined ? undefined : emailVerified
      const person = { org_id: organizationId, role, permissions, email, email_verified: verified, name }
      const claims = { ...person, aud, client_id, nonce, iat, auth_time }
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
