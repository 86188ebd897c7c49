import { demandNode } from '../../src/main/node-version.js'

// Run as it is written, and it uses `await using`.
demandNode('24')
await import('./main.ts')
