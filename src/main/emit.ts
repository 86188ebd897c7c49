import { demandNode } from './node-version.js'

demandNode()
await import('./generate.ts')
