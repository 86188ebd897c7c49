import { DEADLINE_MS } from './test/support/patience.ts'

/** One configuration for every suite; `TEST_DATABASE_URL` moves the whole of it from PGlite to PostgreSQL. */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // It needs a server with Citus, which CI has not: npm run test:citus.
  testPathIgnorePatterns: ['/node_modules/', '/test/citus/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: false },
          target: 'es2023',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  // A tenth of the work of many suites was graphql's search for a second copy of itself, which production leaves out.
  setupFiles: ['./test/support/graphql.setup.ts'],
  globalSetup: './test/support/page.setup.mjs',
  testTimeout: DEADLINE_MS,
  // One more than the cores of CI: suites wait for servers, browsers and databases.
  maxWorkers: 3,
  workerIdleMemoryLimit: '800MB',
}
