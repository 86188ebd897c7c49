import { createHash } from 'node:crypto'
import type { GeneratedFile } from './files.ts'
import { MARK } from './fingerprint.ts'
import type { ClientRecord } from './record.ts'
import type { Credentials } from './secrets.ts'

/**
 * The kinds of data that clients push, and the clients that may push them. The push proxy reads a file of users for
 * each kind.
 */
const PUSHED: Record<string, (client: ClientRecord) => boolean> = {
  logs: ({ activity }) => activity !== null,
  traces: ({ traces }) => traces,
}

/**
 * The name is the salt, so that each render produces the same file. The password has 256 random bits, so no rainbow
 * table contains it.
 */
const ssha = (name: string, password: string) => {
  const salt = createHash('sha256').update(name).digest().subarray(0, 8)
  const digest = createHash('sha1').update(password).update(salt).digest()
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`
}

const file = (name: string, users: [id: string, password: string | undefined][]): GeneratedFile => {
  const lines = users.flatMap(([id, password]) => (password ? [`${id}:${ssha(id, password)}\n`] : []))
  return { path: `secrets/push/${name}`, content: `# ${MARK}\n${lines.join('')}`, kind: 'generated', secret: true }
}

/**
 * The push proxy's files of users: for each kind of data the current passwords and, during a rotation, the previous
 * ones.
 */
export const pushFiles = (clients: ClientRecord[], credentials: Credentials): GeneratedFile[] =>
  Object.entries(PUSHED).flatMap(([pushed, may]) => {
    const ids = clients.filter(may).map(({ id }) => id)
    return [
      file(
        pushed,
        ids.map((id) => [id, credentials[id]?.pushPassword]),
      ),
      file(
        `${pushed}.previous`,
        ids.map((id) => [id, credentials[id]?.previous?.pushPassword]),
      ),
    ]
  })
