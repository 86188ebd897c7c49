/** @process own: it changes environment variables of the process. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { pinnedRelease, requirePinned, requireProgram } from './support/programs.ts'
import { TemporaryFolder } from './support/stack.ts'

/* A test that leaves a program out must not pass for one that tried it. */

const { PATH, CI } = process.env
let folder: TemporaryFolder
beforeEach(() => {
  folder = new TemporaryFolder()
  process.env.PATH = `${folder.path}:/usr/bin:/bin`
})
afterEach(() => {
  process.env.PATH = PATH
  inCi(CI)
  folder[Symbol.dispose]()
})

function inCi(value: string | undefined): void {
  if (value === undefined) delete process.env.CI
  else process.env.CI = value
}

/** Puts a program in the PATH that calls itself a release. */
function install(release: string): void {
  const path = join(folder.path, 'prometheus')
  writeFileSync(path, `#!/bin/sh\necho 'prometheus, version ${release} (branch: HEAD)'\n`)
  chmodSync(path, 0o755)
}

describe('a program of the stack', () => {
  test.each(['true', undefined])('in the release that the compose file names is used (CI: %s)', (ci) => {
    inCi(ci)
    install(pinnedRelease('prometheus'))
    expect([requireProgram('prometheus'), requirePinned('prometheus')]).toEqual([true, true])
  })

  test('in another release fails under CI, and the message says how to get the right one', () => {
    inCi('true')
    install('2.42.0')
    for (const require of [requireProgram, requirePinned])
      expect(() => require('prometheus')).toThrow(
        `prometheus is 2.42.0, not ${pinnedRelease('prometheus')}: test/ops/programs/build.sh FOLDER builds it`,
      )
  })

  test('of another release is used outside of CI, but not if it cannot read the files', () => {
    inCi(undefined)
    install('2.42.0')
    expect([requireProgram('prometheus'), requirePinned('prometheus')]).toEqual([true, false])
  })
})
