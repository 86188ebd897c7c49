import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import jwt from 'jsonwebtoken'

/** An identity provider on loopback: what AUTH_ISSUER points to. */
export interface Issuer {
  url: string
  token(organizationId: string, userId: string): string
  stop(): void
}

/** Starts an identity provider with one RSA key. */
export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'bench', use: 'sig', alg: 'RS256' }
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    token: (organizationId, userId) =>
      jwt.sign({ org_id: organizationId, role: 'admin' }, privateKey, {
        algorithm: 'RS256',
        keyid: 'bench',
        issuer: url,
        subject: userId,
        expiresIn: '6h',
      }),
    stop: () => void server.close(),
  }
}
