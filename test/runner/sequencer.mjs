import TestSequencer from '@jest/test-sequencer'
import { suites } from '../../jest.config.mjs'

const long = new Set(suites.filter(({ isLong }) => isLong).map(({ file }) => file))

/** Starts the long suites first. Otherwise one that starts last keeps a single worker busy, while the others wait. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path, context }) => (long.has(path.slice(context.config.rootDir.length + 1)) ? 0 : 1)
    return super.sort(tests).sort((one, other) => rank(one) - rank(other))
  }
}
