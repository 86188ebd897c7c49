import { apply, type Change } from './files.ts'
import { type Credentials, newCredentials, readCredentials } from './secrets.ts'
import { pendingChanges, readClient, readClients } from './stack.ts'

type Own = Credentials[string]

/** Writes what follows from a client's credentials being replaced by these. */
const replace = (root: string, id: string, change: (own: Own) => Own): Change[] => {
  const known = readCredentials(root)
  const own = known[readClient(root, id).id]
  if (!own) throw new Error(`client "${id}" has no credentials: it has neither metrics nor a log nor traces`)
  const changes = pendingChanges(root, readClients(root), [], [], { ...known, [id]: change(own) })
  apply(root, changes)
  return changes
}

/**
 * Gives a client new credentials beside those in force: until the end of the rotation the push proxy takes both, and
 * Prometheus asks with the old token, which the new kit knows too.
 */
export const beginRotation = (root: string, id: string): Change[] =>
  replace(root, id, ({ previous, ...old }) => {
    if (previous) throw new Error(`client "${id}" has new credentials already: ops client rotate ${id} --finish`)
    return { ...newCredentials(), previous: old }
  })

/** Ends a rotation: the credentials before it hold no longer. */
export const finishRotation = (root: string, id: string): Change[] =>
  replace(root, id, ({ previous, ...current }) => {
    if (!previous) throw new Error(`client "${id}" has no new credentials: ops client rotate ${id}`)
    return current
  })
