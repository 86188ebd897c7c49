import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { apply, type Change } from './files.ts'
import { kitPath } from './kit.ts'
import { type ClientRecord, parseRecord } from './record.ts'
import { pendingChanges, readClient, readClients, recordPath } from './stack.ts'

/** What an operation did, or would do. */
export interface Outcome {
  client: ClientRecord
  changes: Change[]
}

/** Steps 1, 2, 4, 5 and 6 of the source, as folders; step 3 is the kit on the client's host. */
const ONBOARDING = [
  'clients/',
  'prometheus/targets/probe/',
  'prometheus/targets/metrics/',
  'prometheus/rules/',
  'loki/',
  'tempo/',
  'alertmanager/',
  'grafana/',
  'secrets/',
]

/** The source's order of removal; its last step, the cron jobs, is on the client's host. */
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

/** Onboards a client from the text of its record: all files or none; the same record again changes nothing. */
export const addClient = (root: string, yaml: string, file: string, dryRun = false): Outcome => {
  const client = parseRecord(yaml, file)
  const path = recordPath(client.id)
  if (existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') !== yaml)
    throw new Error(`client "${client.id}" exists already: edit ${path} and run "npm run ops -- render"`)
  const others = readClients(root).filter(({ id }) => id !== client.id)
  const clients = [...others, client].sort((a, b) => a.id.localeCompare(b.id))
  const changes = ordered(pendingChanges(root, clients, [{ path, content: yaml, kind: 'record' }]), ONBOARDING)
  if (!dryRun) apply(root, changes)
  return { client, changes }
}

/** Removes a client and every mention of it. */
export const removeClient = (root: string, id: string): Outcome => {
  const client = readClient(root, id)
  const others = readClients(root).filter((other) => other.id !== id)
  const changes = ordered(pendingChanges(root, others, [], [recordPath(id)]), OFFBOARDING)
  apply(root, changes)
  rmSync(kitPath(root, id), { recursive: true, force: true })
  return { client, changes }
}

/** Brings the generated files up to date with the records and `.env`. */
export const render = (root: string): Change[] => {
  const changes = pendingChanges(root, readClients(root))
  apply(root, changes)
  return changes
}
