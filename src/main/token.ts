import { demandNode } from './node-version.js'

demandNode()
await import('./token-command.ts')
