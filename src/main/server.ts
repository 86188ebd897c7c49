import { setFlagsFromString } from 'node:v8'
import { readEnvironmentFile } from './environment-file.ts'
import { demandNode } from './node-version.js'

demandNode()
readEnvironmentFile()
// Much of what a start allocates stays in memory. V8 would conclude that later allocations of the same code stay too,
// and put them into the old generation. Objects there keep the rest of their request in memory until the next full
// garbage collection.
setFlagsFromString('--no-allocation-site-pretenuring')
await import('./serve.ts')
