import { readEnvironmentFile } from './environment-file.ts'
import { demandNode } from './node-version.js'

demandNode()
readEnvironmentFile()
await import('./token-command.ts')
