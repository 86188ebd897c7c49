import { existsSync, readFileSync } from 'node:fs'

/**
 * Ends a process of a Node that is too old, with a sentence. Whatever needs a newer one is imported after it: a single
 * import of it would be a SyntaxError before anything ran. So this file is JavaScript of any Node that has modules, and
 * the one way in for every program.
 *
 * @param {string} [least] what the program needs; by default what package.json says under `engines`
 */
export function demandNode(least = engine()) {
  const [major, minor] = numbers(least)
  const [ownMajor, ownMinor] = numbers(process.versions.node)
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return
  process.stderr.write(
    `This needs Node ${least} or newer, and ${process.execPath} is Node ${process.versions.node}.\n` +
      'Node 24 comes with the packages (npm ci), and npm start, npm run and npm test use it.\n',
  )
  process.exit(1)
}

/** Beside the folder that this file is in, or that the build puts it in. */
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
