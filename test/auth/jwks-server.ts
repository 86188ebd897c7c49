import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import jwt, { type Algorithm } from 'jsonwebtoken'

/** A signing key with its id and algorithm. */
export interface Pair {
  kid: string
  alg: Algorithm
  privateKey: KeyObject
  jwk: JsonWebKey
}

const CURVES: Record<string, string> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

/** Creates a key pair for an algorithm. */
export function pair(kid: string, alg: Algorithm = 'ES256'): Pair {
  const namedCurve = CURVES[alg]
  const { privateKey, publicKey } = namedCurve
    ? generateKeyPairSync('ec', { namedCurve })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, alg, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } }
}

/**
 * A JWKS endpoint on loopback. Tests may change its keys and its status. With `stalled` it stops in the middle of an
 * answer and calls `stalled`.
 */
export async function jwksServer(keys: Pair[]) {
  const state = { keys, status: 200, requests: 0, stalled: undefined as (() => void) | undefined }
  const server = createServer((_, response) => {
    state.requests += 1
    response.writeHead(state.status, { 'content-type': 'application/json' })
    if (state.stalled) return response.write('{"keys": [', state.stalled)
    response.end(JSON.stringify({ keys: state.keys.map(({ jwk }) => jwk) }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
  const close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  return Object.assign(state, { url, close })
}

/** A token signed with the pair. The payload is claims or any text; fields of the header may be replaced. */
export function sign({ kid, alg, privateKey }: Pair, claims: object | string, header: object = {}) {
  const payload = typeof claims === 'string' ? claims : JSON.stringify(claims)
  return jwt.sign(payload, privateKey, { algorithm: alg, header: { alg, kid, typ: 'JWT', ...header } })
}
