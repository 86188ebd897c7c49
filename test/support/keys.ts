import { PERMISSIONS } from '../../src/security/auth/permissions.ts'
import type { Actor, Answer, TestServer } from './server.ts'

/** An API key of an organization, with named scopes. */
export interface Key {
  id: string
  token: string
  rest(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  graphql(query: string, variables?: Record<string, unknown>): Promise<Answer>
}

/** Creates an admin key with the scopes. */
export async function aKey(server: TestServer, admin: Actor, scopes: readonly string[]): Promise<Key> {
  const { body } = await admin.rest('POST', '/api/service-provider/api-keys', { name: 'Key', role: 'admin', scopes })
  const { id, key: token }: { id: string; key: string } = body.data
  const rest: Key['rest'] = (method, path, sent, headers) =>
    server.fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...headers,
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: sent === undefined ? null : JSON.stringify(sent),
    })
  return { id, token, rest, graphql: (query, variables) => rest('POST', '/graphql', { query, variables }) }
}

/** Creates a key with every permission but one. */
export const aKeyWithout = (server: TestServer, admin: Actor, permission: string): Promise<Key> =>
  aKey(
    server,
    admin,
    PERMISSIONS.filter((each) => each !== permission),
  )
