import config from '../../jest.config.mjs'
import { NOT_ON_CITUS } from '../support/not-on-citus.ts'

/** For a database that is spread over several servers: `npm run test:citus`. */
export default {
  ...config,
  rootDir: '../..',
  testPathIgnorePatterns: ['/node_modules/', ...Object.keys(NOT_ON_CITUS)],
}
