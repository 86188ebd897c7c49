import { type Cluster, startCluster as start } from '../support/cluster.ts'

/** Durability is part of the claim: fsync and synchronous_commit stay on. Only sizes are set. */
const SETTINGS = [
  'shared_buffers=512MB',
  'max_connections=120',
  'max_wal_size=4GB',
  'jit=off',
  'fsync=on',
  'synchronous_commit=on',
]

export const startCluster = (): Promise<Cluster> => start(SETTINGS)
