import { existsSync, readFileSync } from 'node:fs'

/**
 * Ends the process with a message if Node is too old. Modules that need a newer Node must be imported after this one:
 * otherwise they would fail with a SyntaxError before any code runs. So this file uses only JavaScript that every Node
 * with modules supports, and every program starts with it.
 *
 * @param {string} [least] the version that the program needs; by default `engines` in package.json
 */
export function demandNode(least = engine()) {
  const [major, minor] = numbers(least)
  const [ownMajor, ownMinor] = numbers(process.versions.node)
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return
  process.stderr.write(
    `This program needs Node ${least} or newer, but ${process.execPath} is Node ` +
      `${process.versions.node}.\nNode 24 is installed with the packages (npm ci); npm start, npm run and ` +
      'npm test use it.\n',
  )
  process.exit(1)
}

/** package.json is in the parent of this file's folder, in the sources and in the build. */
function engine() {
  const candidates = ['../../package.json', '../../../package.json'].map((path) => new URL(path, import.meta.url))
  const { engines } = JSON.parse(readFileSync(candidates.find(existsSync), 'utf8'))
  return engines.node.replace('>=', '')
}

/** @param {string} version */
function numbers(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}
