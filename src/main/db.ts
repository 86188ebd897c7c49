import { demandNode } from './node-version.js'

demandNode()
await import('./db-command.ts')
