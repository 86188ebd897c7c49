import config, { projectsOf } from '../../jest.config.mjs'
import { NOT_ON_CITUS } from '../support/not-on-citus.ts'

const rootDir = `${import.meta.dirname}/../..`
const leftOut = Object.keys(NOT_ON_CITUS).map((pattern) => new RegExp(pattern))

/** For a database that is spread over several servers: `npm run test:citus`. */
export default {
  ...config,
  rootDir,
  projects: projectsOf((file) => !leftOut.some((pattern) => pattern.test(`/${file}`))).map((project) => ({
    ...project,
    rootDir,
  })),
}
