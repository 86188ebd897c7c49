import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { apply } from './files.ts'
import type { Change } from './journal.ts'
import { kitPath } from './kit.ts'
import { StackLock } from './lock.ts'
import { type ClientRecord, parseRecord } from './record.ts'
import { pendingChanges, readClient, readClients, recordPath } from './stack.ts'

/** The changes that an operation made, or would make. */
export interface Outcome {
  client: ClientRecord
  changes: Change[]
}

/** Steps 1, 2, 4, 5 and 6 of the source document, as folders. Step 3 is the kit on the client's host. */
const ONBOARDING = [
  'clients/',
  'prometheus/targets/probe/',
  'prometheus/targets/metrics/',
  'prometheus/targets/node/',
  'prometheus/rules/',
  'loki/',
  'tempo/',
  'alertmanager/',
  'grafana/',
  'secrets/',
]

/** The order of removal in the source document. Its last step, removing the cron jobs, is done on the client's host. */
const OFFBOARDING = [
  'prometheus/targets/',
  'prometheus/rules/',
  'loki/',
  'tempo/',
  'grafana/',
  'alertmanager/',
  'secrets/',
  'clients/',
]

const ordered = (changes: Change[], folders: string[]): Change[] => {
  const step = ({ path }: Change) => folders.findIndex((folder) => path.startsWith(folder))
  return changes.toSorted((a, b) => step(a) - step(b))
}

/** Onboards a client from the text of its record. Writes all files or none. The same record again changes nothing. */
export const addClient = (root: string, yaml: string, file: string, dryRun = false): Outcome => {
  const client = parseRecord(yaml, file)
  using _lock = new StackLock(root)
  const path = recordPath(client.id)
  if (existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') !== yaml)
    throw new Error(`client "${client.id}" exists already: edit ${path} and run "npm run ops -- render"`)
  const others = readClients(root).filter(({ id }) => id !== client.id)
  const changes = ordered(
    pendingChanges(root, [...others, client], [{ path, content: yaml, kind: 'record' }]),
    ONBOARDING,
  )
  if (!dryRun) apply(root, changes)
  return { client, changes }
}

/** Removes a client and all files about it. */
export const removeClient = (root: string, id: string): Outcome => {
  using _lock = new StackLock(root)
  const client = readClient(root, id)
  const others = readClients(root).filter((other) => other.id !== id)
  const changes = ordered(pendingChanges(root, others, [], [recordPath(id)]), OFFBOARDING)
  apply(root, changes)
  rmSync(kitPath(root, id), { recursive: true, force: true })
  return { client, changes }
}

/** Updates the generated files to match the records and `.env`. */
export const render = (root: string): Change[] => {
  using _lock = new StackLock(root)
  const changes = pendingChanges(root, readClients(root))
  apply(root, changes)
  return changes
}
