import { readEnvironmentFile } from './environment-file.ts'
import { demandNode } from './node-version.js'

demandNode()
readEnvironmentFile()
await import('./db-command.ts')
