import { apply } from './files.ts'
import type { Change } from './journal.ts'
import { StackLock } from './lock.ts'
import { type Credentials, newCredentials, readCredentials } from './secrets.ts'
import { pendingChanges, readClient, readClients } from './stack.ts'

type Own = Credentials[string]

/** Writes the files that depend on a client's credentials after they are replaced. */
const replace = (root: string, id: string, change: (own: Own) => Own): Change[] => {
  using _lock = new StackLock(root)
  const known = readCredentials(root)
  const own = known[readClient(root, id).id]
  if (!own) throw new Error(`client "${id}" has no credentials: it has neither metrics nor a log nor traces`)
  const changes = pendingChanges(root, readClients(root), [], [], { ...known, [id]: change(own) })
  apply(root, changes)
  return changes
}

/**
 * Creates new credentials for a client. Both are valid until the end of the rotation: the push proxy accepts both, and
 * Prometheus uses the old token, which the new kit accepts too.
 */
export const beginRotation = (root: string, id: string): Change[] =>
  replace(root, id, ({ previous, ...old }) => {
    if (previous) throw new Error(`client "${id}" has new credentials already: ops client rotate ${id} --finish`)
    return { ...newCredentials(), previous: old }
  })

/** Ends a rotation: the previous credentials become invalid. */
export const finishRotation = (root: string, id: string): Change[] =>
  replace(root, id, ({ previous, ...current }) => {
    if (!previous) throw new Error(`client "${id}" has no new credentials: ops client rotate ${id}`)
    return current
  })
