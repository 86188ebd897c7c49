import { createHash } from 'node:crypto'
import type { GeneratedFile } from './files.ts'
import { MARK } from './fingerprint.ts'
import type { ClientRecord } from './record.ts'
import type { Credentials } from './secrets.ts'

/** What can be pushed, and who may. The push proxy reads one file of users for each. */
const PUSHED: Record<string, (client: ClientRecord) => boolean> = {
  logs: ({ activity }) => activity !== null,
  traces: ({ traces }) => traces,
}

/** Salted by the name, so that the file is the same at every render; the password is 256 random bits, which no table reaches. */
const ssha = (name: string, password: string) => {
  const salt = createHash('sha256').update(name).digest().subarray(0, 8)
  const digest = createHash('sha1').update(password).update(salt).digest()
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`
}

const file = (name: string, users: [id: string, password: string | undefined][]): GeneratedFile => {
  const lines = users.flatMap(([id, password]) => (password ? [`${id}:${ssha(id, password)}\n`] : []))
  return { path: `secrets/push/${name}`, content: `# ${MARK}\n${lines.join('')}`, kind: 'generated', secret: true }
}

/** The push proxy's files of users: for each thing that is pushed the passwords in force, and those before them. */
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
