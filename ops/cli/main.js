import { demandNode } from '../../src/main/node-version.js'

// The source runs without compilation and uses `await using`, which needs this version.
demandNode('24')
await import('./main.ts')
