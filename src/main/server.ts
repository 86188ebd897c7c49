import { setFlagsFromString } from 'node:v8'
import { readEnvironmentFile } from './environment-file.ts'
import { demandNode } from './node-version.js'

demandNode()
readEnvironmentFile()
// Much of what a start makes stays. V8 concludes that what the same code makes later stays as well, and makes it in the old
// generation: there, parts of each request keep the rest of it until the next full collection.
setFlagsFromString('--no-allocation-site-pretenuring')
await import('./serve.ts')
